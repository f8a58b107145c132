/**
 * Retention periods stated in the privacy policy, in days. Jobs delete data by them; docs/data-retention.md lists them,
 * too.
 */
export const RETENTION_DAYS = {
  /** Entries of the audit log. */
  auditEntry: 2 * 365,
  /** Reports, from their dismissal; open ones are kept. */
  dismissedReport: 180,
  /** A question to a landlord or an answer, and an appeal, from the day it was written. */
  listingMessage: 180,
  appeal: 180,
  /** A network from which a moderator or the operator has logged in. */
  knownNetwork: 30,
  /** Record of the time at which a counted mail was sent. */
  mailPlace: 2,
  /** Proof that an address is read, counted from its last use. */
  proof: 365,
  /** A saved search whose confirmation mail was not answered. */
  unconfirmedSearch: 7,
  /** A saved search that was stopped by a link that stops all. */
  stoppedSearch: 30,
  /** Record that an address was notified of a home. */
  notifiedHome: 90,
  /** Record that a push message was sent to a browser. */
  pushMessage: 2,
  /** A browser that gets push messages, counted from the last press or message. */
  pushBrowser: 180,
} as const;

/** Maximum number of days for which a mail waits for its address's daily limit. */
export const MAIL_WAITS_DAYS = 7;
