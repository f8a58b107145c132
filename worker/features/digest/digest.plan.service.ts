import { DAY_MS } from "../../contracts/days.ts";
import { UNDO_MS } from "../../contracts/decisions.ts";
import { dueEdition, editionTime, isWeeklyEdition, weekBefore } from "../../contracts/digest.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { readDrops } from "../listings/history/history.service.ts";
import { readNewListings } from "../listings/reading/listings.read.service.ts";
import { recipientsAfter } from "../subscribers/recipients.service.ts";
import { sortByDiscount, belowMarketListings } from "./digest.content.ts";
import {
  type EditionPart,
  firstEdition,
  insertMailing,
  listingsOfEditions,
  mailedEditions,
  mailingByKey,
  digestKey,
  dateOfKey,
  isDigestPaused,
  mailingsByKeys,
  putMailing,
} from "./mailings.repo.ts";
import { startSending } from "./digest.send.service.ts";
import type { Mailing } from "./mailings.table.ts";

/** Number of hours after the scheduled time during which a missed edition is still made (docs/product.md, Digest). */
export const CATCH_UP_HOURS = 6;
/** Maximum time since its first approval for which a listing that was in no edition still counts as new. */
const LOOK_BACK_MS = 60 * DAY_MS;
/** Maximum number of listings in an edition. The rest wait for the next edition. */
const EDITION_LISTINGS = 300;
/** Maximum number of reduced listings in an edition, latest first. */
const EDITION_DROPS = 100;
/** Number of recipients added per step, and maximum number of steps per tick. The next tick adds further recipients. */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;
/**
 * Returns the listings for the edition of a date, largest discount first: public listings that were in no earlier
 * edition, and were approved or confirmed no earlier than a week before the first edition. Listings whose decision can
 * still be undone wait for the next edition. There is no edition without a listing below market.
 */
export async function listingsForEdition(deps: Deps, date: string, part: EditionPart): Promise<PublicListing[]> {
  const until = new Date(editionTime(date).getTime() - UNDO_MS);
  const first = await firstEdition(deps, part);
  const beginning = editionTime(weekBefore(first ? dateOfKey(first.key) : date));
  const from = new Date(Math.max(until.getTime() - LOOK_BACK_MS, beginning.getTime()));
  const except = listingsOfEditions(part, from);
  const exceptEver = listingsOfEditions(part, new Date(0));
  const listings = sortByDiscount(
    await readNewListings(deps, { from, until, except, exceptEver, limit: EDITION_LISTINGS }),
  );
  return belowMarketListings(listings).length > 0 ? listings : [];
}

/**
 * Returns listings whose rent was reduced since the last emailed edition, or, for the week's part, in the past week,
 * latest reduction first. Leaves out the listings `except`, which the edition already contains. Listings whose decision
 * can still be undone wait for the next edition.
 */
export async function dropsForEdition(
  deps: Deps,
  date: string,
  part: EditionPart,
  except: readonly PublicListing[] | Promise<readonly PublicListing[]>,
): Promise<PublicListing[]> {
  const ends = (time: Date) => new Date(time.getTime() - UNDO_MS);
  const until = ends(editionTime(date));
  const weekAgo = ends(editionTime(weekBefore(date)));
  const [last] = part === "week" ? [] : await mailedEditions(deps, weekAgo, 1);
  const from = last && last.scheduledAt < until ? ends(last.scheduledAt) : weekAgo;
  const [{ listings }, own] = await Promise.all([readDrops(deps, { from, until, limit: EDITION_DROPS }), except]);
  const ownIds = new Set(own.map(({ id }) => id));
  return listings.filter(({ id }) => !ownIds.has(id));
}

/**
 * Creates the edition that is due in repeatable steps: its row, its recipients, its queue messages. If a tick is
 * interrupted, the next tick continues the edition.
 */
export async function planEdition(deps: Deps, time: Date): Promise<void> {
  const date = dueEdition(time, CATCH_UP_HOURS);
  if (date === null || (await isDigestPaused(deps))) return;
  const key = digestKey(date);
  const edition = (await mailingByKey(deps, key)) ?? (await createEdition(deps, key, date));
  if (edition?.status === "freezing") await freeze(deps, edition);
}

