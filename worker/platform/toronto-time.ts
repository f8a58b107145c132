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

/** The start of the current month in Toronto, also when daylight saving ends on its first day. */
export function torontoMonthStart(time: Date): Date {
  const month = torontoDay(time).slice(0, 7);
  // Toronto is UTC-4 or UTC-5.
  const early = new Date(`${month}-01T04:00:00Z`);
  return torontoDay(early).startsWith(month) ? early : new Date(`${month}-01T05:00:00Z`);
}
