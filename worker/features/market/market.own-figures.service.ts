import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import { DAY_MS, monthBefore } from "../../contracts/days.ts";
import {
  MARKET_AREAS,
  comparisonAreaOf,
  CITY,
  OWN_MEDIAN_DAYS,
  OWN_MEDIAN_MIN_EXCLUSIVE,
  OWN_RENTS_DAYS,
  OWN_RENTS_MIN,
} from "../../contracts/market.ts";
import { type Pace, PACE_HOMES_MIN } from "../../contracts/price-history.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { emit } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isTooOld, medianCents, newestPerArea, ownKindOf } from "./market.benchmarks.ts";
import {
  deleteOwnMedian,
  ownRentsOf,
  recentBenchmarks,
  replaceOwnRents,
  writeOwnMedian,
  paceRow,
  replacePace,
} from "./market.repo.ts";
import type { ListedRents, ListedHome } from "./market.service.ts";
import type { OwnRentsRow } from "./market.table.ts";

/**
 * Maximum number of listings per type from which this site's own rents and medians are computed. The newest listings
 * take precedence.
 */
const OWN_RENTS_LISTINGS = 5_000;
const OWN_MEDIAN_LISTINGS = 2_000;
/** Time for which this site's own rents are kept unchanged, so that percentages do not change every day. */
const KEPT_MS = 7 * DAY_MS;

async function computeOwnRents(
  deps: Deps,
  bedrooms: Bedrooms,
  time: Date,
  { rentsWithoutBenchmark }: ListedRents,
): Promise<OwnRentsRow[]> {
  const since = new Date(time.getTime() - OWN_RENTS_DAYS * DAY_MS);
  const groups = new Map<string, { row: Pick<OwnRentsRow, "kind" | "area">; rents: number[]; times: number[] }>();
  const rows = await rentsWithoutBenchmark(deps, bedrooms, since, OWN_RENTS_LISTINGS);
  for (const { homeType, municipality, rentCents, firstApprovedAt } of rows) {
    const area = comparisonAreaOf(municipality);
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
 * Recomputes this site's own rents for kinds and areas without a published benchmark. If an own rent changed, queues a
 * new comparison of the type's listings. Each own rent is kept for a week while there are enough listings.
 */
export async function refreshOwnRents(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  for (const bedrooms of BEDROOMS) {
    const stored = await ownRentsOf(deps, bedrooms);
    const isFresh = ({ computedAt }: OwnRentsRow) => time.getTime() - computedAt.getTime() < KEPT_MS;
    const rows = (await computeOwnRents(deps, bedrooms, time, listed)).map(
      (row) => stored.find((was) => was.kind === row.kind && was.area === row.area && isFresh(was)) ?? row,
    );
    const isSame = rows.length === stored.length && rows.every((row) => stored.includes(row));
    if (isSame) continue;
    await deps.db.batch([...replaceOwnRents(deps, bedrooms, rows), ...emit(deps, "market.changed", { bedrooms })]);
    relaySoon(deps);
  }
}

/**
 * Recomputes this site's own median rent for each type, from public homes in the City that were first approved in the
 * last 90 days and have a comparable rent. Leaves out basements and shared beds. The median exists only while there are
 * more than 50 such listings.
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
/** Maximum age in months of the benchmarks that are read. Older benchmarks expired long before the last run. */
const LOOK_BACK_MONTHS = 48;

/**
 * Queues a new comparison of a type's listings if one of the type's benchmarks became too old since the last run.
 * Without this job, only changes of benchmarks queue a comparison.
 */
export async function recompareOldBenchmarks(deps: Deps, time: Date): Promise<void> {
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
    for (const statement of emit(deps, "market.changed", { bedrooms })) await statement;
    relaySoon(deps);
  }
  await writeCursor(deps, AGING, day);
}

/**
 * Number of days for which a home counts after its approval, and maximum number of homes per neighbourhood. The newest
 * homes take precedence.
 */
const PACE_DAYS = 180;
const PACE_HOMES = 2_000;

/**
 * Returns the number of days after which half of the homes were gone (Kaplan–Meier). A home that is still listed, or
 * that expired without an answer, counts as available for as long as it was listed. Returns null while fewer than
 * {@link PACE_HOMES_MIN} homes are gone, or fewer than half.
 */
function paceOfHomes(homes: readonly ListedHome[], now: Date): Pace | null {
  const lives = homes.flatMap(({ firstApprovedAt, endedAt, isGone }) => {
    const days = ((endedAt ?? now).getTime() - firstApprovedAt.getTime()) / DAY_MS;
    return days < 0 ? [] : { days, isGone };
  });
  const known = lives.filter(({ isGone }) => isGone).length;
  if (known < PACE_HOMES_MIN) return null;
  let left = 1;
  // Among homes that were listed for equally long, homes that are gone come first, because the others were still
  // available.
  const inOrder = lives.toSorted((a, b) => a.days - b.days || Number(b.isGone) - Number(a.isGone));
  for (const [index, { days, isGone }] of inOrder.entries()) {
    if (isGone) left *= 1 - 1 / (inOrder.length - index);
    // The tolerance absorbs rounding errors in a product of many fractions.
    if (left <= 0.5 + 1e-9) return { medianDays: Math.max(1, Math.ceil(days)), known };
  }
  return null;
}

/**
 * Computes how fast homes go, once a day: for each type and neighbourhood with public listings, and for all
 * neighbourhoods together.
 */
export async function refreshPace(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  const since = new Date(time.getTime() - PACE_DAYS * DAY_MS);
  const rows: ({ neighbourhood: string; bedrooms: Bedrooms } & Pace)[] = [];
  const add = (neighbourhood: string, homes: readonly ListedHome[]) => {
    for (const [bedrooms, ofType] of Map.groupBy(homes, (home) => home.bedrooms)) {
      const pace = paceOfHomes(ofType, time);
      if (pace) rows.push({ neighbourhood, bedrooms, ...pace });
    }
  };
  const city: ListedHome[] = [];
  for (const neighbourhood of await listed.neighbourhoods(deps)) {
    const homes = await listed.homesOf(deps, neighbourhood, since, PACE_HOMES);
    add(neighbourhood, homes);
    for (const home of homes) city.push(home);
  }
  add(CITY, city);
  await replacePace(deps, rows);
}

/** Returns how fast similar homes go (by primary key). Returns null if too few homes are known. */
export async function paceOf(
  deps: Deps,
  { neighbourhood, bedrooms }: { neighbourhood: string | null; bedrooms: Bedrooms },
): Promise<Pace | null> {
  const row = neighbourhood === null ? null : await paceRow(deps, neighbourhood, bedrooms);
  return row && { medianDays: row.medianDays, known: row.known };
}