async function createEdition(deps: Deps, key: string, date: string): Promise<Mailing | null> {
  const scheduledAt = editionTime(date);
  const listings = await listingsForEdition(deps, date, "edition");
  const week = isWeeklyEdition(date) ? await listingsForEdition(deps, date, "week") : [];
  const isEmpty = listings.length === 0 && week.length === 0;
  const dropped = isEmpty ? [] : await dropsForEdition(deps, date, "edition", listings);
  const weekDropped = week.length === 0 ? [] : await dropsForEdition(deps, date, "week", week);
  await insertMailing(deps, {
    key,
    kind: "digest",
    scheduledAt,
    status: isEmpty ? "empty" : "freezing",
    listingIds: listings.map(({ id }) => id),
    weekListingIds: week.map(({ id }) => id),
    droppedIds: dropped.map(({ id }) => id),
    weekDroppedIds: weekDropped.map(({ id }) => id),
    belowMarketCount: new Set(belowMarketListings([...listings, ...week]).map(({ id }) => id)).size,
    ...(isEmpty && { finishedAt: deps.now() }),
  });
  deps.log.info("digest.made", { date, listings: listings.length });
  // Loads the edition again, because another tick may have stored it first.
  return mailingByKey(deps, key);
}

/**
 * Adds recipients to an edition. Continues where the last tick stopped.
 * @returns whether all recipients were added
 */
async function addRecipients(deps: Deps, { key, scheduledAt, weekListingIds }: Mailing): Promise<boolean> {
  const recipients = deps.mailings(key);
  const withWeekly = weekListingIds.length > 0;
  let after = await recipients.add([]);
  for (let step = 0; step < FREEZE_STEPS; step += 1) {
    const ids = await recipientsAfter(deps, { after, before: scheduledAt, limit: FREEZE_BATCH, withWeekly });
    if (ids.length === 0) return true;
    after = await recipients.add(ids);
  }
  return false;
}

/**
 * Adds the subscribers who confirmed by 10:00 as recipients, and starts the delivery. The mailing's Durable Object
 * stores the progress.
 */
async function freeze(deps: Deps, edition: Mailing): Promise<void> {
  const recipients = deps.mailings(edition.key);
  // If an edition has too many recipients, its list of recipients is already complete.
  const { isSealed } = await recipients.check(0);
  if (!isSealed && !(await addRecipients(deps, edition))) return;
  if (await startSending(deps, edition)) await purge(deps, "edition.sent");
}

/** The form of a mailing in the withdrawal log, with times in milliseconds. */
export type LoggedMailing = Omit<Mailing, "scheduledAt" | "finishedAt" | "pausedUntil"> & {
  scheduledAt: number;
  finishedAt: number | null;
  /** Always null, because the mailing's Durable Object stores the pause. */
  pausedUntil: null;
};

/**
 * Returns the mailings with the given keys for the withdrawal log, without email addresses. Leaves out deleted
 * mailings.
 */
export async function mailingsOfLog(deps: Deps, keys: readonly string[]): Promise<ReadonlyMap<string, LoggedMailing>> {
  const rows = keys.length === 0 ? [] : await mailingsByKeys(deps, keys);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        ...row,
        scheduledAt: row.scheduledAt.getTime(),
        finishedAt: row.finishedAt?.getTime() ?? null,
        pausedUntil: null,
      },
    ]),
  );
}

/**
 * Stores a mailing from the withdrawal log. A restore of the database does not change the mailing's Durable Object,
 * which stores who got the mailing. A mailing that was being sent therefore continues where it stopped. If its object
 * is gone, the mailing is closed (closeMailing).
 */
export const restoreMailing = (deps: Deps, mailing: LoggedMailing): Promise<void> =>
  putMailing(deps, {
    ...mailing,
    scheduledAt: new Date(mailing.scheduledAt),
    finishedAt: mailing.finishedAt === null ? null : new Date(mailing.finishedAt),
  });
