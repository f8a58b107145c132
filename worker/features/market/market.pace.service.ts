import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { CITY } from "../../contracts/market-areas.ts";
import { type Pace, PACE_LEAST } from "../../contracts/price-history.ts";
import type { Deps } from "../../platform/deps.ts";
import { paceRow, replacePace } from "./market.repo.ts";
import type { ListedHome, ListedRents } from "./market.service.ts";

/** How far back homes were approved that count, and most of a neighbourhood, the newest ones. */
const PACE_DAYS = 180;
const PACE_HOMES = 2_000;

/**
 * The days after which half of some homes were gone (Kaplan–Meier): one that is still there, or expired unanswered, counts
 * as there for as long as it was seen. Null while fewer than {@link PACE_LEAST} are gone, or fewer than half.
 */
function paceOfHomes(homes: readonly ListedHome[], now: Date): Pace | null {
  const lives = homes.flatMap(({ firstApprovedAt, endedAt, isGone }) => {
    const days = ((endedAt ?? now).getTime() - firstApprovedAt.getTime()) / DAY_MS;
    return days < 0 ? [] : { days, isGone };
  });
  const known = lives.filter(({ isGone }) => isGone).length;
  if (known < PACE_LEAST) return null;
  let left = 1;
  // Of equally long lives the gone ones come first: the others were still there.
  const inOrder = lives.toSorted((a, b) => a.days - b.days || Number(b.isGone) - Number(a.isGone));
  for (const [index, { days, isGone }] of inOrder.entries()) {
    if (isGone) left *= 1 - 1 / (inOrder.length - index);
    // The product of many fractions is not exact.
    if (left <= 0.5 + 1e-9) return { medianDays: Math.max(1, Math.ceil(days)), known };
  }
  return null;
}

/** Computes once a day how fast homes go, by neighbourhood with public listings and type, and in all of them together. */
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

/** How fast homes like one go; null if too few are known (primary key). */
export async function paceOf(
  deps: Deps,
  { neighbourhood, bedrooms }: { neighbourhood: string | null; bedrooms: Bedrooms },
): Promise<Pace | null> {
  const row = neighbourhood === null ? null : await paceRow(deps, neighbourhood, bedrooms);
  return row && { medianDays: row.medianDays, known: row.known };
}
