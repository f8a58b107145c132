import type { SavedSearchRecord } from "./alerts.ts";
import type { Area } from "./areas.ts";
import type { Bedrooms } from "./bedrooms.ts";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";
import type { PushBrowserRecord } from "./push.ts";
import type { InvitationRecord, PersonRecord } from "./people.ts";

/** Response to a request to follow a discussion, identical for every address. */
export const FOLLOW_MESSAGE =
  "Please check your inbox: the link in our email completes this. If you don't see it, please check your spam folder.";

export type FollowStatus = "asked" | "following" | "stopped";

/** The follow behind a mailed link. */
export interface FollowView {
  /** Masked, so that a forwarded link does not reveal the address: `m***@example.com`. */
  email: string;
  status: FollowStatus;
  /** True if this link can confirm the follow; links in later mails can only stop it. */
  canConfirm: boolean;
  /** Null when the discussion was deleted. */
  thread: { title: string; path: string } | null;
}

/** A followed discussion in the data export of its address; dates are ISO 8601 UTC. */
export interface FollowRecord {
  /** Null when the discussion was deleted. */
  discussion: string | null;
  status: FollowStatus;
  /** When it was last requested. */
  askedAt: string;
  confirmedAt: string | null;
  stoppedAt: string | null;
}

/** The kind of full access (docs/contract.md, Subscribers). */
export type AccessSource = "email subscription" | "VIP subscription";

/** The access of an address. */
export interface SubscriptionCheck {
  isSubscribed: boolean;
  accessSource: AccessSource | null;
}

/** Days for which access by a verified mail address lasts (docs/product.md, Subscribers). */
export const ACCESS_DAYS = 60;
/** Debounce of verification after the last key press (docs/product.md, Subscribers). */
export const VERIFY_DEBOUNCE_MS = 1_000;
/** Shortest text that is verified (docs/product.md, Subscribers). */
export const VERIFY_MIN_CHARACTERS = 5;

/** Response to a sign-up, identical for everyone. */
export const SUBSCRIBED_MESSAGE =
  "We've sent you an email! Please reply to complete registration. If you don't see it, please check your spam folder.";

/** Response to a request for a code, identical for everyone. */
export const CODE_SENT_MESSAGE = "If this address has access, we have sent a code to it.";
/** Response to a request for personal data, identical for everyone. */
export const PRIVACY_SENT_MESSAGE = "If we store anything about this address, we have sent a link to it.";

/**
 * The consent text for sign-ups. Its version is stored with each consent: a changed text needs a new version, and the
 * old text stays in this file's history.
 */
export const CONSENT_VERSION = "2026-11";
/** @param siteName the sender */
export const consentText = (siteName: string) =>
  `By joining you agree that ${siteName} emails you below-market listings every Monday, Wednesday and Friday. You can withdraw at any time with the link in every email.`;

export const FREQUENCIES = ["every", "weekly"] as const;
/** Every edition, or only Monday's with the listings of a week. */
export type Frequency = (typeof FREQUENCIES)[number];

/** Allowed range of a maximum rent, in monthly dollars. */
export const MAX_RENT = { min: 100, max: 20_000 } as const;
export const MAX_RENT_PROBLEM = "Please enter whole dollars, from 100 to 20,000.";

/** A subscriber's mail preferences; empty lists mean all. */
export interface Preferences {
  bedrooms: Bedrooms[];
  /** Monthly dollars. */
  maxRent: number | null;
  areas: Area[];
  frequency: Frequency;
}

/** Preferences entered by a new subscriber; they apply once the sign-up is confirmed. */
export type SignUpWishes = Omit<Preferences, "frequency">;

/** Format of the secret that the browser creates for its sign-ups; it alone authorises adding wishes to them. */
export const SIGN_UP_KEY = /^[0-9a-f]{32}$/;
/** Header of {@link createSubscription} that carries the sign-up key. */
export const SIGN_UP_KEY_HEADER = "X-Sign-Up-Key";

/** Response to the wishes of a sign-up, identical for everyone. */
export const WISHES_MESSAGE = "Saved. It applies once you confirm, and every email lets you change it.";

export type SubscriberStatus = "pending" | "confirmed" | "unsubscribed" | "suppressed";

/** The subscription behind an unsubscribe link. */
export interface UnsubscribeView {
  /** Masked, so that a forwarded link does not reveal the address: `m***@example.com`. */
  email: string;
  status: SubscriberStatus;
}

/** An address's opt-out of all mail. */
export interface NeverState {
  never: boolean;
}

/** A subscription behind a confirmation or preferences link. */
export interface SubscriptionView extends UnsubscribeView {
  preferences: Preferences;
  /**
   * Paths of related pages. Confirming gives a link to the preferences, which in turn link to unsubscribing; a link
   * that was only opened never yields one with more rights.
   */
  links: { preferences?: string; unsubscribe?: string };
}

/** All data stored about an address, for its holder. Dates are ISO 8601 UTC. */
export interface PersonalData {
  email: string;
  /** When this export was created. */
  madeAt: string;
  subscription: SubscriberRecord | null;
  vip: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean }[];
  /** Listings posted with the address, in every status, with every field entered. */
  listings: Record<string, unknown>[];
  /** Discussions that the address follows, or was asked to confirm following. */
  follows: FollowRecord[];
  /** Searches that are saved with the address. */
  searches: SavedSearchRecord[];
  /** Browsers that get push messages for the address. */
  browsers: PushBrowserRecord[];
  /** The account of the address in the admin panel. */
  person: PersonRecord | null;
  /** The open invitation to such an account. */
  invitation: InvitationRecord | null;
  suppression: Suppression | null;
  /** Time at which its holder opted out of all mail. */
  neverSince: string | null;
  /** The proof that a mailed link or code was used. */
  proof: { provenAt: string; lastUsedAt: string } | null;
}

