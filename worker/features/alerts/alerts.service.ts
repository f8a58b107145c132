import type { SavedSearchChange } from "../../contracts/alerts.schemas.ts";
import {
  ALERT_CONSENT_VERSION,
  type AlertFrequency,
  type AlertsView,
  PREVIEW_DAYS,
  PREVIEW_HOMES_MAX,
  type FoundHomes,
  type SavedSearchRecord,
  SEARCHES_PER_ADDRESS,
} from "../../contracts/alerts.ts";
import { DAY_MS } from "../../contracts/days.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { ListRequest } from "../../contracts/search.schemas.ts";
import { shortenedEmail } from "../../contracts/subscribers.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { MailLinks } from "../../platform/mail-layout.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { perDay, countAttempt } from "../../platform/rate-limits.ts";
import { addressHashOf, emailKeyOf, suppressedAmong } from "../../platform/suppressions.ts";
import type { TokenPurpose } from "../../platform/tokens.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { readPublicPage } from "../listings/search/search.service.ts";
import { linksOfConfirmed } from "../subscribers/recipients.service.ts";
import { isVip } from "../vip/vip.service.ts";
import { LINK_VERSION, alertLinks, searchLink } from "./alerts.mail.ts";
import {
  deleteReader,
  deleteSearch,
  insertReader,
  insertSearch,
  resumeAlerts,
  readerByEmail,
  readerByHash,
  readerById,
  readerWithSearches,
  type SearchChange,
  searchById,
  searchesOf,
  stopReader,
  updateSearch,
  writeKeys,
  searchesAmong,
} from "./alerts.repo.ts";
import type { AlertReader, SavedSearch } from "./alerts.table.ts";
import { VIP_SEARCH_ID, moveMatchesToMailing } from "./matches.repo.ts";
import { requestOf, toStoredSearch, toView, fullQueryOf, summaryOf, keysOfSearch } from "./saved-search.ts";

export { stopAddress as stopAlertsOf } from "./alerts.repo.ts";
export { type DuePosition, dueReaders, isAnyDue, postponeInstant, notifiedHomes, claimHomes } from "./matches.repo.ts";

/** A home in an alert. */
export interface AlertItem {
  listing: PublicListing;
  /** The previous rent, in cents. Null for a new home. */
  fromCents: number | null;
  /** True if the home is new. False if the alert is only about its lower rent. */
  isNew: boolean;
}

/** A section of the email: homes that match one saved search, or a VIP's preferences. */
export interface AlertSection {
  /** Type, rent and area. Null for the section with a VIP's preferences. */
  summary: string | null;
  /** Link that stops this search, or that unsubscribes a VIP. */
  stopUrl: string;
  items: AlertItem[];
}

/** The content of one email to a recipient. */
export interface AlertNews {
  email: string;
  addressHash: string;
  /** The section for a VIP's preferences comes first. */
  sections: AlertSection[];
  /**
   * URL of the recipient's saved searches, or of the subscription if the email only has homes for a VIP's preferences.
   */
  links: MailLinks;
}

type MailingMatch = Awaited<ReturnType<typeof moveMatchesToMailing>>[number];

/**
 * Returns one item for each listing that is new, has a lower rent, or both. Leaves out a lower rent if the rent has
 * changed since.
 */
function toAlertItems(taken: readonly MailingMatch[], listings: ReadonlyMap<number, PublicListing>) {
  const items = new Map<number, AlertItem & { searchId: number }>();
  for (const { notified } of taken) {
    const listing = listings.get(notified.listingId);
    if (!listing || (notified.news !== 0 && notified.news !== listing.rentCents)) continue;
    const item = items.get(listing.id) ?? { listing, fromCents: null, isNew: false, searchId: notified.searchId };
    if (notified.news === 0) item.isNew = true;
    else item.fromCents = notified.fromCents;
    items.set(listing.id, item);
  }
  return [...items.values()];
}

/**
 * Assigns the homes that are due for some recipients to a mailing, so that other mailings leave these homes out. The
 * result omits recipients who may not get email, and recipients without homes. A repeated call gives the same result,
 * except for homes that are no longer public.
 * @param readerIds at most 90
 */
