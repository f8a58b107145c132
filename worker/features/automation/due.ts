import type { AutomationSettings } from "../../contracts/automation.ts";
import { everyTick } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/** The hours in Toronto that posts are spread over. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/** What a tick makes at most, so that missed ticks are made up for without a burst. */
export const A_TICK = { threads: 1, comments: 2 } as const;

const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Hours of the clock in Toronto, with its minutes as a fraction. The clocks change at night, outside of the hours above. */
function torontoHours(time: Date): number {
  const [hours = 0, minutes = 0] = CLOCK.format(time).split(":").map(Number);
  return hours + minutes / 60;
}

/** The moment that the day began in Toronto, which is four or five hours behind. */
export function torontoDayStart(time: Date): Date {
  const day = torontoDay(time);
  const summer = new Date(`${day}T04:00:00Z`);
  return torontoDay(summer) === day ? summer : new Date(`${day}T05:00:00Z`);
}

/** Every tick of the hours that posts are spread over. */
export function dueTick(time: Date): string | null {
  const hours = torontoHours(time);
  return hours >= FROM_HOUR && hours < UNTIL_HOUR ? everyTick(time) : null;
}

/** How many of a day's posts are due by a moment: each in the middle of its share of the hours, so that the last is not late. */
function dueOf(perDay: number, time: Date): number {
  const share = (torontoHours(time) - FROM_HOUR) / (UNTIL_HOUR - FROM_HOUR);
  if (share < 0 || share >= 1) return 0;
  return Math.floor(share * perDay + 0.5);
}

/** Posts that are due by a moment of the day; none of what is switched off. */
export function duePosts(settings: AutomationSettings, time: Date): { threads: number; comments: number } {
  return {
    threads: settings.autoCreateThreads ? dueOf(settings.threadsPerDay, time) : 0,
    comments: settings.autoCreateComments ? dueOf(settings.commentsPerDay, time) : 0,
  };
}
