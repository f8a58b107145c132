import type { PersonalData, SubscriberRecord } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { suppressionOf } from "../../platform/suppressions.ts";
import { isVip } from "../vip/vip.service.ts";
import { forgetSignUp } from "../visitors/visitors.service.ts";
import { deleteSubscriber } from "./forgetting.repo.ts";
import { consentsOf, subscriberByEmail } from "./subscribers.repo.ts";
import { emailKeyOf, preferencesOf, unsubscribe } from "./subscribers.service.ts";

/** A subscriber with the history of the consent, for whoever must prove it or owns it; null for an unknown address. */
export async function subscriberRecord(deps: Deps, email: string): Promise<SubscriberRecord | null> {
  const emailKey = emailKeyOf(email.trim());
  const subscriber = await subscriberByEmail(deps, emailKey);
  if (!subscriber) return null;
  const [steps, vip] = await Promise.all([consentsOf(deps, subscriber.id), isVip(deps, emailKey)]);
  return {
    email: subscriber.email,
    status: subscriber.status,
    createdAt: subscriber.createdAt.toISOString(),
    confirmedAt: subscriber.confirmedAt?.toISOString() ?? null,
    sessionId: subscriber.sessionId,
    referrer: subscriber.referrer,
    isVip: vip,
    preferences: preferencesOf(subscriber),
    consents: steps.map(({ at, kind, method, ipAddress, wordingVersion, detail }) => ({
      at: at.toISOString(),
      kind,
      method,
      ipAddress,
      wordingVersion,
      detail,
    })),
  };
}

/** Whether an address is on the list of those that get no mail, and why. */
export async function suppressionOfAddress(deps: Deps, email: string): Promise<PersonalData["suppression"]> {
  const row = await suppressionOf(deps, email);
  return row && { reason: row.reason, at: row.at.toISOString() };
}

/** Forgets a subscriber and the history of the consent. */
export async function eraseSubscriber(deps: Deps, email: string): Promise<void> {
  const subscriber = await subscriberByEmail(deps, emailKeyOf(email));
  if (!subscriber) return;
  // Leaving first, so that the day's numbers know of it.
  await unsubscribe(deps, subscriber, { method: "erased", ipAddress: null });
  if (subscriber.sessionId !== null) await forgetSignUp(deps, subscriber.sessionId);
  const [first, ...others] = deleteSubscriber(deps, subscriber.id);
  await deps.db.batch([first, ...others]);
}
