import type { Bedrooms } from "./bedrooms.ts";
import type { FollowRecord } from "./follows.ts";

/** How somebody has full access (docs/contract.md, Subscribers). */
export type AccessSource = "email subscription" | "VIP subscription";

/** Answer of POST /api/verify-subscription and of the access calls. */
export interface SubscriptionCheck {
  isSubscribed: boolean;
  accessSource: AccessSource | null;
}

/** Access by a verified mail address lasts this long (docs/product.md, Subscribers). */
export const ACCESS_DAYS = 60;
/** Verification begins this long after the last key (docs/product.md, Subscribers). */
export const VERIFY_DEBOUNCE_MS = 1_000;
/** Shorter texts are not verified (docs/product.md, Subscribers). */
export const VERIFY_MIN_CHARACTERS = 5;

/** Answer to a sign-up, the same for everyone. */
export const SUBSCRIBED_MESSAGE =
  "We've sent you an email! Please reply to complete registration. If you don't see it, please check your spam folder.";

/** Answer to a request for a code, the same for everyone. */
export const CODE_SENT_MESSAGE = "If this address has access, we have sent a code to it.";
/** Answer to a request for one's data, the same for everyone. */
export const PRIVACY_SENT_MESSAGE = "If we store anything about this address, we have sent a link to it.";

/**
 * What people agree to when they sign up. The version is stored with each consent: a change of the text is a new
 * version, and the old text stays in the history of this file.
 */
export const CONSENT_VERSION = "2026-11";
/** @param siteName the sender */
export const consentText = (siteName: string) =>
  `By joining you agree that ${siteName} emails you below-market listings every Monday, Wednesday and Friday. You can withdraw at any time with the link in every email.`;

export const FREQUENCIES = ["every", "weekly"] as const;
/** Every edition, or the one of Monday with the listings of a week. */
export type Frequency = (typeof FREQUENCIES)[number];

/** What a highest rent can be, in monthly dollars. */
export const MAX_RENT = { min: 100, max: 20_000 } as const;
export const MAX_RENT_PROBLEM = "Please enter whole dollars, from 100 to 20,000.";

/** What a subscriber wants to be mailed; empty lists are 'all'. */
export interface Preferences {
  bedrooms: Bedrooms[];
  /** Monthly dollars. */
  maxRent: number | null;
  /** Municipalities, as in AREAS of addresses.ts. */
  areas: string[];
  frequency: Frequency;
}

export type SubscriberStatus = "pending" | "confirmed" | "unsubscribed" | "suppressed";

/** What a link to leave opens. */
export interface UnsubscribeView {
  /** Shortened, so that a forwarded link does not tell the address: `m***@example.com`. */
  email: string;
  status: SubscriberStatus;
}

/** What a link to end all mail to an address opens, and what both of its buttons answer: `/api/never/{token}`. */
export interface NeverState {
  never: boolean;
}

/** A subscription as its holder reads it behind a link to confirm it, or to choose what to get. */
export interface SubscriptionView extends UnsubscribeView {
  preferences: Preferences;
  /**
   * Paths of other pages. Whoever just confirmed gets the one to the preferences, and these lead to the one to leave;
   * a link that was only opened gives nothing that can do more than itself.
   */
  links: { preferences?: string; unsubscribe?: string };
}

/** All that is stored about an address, for its holder: `GET /api/privacy/{token}`. Dates are ISO 8601 UTC. */
export interface PersonalData {
  email: string;
  /** When this copy was made. */
  madeAt: string;
  subscription: SubscriberRecord | null;
  vip: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean }[];
  /** Listings posted with the address, in every state, with every field that was given. */
  listings: Record<string, unknown>[];
  /** Discussions that the address follows, or was asked to follow. */
  follows: FollowRecord[];
  /** Whether the address is on the list of those that get no mail, and why. */
  suppression: { reason: SuppressionReason; at: string } | null;
  /** Since when the address is never to be written to, by its holder's wish. */
  neverSince: string | null;
  /** Whether a link or code mailed to the address was used. */
  proof: { provenAt: string; lastUsedAt: string } | null;
}

/** Why an address gets no mail any more. */
export type SuppressionReason = "bounced" | "complained" | "refused" | "never";

/** `GET /api/mailchimp/audience`: the path keeps its old name. Changes are net, by the day in Toronto. */
export interface Audience {
  memberCount: number;
  unsubscribeCount: number;
  todayChanges: number;
  yesterdayChanges: number;
}

/** One step of a consent, for the operator to prove it. */
export interface ConsentRecord {
  at: string;
  kind: "requested" | "confirmed" | "withdrawn";
  /** landing, marketplace, reply, button, vip, link, one-click, bounced, complained, refused, never, erased */
  method: string;
  ipAddress: string | null;
  wordingVersion: string | null;
  /** Message id of the confirming reply. */
  detail: string | null;
}

/** A subscriber as moderators find one, with the history of the consent. */
export interface SubscriberRecord {
  email: string;
  status: SubscriberStatus;
  createdAt: string;
  confirmedAt: string | null;
  /** The visit of the sign-up, and where it came from: a host, or 'Direct'; null where no visit was counted. */
  sessionId: string | null;
  referrer: string | null;
  isVip: boolean;
  preferences: Preferences;
  consents: ConsentRecord[];
}

/** `m***@example.com` */
export function shortenedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${domain}`;
}
