import type { PublicListing } from "../../contracts/listings.ts";
import { municipalitiesIn } from "../../contracts/market.ts";
import type { Preferences } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MailLinks } from "../../platform/mail-layout.ts";
import { suppressedAmong } from "../../platform/suppressions.ts";
import { unsubscribeLinks } from "./subscribers.mail.ts";
import { vipsAfter, subscribersByEmail, subscribersWithVip } from "./subscribers.repo.ts";
import { preferencesOf, subscriberToken } from "./subscribers.service.ts";
import type { Subscriber } from "./subscribers.table.ts";

export { confirmedIds as recipientsAfter } from "./subscribers.repo.ts";

/**
 * Returns whether a listing matches a subscriber's preferences. An area includes its neighbourhoods, as in a search.
 */
export function matchesPreferences({ bedrooms, maxRent, areas }: Preferences, listing: PublicListing): boolean {
  if (bedrooms.length > 0 && !bedrooms.includes(listing.bedrooms)) return false;
  // A rent that could not be read does not satisfy a maximum.
  if (maxRent !== null && (listing.rentCents === null || listing.rentCents > maxRent * 100)) return false;
  if (areas.length === 0) return true;
  const { municipality } = listing;
  if (municipality === null) return false;
  return areas.some((area) => municipalitiesIn(area).includes(municipality));
}

/**
 * Finds confirmed VIPs with preferences that a listing matches. Checks the `limit` VIPs after an email address ("" for
 * the start).
 * @returns the VIPs, and the address of the last VIP checked, which is null at the end
 */
export async function vipsWanting(
  deps: Deps,
  listing: PublicListing,
  { after, limit }: { after: string; limit: number },
): Promise<{ subscribers: Subscriber[]; last: string | null }> {
  const vips = await vipsAfter(deps, after, limit);
  return {
    subscribers: vips
      .flatMap(({ subscriber }) => subscriber ?? [])
      .filter((one) => matchesPreferences(preferencesOf(one), listing)),
    last: vips.length < limit ? null : (vips.at(-1)?.emailKey ?? null),
  };
}

/** A subscriber who may currently get emails. */
export interface Recipient {
  email: string;
  addressHash: string;
  isVip: boolean;
  preferences: Preferences;
  links: MailLinks;
}

/**
 * Returns the recipients among `ids` who may currently get emails (confirmed and not suppressed), by id.
 * @param ids at most 90
 */
export async function readRecipients(deps: Deps, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const found = await subscribersWithVip(deps, ids);
  const confirmed = found.filter(({ subscriber }) => subscriber.status === "confirmed");
  const silenced = await suppressedAmong(
    deps,
    confirmed.map(({ subscriber }) => subscriber.addressHash),
  );
  const welcome = confirmed.filter(({ subscriber }) => !silenced.has(subscriber.addressHash));
  return new Map(
    await Promise.all(
      welcome.map(async ({ subscriber, isVip }): Promise<[number, Recipient]> => {
        const { email, addressHash } = subscriber;
        const links = await recipientLinks(deps, subscriber);
        return [subscriber.id, { email, addressHash, isVip, preferences: preferencesOf(subscriber), links }];
      }),
    ),
  );
}

/** Returns the email links of confirmed subscribers among the given addresses, by address. */
export async function linksOfConfirmed(
  deps: Deps,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<string, MailLinks>> {
  if (emailKeys.length === 0) return new Map();
  const found = (await subscribersByEmail(deps, emailKeys)).filter(({ status }) => status === "confirmed");
  return new Map(await Promise.all(found.map(async (one) => [one.emailKey, await recipientLinks(deps, one)] as const)));
}

/** Creates the links for emails to a subscriber. */
async function recipientLinks(deps: Deps, subscriber: Subscriber): Promise<MailLinks> {
  const [leaving, preferences] = await Promise.all([
    unsubscribeLinks(deps, subscriber),
    subscriberToken(deps, "preferences", subscriber),
  ]);
  return {
    stop: leaving.page,
    page: `${deps.config.siteUrl}/preferences/${preferences}`,
    headers: leaving.headers,
  };
}
