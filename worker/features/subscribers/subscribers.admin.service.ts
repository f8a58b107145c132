import type { PersonalData, SubscriberRecord, Audience } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { readAddressProof } from "../../platform/mail-slots.ts";
import { addressHashOf, emailKeyOf, suppressionsOf } from "../../platform/suppressions.ts";
import { isVip } from "../vip/vip.service.ts";
import { clearSignUp } from "../visitors/visitors.service.ts";
import { deleteSubscribers, consentsOf, subscriberByEmail, changesOfDays } from "./subscribers.repo.ts";
import { unsubscribe } from "./unsubscribe.service.ts";
import { preferencesOf } from "./subscribers.service.ts";
import { daysAfter } from "../../contracts/days.ts";
import { readCounter } from "../../platform/database.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/**
 * Returns a subscriber with their consent history. Moderators need the history as proof, and the page with the
 * subscriber's own data shows it. Returns null for an unknown address.
 */
export async function subscriberRecord(deps: Deps, email: string): Promise<SubscriberRecord | null> {
  const emailKey = emailKeyOf(email.trim());
  const subscriber = await subscriberByEmail(deps, emailKey);
  if (!subscriber) return null;
  const [steps, vip, suppressions] = await Promise.all([
    consentsOf(deps, subscriber.id),
    isVip(deps, emailKey),
    suppressionsOf(deps, await addressHashOf(deps, emailKey)),
  ]);
  return {
    email: subscriber.email,
    status: subscriber.status,
    createdAt: subscriber.createdAt.toISOString(),
    confirmedAt: subscriber.confirmedAt?.toISOString() ?? null,
    sessionId: subscriber.sessionId,
    referrer: subscriber.referrer,
    isVip: vip,
    preferences: preferencesOf(subscriber),
    wishes: subscriber.wishes,
    ...toSuppressions(suppressions),
    consents: steps.map(({ id: _id, subscriberId: _subscriberId, at, ...step }) => ({ at: at.toISOString(), ...step })),
  };
}

/** Returns the opt-out of an email address, and the longest of its other suppressions. */
function toSuppressions(
  rows: Awaited<ReturnType<typeof suppressionsOf>>,
): Pick<SubscriberRecord, "suppression" | "neverSince"> {
  const never = rows.find(({ reason }) => reason === "never");
  const others = rows.filter((row) => row !== never);
  const longest = others.find(({ endsAt }) => endsAt === null) ?? others[0];
  return {
    suppression: longest
      ? { reason: longest.reason, at: longest.at.toISOString(), endsAt: longest.endsAt?.toISOString() ?? null }
      : null,
    neverSince: never?.at.toISOString() ?? null,
  };
}

/**
 * Returns the data stored under the hash of an email address: suppressions, and the record that its ownership was
 * proven.
 */
export async function suppressionsAndProofOf(
  deps: Deps,
  email: string,
): Promise<Pick<PersonalData, "suppression" | "neverSince" | "proof">> {
  const addressHash = await addressHashOf(deps, email);
  const [reasons, proof] = await Promise.all([suppressionsOf(deps, addressHash), readAddressProof(deps, addressHash)]);
  return {
    ...toSuppressions(reasons),
    proof: proof && { provenAt: proof.provenAt.toISOString(), lastUsedAt: proof.lastUsedAt.toISOString() },
  };
}

/** Deletes a subscriber and their consent history. */
export async function deleteSubscriber(deps: Deps, email: string): Promise<void> {
  const subscriber = await subscriberByEmail(deps, emailKeyOf(email));
  if (!subscriber) return;
  // Unsubscribes first, so that the daily changes count the subscriber as having left.
  await unsubscribe(deps, subscriber, { method: "erased", ipAddress: null });
  if (subscriber.sessionId !== null) await clearSignUp(deps, subscriber.sessionId);
  const [first, ...others] = deleteSubscribers(deps, [subscriber.id]);
  await deps.db.batch([first, ...others]);
}

/**
 * Returns the size of the mailing list and its changes. A change is the number of people who joined minus the number
 * who left on a Toronto day.
 */
export async function readAudience(deps: Deps): Promise<Audience> {
  const today = torontoDay(deps.now());
  const yesterday = daysAfter(today, -1);
  const [memberCount, unsubscribed, suppressed, days] = await Promise.all([
    readCounter(deps, "subscribers:confirmed"),
    readCounter(deps, "subscribers:unsubscribed"),
    readCounter(deps, "subscribers:suppressed"),
    changesOfDays(deps, [today, yesterday]),
  ]);
  const changeOf = (day: string) => {
    const found = days.find((row) => row.day === day);
    return found ? found.joined - found.left : 0;
  };
  return {
    memberCount,
    unsubscribeCount: unsubscribed + suppressed,
    todayChanges: changeOf(today),
    yesterdayChanges: changeOf(yesterday),
  };
}
