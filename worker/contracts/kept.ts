/** For how many days is kept what the privacy policy tells of. Jobs delete by these figures; docs/data-retention.md holds them, too. */
export const KEPT_DAYS = {
  /** Entries of the audit log. */
  auditEntry: 2 * 365,
  /** Reports, from their dismissal on; open ones stay. */
  dismissedReport: 180,
  /** A network from which a moderator or the operator logged in. */
  knownNetwork: 30,
  /** When a counted mail went out, from then on. */
  mailPlace: 2,
  /** A proof that an address is read, from its last use on. */
  proof: 365,
} as const;

/** The longest that a mail waits for a day on which its address may get it, in days. */
export const MAIL_WAITS_DAYS = 7;
