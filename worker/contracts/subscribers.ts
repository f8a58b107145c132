import type { SavedSearchRecord } from "./alerts.ts";
import type { Area } from "./areas.ts";
import type { Bedrooms } from "./bedrooms.ts";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";
import type { PushBrowserRecord } from "./push.ts";
import type { InvitationRecord, PersonRecord } from "./people.ts";

/** Response to a request to follow a discussion, the same for every email address. */
export const FOLLOW_MESSAGE =
  "Please check your inbox: the link in our email completes this. If you don't see it, please check your spam folder.";

export type FollowStatus = "asked" | "following" | "stopped";

/** The followed discussion that an emailed link belongs to. */
export interface FollowView {
  /** Masked, so that a forwarded link does not reveal the address: `m***@example.com`. */
  email: string;
  status: FollowStatus;
  /** True if this link can confirm the follow. Links in later emails can only stop it. */
  canConfirm: boolean;
  /** The discussion; null if it was deleted. */
  thread: { title: string; path: string } | null;
}

/** A followed discussion in the data export of an email address. Dates are ISO 8601 UTC. */
export interface FollowRecord {
  /** The discussion; null if it was deleted. */
  discussion: string | null;
  status: FollowStatus;
  /** Time of the latest request to follow the discussion. */
  askedAt: string;
  confirmedAt: string | null;
  stoppedAt: string | null;
}

/** The kind of full access (docs/contract.md, Subscribers). */
export type AccessSource = "email subscription" | "VIP subscription";

/** The access that an email address has. */
export interface SubscriptionCheck {
  isSubscribed: boolean;
  accessSource: AccessSource | null;
}

/** Days for which access by a verified email address lasts (docs/product.md, Subscribers). */
export const ACCESS_DAYS = 60;
/** Delay between the last key press and the verification (docs/product.md, Subscribers). */
export const VERIFY_DEBOUNCE_MS = 1_000;
/** Minimum length of a text that is verified (docs/product.md, Subscribers). */
export const VERIFY_MIN_CHARACTERS = 5;

/** Response to a sign-up, the same for every email address. */
export const SUBSCRIBED_MESSAGE =
  "We've sent you an email! Please reply to complete registration. If you don't see it, please check your spam folder.";

/** Response to a request for a code, the same for every email address. */
export const CODE_SENT_MESSAGE = "If this address has access, we have sent a code to it.";
/** Response to a request for personal data, the same for every email address. */
export const PRIVACY_SENT_MESSAGE = "If we store anything about this address, we have sent a link to it.";

/**
 * Version of the consent text for sign-ups, stored with each consent. If you change the text, give it a new version.
 * Git keeps the old texts of this file.
 */
export const CONSENT_VERSION = "2026-11";
/**
 * Returns the consent text for sign-ups.
 * @param siteName the sender
 */
export const consentText = (siteName: string) =>
  `By joining you agree that ${siteName} emails you below-market listings every Monday, Wednesday and Friday. You can withdraw at any time with the link in every email.`;

export const FREQUENCIES = ["every", "weekly"] as const;
/** How often a subscriber gets editions: every edition, or only Monday's edition with the listings of a week. */
export type Frequency = (typeof FREQUENCIES)[number];

/** Allowed range of a maximum rent, in monthly dollars. */
export const MAX_RENT = { min: 100, max: 20_000 } as const;
export const MAX_RENT_PROBLEM = "Please enter whole dollars, from 100 to 20,000.";

/** A subscriber's email preferences. Empty lists mean all. */
export interface Preferences {
  bedrooms: Bedrooms[];
  /** Maximum rent in monthly dollars; null for no limit. */
  maxRent: number | null;
  areas: Area[];
  frequency: Frequency;
}

/** Preferences that a new subscriber entered at the sign-up. The preferences apply once the sign-up is confirmed. */
export type SignUpWishes = Omit<Preferences, "frequency">;

/**
 * Format of the secret that a browser creates for its sign-ups. Preferences can be added to a sign-up only with this
 * secret.
 */
