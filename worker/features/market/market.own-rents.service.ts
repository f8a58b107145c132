import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import { DAY_MS, monthBefore } from "../../contracts/days.ts";
import { MARKET_AREAS, ownAreaOf } from "../../contracts/market-areas.ts";
import { OWN_MEDIAN_DAYS, OWN_MEDIAN_MIN_EXCLUSIVE, OWN_RENTS_DAYS, OWN_RENTS_MIN } from "../../contracts/market.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { emit } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isTooOld, medianCents, newestPerArea, ownKindOf } from "./market.figures.ts";
import { deleteOwnMedian, ownRentsOf, recentBenchmarks, replaceOwnRents, writeOwnMedian } from "./market.repo.ts";
import type { ListedRents } from "./market.service.ts";
import type { OwnRentsRow } from "./market.table.ts";

/** Most listings per type, newest first, from which own rents and own medians are computed. */
const OWN_RENTS_LISTINGS = 5_000;
const OWN_MEDIAN_LISTINGS = 2_000;
/** A figure is kept for a week, so that percentages do not change every day. */
const KEPT_MS = 7 * DAY_MS;

async function ownRentsNow(
  deps: Deps,
  bedrooms: Bedrooms,
  time: Date,
  { rentsWithoutBenchmark }: ListedRents,
): Promise<OwnRentsRow[]> {
  const since = new Date(time.getTime() - OWN_RENTS_DAYS * DAY_MS);
  const groups = new Map<string, { row: Pick<OwnRentsRow, "kind" | "area">; rents: number[]; times: number[] }>();
  const rows = await rentsWithoutBenchmark(deps, bedrooms, since, OWN_RENTS_LISTINGS);
  for (const { homeType, municipality, rentCents, firstApprovedAt } of rows) {
    const area = ownAreaOf(municipality);
    if (area === null || !isComparableRent(rentCents) || firstApprovedAt === null) continue;
    const kind = ownKindOf(homeType);
    const group = groups.get(`${kind} ${area}`) ?? { row: { kind, area }, rents: [], times: [] };
    group.rents.push(rentCents);
    group.times.push(firstApprovedAt.getTime());
    groups.set(`${kind} ${area}`, group);
  }
  return [...groups.values()]
    .filter(({ rents }) => rents.length >= OWN_RENTS_MIN)
    .map(({ row, rents, times }) => ({
      bedrooms,
      ...row,
      medianCents: medianCents(rents),
      listings: rents.length,
      firstDay: torontoDay(new Date(Math.min(...times))),
      lastDay: torontoDay(new Date(Math.max(...times))),
      computedAt: time,
    }));
}

/**
 * Recomputes the asking rents of this site's listings for kinds and areas without a published figure, and queues a new
 * comparison of a type's listings if a figure changed. A figure is kept for a week while there are enough listings.
 */
export async function refreshOwnRents(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  for (const bedrooms of BEDROOMS) {
    const stored = await ownRentsOf(deps, bedrooms);
    const isFresh = ({ computedAt }: OwnRentsRow) => time.getTime() - computedAt.getTime() < KEPT_MS;
    const rows = (await ownRentsNow(deps, bedrooms, time, listed)).map(
      (row) => stored.find((was) => was.kind === row.kind && was.area === row.area && isFresh(was)) ?? row,
    );
    const isSame = rows.length === stored.length && rows.every((row) => stored.includes(row));
    if (isSame) continue;
    await deps.db.batch([...replaceOwnRents(deps, bedrooms, rows), emit(deps, "market.changed", { bedrooms })]);
    relaySoon(deps);
  }
}

/**
 * Recomputes the own median of each type: of public homes in the City, first approved in the last 90 days, without
 * basements and shared beds, with a comparable rent. It exists while there are more than 50 such listings.
 */
export async function refreshOwnMedians(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  const since = new Date(time.getTime() - OWN_MEDIAN_DAYS * DAY_MS);
  for (const bedrooms of BEDROOMS) {
    const approved = await listed.rentsApprovedSince(deps, bedrooms, since, OWN_MEDIAN_LISTINGS);
    const rents = approved.filter(isComparableRent);
    if (rents.length > OWN_MEDIAN_MIN_EXCLUSIVE) {
      await writeOwnMedian(deps, bedrooms, { medianCents: medianCents(rents), listings: rents.length });
    } else await deleteOwnMedian(deps, bedrooms);
  }
}

const AGING = "market.aging";
/** Older figures expired long before the last run. */
const LOOK_BACK_MONTHS = 48;

/**
 * Queues a new comparison of a type's listings if one of its figures became too old since the last run, because no
 * change of a benchmark does.
 */
export async function recompareAgedFigures(deps: Deps, time: Date): Promise<void> {
  const day = torontoDay(time);
  const checkedUpTo = await readCursor(deps, AGING);
  for (const bedrooms of BEDROOMS) {
    const inForce = newestPerArea(
      await recentBenchmarks(deps, bedrooms, MARKET_AREAS, monthBefore(day, LOOK_BACK_MONTHS)),
    );
    const isNewlyTooOld = inForce.some(
      (row) => isTooOld(row, day) && (checkedUpTo === null || !isTooOld(row, checkedUpTo)),
    );
    if (!isNewlyTooOld) continue;
    await emit(deps, "market.changed", { bedrooms });
    relaySoon(deps);
  }
  await writeCursor(deps, AGING, day);
}
