import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { monthBefore, monthsAfterEnd, shortMonth } from "../../contracts/days.ts";
import { areaName, MARKET_AREAS } from "../../contracts/market-areas.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/mail-layout.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isTooOld, newestOfAreas } from "./market.figures.ts";
import { recentBenchmarks } from "./market.repo.ts";

/** Figures named in a mail, and how far it looks back. */
const NAMED = 40;
const LOOK_BACK_MONTHS = 60;
/** A tick on one of the first days of a month reminds, so that a day without ticks does not cost a month. */
const FIRST_DAYS = 3;

/** The month that a reminder is due for, on its first days in Toronto; null on others. */
export function reminderDue(time: Date): string | null {
  const day = torontoDay(time);
  return Number(day.slice(8)) <= FIRST_DAYS ? day.slice(0, 7) : null;
}

/** Reminds the operator each month of the figures for which a newer month may be published: oldest first. */
export async function remindOfFigures(deps: Deps, time: Date): Promise<void> {
  const day = torontoDay(time);
  const figures: { words: string; age: number }[] = [];
  for (const bedrooms of BEDROOMS) {
    const rows = await recentBenchmarks(deps, bedrooms, MARKET_AREAS, monthBefore(day, LOOK_BACK_MONTHS));
    for (const row of newestOfAreas(rows)) {
      const age = monthsAfterEnd(row.asOf, day);
      const end = isTooOld(row, day) ? ", too old: it makes no percentage any more" : "";
      const words = `${bedrooms}, ${areaName(row.area)}: ${shortMonth(row.asOf)}, ${age} ${age === 1 ? "month" : "months"} old${end}`;
      if (age > 0) figures.push({ words, age });
    }
  }
  if (figures.length === 0) return;
  const named = figures.toSorted((a, b) => b.age - a.age).slice(0, NAMED);
  await notifyOperator(
    deps,
    `Market rents: ${figures.length} ${figures.length === 1 ? "figure" : "figures"} to look at`,
    [
      "Please look whether newer average rents are published, and enter or import them in the admin panel (Market), or press Checked where there are none.",
      ...named.map(({ words }) => `- ${words}`),
      ...(figures.length > NAMED ? [`and ${figures.length - NAMED} more.`] : []),
    ].join("\n"),
  );
}
