import { DAY_MS } from "../../contracts/days.ts";
import {
  ACCESS_DAYS,
  type ConsentRecord,
  CONSENT_VERSION,
  type Preferences,
  shortenedEmail,
  type SignUpWishes,
  type SubscriptionCheck,
  type SubscriptionView,
} from "../../contracts/subscribers.ts";
import type { BatchItem } from "drizzle-orm/batch";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { emit } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { countAttempt, perDay } from "../../platform/rate-limits.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { addressHashOf, emailKeyOf } from "../../platform/suppressions.ts";
import { sha256Hex, type TokenPurpose } from "../../platform/tokens.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { isVip } from "../vip/vip.service.ts";
import { recordGoal, recordStep } from "../visitors/visitors.service.ts";
import {
  changeStatus,
  confirmPending,
  insertConsent,
  countChange,
  insertConsentOf,
  insertUnsubscribed,
  resumeAlerts,
  resumeAlertsOfBuyer,
  queueSubscriberMail,
  subscriberByEmail,
  subscriberByHash,
  subscriberById,
  updatePreferences,
  updateWishes,
  upsertSignUp,
  withWishes,
} from "./subscribers.repo.ts";
import type { Subscriber } from "./subscribers.table.ts";

/**
 * Daily limit on sign-up emails to one address. Strangers can trigger such emails (docs/security.md, Mail and money).
 */
const SIGN_UP_MAILS_PER_DAY = 3;

/**
 * Handles a sign-up. The response and the work are the same for known and unknown addresses. Only the emails differ.
 * Over the daily limit, nothing is emailed.
 */
export async function signUpSubscriber(
  deps: Deps,
  {
    email,
    sessionId,
    signUpKey = null,
    method,
  }: { email: string; sessionId: string | null; signUpKey?: string | null; method: "landing" | "marketplace" },
  from: Client,
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const addressHash = await addressHashOf(deps, emailKey);
  const signUpKeyHash = signUpKey === null ? null : await sha256Hex(signUpKey);
  const referrer = await recordStep(deps, sessionId, "signed_up");
  if (!(await countAttempt(deps, `sign-up:${addressHash}`, perDay(SIGN_UP_MAILS_PER_DAY))).allowed) return;
  await deps.db.batch([
    upsertSignUp(deps, { email, emailKey, addressHash, sessionId, referrer, signUpKeyHash }),
    insertConsentOf(deps, emailKey, {
      kind: "requested",
      method,
      ipAddress: from.address,
      wordingVersion: CONSENT_VERSION,
    }),
    queueSubscriberMail(deps, emailKey, "subscriber.sign_up_mail", deps.newId()),
  ]);
  relaySoon(deps);
}

/**
 * Adds wishes to a pending sign-up, if they come from the browser that signed up. Wishes become preferences when the
 * sign-up is confirmed. A confirmed subscription does not change. The response and the work are the same for known and
 * unknown addresses.
 */
export async function wishForSignUp(
  deps: Deps,
  { email, signUpKey, bedrooms, maxRent, areas }: SignUpWishes & { email: string; signUpKey: string },
): Promise<void> {
  await updateWishes(deps, {
    emailKey: emailKeyOf(email),
    signUpKeyHash: await sha256Hex(signUpKey),
    wishes: { bedrooms: [...new Set(bedrooms)], maxRent, areas: [...new Set(areas)] },
  });
}

/**
 * Confirms a pending subscription, and marks its address as proven. A repeated call changes nothing.
 * @returns the subscriber's current row
 */
export async function confirmSubscriber(
  deps: Deps,
  subscriber: Subscriber,
  by: Pick<ConsentRecord, "method" | "ipAddress" | "detail">,
): Promise<Subscriber> {
  recordProof(deps, subscriber.email);
  if (subscriber.status !== "pending") return subscriber;
  const [[row]] = await runAllOrNone(deps, [
    changeStatus(deps, subscriber, {
      status: "confirmed",
      confirmedAt: deps.now(),
      unsubscribedAt: null,
      ...withWishes,
    }),
    countChange(deps, torontoDay(deps.now()), "joined"),
    insertConsent(deps, subscriber.id, { ...by, kind: "confirmed", wordingVersion: CONSENT_VERSION }),
    ...emit(deps, "subscriber.confirmed", {
      subscriberId: subscriber.id,
      confirmVersion: subscriber.confirmVersion,
    }),
  ]);
  relaySoon(deps);
  if (row) await recordGoal(deps, row.sessionId, "confirmed");
  return row ?? (await subscriberById(deps, subscriber.id)) ?? subscriber;
}

/**
 * Subscribes a buyer of VIP access, whose purchase counts as consent. A suppressed email address stays suppressed. All
 * changes are in one batch with `claim`, so all or none are stored.
 * @param about identifies the purchase
 */