export const SIGN_UP_KEY = /^[0-9a-f]{32}$/;
/** Request header of {@link createSubscription} with the sign-up key. */
export const SIGN_UP_KEY_HEADER = "X-Sign-Up-Key";

/** Response to the preferences that someone sets when signing up; the same for every email address. */
export const WISHES_MESSAGE = "Saved. It applies once you confirm, and every email lets you change it.";

export type SubscriberStatus = "pending" | "confirmed" | "unsubscribed" | "suppressed";

/** The subscription that an unsubscribe link belongs to. */
export interface UnsubscribeView {
  /** Masked, so that a forwarded link does not reveal the address: `m***@example.com`. */
  email: string;
  status: SubscriberStatus;
}

/** The opt-out of an email address from all emails. */
export interface OptOutState {
  never: boolean;
}

/** The subscription that a confirmation or preferences link belongs to. */
export interface SubscriptionView extends UnsubscribeView {
  preferences: Preferences;
  /**
   * Paths of related pages. Confirming a subscription returns a link to the preferences, and that page links to
   * unsubscribing. Opening a link never returns a link with more rights.
   */
  links: { preferences?: string; unsubscribe?: string };
}

/** All data stored about an email address, for its owner. Dates are ISO 8601 UTC. */
export interface PersonalData {
  email: string;
  /** Time at which this export was created. */
  madeAt: string;
  subscription: SubscriberRecord | null;
  vip: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean }[];
  /** Listings submitted with the email address, in every status, with every field that was entered. */
  listings: Record<string, unknown>[];
  /** Discussions that the email address follows or was asked to confirm following. */
  follows: FollowRecord[];
  /** Searches saved with the email address. */
  searches: SavedSearchRecord[];
  /** Browsers that get push messages for the email address. */
  browsers: PushBrowserRecord[];
  /** The account of the email address in the admin panel. */
  person: PersonRecord | null;
  /** The open invitation to an account in the admin panel. */
  invitation: InvitationRecord | null;
  suppression: Suppression | null;
  /** Time at which the owner of the address opted out of all emails. */
  neverSince: string | null;
  /** Proof that someone used an emailed link or code. */
  proof: { provenAt: string; lastUsedAt: string } | null;
}

/**
 * The suppression of an email address for a reason other than an opt-out. The end of a permanent suppression is null.
 */
export interface Suppression {
  reason: SuppressionReason;
  at: string;
  endsAt: string | null;
}

/**
 * Reason for suppressing an email address. Only "refused" ends automatically: the email service accepts no email to the
 * address for a few days.
 */
export type SuppressionReason = "bounced" | "complained" | "refused" | "never";

/** The size of the mailing list. Changes are the net numbers of a day in Toronto. */
export interface Audience {
  memberCount: number;
  unsubscribeCount: number;
  todayChanges: number;
  yesterdayChanges: number;
}

/** A step in the history of a consent, which the operator can use as evidence. */
export interface ConsentRecord {
  at: string;
  kind: "requested" | "confirmed" | "withdrawn";
  /** One of landing, marketplace, reply, button, vip, link, one-click, bounced, complained, refused, never, erased. */
  method: string;
  ipAddress: string | null;
  wordingVersion: string | null;
  /** Message id of the reply that confirmed the sign-up. */
  detail: string | null;
}

/** A subscriber as moderators see them, with the history of the consent. */
export interface SubscriberRecord {
  email: string;
  status: SubscriberStatus;
  createdAt: string;
  confirmedAt: string | null;
  /**
   * The session in which the person signed up, and the source of that visit: a host, or 'Direct'. Null without a
   * counted visit.
   */
  sessionId: string | null;
  referrer: string | null;
  isVip: boolean;
  preferences: Preferences;
  /** Preferences from a sign-up that is not confirmed yet. */
  wishes: SignUpWishes | null;
  suppression: Suppression | null;
  /** Time at which the owner of the address opted out of all emails. */
  neverSince: string | null;
  consents: ConsentRecord[];
}

