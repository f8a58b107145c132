import { formatShortDay } from "./format.ts";

const torontoClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time of day of a moment in Toronto: `14:05`. */
export function formatClock(moment: string): string {
  return torontoClock.format(new Date(moment));
}

/** A moment in Toronto: `Nov 21, 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return `${formatShortDay(moment)}, ${formatClock(moment)}`;
}
