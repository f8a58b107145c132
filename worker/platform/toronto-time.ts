const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day in Toronto, YYYY-MM-DD. "Today" and months on this site are Toronto's (docs/contract.md, Conventions). */
export function torontoDay(time: Date): string {
  return DAY.format(time);
}

/** The start of a day in Toronto, also when daylight saving ends or begins on it. @param day YYYY-MM-DD */
export function torontoDayStart(day: string): Date {
  // Toronto is UTC-4 or UTC-5.
  const early = new Date(`${day}T04:00:00Z`);
  return torontoDay(early) === day ? early : new Date(`${day}T05:00:00Z`);
}

/** The start of the current month in Toronto. */
export const torontoMonthStart = (time: Date): Date => torontoDayStart(`${torontoDay(time).slice(0, 7)}-01`);