/** Masks an email address: `m***@example.com`. */
export function shortenedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${domain}`;
}

/**
 * Sends an email that asks to confirm a subscription. The response is the same for every email address. The landing
 * page also sends the session of the visit, or null if visits are not counted. If this field is present, the request
 * comes from the landing page's form.
 */
export const createSubscription = operation(
  "POST",
  "/api/subscribe",
  types<{ body: { email: string; sessionId?: string | null }; answer: { message: string } }>,
);
/** Adds preferences to a sign-up from the same page. The response is the same for every email address and key. */
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

/** Returns the subscription of a confirmation link without confirming it, because link scanners open the link too. */
export const getConfirmation = operation("GET", "/api/confirm/:token", types<{ answer: SubscriptionView }>);
export const confirmSubscription = operation("POST", "/api/confirm/:token", types<{ answer: SubscriptionView }>);
/**
 * Returns the subscription of an unsubscribe link. Mail services and link scanners open such links, so the response
 * contains no preferences and no other link.
 */
export const getUnsubscription = operation("GET", "/api/unsubscribe/:token", types<{ answer: UnsubscribeView }>);
/**
 * Ends a subscription. The request body is not read. A JSON content type means the button on the page; any other type
 * means an email client's one-click request (RFC 8058).
 */
export const endSubscription = operation("POST", "/api/unsubscribe/:token", types<{ answer: DoneWithMessage }>);
export const getPreferences = operation("GET", "/api/preferences/:token", types<{ answer: SubscriptionView }>);
export const savePreferences = operation(
  "PUT",
  "/api/preferences/:token",
  types<{ body: Preferences; answer: SubscriptionView }>,
);
export const getOptOut = operation("GET", "/api/never/:token", types<{ answer: OptOutState }>);
/** Opts an email address out of all emails. Repeating it changes nothing. */
export const createOptOut = operation("POST", "/api/never/:token", types<{ answer: OptOutState }>);
/** Allows emails to an address again. The owner of the address must then sign up and follow discussions again. */
export const removeOptOut = operation("DELETE", "/api/never/:token", types<{ answer: OptOutState }>);

/**
 * Finds the subscriber with an email address, and the evidence of consent. Returns an empty list if there is no such
 * subscriber.
 */
export const findSubscribers = operation(
  "GET",
  "/api/admin/subscribers",
  types<{ query: { email: string }; answer: SubscriberRecord[] }>,
);
/** Counts subscribers for the dashboard. The name in the path is historical. */
export const getAudience = operation("GET", "/api/mailchimp/audience", types<{ answer: Audience }>);
/** Receives a delivery report. The headers svix-id, svix-timestamp and svix-signature contain its signature. */
export const reportDelivery = operation(
  "POST",
  "/api/mail-events/resend",
  types<{ body: string; answer: { received: true } }>,
);

/** Emails a code to an address that has access. The response is the same for every email address. */
export const requestAccessCode = operation(
  "POST",
  "/api/access/request-code",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
/** Checks a code (401 `access.wrong_code`) and stores the access in a cookie. */
export const tryAccessCode = operation(
  "POST",
  "/api/access/verify-code",
  types<{ body: { email: string; code: string }; answer: SubscriptionCheck }>,
);
/** Returns the access that the browser's cookie still grants. */
export const getAccess = operation("GET", "/api/access/session", types<{ answer: SubscriptionCheck }>);

/** Emails a link to the data stored about an address. The response is the same for every email address. */
export const requestPersonalData = operation(
  "POST",
  "/api/privacy/request",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
export const getPersonalData = operation("GET", "/api/privacy/:token", types<{ answer: PersonalData }>);
/** Erases the data; 409 `privacy.vip_active` while a subscription may be charged, or `person.last_operator`. */
export const erasePersonalData = operation("DELETE", "/api/privacy/:token", types<{ answer: Done }>);
