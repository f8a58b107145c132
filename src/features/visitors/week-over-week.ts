import type { VisitDay } from "../../../worker/contracts/visitors.ts";

const WEEK = 7;

/** A day beside the same day of the week before it. */
export interface ComparedDay {
  /** YYYY-MM-DD */
  day: string;
  visits: number;
  visitsBefore: number;
  uniqueVisitors: number;
  uniqueVisitorsBefore: number;
}

export interface WeekOverWeek {
  days: ComparedDay[];
  visits: number;
  visitsBefore: number;
  /** Sums of the days: somebody who came on two days counts twice. */
  uniqueVisitors: number;
  uniqueVisitorsBefore: number;
  /** Whether visits were counted from the first of the earlier days on: against less than a week nothing is compared. */
  isComparable: boolean;
}

/** The seven complete days before today against the seven before those. `days` end with today, oldest first. */
export function weekOverWeek(days: readonly VisitDay[]): WeekOverWeek {
  const complete = days.slice(0, -1);
  const before = complete.slice(-2 * WEEK, -WEEK);
  const compared = complete.slice(-WEEK).map(({ day, visits, uniqueVisitors }, index): ComparedDay => ({
    day,
    visits,
    visitsBefore: before[index]?.visits ?? 0,
    uniqueVisitors,
    uniqueVisitorsBefore: before[index]?.uniqueVisitors ?? 0,
  }));
  const sum = (pick: (day: ComparedDay) => number) => compared.reduce((total, day) => total + pick(day), 0);
  return {
    days: compared,
    visits: sum((day) => day.visits),
    visitsBefore: sum((day) => day.visitsBefore),
    uniqueVisitors: sum((day) => day.uniqueVisitors),
    uniqueVisitorsBefore: sum((day) => day.uniqueVisitorsBefore),
    isComparable: (before[0]?.visits ?? 0) > 0,
  };
}
