import { and, eq, gt, gte, lt, lte, sql } from "drizzle-orm";
import type { AdvertisementDraft } from "../../contracts/ads.schemas.ts";
import type { ClickCount } from "../../contracts/ads.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { advertisementClicks, advertisementDays, advertisements } from "./ads.table.ts";

const ADVERTISEMENT_ID = 1;
/** Key of the row with the totals of all days. */
const ALL_DAYS = "";

export type AdvertisementRow = typeof advertisements.$inferSelect;

/** Returns the advertisement by primary key. Returns null when none was ever set. */
export async function advertisement(deps: Deps): Promise<AdvertisementRow | null> {
  const [row] = await deps.db.select().from(advertisements).where(eq(advertisements.id, ADVERTISEMENT_ID)).limit(1);
  return row ?? null;
}

/** Returns the statement that stores the advertisement. */
export function upsertAdvertisement(deps: Deps, draft: AdvertisementDraft) {
  const values = { ...draft, updatedAt: deps.now() };
  return deps.db
    .insert(advertisements)
    .values({ id: ADVERTISEMENT_ID, ...values })
    .onConflictDoUpdate({ target: advertisements.id, set: values })
    .returning();
}

/** Returns whether a visitor's click was already counted on a day (by primary key). */
export async function hasClicked(deps: Deps, day: string, visitor: string): Promise<boolean> {
  const rows = await deps.db
    .select({ day: advertisementClicks.day })
    .from(advertisementClicks)
    .where(and(eq(advertisementClicks.day, day), eq(advertisementClicks.visitor, visitor)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Counts a click on the advertisement. A visitor's first click of a day also counts as unique.
 * @param visitor the visitor's hash; null if the click must not count as unique
 */
export async function countClick(deps: Deps, day: string, visitor: string | null): Promise<void> {
  const count = (unique: 0 | 1) =>
    deps.db
      .insert(advertisementDays)
      .values([
        { day, total: 1, unique },
        { day: ALL_DAYS, total: 1, unique },
      ])
      .onConflictDoUpdate({
        target: advertisementDays.day,
        set: { total: sql`${advertisementDays.total} + 1`, unique: sql`${advertisementDays.unique} + ${unique}` },
      });
  const first =
    visitor === null
      ? null
      : deps.db.insert(advertisementClicks).values({ day, visitor }).returning({ day: advertisementClicks.day });
  const [[isFirst] = []] = first ? await runAllOrNone(deps, [first, count(1)]) : [];
  if (!isFirst) await count(0);
}

/** Returns the clicks of a day (by primary key). For an empty string, returns the clicks of all days. */
async function clicksOf(deps: Deps, day: string): Promise<ClickCount> {
  const [row] = await deps.db.select().from(advertisementDays).where(eq(advertisementDays.day, day)).limit(1);
  return { totalClicks: row?.total ?? 0, uniqueClicks: row?.unique ?? 0 };
}

/**
 * Returns the clicks of each day from one day to another, inclusive. Reads at most a month of rows (by primary key).
 */
async function clicksBetween(deps: Deps, from: string, to: string): Promise<ClickCount> {
  const [row] = await deps.db
    .select({
      totalClicks: sql<number>`coalesce(sum(${advertisementDays.total}), 0)`,
      uniqueClicks: sql<number>`coalesce(sum(${advertisementDays.unique}), 0)`,
    })
    .from(advertisementDays)
    .where(and(gte(advertisementDays.day, from), lte(advertisementDays.day, to)));
  return row ?? { totalClicks: 0, uniqueClicks: 0 };
}

/** Returns the clicks of a day, of that day's month so far, and of all time. */
export async function clickTotals(deps: Deps, day: string) {
  const [daily, month, lifetime] = await Promise.all([
    clicksOf(deps, day),
    clicksBetween(deps, `${day.slice(0, 7)}-01`, day),
    clicksOf(deps, ALL_DAYS),
  ]);
  return { daily, month, lifetime };
}

/**
 * Deletes the hashes of visitors whose clicks were counted before `before` (by primary key).
 * @param before YYYY-MM-DD
 */
export const deleteClicksBefore = (deps: Deps, before: string): Promise<void> =>
  deleteInBatches(deps, "advertisement_clicks", sql`day < ${before}`);

/**
 * Deletes the daily counts before `before` (by primary key), but not the totals.
 * @param before YYYY-MM-DD
 */
export async function deleteDaysBefore(deps: Deps, before: string): Promise<void> {
  await deps.db
    .delete(advertisementDays)
    .where(and(gt(advertisementDays.day, ALL_DAYS), lt(advertisementDays.day, before)));
}
