/**
 * Retention periods stated in the privacy policy, in days. Jobs delete by them; docs/data-retention.md lists them as
 * well.
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
  /** When a counted mail was sent. */
  mailPlace: 2,
  /** The proof that an address is read, from its last use. */
  proof: 365,
  /** A saved search whose question was not answered. */
  unconfirmedSearch: 7,
  /** A saved search that was stopped by a link for all. */
  stoppedSearch: 30,
  /** The notification of an address about a home. */
  notifiedHome: 90,
  /** That a push message was sent to a browser. */
  pushMessage: 2,
  /** A browser that gets push messages, from the last press or message. */
  pushBrowser: 180,
} as const;

/** Longest time a mail waits for its address's daily limit, in days. */
export const MAIL_WAITS_DAYS = 7;
