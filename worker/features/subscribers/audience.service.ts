import { daysAfter } from "../../contracts/days.ts";
import type { Audience } from "../../contracts/subscribers.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { changesOfDays } from "./subscribers.repo.ts";

/** The mailing list in numbers; changes are those who joined less those who left, by the day in Toronto. */
export async function readAudience(deps: Deps): Promise<Audience> {
  const today = torontoDay(deps.now());
  const yesterday = daysAfter(today, -1);
  const [memberCount, unsubscribed, suppressed, days] = await Promise.all([
    readCounter(deps, "subscribers:confirmed"),
    readCounter(deps, "subscribers:unsubscribed"),
    readCounter(deps, "subscribers:suppressed"),
    changesOfDays(deps, [today, yesterday]),
  ]);
  const changeOf = (day: string) => {
    const found = days.find((row) => row.day === day);
    return found ? found.joined - found.left : 0;
  };
  return {
    memberCount,
    unsubscribeCount: unsubscribed + suppressed,
    todayChanges: changeOf(today),
    yesterdayChanges: changeOf(yesterday),
  };
}
