import { editionDue, editionTime, isWeeklyEdition } from "../../contracts/digest.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { tellOperator } from "../../platform/operator-mail.ts";
import { readSetting } from "../../platform/settings.ts";
import { readNewListings } from "../listings/listings.read.service.ts";
import { recipientsAfter } from "../subscribers/recipients.service.ts";
import { byDiscount } from "./digest.content.ts";
import { editionBefore, insertMailing, mailingByKey, updateMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** How late an edition may still be made when ticks were missed (security.md C4). */
export const CATCH_UP_HOURS = 6;
/** New listings an edition holds at most: its readers narrow them down, and a mail shows 30. */
const EDITION_LISTINGS = 300;
/** Recipients frozen in one step. */
const FREEZE_BATCH = 1_000;
/** Recipients that one queue message is asked to serve. */
export const LANE = 100;
/** Messages at work for one mailing. */
const MOST_LANES = 20;

/** The switch that stops all editions. */
export const DIGEST_PAUSED = "digest.paused";
export const isDigestPaused = async (deps: Deps) => (await readSetting(deps, DIGEST_PAUSED)) === "true";

export const digestKey = (date: string) => `digest:${date}`;
/** The local date that an edition's key names. */
export const dateOfKey = (key: string) => key.slice(key.indexOf(":") + 1);

/** New listings for the edition of a date, best discount first: those first approved from the edition before it on. */
export async function listingsForEdition(deps: Deps, scheduledAt: Date) {
  const before = await editionBefore(deps, scheduledAt);
  const from = before?.scheduledAt ?? new Date(scheduledAt.getTime() - WEEK_MS);
  return byDiscount(await readNewListings(deps, { from, until: scheduledAt, limit: EDITION_LISTINGS }));
}

/**
 * Makes the edition that is due, in steps of which each may be repeated: its row, its recipients, its messages. A tick
 * that dies half way is continued by the next one.
 */
export async function planEdition(deps: Deps, time: Date): Promise<void> {
  const date = editionDue(time, CATCH_UP_HOURS);
  if (date === null || (await isDigestPaused(deps))) return;
  const key = digestKey(date);
  if (!(await mailingByKey(deps, key))) await createEdition(deps, key, date);
  const edition = await mailingByKey(deps, key);
  if (edition?.status === "freezing") await freeze(deps, edition);
}

async function createEdition(deps: Deps, key: string, date: string): Promise<void> {
  const scheduledAt = editionTime(date);
  const listings = await listingsForEdition(deps, scheduledAt);
  const week: PublicListing[] = isWeeklyEdition(date)
    ? byDiscount(
        await readNewListings(deps, {
          from: new Date(scheduledAt.getTime() - WEEK_MS),
          until: scheduledAt,
          limit: EDITION_LISTINGS,
        }),
      )
    : [];
  const isEmpty = listings.length === 0 && week.length === 0;
  await insertMailing(deps, {
    key,
    kind: "digest",
    scheduledAt,
    status: isEmpty ? "empty" : "freezing",
    listingIds: listings.map(({ id }) => id),
    weekListingIds: week.map(({ id }) => id),
    ...(isEmpty && { finishedAt: deps.now() }),
  });
  deps.log.info("digest.made", { date, listings: listings.length });
}

/** Fixes the recipients: who had confirmed at 10:00. The Durable Object remembers how far this came. */
async function freeze(deps: Deps, edition: Mailing): Promise<void> {
  const recipients = deps.mailings(edition.key);
  const withWeekly = edition.weekListingIds.length > 0;
  let after = await recipients.add([]);
  for (;;) {
    const ids = await recipientsAfter(deps, { after, before: edition.scheduledAt, limit: FREEZE_BATCH, withWeekly });
    if (ids.length === 0) break;
    after = await recipients.add(ids);
  }
  await startSending(deps, edition.key);
}

/** Seals the recipients of a mailing and sends it on its way. */
export async function startSending(deps: Deps, key: string): Promise<void> {
  const { frozen, waiting } = await deps.mailings(key).seal();
  if (frozen === 0) {
    await updateMailing(deps, key, { status: "done", finishedAt: deps.now() });
    return;
  }
  await updateMailing(deps, key, { status: "sending", frozen });
  await openLanes(deps, key, waiting);
}

/** Asks the queue to serve those who wait. A message too many finds nobody left. */
export async function openLanes(deps: Deps, key: string, waiting: number): Promise<void> {
  const lanes = Math.min(MOST_LANES, Math.ceil(waiting / LANE));
  if (lanes > 0) await deps.mailQueue.sendBatch(Array.from({ length: lanes }, () => ({ body: { mailing: key } })));
}

/** An edition whose recipients could not be fixed within the catch-up window is given up, and the operator is told. */
export async function giveUpEdition(deps: Deps, edition: Mailing): Promise<void> {
  const problem = "It could not be made in time; its listings go into the next edition.";
  const row = await updateMailing(deps, edition.key, { status: "failed", problem, finishedAt: deps.now() });
  if (row) await tellOperator(deps, `The digest of ${dateOfKey(edition.key)} failed`, problem);
}
