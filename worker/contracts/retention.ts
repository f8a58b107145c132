/**
 * Retention periods stated in the privacy policy, in days. Jobs delete data after these periods. docs/data-retention.md
 * also lists them.
 */
export const RETENTION_DAYS = {
  /** An entry of the audit log. */
  auditEntry: 2 * 365,
  /** Reports, counted from their dismissal. Open reports are kept. */
  dismissedReport: 180,
  /** Questions to a landlord, answers and appeals, from the day they were written. */
  listingMessage: 180,
  appeal: 180,
  /** A network from which a moderator or the operator has logged in. */
  knownNetwork: 30,
  /** Record of when a counted email was sent. */
  mailPlace: 2,
  /** Proof that someone reads an email address, counted from its last use. */
  proof: 365,
  /** A saved search whose confirmation email got no answer. */
  unconfirmedSearch: 7,
  /** A saved search that a link for stopping all alerts has stopped. */
  stoppedSearch: 30,
  /** Record that an email address was notified of a home. */
  notifiedHome: 90,
  /** Record that a push message was sent to a browser. */
  pushMessage: 2,
  /** A browser that gets push messages, counted from the last click or message. */
  pushBrowser: 180,
} as const;

/** Maximum number of days that an email waits if its address has reached its daily limit. */
export const MAIL_WAITS_DAYS = 7;
