import type { AutomationSettings } from "../../contracts/automation.ts";
import { everyTick } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/** Posts are spread over these hours in Toronto. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/** Limits per tick, so that missed ticks are caught up without a burst. */
export const MAX_PER_TICK = { threads: 1, comments: 2 } as const;

const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/**
 * The time of day in Toronto in hours, with minutes as a fraction. Daylight-saving changes happen at night, outside the
 * posting hours.
 */
function torontoHours(time: Date): number {
  const [hours = 0, minutes = 0] = CLOCK.format(time).split(":").map(Number);
  return hours + minutes / 60;
}

/** The start of the day in Toronto, four or five hours behind UTC. */
export function torontoDayStart(time: Date): Date {
  const day = torontoDay(time);
  const summer = new Date(`${day}T04:00:00Z`);
  return torontoDay(summer) === day ? summer : new Date(`${day}T05:00:00Z`);
}

/** The key of a tick within the posting hours, otherwise null. */
export function dueTick(time: Date): string | null {
  const hours = torontoHours(time);
  return hours >= FROM_HOUR && hours < UNTIL_HOUR ? everyTick(time) : null;
}

/**
 * How many of a day's posts are due at a time: each in the middle of its share of the hours, so that the last is not
 * late.
 */
function dueOf(perDay: number, time: Date): number {
  const share = (torontoHours(time) - FROM_HOUR) / (UNTIL_HOUR - FROM_HOUR);
  if (share < 0 || share >= 1) return 0;
  return Math.floor(share * perDay + 0.5);
}

/** The posts due by a time of the day; 0 for what is switched off. */
export function duePosts(settings: AutomationSettings, time: Date): { threads: number; comments: number } {
  return {
    threads: settings.autoCreateThreads ? dueOf(settings.threadsPerDay, time) : 0,
    comments: settings.autoCreateComments ? dueOf(settings.commentsPerDay, time) : 0,
  };
}
