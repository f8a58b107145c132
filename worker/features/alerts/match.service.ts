import type { Deps } from "../../platform/deps.ts";
import {
  finishOutboxEntry,
  isStored,
  type OutboxHandler,
  outboxForEach,
  outboxEntry,
  relaySoon,
} from "../../platform/outbox.ts";
import { sql } from "drizzle-orm";
import { closeUndoWindow } from "../decisions/decisions.service.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { publicFacts, searchesThatFind } from "../listings/search/match-listing.service.ts";
import type { SearchRequest } from "../listings/search/search.conditions.ts";
import { vipsWanting } from "../subscribers/recipients.service.ts";
import { vipsAmong } from "../vip/vip.service.ts";
import {
  activeSearches,
  insertSubscribedReaders,
  type KeyPosition,
  readersByEmail,
  findCandidateSearches,
} from "./alerts.repo.ts";
import type { AlertReader, SavedSearch } from "./alerts.table.ts";
import { VIP_SEARCH_ID, type Match, insertMatches } from "./matches.repo.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import { requestOf, keysOfListing } from "./saved-search.ts";
import { ALERT_HOUR, type AlertFrequency } from "../../contracts/alerts.ts";
import { daysAfter, MINUTE_MS } from "../../contracts/days.ts";
import { isWeeklyEdition, newYorkClock } from "../../contracts/digest.ts";
import { endOfQuietHours, torontoHour } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";

/** Period in which instant alerts are merged into one email. */
const MERGE_MS = 5 * MINUTE_MS;
/**
 * Minimum time between a match and the mailing that includes it. A match found later waits for the next mailing,
 * because the current mailing may already have begun.
 */
const MARGIN_MS = MINUTE_MS / 2;

/** Returns when a match found now is emailed. */
function dueTime(frequency: AlertFrequency, now: Date): Date {
  if (frequency === "instant") {
    const slot = new Date(Math.ceil((now.getTime() + MARGIN_MS) / MERGE_MS) * MERGE_MS);
    return endOfQuietHours(slot) ?? slot;
  }
  const today = newYorkClock(now).date;
  const days = Array.from({ length: 8 }, (_, days) => daysAfter(today, days));
  const isDue = (date: string) =>
    torontoHour(date, ALERT_HOUR) > now && (frequency === "daily" || isWeeklyEdition(date));
  return torontoHour(days.find(isDue) ?? daysAfter(today, 7), ALERT_HOUR);
}

/** Number of keys checked per delivery of a queue message, which takes at most about 300 statements (docs/scale.md). */
const PAGE = 200;

/** A rent that fell, in cents. */
interface RentDrop {
  fromCents: number;
  toCents: number;
}

interface Wanting {
  search: SavedSearch;
  reader: AlertReader;
}

/**
 * Stores a listing as a match for VIPs with suitable preferences, then for saved searches that match it. Checks one
 * page of candidate searches; another outbox entry checks the next page. Safe to repeat.
 */
export const matchListing: OutboxHandler<"alerts.match"> = async (
  deps,
  { listingId, decisionId, drop, after },
  entryId,
) => {
  if (decisionId !== undefined && (await closeUndoWindow(deps, decisionId, listingId)) === "undone") return;
  const [listing] = await readAnnounced(deps, [listingId]);
  // If the rent changed again, the newer change has its own outbox entry.
  if (!listing || (drop && listing.rentCents !== drop.toCents)) return;
  const facts = await publicFacts(deps, listingId);
  if (!facts) return;
  const places = await findCandidateSearches(deps, keysOfListing(facts), after ?? null, PAGE);
  const { found, last } = await findMatchingSearches(deps, places, (requests) =>
    searchesThatFind(deps, facts, requests),
  );
  const matches = [
    ...(after || drop ? [] : await vipMatches(deps, listing)),
    ...(await matchesFor(deps, listingId, drop ?? null, found)),
  ];
  const next =
    last === null
      ? []
      : [
          finishOutboxEntry(deps, entryId),
          outboxEntry(deps, "alerts.match", { listingId, ...(drop && { drop }), after: last }),
        ];
  await runAllOrNone(deps, [insertMatches(deps, matches), ...deliveries(deps, matches), ...next]);
  if (matches.length + next.length > 0) relaySoon(deps);
};

