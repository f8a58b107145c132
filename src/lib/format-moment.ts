import { formatShortDay } from "./format.ts";

const torontoClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A moment in Toronto: `Nov 21, 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return `${formatShortDay(moment)}, ${torontoClock.format(new Date(moment))}`;
}
