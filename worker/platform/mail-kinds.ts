/** Handling of an email over the daily limit: it is dropped, or waits until the limit allows it. */
type WhenTooMany = "dropped" | "waits";

interface MailRule {
  /**
   * The party that can trigger this email: anyone who types an email address, a moderator, the confirmed recipient, a
   * buyer, or the site itself.
   */
  causedBy: "anybody" | "moderator" | "addressee" | "buyer" | "site";
  /** True if the email counts against the daily limit of an unproven address. */
  isCounted: boolean;
  whenTooMany?: WhenTooMany;
  /**
   * Maximum number of emails of this kind to a proven address in 24 hours. If missing, the feature itself limits
   * requests.
   */
  aDayToProven?: number;
  /**
   * True if a second copy does no harm, so the email is sent again if it is unclear whether the first copy was sent.
   */
  mayRepeat?: boolean;
  /** True for bulk email, which the terms of Cloudflare Email Service do not allow. */
  isBulk?: boolean;
  isToOperator?: boolean;
}

const BY_ANYBODY = { causedBy: "anybody", isCounted: true, whenTooMany: "dropped", mayRepeat: true } as const;
const ABOUT_A_LISTING = { isCounted: true, whenTooMany: "waits", mayRepeat: true } as const;
const WANTED = { causedBy: "addressee", isCounted: false } as const;
const TO_OPERATOR = { causedBy: "site", isCounted: false, isToOperator: true } as const;

/**
 * All kinds of email that this site sends, with their rules. A counted email contains no text typed by its requester,
 * and has a link that stops all emails to the address (mail-layout.ts). Only kinds in this table compile.
 */
export const MAIL_KINDS = {
  "subscriber.confirmation": BY_ANYBODY,
  "subscriber.confirm_button": BY_ANYBODY,
  "subscriber.already": BY_ANYBODY,
  "subscriber.welcome": { ...WANTED, mayRepeat: true },
  // Triggering this email requires a payment.
  "subscriber.vip": { causedBy: "buyer", isCounted: false, mayRepeat: true },
  "access.code": BY_ANYBODY,
  "privacy.link": BY_ANYBODY,
  "emails.link": BY_ANYBODY,
  "follow.question": BY_ANYBODY,
  "follow.already": BY_ANYBODY,
  // Not bulk, because the email goes only to the followers of one thread, who requested it.
  "follow.news": WANTED,
  "alerts.question": BY_ANYBODY,
  "alerts.too_many": BY_ANYBODY,
  "alerts.already": BY_ANYBODY,
  "alerts.still_looking": { ...WANTED, mayRepeat: true },
  "listing.submitted": { ...ABOUT_A_LISTING, causedBy: "anybody", aDayToProven: 10 },
  // Anyone who has the link of a listing can enter someone else's email address.
  "listing.new_email": { ...ABOUT_A_LISTING, causedBy: "anybody", aDayToProven: 3 },
  "listing.links": BY_ANYBODY,
  "listing.no_answer": BY_ANYBODY,
  // Counted, although a moderator or a job triggers these emails, because a listing may contain a stranger's email
  // address.
  "listing.approved": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.rejected": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.question": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.appeal": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.retyped": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.expiring": { ...ABOUT_A_LISTING, causedBy: "site" },
  "digest.edition": { ...WANTED, isBulk: true },
  "alerts.news": { ...WANTED, isBulk: true },
  "digest.test": { causedBy: "moderator", isCounted: false },
  // Emails to staff, or to people whom an operator invites. The feature limits requests, so strangers can neither flood
  // a moderator's mailbox nor use up the emails that the moderator needs to log in.
  "person.invitation": { causedBy: "moderator", isCounted: false, mayRepeat: true },
  "person.added": { causedBy: "moderator", isCounted: false, mayRepeat: true },
  "person.new_operator": { causedBy: "moderator", isCounted: false, mayRepeat: true },
  "person.passkey": { causedBy: "addressee", isCounted: false, mayRepeat: true },
  "person.code": { causedBy: "addressee", isCounted: false, mayRepeat: true },
  // Sent only to CONTACT_EMAIL, even if that address opted out.
  "operator.notice": TO_OPERATOR,
  "operator.login": { ...TO_OPERATOR, mayRepeat: true },
  "operator.first_person": { ...TO_OPERATOR, mayRepeat: true },
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof MAIL_KINDS;
/** Kinds that strangers can trigger. */
export type CountedMailKind = {
  [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]["isCounted"] extends true ? Kind : never;
}[MailKind];
export type TrustedMailKind = Exclude<MailKind, CountedMailKind>;

export const mailRule = (kind: MailKind): MailRule => MAIL_KINDS[kind];

/** Email transports: the mailbox of a development server, Cloudflare Email Service, or a provider of bulk email. */
export type TransportName = "mailbox" | "email_service" | "resend";

/**
 * The meaning of a failed send. `rate`, `quota` and `misconfigured`: the email was not sent and may be retried, for
 * `rate` within minutes. `suppressed` and `refused`: the email will never be sent. `unknown`: it is unclear whether the
 * email was sent, so it is retried only if a second copy does no harm or the transport would recognise it.
 */
export type MailFailure = "rate" | "quota" | "misconfigured" | "suppressed" | "refused" | "unknown";
