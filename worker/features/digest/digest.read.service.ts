import type { SavedSearchState } from "../../contracts/alerts.ts";
import { DAY_MS } from "../../contracts/days.ts";
import {
  type AlertFigures,
  type DigestEdition,
  type DigestOverview,
  type DigestPreview,
  type EditionSummary,
  nextEdition,
  type MailState,
} from "../../contracts/digest.ts";
import { LISTING_LIFETIME_DAYS } from "../../contracts/listings.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { readMailCounts } from "../../platform/mail-once.ts";
import { areAnyPublic, readAnnounced } from "../listings/reading/listings.read.service.ts";
import { sortByDiscount, belowMarketListings, otherListings } from "./digest.content.ts";
import { digestMail } from "./digest.mail.ts";
import { dropsForEdition, listingsForEdition } from "./digest.plan.service.ts";
import { isTooManyText } from "./digest.send.service.ts";
import {
  dateOfKey,
  digestKey,
  isDigestPaused,
  mailedEditions,
  mailingByKey,
  newestEditions,
  searchMailsSince,
  openMailings,
} from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** Maximum number of unfinished mailings that are checked for delays. */
const EXAMINED_LENGTH = 20;

/** Reads the status of email delivery: the number of emails sent, the provider, and the reason for any delay. */
export async function mailState(deps: Deps): Promise<MailState> {
  const { provider, limit } = deps.config.bulkMail;
  const [{ sent, lastRefusal }, open] = await Promise.all([readMailCounts(deps), openMailings(deps, EXAMINED_LENGTH)]);
  const held = open.find(({ problem }) => isTooManyText(problem));
  return {
    provider: provider === "none" ? null : provider,
    limit,
    sent,
    lastRefusal: lastRefusal && { ...lastRefusal, at: lastRefusal.at.toISOString() },
    held: held ? { mailing: held.key, recipients: held.frozen } : null,
  };
}

/** Number of editions in the moderators' overview. */
const SHOWN = 20;

/** Returns all listings of an edition. Monday's editions include the listings of the whole week. */
const idsOf = ({ listingIds, weekListingIds }: Mailing) => [...new Set([...listingIds, ...weekListingIds])];

/**
 * Returns the public page of an edition, and when the first of its listings expires. Returns null for an unknown date,
 * and before the edition's emails are sent.
 */
export async function readEdition(
  deps: Deps,
  date: string,
): Promise<{ edition: DigestEdition; validUntil: Date | null } | null> {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const mailing = await mailingByKey(deps, digestKey(date));
  if (!mailing || mailing.status === "freezing" || mailing.status === "failed") return null;
  const ids = idsOf(mailing);
  const droppedIds = [...new Set([...mailing.droppedIds, ...mailing.weekDroppedIds])].filter((id) => !ids.includes(id));
  const [announced, dropped] = await Promise.all([readAnnounced(deps, ids), readAnnounced(deps, droppedIds)]);
  const listings = sortByDiscount(announced);
  const reduced = dropped.filter(({ priceDrop }) => priceDrop !== null);
  const expiries = [...listings, ...reduced].flatMap(({ expiresAt }) =>
    expiresAt === null ? [] : Date.parse(expiresAt),
  );
  return {
    edition: {
      date,
      listings: belowMarketListings(listings),
      unproven: otherListings(listings),
      reduced,
      goneCount: ids.length - listings.length,
    },
    validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : null,
  };
}

/**
 * Returns the editions with at least one listing that is still public, newest first. Examines only editions that are
 * newer than a listing's lifetime, and reads each edition's listings up to the first public one.
 */
export async function readShownEditions(deps: Deps): Promise<{ date: string; sentAt: Date }[]> {
  const from = new Date(deps.now().getTime() - LISTING_LIFETIME_DAYS * DAY_MS);
  const editions = await mailedEditions(deps, from, LISTING_LIFETIME_DAYS);
  const areShown = await areAnyPublic(deps, editions.map(idsOf));
  return editions
    .filter((_, at) => areShown[at])
    .map(({ key, scheduledAt }) => ({ date: dateOfKey(key), sentAt: scheduledAt }));
}

function toSummary(row: Mailing): EditionSummary {
  return {
    date: dateOfKey(row.key),
    scheduledAt: row.scheduledAt.toISOString(),
    status: row.status,
    listingCount: row.belowMarketCount,
    frozen: row.frozen,
    sent: row.sent,
    skipped: row.skipped,
    uncertain: row.uncertain,
    bounced: row.bounced,
    complained: row.complained,
    unsubscribed: row.unsubscribed,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    problem: row.problem,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

async function alertFigures(deps: Deps): Promise<AlertFigures> {
  const count = (state: SavedSearchState) => readCounter(deps, `searches:${state}`);
  const [asked, active, paused, stopped, sent] = await Promise.all([
    count("asked"),
    count("active"),
    count("paused"),
    count("stopped"),
    searchMailsSince(deps, new Date(deps.now().getTime() - DAY_MS)),
  ]);
  return { searches: { asked, active, paused, stopped }, sent };
}

/** Returns the newest editions with the outcomes of their emails. */
export const readEditions = async (deps: Deps): Promise<EditionSummary[]> =>
  (await newestEditions(deps, SHOWN)).map(toSummary);

/** Returns the moderators' overview of the digest. */
export async function readOverview(deps: Deps): Promise<DigestOverview> {
  const { date, time } = nextEdition(deps.now());
  const [isPaused, editions, subscriberCount, listings, mail, alerts] = await Promise.all([
    isDigestPaused(deps),
    readEditions(deps),
    readCounter(deps, "subscribers:confirmed"),
    listingsForEdition(deps, date, "edition"),
    mailState(deps),
    alertFigures(deps),
  ]);
  return {
    isPaused,
    next: { date, scheduledAt: time.toISOString(), listingCount: belowMarketListings(listings).length },
    subscriberCount,
    alerts,
    mail,
    editions,
  };
}

/** Composes a preview of the next edition. Its personal links lead to the privacy policy. */
export async function previewDigest(deps: Deps, to: string = deps.config.contactEmail) {
  const { date } = nextEdition(deps.now());
  const found = listingsForEdition(deps, date, "edition");
  const [listings, reduced] = await Promise.all([found, dropsForEdition(deps, date, "edition", found)]);
  const page = `${deps.config.siteUrl}/privacy-policy`;
  const mail = digestMail(deps, {
    to,
    date,
    isWeekly: false,
    listings,
    reduced,
    links: { page, stop: page, headers: {} },
  });
  const preview: DigestPreview = {
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    listingCount: belowMarketListings(listings).length,
  };
  return { mail, preview };
}