export async function assignHomesToMailing(
  deps: Deps,
  mailing: { key: string; scheduledAt: Date },
  readerIds: readonly number[],
): Promise<ReadonlyMap<number, AlertNews>> {
  const taken = await moveMatchesToMailing(deps, mailing.key, mailing.scheduledAt, readerIds);
  const ids = (key: "listingId" | "searchId") => [...new Set(taken.map(({ notified }) => notified[key]))];
  const vips = taken.flatMap(({ notified, reader }) => (notified.searchId === VIP_SEARCH_ID ? [reader.emailKey] : []));
  const [listings, searches, silenced, ofVips] = await Promise.all([
    readAnnounced(deps, ids("listingId")),
    searchesAmong(deps, readerIds, ids("searchId")),
    suppressedAmong(deps, [...new Set(taken.map(({ reader }) => reader.addressHash))]),
    linksOfConfirmed(deps, [...new Set(vips)]),
  ]);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const known = new Map(searches.map((search) => [search.id, search]));
  const news = new Map<number, AlertNews>();
  for (const [readerId, ofReader] of Map.groupBy(taken, ({ reader }) => reader.id)) {
    const [{ reader } = { reader: null }] = ofReader;
    if (reader === null || reader.stoppedAt !== null || silenced.has(reader.addressHash)) continue;
    const asVip = ofVips.get(reader.emailKey);
    const sections: AlertSection[] = [];
    const bySearch = [...Map.groupBy(toAlertItems(ofReader, byId), (item) => item.searchId)].toSorted(
      ([a], [b]) => a - b,
    );
    for (const [searchId, items] of bySearch) {
      const search = known.get(searchId);
      if (searchId === VIP_SEARCH_ID && asVip) sections.push({ summary: null, stopUrl: asVip.stop, items });
      // Skips searches that were stopped after they matched the home.
      else if (search?.state === "active")
        sections.push({ summary: summaryOf(search), stopUrl: await searchLink(deps, search), items });
    }
    const [first] = sections;
    if (first === undefined) continue;
    const isVipAlone = asVip && sections.length === 1 && first.summary === null;
    const links = isVipAlone ? asVip : await alertLinks(deps, reader.id);
    news.set(readerId, { email: reader.email, addressHash: reader.addressHash, sections, links });
  }
  return news;
}

/** Maximum number of searches saved per email address and day. The limit exists because each search sends an email. */
const REQUESTS_A_DAY = 20;

interface WantedSearch {
  email: string;
  search: ListRequest;
  name: string | null;
  frequency: AlertFrequency;
}

/**
 * Saves a search, and asks its email address to confirm it. Response and work are the same for every address, so
 * neither reveals whether the address is known. Over the daily limit, nothing is stored.
 * @param holder the email address in the browser's access cookie; a search for this address needs no confirmation
 * @throws AppError `request.unknown_filter`
 */
export async function saveSearch(
  deps: Deps,
  { email, search, name, frequency }: WantedSearch,
  holder: string | null,
): Promise<void> {
  const { asked, ...stored } = await toStoredSearch(deps, search);
  const emailKey = emailKeyOf(email);
  const addressHash = await addressHashOf(deps, emailKey);
  if (!(await countAttempt(deps, `saved-search:${addressHash}`, perDay(REQUESTS_A_DAY))).allowed) return;
  const confirmedBy = holder === emailKey ? ("access" as const) : null;
  const wanted = { ...stored, name: name || null, frequency, consentVersion: ALERT_CONSENT_VERSION, confirmedBy };
  const { statements, searchId } = insertSearch(deps, emailKey, wanted, deps.newId());
  await deps.db.batch([
    ...insertReader(deps, { email, emailKey, addressHash }),
    ...statements,
    ...writeKeys(deps, searchId, keysOfSearch(asked)),
  ]);
  relaySoon(deps);
}

/** The recipient and the search that an emailed link identifies. */
interface OpenedAlerts {
  reader: AlertReader;
  /** The search that the email was about, which may have been deleted since. Null for all searches. */
  searchId: number | null;
  /**
   * True for the link in an email's header and footer, which can only stop emails. After a change of SESSION_SECRET,
   * this link stays valid longer than other links.
   */
  canOnlyStop: boolean;
}

/**
 * Returns the recipient and the search that an emailed token gives access to. Refuses the token if its recipient is no
 * longer stored.
 * @param use the purpose for which the link is opened; some links can only stop emails
 * @throws AppError `alerts.invalid_link`
 */