/** Reason and end of an address's suppression, apart from its opt-out; the end is null if permanent. */
export interface Suppression {
  reason: SuppressionReason;
  at: string;
  endsAt: string | null;
}

/**
 * Reason for suppressing an address. Only "refused" ends automatically: the mail service takes no mail to it for some
 * days.
 */
export type SuppressionReason = "bounced" | "complained" | "refused" | "never";

/** The size of the mailing list. Changes are net, by Toronto day. */
export interface Audience {
  memberCount: number;
  unsubscribeCount: number;
  todayChanges: number;
  yesterdayChanges: number;
}

/** A step in a consent's history, as evidence for the operator. */
export interface ConsentRecord {
  at: string;
  kind: "requested" | "confirmed" | "withdrawn";
  /** One of landing, marketplace, reply, button, vip, link, one-click, bounced, complained, refused, never, erased. */
  method: string;
  ipAddress: string | null;
  wordingVersion: string | null;
  /** Message id of the confirming reply. */
  detail: string | null;
}

/** A subscriber as moderators see one, with the consent history. */
export interface SubscriberRecord {
  email: string;
  status: SubscriberStatus;
  createdAt: string;
  confirmedAt: string | null;
  /** The visit of the sign-up and its source: a host, or 'Direct'; null without a counted visit. */
  sessionId: string | null;
  referrer: string | null;
  isVip: boolean;
  preferences: Preferences;
  /** Preferences from a sign-up that awaits its confirmation. */
  wishes: SignUpWishes | null;
  suppression: Suppression | null;
  /** Time at which its holder opted out of all mail. */
  neverSince: string | null;
  consents: ConsentRecord[];
}

/** `m***@example.com` */
export function shortenedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${domain}`;
}

/**
 * Asks an address by mail to confirm a subscription. The answer is the same for every address. The landing page also
 * sends its visit, or null if visits are not counted, which identifies its form.
 */
export const createSubscription = operation(
  "POST",
  "/api/subscribe",
  types<{ body: { email: string; sessionId?: string | null }; answer: { message: string } }>,
);
/** Adds wishes to a sign-up of the same page. The answer is the same for every address and key. */
export const addWishes = operation(
  "POST",
  "/api/subscribe/preferences",
  types<{ body: SignUpWishes & { email: string; signUpKey: string }; answer: { message: string } }>,
);
export const checkSubscription = operation(
  "POST",
  "/api/verify-subscription",
  types<{ body: { email: string }; answer: SubscriptionCheck }>,
);

/** Shows the subscription behind a confirmation link without confirming it, because link scanners open the link too. */
export const getConfirmation = operation("GET", "/api/confirm/:token", types<{ answer: SubscriptionView }>);
export const confirmSubscription = operation("POST", "/api/confirm/:token", types<{ answer: SubscriptionView }>);
/** Mail services and link scanners see this link, so it reveals no preferences and no other link. */
export const getUnsubscription = operation("GET", "/api/unsubscribe/:token", types<{ answer: UnsubscribeView }>);
/**
 * Ends a subscription. The body is not read: a JSON content type marks the page's button, any other a mail client's
 * one-click request (RFC 8058).
 */
export const endSubscription = operation("POST", "/api/unsubscribe/:token", types<{ answer: DoneWithMessage }>);
export const getPreferences = operation("GET", "/api/preferences/:token", types<{ answer: SubscriptionView }>);
export const savePreferences = operation(
  "PUT",
  "/api/preferences/:token",
  types<{ body: Preferences; answer: SubscriptionView }>,
);
export const getOptOut = operation("GET", "/api/never/:token", types<{ answer: NeverState }>);
/** Opts an address out of all mail; repeating it changes nothing. */
export const createOptOut = operation("POST", "/api/never/:token", types<{ answer: NeverState }>);
/** Allows mail to an address again, which then has to sign up and follow discussions anew. */
export const removeOptOut = operation("DELETE", "/api/never/:token", types<{ answer: NeverState }>);

/** Finds the subscriber with an address and the proof of consent; an empty list if there is none. */
export const findSubscribers = operation(
  "GET",
  "/api/admin/subscribers",
  types<{ query: { email: string }; answer: SubscriberRecord[] }>,
);
/** Counts subscribers for the dashboard. The path keeps its old name. */
export const getAudience = operation("GET", "/api/mailchimp/audience", types<{ answer: Audience }>);
/** Receives a delivery report, signed in the headers svix-id, svix-timestamp and svix-signature. */
export const reportDelivery = operation(
  "POST",
  "/api/mail-events/resend",
  types<{ body: string; answer: { received: true } }>,
);

/** Mails a code to an address that has access. The answer is the same for every address. */
export const requestAccessCode = operation(
  "POST",
  "/api/access/request-code",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
/** Checks a code (401 `access.wrong_code`), and stores the access in a cookie. */
export const tryAccessCode = operation(
  "POST",
  "/api/access/verify-code",
  types<{ body: { email: string; code: string }; answer: SubscriptionCheck }>,
);
/** Returns the access that this browser's cookie still grants. */
export const getAccess = operation("GET", "/api/access/session", types<{ answer: SubscriptionCheck }>);

/** Mails a link to the data stored about an address. The answer is the same for every address. */
export const requestPersonalData = operation(
  "POST",
  "/api/privacy/request",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
export const getPersonalData = operation("GET", "/api/privacy/:token", types<{ answer: PersonalData }>);
/** Erases the data; 409 `privacy.vip_active` while a subscription may be charged, or `person.last_operator`. */
export const erasePersonalData = operation("DELETE", "/api/privacy/:token", types<{ answer: Done }>);
