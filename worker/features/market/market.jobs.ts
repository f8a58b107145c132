import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { monthBefore, monthsAfterEnd, shortMonth } from "../../contracts/days.ts";
import { areaName, MARKET_AREAS } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isTooOld, newestPerArea } from "./market.benchmarks.ts";
import { recentBenchmarks } from "./market.repo.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { refreshMonths } from "./market-months.service.ts";
import {
  refreshPace,
  recompareOldBenchmarks,
  refreshOwnMedians,
  refreshOwnRents,
} from "./market.own-figures.service.ts";
import type { ListedRents } from "./market.service.ts";

/** Maximum number of benchmarks listed in one email. */
const NAMED = 40;
const LOOK_BACK_MONTHS = 60;
/**
 * Number of days at the beginning of a month on which the reminder is due. There are several, because the cron trigger
 * may fail on one of them.
 */
const FIRST_DAYS = 3;

/** Returns the month whose reminder is due on a Toronto day. Returns null after the first days of a month. */
function reminderDue(time: Date): string | null {
  const day = torontoDay(time);
  return Number(day.slice(8)) <= FIRST_DAYS ? day.slice(0, 7) : null;
}

/** Emails the operator a monthly list of benchmarks for which a newer month may have been published, oldest first. */
async function remindOfFigures(deps: Deps, time: Date): Promise<void> {
  const day = torontoDay(time);
  const figures: { words: string; age: number }[] = [];
  for (const bedrooms of BEDROOMS) {
    const rows = await recentBenchmarks(deps, bedrooms, MARKET_AREAS, monthBefore(day, LOOK_BACK_MONTHS));
    for (const row of newestPerArea(rows)) {
      const age = monthsAfterEnd(row.asOf, day);
      const end = isTooOld(row, day) ? ", too old: no longer used for percentages" : "";
      const words = `${bedrooms}, ${areaName(row.area)}: ${shortMonth(row.asOf)}, ${age} ${age === 1 ? "month" : "months"} old${end}`;
      if (age > 0) figures.push({ words, age });
    }
  }
  if (figures.length === 0) return;
  const named = figures.toSorted((a, b) => b.age - a.age).slice(0, NAMED);
  await notifyOperator(
    deps,
    "market.reminder",
    `Market rents: ${figures.length} ${figures.length === 1 ? "figure" : "figures"} to check`,
    [
      "Please enter or import newer average rents in the admin panel (Market). If none have been published, mark the figure as checked.",
      ...named.map(({ words }) => `- ${words}`),
      ...(figures.length > NAMED ? [`and ${figures.length - NAMED} more.`] : []),
    ].join("\n"),
  );
}

export const marketJobs = (listed: ListedRents): readonly ScheduledJob[] => [
  { name: "market.own_medians", due: daily, run: (deps, time) => refreshOwnMedians(deps, time, listed) },
  { name: "market.own_rents", due: daily, run: (deps, time) => refreshOwnRents(deps, time, listed) },
  { name: "market.pace", due: daily, run: (deps, time) => refreshPace(deps, time, listed) },
  // This job runs after the job that computes how fast homes go, because it uses that job's result.
  { name: "market.months", due: daily, run: (deps, time) => refreshMonths(deps, time, listed) },
  { name: "market.aging", due: daily, run: recompareOldBenchmarks },
  { name: "market.reminder", due: reminderDue, run: remindOfFigures },
];