export async function alertsOfToken(deps: Deps, token: string, use: "change" | "stop"): Promise<OpenedAlerts> {
  const id = deps.tokens.idOf(token);
  const isFor = async (purpose: TokenPurpose) =>
    id !== null && (await deps.tokens.verify(token, purpose, id, LINK_VERSION));
  const isAboutOne = await isFor("alert");
  const canOnlyStop = !isAboutOne && use === "stop" && (await isFor("alerts_stop"));
  const reader =
    id !== null && (isAboutOne || canOnlyStop || (await isFor("alerts"))) ? await readerById(deps, id) : null;
  if (!reader) throw new AppError("alerts.invalid_link");
  return { reader, searchId: isAboutOne ? deps.tokens.secondIdOf(token) : null, canOnlyStop };
}

/** Returns the saved searches of an email address, for the person who opened its link. */
export async function toAlertsView(deps: Deps, { reader, searchId, canOnlyStop }: OpenedAlerts): Promise<AlertsView> {
  const [now, searches, vip] = await Promise.all([
    readerById(deps, reader.id),
    canOnlyStop ? [] : searchesOf(deps, reader.id),
    isVip(deps, reader.emailKey),
  ]);
  return {
    email: shortenedEmail(reader.email),
    isVip: vip,
    searchId: searches.some(({ id }) => id === searchId) ? searchId : null,
    canOnlyStop,
    stoppedAt: now?.stoppedAt?.toISOString() ?? null,
    searches: searches.map(toView),
  };
}

/** Returns the saved searches of an email address, with the token that manages them. Returns null if there are none. */
export async function alertsOfAddress(deps: Deps, email: string) {
  const rows = await readerWithSearches(deps, emailKeyOf(email));
  const reader = rows[0]?.reader;
  return reader
    ? {
        token: await deps.tokens.mint("alerts", reader.id, LINK_VERSION),
        email: shortenedEmail(reader.email),
        canOnlyStop: false,
        stoppedAt: reader.stoppedAt?.toISOString() ?? null,
        searches: rows.flatMap(({ search }) => (search ? [toView(search)] : [])),
      }
    : null;
}

/**
 * Returns the URL of the page that manages the searches of an email address, given its hash. Returns null for an
 * unknown address.
 */
export async function alertsPageOf(deps: Deps, addressHash: string) {
  const reader = await readerByHash(deps, addressHash);
  return reader && reader.email !== "" ? { email: reader.email, url: (await alertLinks(deps, reader.id)).page } : null;
}

/** @throws AppError `alerts.search_not_found` */
async function ownSearch(deps: Deps, { reader }: OpenedAlerts, id: number | null): Promise<SavedSearch> {
  const search = id === null ? null : await searchById(deps, id);
  if (search?.readerId !== reader.id) throw new AppError("alerts.search_not_found");
  return search;
}

/** Stores a change to a saved search, and updates the search's keys. Only active searches have keys. */
async function storeSearchChange(deps: Deps, search: SavedSearch, change: SearchChange): Promise<void> {
  const request = await requestOf(deps, { ...search, ...change });
  const keys = request === null ? { keys: [], minRent: 0, maxRent: 0 } : keysOfSearch(request);
  const isOn = change.state === "active";
  await deps.db.batch([
    updateSearch(deps, search, change),
    ...writeKeys(deps, search.id, keys),
    ...(isOn ? [resumeAlerts(deps, search.readerId)] : []),
  ]);
}

/** Returns the values to store when a recipient confirms that they are still looking. */
const stillWantedValues = (deps: Deps) => ({ state: "active", wantedAt: deps.now(), askedAgainAt: null }) as const;

/**
 * Confirms the search that a link identifies, or the search with an id. Also renews the searches whose recipient was
 * asked whether they are still looking. A repeated call changes nothing.
 * @throws AppError `alerts.search_not_found`
 */
export async function confirmAlerts(deps: Deps, opened: OpenedAlerts, id: number | null): Promise<void> {
  recordProof(deps, opened.reader.email);
  const searchId = id ?? opened.searchId;
  const chosen = searchId === null ? null : await ownSearch(deps, opened, searchId);
  if (chosen?.state === "asked")
    await storeSearchChange(deps, chosen, {
      ...stillWantedValues(deps),
      confirmedAt: deps.now(),
      confirmedBy: "button",
    });
  for (const search of await searchesOf(deps, opened.reader.id))
    if (search.askedAgainAt !== null && search.state !== "stopped")
      await storeSearchChange(deps, search, stillWantedValues(deps));
}

/**
 * Changes the name, conditions or frequency of a saved search, or pauses it.
 * @throws AppError `alerts.search_not_found`, `alerts.same_search`, `alerts.too_many`, `request.unknown_filter`, and
 * `alerts.invalid_search` for instant alerts to an address without VIP access
 */
