import {
  type Claims,
  CLAIM_HOMES_MIN,
  CLAIM_RENTERS_MIN,
  UPDATED_DAYS,
  UPDATED_HOURS,
} from "../../contracts/claims.ts";
import { readCounter, readSetting, removeSetting, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { hadNewHomesEvery, belowMarketDiscounts } from "./claims.repo.ts";

/** Name of the setting that caches the median discount, because computing it reads every home shown as below market. */
export const MEDIAN = "claims.median_discount";

/** Parses the value of the setting {@link MEDIAN}. Returns null while too few homes are below market. */
export const parseMedianDiscount = (setting: string | null): number | null =>
  setting === null ? null : Number(setting);

/** Returns the median discount from the last daily computation. */
const readMedianDiscount = async (deps: Deps): Promise<number | null> =>
  parseMedianDiscount(await readSetting(deps, MEDIAN));

/** Returns the number of confirmed subscribers. Returns null while the number is too low to publish. */
export async function readActiveRenters(deps: Deps): Promise<number | null> {
  const renters = await readCounter(deps, "subscribers:confirmed");
  return renters < CLAIM_RENTERS_MIN ? null : renters;
}

/** Reads the numbers about the site that its pages state. */
export async function readClaims(deps: Deps): Promise<Claims> {
  const [activeRenters, medianDiscount] = await Promise.all([readActiveRenters(deps), readMedianDiscount(deps)]);
  return { activeRenters, medianDiscount };
}

/** Returns whether new homes were approved as often as the VIP plan claims. */
export const isOftenUpdated = (deps: Deps): Promise<boolean> => hadNewHomesEvery(deps, UPDATED_HOURS, UPDATED_DAYS);

/** Recomputes the median discount. If the median changed, purges the pages that show it. */
async function computeClaims(deps: Deps): Promise<void> {
  const [before, { homes, median }] = await Promise.all([readMedianDiscount(deps), belowMarketDiscounts(deps)]);
  const now = homes < CLAIM_HOMES_MIN ? null : median;
  if (now === before) return;
  await (now === null ? removeSetting(deps, MEDIAN) : setSetting(deps, MEDIAN, String(now)));
  await purge(deps, "claims.computed");
}

export const claimJobs: readonly ScheduledJob[] = [{ name: "claims.compute", due: daily, run: computeClaims }];
