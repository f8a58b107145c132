import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { OWN_MEDIAN_DAYS, OWN_MEDIAN_MIN_EXCLUSIVE } from "../../contracts/market.ts";
import { COMPARABLE_RENT_CENTS } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { deleteOwnMedian, writeOwnMedian } from "./market.repo.ts";
import type { ListedRents } from "./market.service.ts";

const DAY_MS = 86_400_000;
/** Listings of a type that its median is made of at most, the newest ones. */
const NEWEST = 2_000;
const DOLLAR = 100;

/** The middle of some amounts in cents, to the dollar; of an even number of them, halfway between the middle two. */
export function medianCents(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return Math.round((lower + upper) / 2 / DOLLAR) * DOLLAR;
}

/**
 * Counts the own median of each type anew: of homes in the City that are no basements or beds, are published now and were first
 * approved in the last 90 days, with a rent that can be compared. It is kept while there are more than 50 such listings.
 */
export async function renewOwnMedians(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  const since = new Date(time.getTime() - OWN_MEDIAN_DAYS * DAY_MS);
  const { min, max } = COMPARABLE_RENT_CENTS;
  for (const bedrooms of BEDROOMS) {
    const rents = (await listed.rentsApprovedSince(deps, bedrooms, since, NEWEST))
      .filter((cents) => cents !== null)
      .filter((cents) => cents >= min && cents <= max);
    if (rents.length > OWN_MEDIAN_MIN_EXCLUSIVE) {
      await writeOwnMedian(deps, bedrooms, { medianCents: medianCents(rents), listings: rents.length });
    } else await deleteOwnMedian(deps, bedrooms);
  }
}