export async function subscribeVip(
  deps: Deps,
  { email, about, claim }: { email: string; about: string; claim: BatchItem<"sqlite"> },
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const by = { method: "vip", ipAddress: null, wordingVersion: null };
  const addressHash = await addressHashOf(deps, emailKey);
  await runAllOrNone(deps, [
    claim,
    upsertSignUp(deps, { email, emailKey, addressHash, sessionId: null, referrer: null, signUpKeyHash: null }),
    insertConsentOf(deps, emailKey, { ...by, kind: "requested" }),
    queueSubscriberMail(deps, emailKey, "subscriber.vip_mail", about),
    countChange(deps, torontoDay(deps.now()), "joined", emailKey),
    insertConsentOf(deps, emailKey, { ...by, kind: "confirmed", wordingVersion: CONSENT_VERSION }),
    // This statement comes last, because the two statements before it depend on the pending state.
    confirmPending(deps, emailKey),
  ]);
  await resumeAlertsOfBuyer(deps, emailKey);
  relaySoon(deps);
}

/** Returns whether an email address has full access, and through which source. */
export async function accessOf(deps: Deps, email: string): Promise<SubscriptionCheck> {
  const emailKey = emailKeyOf(email);
  // Always queries subscription and VIP access, so that the work is the same for every address.
  const [subscriber, vip] = await Promise.all([subscriberByEmail(deps, emailKey), isVip(deps, emailKey)]);
  if (vip) return { isSubscribed: true, accessSource: "VIP subscription" };
  const isSubscribed = subscriber?.status === "confirmed";
  return { isSubscribed, accessSource: isSubscribed ? "email subscription" : null };
}

/**
 * Stores a person with access as an unsubscribed subscriber, unless the person is already stored.
 * @returns the row
 */
export async function ensureSubscriber(deps: Deps, email: string): Promise<Subscriber> {
  await insertUnsubscribed(deps, { email, emailKey: emailKeyOf(email), addressHash: await addressHashOf(deps, email) });
  const row = await subscriberByEmail(deps, emailKeyOf(email));
  if (!row) throw new Error("The subscriber was not stored");
  return row;
}

/** Returns a subscriber in any state. Returns null for an unknown subscriber. */
export function findSubscriber(deps: Deps, by: { id: number } | { email: string }): Promise<Subscriber | null> {
  return "id" in by ? subscriberById(deps, by.id) : subscriberByEmail(deps, emailKeyOf(by.email));
}

export const ACCESS_MS = ACCESS_DAYS * DAY_MS;

type SubscriberToken = Extract<TokenPurpose, "confirm" | "unsubscribe" | "preferences">;

/**
 * Creates a token for a subscriber's link. When the subscription ends, confirmation tokens are revoked; all other
 * tokens stay valid.
 */
export function subscriberToken(deps: Deps, purpose: SubscriberToken, subscriber: Subscriber): Promise<string> {
  const version = purpose === "confirm" ? subscriber.confirmVersion : subscriber.tokenVersion;
  return deps.tokens.mint(purpose, subscriber.id, version);
}

/**
 * Returns the URL of the page that manages a subscriber's emails, given the hash of the address. Returns null for an
 * unknown address.
 */
export async function preferencesPageOf(deps: Deps, addressHash: string) {
  const subscriber = await subscriberByHash(deps, addressHash);
  if (!subscriber) return null;
  const token = await subscriberToken(deps, "preferences", subscriber);
  return { email: subscriber.email, url: `${deps.config.siteUrl}/preferences/${token}` };
}

/**
 * Returns the subscriber that an emailed token identifies.
 * @throws AppError `subscriber.invalid_link`
 */
export async function subscriberOfToken(deps: Deps, purpose: SubscriberToken, token: string): Promise<Subscriber> {
  const id = deps.tokens.idOf(token);
  const subscriber = id === null ? null : await subscriberById(deps, id);
  const version = purpose === "confirm" ? subscriber?.confirmVersion : subscriber?.tokenVersion;
  if (!subscriber || !(await deps.tokens.verify(token, purpose, subscriber.id, version ?? 0))) {
    throw new AppError("subscriber.invalid_link");
  }
  return subscriber;
}

/**
 * Converts a subscription for the page that an emailed link opens.
 * @param next the only other link in the response; email scanners open links, so the response must not reveal further
 * links
 */
export async function toSubscriptionView(
  deps: Deps,
  subscriber: Subscriber,
  next: "preferences" | "unsubscribe" | null,
): Promise<SubscriptionView> {
  return {
    email: shortenedEmail(subscriber.email),
    status: subscriber.status,
    preferences: preferencesOf(subscriber),
    links: next === null ? {} : { [next]: `/${next}/${await subscriberToken(deps, next, subscriber)}` },
  };
}

export function preferencesOf({ bedrooms, maxRentCents, areas, frequency }: Subscriber): Preferences {
  return { bedrooms, maxRent: maxRentCents === null ? null : maxRentCents / 100, areas, frequency };
}

/** Changes a subscriber's preferences. */
export async function savePreferences(deps: Deps, subscriber: Subscriber, wanted: Preferences): Promise<Subscriber> {
  const row = await updatePreferences(deps, subscriber.id, {
    bedrooms: [...new Set(wanted.bedrooms)],
    maxRentCents: wanted.maxRent === null ? null : wanted.maxRent * 100,
    areas: [...new Set(wanted.areas)],
    frequency: wanted.frequency,
  });
  if (!row) throw new AppError("subscriber.invalid_link");
  await resumeAlerts(deps, row.emailKey);
  return row;
}
