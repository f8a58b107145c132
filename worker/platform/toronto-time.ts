const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day in Toronto, YYYY-MM-DD. "Today" and months on this site are Toronto's (decisions.md 1). */
export function torontoDay(time: Date): string {
  return DAY.format(time);
}
