/** What becomes of a mail that is one too many for a day: it is left out, or it goes out when there is room again. */
type WhenTooMany = "dropped" | "waits";

interface MailRule {
  /** Who can cause it: anybody who types an address, a moderator, the addressee who confirmed, a buyer, the site itself. */
  causedBy: "anybody" | "moderator" | "addressee" | "buyer" | "site";
  /** Whether it counts against the day of an address that has not proven itself. */
  isCounted: boolean;
  whenTooMany?: WhenTooMany;
  /** Most of this kind in 24 hours to an address that is proven; where there is none, the feature counts requests. */
  aDayToProven?: number;
}

const BY_ANYBODY = { causedBy: "anybody", isCounted: true, whenTooMany: "dropped" } as const;
const ABOUT_A_LISTING = { isCounted: true, whenTooMany: "waits" } as const;
const WANTED = { causedBy: "addressee", isCounted: false } as const;

/**
 * Every mail that this site sends, with its rule. A counted mail holds no word that its requester typed, and a link by
 * which its reader ends all mail to the address (counted-mail.ts). A mail of a kind that is not here does not compile.
 */
export const MAIL_KINDS = {
  "subscriber.confirmation": BY_ANYBODY,
  "subscriber.confirm_button": BY_ANYBODY,
  "subscriber.already": BY_ANYBODY,
  "subscriber.welcome": WANTED,
  // Each costs its sender a payment.
  "subscriber.vip": { causedBy: "buyer", isCounted: false },
  "access.code": BY_ANYBODY,
  "privacy.link": BY_ANYBODY,
  "follow.question": BY_ANYBODY,
  "follow.already": BY_ANYBODY,
  "follow.news": WANTED,
  "listing.submitted": { ...ABOUT_A_LISTING, causedBy: "anybody", aDayToProven: 10 },
  // Whoever holds the link of a listing may say that it is somebody else's.
  "listing.new_email": { ...ABOUT_A_LISTING, causedBy: "anybody", aDayToProven: 3 },
  "listing.links": BY_ANYBODY,
  // A stranger's address stands in the listing, so these are counted although a moderator or the clock causes them.
  "listing.approved": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.rejected": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.retyped": { ...ABOUT_A_LISTING, causedBy: "moderator" },
  "listing.expiring": { ...ABOUT_A_LISTING, causedBy: "site" },
  "digest.edition": WANTED,
  "digest.alert": WANTED,
  "digest.test": { causedBy: "moderator", isCounted: false },
  // To CONTACT_EMAIL alone; it goes out whatever that address asked for elsewhere.
  "operator.notice": { causedBy: "site", isCounted: false },
  "operator.login": { causedBy: "site", isCounted: false },
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof MAIL_KINDS;
/** Kinds that strangers can have sent to an address, and those that they cannot. */
export type CountedMailKind = {
  [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]["isCounted"] extends true ? Kind : never;
}[MailKind];
export type WantedMailKind = Exclude<MailKind, CountedMailKind>;

/** The rule of a kind. */
export const mailRule = (kind: MailKind): MailRule => MAIL_KINDS[kind];
