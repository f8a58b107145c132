import type { Preferences } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { addressHashOf, emailKeyOf, suppressedAmong } from "../../platform/suppressions.ts";
import { unsubscribeLinks } from "./subscribers.mail.ts";
import { confirmedIdsOf, subscribersWithVip } from "./subscribers.repo.ts";
import { preferencesOf, subscriberToken } from "./subscribers.service.ts";

export { confirmedIds as recipientsAfter } from "./subscribers.repo.ts";

/** Ids of the confirmed subscribers among some addresses. */
export const recipientsOf = (deps: Deps, emails: readonly string[]) => confirmedIdsOf(deps, emails.map(emailKeyOf));

/** A subscriber who may get mail now. */
export interface Recipient {
  email: string;
  /** Since when they get alerts, as confirmed VIPs; null for others. */
  vipSince: Date | null;
  preferences: Preferences;
  links: { unsubscribe: string; preferences: string; headers: Record<string, string> };
}

/** The recipients who may get mail now, by id: confirmed and not suppressed. @param ids at most 90 */
export async function readRecipients(deps: Deps, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const found = await subscribersWithVip(deps, ids);
  const confirmed = await Promise.all(
    found
      .filter(({ subscriber }) => subscriber.status === "confirmed")
      // Rows older than address hashes may have none yet.
      .map(async (one) => ({
        ...one,
        hash: one.subscriber.addressHash || (await addressHashOf(deps, one.subscriber.email)),
      })),
  );
  const silenced = await suppressedAmong(
    deps,
    confirmed.map(({ hash }) => hash),
  );
  const welcome = confirmed.filter(({ hash }) => !silenced.has(hash));
  return new Map(
    await Promise.all(
      welcome.map(async ({ subscriber, vipSince }): Promise<[number, Recipient]> => {
        const [leaving, preferences] = await Promise.all([
          unsubscribeLinks(deps, subscriber),
          subscriberToken(deps, "preferences", subscriber),
        ]);
        const recipient = {
          email: subscriber.email,
          vipSince: vipSince && new Date(Math.max(vipSince.getTime(), subscriber.confirmedAt?.getTime() ?? 0)),
          preferences: preferencesOf(subscriber),
          links: {
            unsubscribe: leaving.page,
            preferences: `${deps.config.siteUrl}/preferences/${preferences}`,
            headers: leaving.headers,
          },
        };
        return [subscriber.id, recipient];
      }),
    ),
  );
}
