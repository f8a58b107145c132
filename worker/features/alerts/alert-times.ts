import { ALERT_HOUR, type AlertFrequency, QUIET_HOURS } from "../../contracts/alerts.ts";
import { daysAfter, HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import { DIGEST_HOUR, editionTime, isWeeklyEdition, newYorkClock } from "../../contracts/digest.ts";

// Toronto and New York have the same clock.

/** Instant alerts of so many minutes are one mail. */
const MERGE_MS = 5 * MINUTE_MS;
/** What is found this shortly before a mailing goes into the next one, because the mailing may have begun. */
const MARGIN_MS = MINUTE_MS / 2;

/** An hour of a day in Toronto; the clock is never changed between 3:00 and 10:00. */
const atHour = (date: string, hour: number) => new Date(editionTime(date).getTime() + (hour - DIGEST_HOUR) * HOUR_MS);

/** When quiet hours end, if a moment is in them; otherwise null. */
export function quietUntil(time: Date): Date | null {
  const { date, seconds } = newYorkClock(time);
  if (seconds >= QUIET_HOURS.from * 3_600) return atHour(daysAfter(date, 1), QUIET_HOURS.until);
  return seconds < QUIET_HOURS.until * 3_600 ? atHour(date, QUIET_HOURS.until) : null;
}

/** When what is found at a moment is mailed. */
export function dueTime(frequency: AlertFrequency, now: Date): Date {
  if (frequency === "instant") {
    const slot = new Date(Math.ceil((now.getTime() + MARGIN_MS) / MERGE_MS) * MERGE_MS);
    return quietUntil(slot) ?? slot;
  }
  const today = newYorkClock(now).date;
  const days = Array.from({ length: 8 }, (_, days) => daysAfter(today, days));
  const isDue = (date: string) => atHour(date, ALERT_HOUR) > now && (frequency === "daily" || isWeeklyEdition(date));
  return atHour(days.find(isDue) ?? daysAfter(today, 7), ALERT_HOUR);
}
