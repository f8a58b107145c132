import { tagsPurgedBy } from "../../contracts/caching.ts";
import { UNDO_MS } from "../../contracts/decisions.ts";
import { dueEdition, editionTime, isWeeklyEdition, weekBefore } from "../../contracts/digest.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { readSetting } from "../../platform/database.ts";
import { readNewListings } from "../listings/core/listings.read.service.ts";
import { recipientsAfter } from "../subscribers/recipients.service.ts";
import { byDiscount, provenOf } from "./digest.content.ts";
import {
  type EditionPart,
  firstEdition,
  insertMailing,
  listingsInEditions,
  mailingByKey,
  updateMailing,
} from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** How late an edition may still be made when ticks were missed (docs/product.md, Digest). */
export const CATCH_UP_HOURS = 6;
/** A listing that was in no edition since its first approval is new for so long. */
const LOOK_BACK_MS = 60 * 86_400_000;
/** New listings an edition holds at most: its readers narrow them down, and a mail shows 30. The rest come in the next. */
const EDITION_LISTINGS = 300;
/** Recipients frozen in one step, and steps of a tick; the next one goes on. */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;
/** Recipients that one queue message is asked to serve. */
export const LANE = 200;
/** Messages at work for one mailing. */
const MOST_LANES = 20;

/** The switch that stops all editions. */
export const DIGEST_PAUSED = "digest.paused";
export const isDigestPaused = async (deps: Deps) => (await readSetting(deps, DIGEST_PAUSED)) === "true";

export const digestKey = (date: string) => `digest:${date}`;
/** The local date that an edition's key names. */
export const dateOfKey = (key: string) => key.slice(key.indexOf(":") + 1);

/**
 * Listings for the edition of a date, best discount first: those public now that no edition held, whenever they were
 * approved or confirmed since the week before the first one. A decision that could still be undone at its time is for the
 * next one. Without one that is below market there is no edition, and the others wait for the next.
 */
export async function listingsForEdition(deps: Deps, date: string, part: EditionPart): Promise<PublicListing[]> {
  const until = new Date(editionTime(date).getTime() - UNDO_MS);
  const first = await firstEdition(deps, part);
  const beginning = editionTime(weekBefore(first ? dateOfKey(first.key) : date));
  const from = new Date(Math.max(until.getTime() - LOOK_BACK_MS, beginning.getTime()));
  const except = listingsInEditions(part, from);
  const exceptEver = listingsInEditions(part, new Date(0));
  const listings = byDiscount(
    await readNewListings(deps, { from, until, except, exceptEver, limit: EDITION_LISTINGS }),
  );
  return provenOf(listings).length > 0 ? listings : [];
}

/**
 * Makes the edition that is due, in steps of which each may be repeated: its row, its recipients, its messages. A tick
 * that dies half way is continued by the next one.
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
  await insertMailing(deps, {
    key,
    kind: "digest",
    scheduledAt,
    status: isEmpty ? "empty" : "freezing",
    listingIds: listings.map(({ id }) => id),
    weekListingIds: week.map(({ id }) => id),
    provenCount: new Set(provenOf([...listings, ...week]).map(({ id }) => id)).size,
    ...(isEmpty && { finishedAt: deps.now() }),
  });
  deps.log.info("digest.made", { date, listings: listings.length });
  // As it is stored: another tick may have stored it first.
  return mailingByKey(deps, key);
}

/** Fixes the recipients: who had confirmed at 10:00. The Durable Object remembers how far this came. */
async function freeze(deps: Deps, edition: Mailing): Promise<void> {
  const recipients = deps.mailings(edition.key);
  const withWeekly = edition.weekListingIds.length > 0;
  let after = await recipients.add([]);
  for (let step = 0; ; step += 1) {
    if (step === FREEZE_STEPS) return;
    const ids = await recipientsAfter(deps, { after, before: edition.scheduledAt, limit: FREEZE_BATCH, withWeekly });
    if (ids.length === 0) break;
    after = await recipients.add(ids);
  }
  await startSending(deps, edition.key);
  await purge(deps, tagsPurgedBy("edition.sent"));
}

/** Sees to it that those who wait for a mailing are served. */
export type Senders = (deps: Deps, key: string, waiting: number) => Promise<void>;

/** Seals the recipients of a mailing and sends it on its way. */
export async function startSending(deps: Deps, key: string, serve: Senders = openLanes): Promise<void> {
  const { frozen, waiting } = await deps.mailings(key).seal();
  if (frozen === 0) {
    await updateMailing(deps, key, { status: "done", finishedAt: deps.now() });
    return;
  }
  await updateMailing(deps, key, { status: "sending", frozen });
  await serve(deps, key, waiting);
}

/** Asks the queue for one more message's worth of a mailing. */
export async function askForMore(deps: Deps, key: string, delaySeconds = 0): Promise<void> {
  await deps.mailQueue.sendBatch([{ body: { mailing: key }, delaySeconds }]);
}

/** Asks the queue to serve those who wait; each message asks for the next one. A message too many finds nobody left. */
export async function openLanes(deps: Deps, key: string, waiting: number): Promise<void> {
  const lanes = Math.min(MOST_LANES, Math.ceil(waiting / LANE));
  if (lanes > 0) await deps.mailQueue.sendBatch(Array.from({ length: lanes }, () => ({ body: { mailing: key } })));
}