/**
 * Returns the searches of a page that match the listing, and the position of the next page. The position is null after
 * the last page.
 */
async function findMatchingSearches(
  deps: Deps,
  places: readonly KeyPosition[],
  find: (requests: readonly SearchRequest[]) => Promise<boolean[]>,
): Promise<{ found: Wanting[]; last: KeyPosition | null }> {
  const wanting = await activeSearches(deps, [...new Set(places.map(({ searchId }) => searchId))]);
  // Many people save the same search, so each distinct search is checked once.
  const nths = new Map<string, number>();
  const requests: SearchRequest[] = [];
  const nthOf = new Map<number, number>();
  for (const { search } of wanting) {
    const text = [search.type, search.query, JSON.stringify(search.meant), search.sealedPlaces].join("\n");
    let nth = nths.get(text);
    if (nth === undefined) {
      const request = await requestOf(deps, search);
      nth = request === null ? -1 : requests.push(request) - 1;
      nths.set(text, nth);
    }
    nthOf.set(search.id, nth);
  }
  const answers = await find(requests);
  const cut = places.findIndex(({ searchId }) => (nthOf.get(searchId) ?? -1) >= answers.length);
  const seen = cut === -1 ? places : places.slice(0, cut);
  const ids = new Set(seen.map(({ searchId }) => searchId));
  return {
    found: wanting.filter(({ search: { id } }) => ids.has(id) && answers[nthOf.get(id) ?? -1] === true),
    last: cut === -1 && places.length < PAGE ? null : (seen.at(-1) ?? null),
  };
}

async function matchesFor(
  deps: Deps,
  listingId: number,
  drop: RentDrop | null,
  found: readonly Wanting[],
): Promise<Match[]> {
  const instantMatches = found.filter(({ search }) => search.frequency === "instant");
  const vips = await vipsAmong(
    deps,
    instantMatches.map(({ reader }) => reader.emailKey),
  );
  const now = deps.now();
  return found.map(({ search, reader }) => {
    const isInstant = search.frequency === "instant" && vips.has(reader.emailKey);
    const frequency = search.frequency === "instant" && !isInstant ? "daily" : search.frequency;
    return {
      readerId: reader.id,
      listingId,
      news: drop?.toCents ?? 0,
      searchId: search.id,
      fromCents: drop?.fromCents ?? null,
      dueAt: dueTime(frequency, now),
      isInstant,
    };
  });
}

/** Number of VIPs checked per query. */
const VIPS = 1_000;

/** Returns the VIPs whose preferences match a new home. VIPs are emailed immediately, even at night. */
async function vipMatches(deps: Deps, listing: PublicListing): Promise<Match[]> {
  const matches: Match[] = [];
  for (let after: string | null = ""; after !== null;) {
    const { subscribers, last } = await vipsWanting(deps, listing, { after, limit: VIPS });
    after = last;
    if (subscribers.length === 0) continue;
    await insertSubscribedReaders(
      deps,
      subscribers.map(({ id }) => id),
    );
    const readers = await readersByEmail(
      deps,
      subscribers.map(({ emailKey }) => emailKey),
    );
    const match = {
      listingId: listing.id,
      news: 0,
      searchId: VIP_SEARCH_ID,
      fromCents: null,
      dueAt: deps.now(),
      isInstant: true,
    };
    matches.push(
      ...readers.filter(({ stoppedAt }) => stoppedAt === null).map(({ id: readerId }) => ({ ...match, readerId })),
    );
  }
  return matches;
}

/**
 * Returns the statements that queue one mailing for each time at which instant alerts are due. Skips times for which a
 * mailing is already queued.
 */
function deliveries(deps: Deps, matches: readonly Match[]) {
  const times = new Set(matches.flatMap(({ isInstant, dueAt }) => (isInstant ? [dueAt.getTime()] : [])));
  return [...times].map((dueAt) =>
    outboxForEach(
      deps,
      "alerts.deliver",
      { dueAt },
      sql`WHERE NOT ${isStored("alerts.deliver", sql`json_extract(open.payload, '$.dueAt') = ${dueAt}`)}`,
      new Date(dueAt),
    ),
  );
}
