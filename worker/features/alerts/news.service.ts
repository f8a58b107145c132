import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { suppressedAmong } from "../../platform/suppressions.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { alertLinks, type AlertLinks, searchLink } from "./alerts.mail.ts";
import { searchesAmong } from "./alerts.repo.ts";
import { takeFinds } from "./finds.repo.ts";
import { summaryOf } from "./saved-search.ts";

export { type DuePlace, dueReaders, isAnyDue, postponeInstant } from "./finds.repo.ts";

/** A home that an address is told of. */
export interface AlertItem {
  listing: PublicListing;
  /** The rent before, in cents; null for a home that is new. */
  fromCents: number | null;
  /** Whether the home itself is new. */
  isNew: boolean;
}

/** What one search found; a section of the mail. */
export interface AlertSection {
  /** Type, rent and area. */
  summary: string;
  /** Stops this search. */
  stopUrl: string;
  items: AlertItem[];
}

/** What a mailing tells a reader. */
export interface AlertNews {
  email: string;
  addressHash: string;
  sections: AlertSection[];
  links: AlertLinks;
}

type Taken = Awaited<ReturnType<typeof takeFinds>>[number];

/** The home of each listing once, with its lower rent if that is still its rent. */
function itemsOf(taken: readonly Taken[], listings: ReadonlyMap<number, PublicListing>) {
  const items = new Map<number, AlertItem & { searchId: number }>();
  for (const { told } of taken) {
    const listing = listings.get(told.listingId);
    if (!listing || (told.news !== 0 && told.news !== listing.rentCents)) continue;
    const item = items.get(listing.id) ?? { listing, fromCents: null, isNew: false, searchId: told.searchId };
    if (told.news === 0) item.isNew = true;
    else item.fromCents = told.fromCents;
    items.set(listing.id, item);
  }
  return [...items.values()];
}

/**
 * What a mailing tells some readers, who are told of it nowhere else from now on. Readers who may get no mail, or of whose
 * homes none is left, are missing. Repeating it gives the same, as far as the homes are still public.
 * @param readerIds at most 90
 */
export async function takeNews(
  deps: Deps,
  mailing: { key: string; scheduledAt: Date },
  readerIds: readonly number[],
): Promise<ReadonlyMap<number, AlertNews>> {
  const taken = await takeFinds(deps, mailing.key, mailing.scheduledAt, readerIds);
  const listingIds = [...new Set(taken.map(({ told }) => told.listingId))];
  const searchIds = [...new Set(taken.map(({ told }) => told.searchId))];
  const [listings, searches, silenced] = await Promise.all([
    readAnnounced(deps, listingIds),
    searchesAmong(deps, readerIds, searchIds),
    suppressedAmong(deps, [...new Set(taken.map(({ reader }) => reader.addressHash))]),
  ]);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const known = new Map(searches.map((search) => [search.id, search]));
  const news = new Map<number, AlertNews>();
  for (const [readerId, ofReader] of Map.groupBy(taken, ({ reader }) => reader.id)) {
    const [{ reader } = { reader: null }] = ofReader;
    const items = itemsOf(ofReader, byId);
    if (reader === null || reader.stoppedAt !== null || silenced.has(reader.addressHash) || items.length === 0)
      continue;
    const sections: AlertSection[] = [];
    for (const [searchId, ofSearch] of Map.groupBy(items, (item) => item.searchId)) {
      const search = known.get(searchId);
      // Stopped since this was found.
      if (search?.state !== "active") continue;
      sections.push({ summary: summaryOf(search), stopUrl: await searchLink(deps, search), items: ofSearch });
    }
    if (sections.length > 0)
      news.set(readerId, {
        email: reader.email,
        addressHash: reader.addressHash,
        sections,
        links: await alertLinks(deps, reader.id),
      });
  }
  return news;
}
