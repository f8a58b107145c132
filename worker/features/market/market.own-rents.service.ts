import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import { monthBefore } from "../../contracts/days.ts";
import { MARKET_AREAS, ownAreaOf } from "../../contracts/market-areas.ts";
import { OWN_RENTS_DAYS, OWN_RENTS_MIN } from "../../contracts/market.ts";
import { COMPARABLE_RENT_CENTS } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { emit } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isTooOld, newestOfAreas, ownKindOf } from "./market.figures.ts";
import { medianCents } from "./market.medians.service.ts";
import { ownRentsOf, recentBenchmarks, replaceOwnRents } from "./market.repo.ts";
import type { ListedRents } from "./market.service.ts";
import type { OwnRentsRow } from "./market.table.ts";

const DAY_MS = 86_400_000;
/** Listings of a type that are looked at, the newest ones. */
const NEWEST = 5_000;
/** A figure stays for so long, so that percentages do not change every day. */
const KEPT_MS = 7 * DAY_MS;

async function ownRentsNow(
  deps: Deps,
  bedrooms: Bedrooms,
  time: Date,
  { unservedRents }: ListedRents,
): Promise<OwnRentsRow[]> {
  const since = new Date(time.getTime() - OWN_RENTS_DAYS * DAY_MS);
  const groups = new Map<string, { row: Pick<OwnRentsRow, "kind" | "area">; rents: number[]; times: number[] }>();
  for (const { homeType, municipality, rentCents, firstApprovedAt } of await unservedRents(
    deps,
    bedrooms,
    since,
    NEWEST,
  )) {
    const area = ownAreaOf(municipality);
    const isComparable =
      rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;
    if (area === null || !isComparable || firstApprovedAt === null) continue;
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
 * Counts anew what this site's own listings ask, of the kinds and places that no published figure serves, and has the
 * listings of a type compared again where that changes something. A figure stays a week while there are enough for it.
 */
export async function renewOwnRents(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
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

const AGING = "market.aging";
/** Figures older than this became too old long ago. */
const LOOK_BACK_MONTHS = 48;

/**
 * Has the listings of each type compared again of which a figure became too old since the job ran last: time alone takes
 * their percentage.
 */
export async function noteAgedFigures(deps: Deps, time: Date): Promise<void> {
  const day = torontoDay(time);
  const looked = await readCursor(deps, AGING);
  for (const bedrooms of BEDROOMS) {
    const inForce = newestOfAreas(
      await recentBenchmarks(deps, bedrooms, MARKET_AREAS, monthBefore(day, LOOK_BACK_MONTHS)),
    );
    const isNewlyTooOld = inForce.some((row) => isTooOld(row, day) && (looked === null || !isTooOld(row, looked)));
    if (!isNewlyTooOld) continue;
    await emit(deps, "market.changed", { bedrooms });
    relaySoon(deps);
  }
  await writeCursor(deps, AGING, day);
}