export async function changeSearch(
  deps: Deps,
  opened: OpenedAlerts,
  id: number | null,
  { name, frequency, paused, search: given }: SavedSearchChange,
): Promise<void> {
  const search = await ownSearch(deps, opened, id);
  if (frequency === "instant" && !(await isVip(deps, opened.reader.emailKey)))
    throw new AppError("alerts.invalid_search", { fields: { frequency: "Only VIPs hear of homes within minutes." } });
  const others = (await searchesOf(deps, opened.reader.id)).filter((other) => other.id !== search.id);
  const change: SearchChange = {
    ...(name !== undefined && { name: name || null }),
    ...(frequency !== undefined && { frequency }),
  };
  if (given !== undefined) {
    const { asked: _asked, ...stored } = await toStoredSearch(deps, given);
    if (others.some(({ searchHash }) => searchHash === stored.searchHash)) throw new AppError("alerts.same_search");
    Object.assign(change, stored);
  }
  // A search that its owner paused has no open question, so that an answer about other searches does not resume it.
  if (paused === true && search.askedAgainAt !== null) change.askedAgainAt = null;
  if (paused === true && search.state === "active") change.state = "paused";
  if (paused === false && (search.state === "paused" || search.state === "stopped")) {
    if (others.filter(({ state }) => state !== "stopped").length >= SEARCHES_PER_ADDRESS)
      throw new AppError("alerts.too_many");
    Object.assign(change, stillWantedValues(deps));
  }
  recordProof(deps, opened.reader.email);
  if (Object.keys(change).length > 0) await storeSearchChange(deps, search, change);
}

/** Deletes a saved search. @throws AppError `alerts.search_not_found` */
export async function removeSearch(deps: Deps, opened: OpenedAlerts, id: number | null): Promise<void> {
  await deleteSearch(deps, await ownSearch(deps, opened, id));
}

/** Stops all alerts to an email address immediately. A repeated call changes nothing. */
export const stopAlerts = (deps: Deps, { reader }: OpenedAlerts) => stopReader(deps, reader.id);

/**
 * Handles an email's one-click unsubscribe link: stops the search that the email was about, or all alerts if the email
 * was about all searches or its search was deleted.
 */
export async function stopAlertsByLink(deps: Deps, opened: OpenedAlerts): Promise<void> {
  const { reader, searchId } = opened;
  if (searchId === null) return stopAlerts(deps, opened);
  const search = await searchById(deps, searchId);
  if (search?.readerId === reader.id && search.state !== "stopped")
    await storeSearchChange(deps, search, { state: "stopped" });
}

/**
 * Returns the newest homes of the last {@link PREVIEW_DAYS} days that a saved search currently matches and that alerts
 * may include.
 * @throws AppError `alerts.search_not_found`, `request.rate_limited`
 */
export async function readMatchingHomes(
  deps: Deps,
  opened: OpenedAlerts,
  id: number | null,
  client: Pick<Client, "networks">,
): Promise<FoundHomes> {
  const request = await requestOf(deps, await ownSearch(deps, opened, id));
  if (request === null) return { days: PREVIEW_DAYS, listings: [] };
  const page = await readPublicPage(deps, request, { limit: PREVIEW_HOMES_MAX, offset: 0 }, client);
  // Without a timetable, commutes cannot be computed.
  if (page.isCommuteOff) return { days: PREVIEW_DAYS, listings: [] };
  const since = new Date(deps.now().getTime() - PREVIEW_DAYS * DAY_MS).toISOString();
  const ids = page.listings.filter(({ approvedAt }) => (approvedAt ?? "") >= since).map((listing) => listing.id);
  return { days: PREVIEW_DAYS, listings: await readAnnounced(deps, ids) };
}

/** Returns the saved searches of an email address, for the person who owns it. */
export async function personalSearches(deps: Deps, email: string): Promise<SavedSearchRecord[]> {
  const reader = await readerByEmail(deps, emailKeyOf(email));
  const rows = reader ? await searchesOf(deps, reader.id) : [];
  return Promise.all(
    rows.map(async (row) => ({
      name: row.name,
      filter: row.type,
      query: await fullQueryOf(deps, row),
      frequency: row.frequency,
      state: row.state,
      createdAt: row.createdAt.toISOString(),
      consentVersion: row.consentVersion,
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
      confirmedBy: row.confirmedBy,
    })),
  );
}

/** Deletes the saved searches of an email address and the record of its notifications. */
export const eraseAlerts = async (deps: Deps, email: string): Promise<void> =>
  deleteReader(deps, await addressHashOf(deps, email));
