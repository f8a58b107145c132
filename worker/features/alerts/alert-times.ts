import { ALERT_HOUR, type AlertFrequency } from "../../contracts/alerts.ts";
import { daysAfter, MINUTE_MS } from "../../contracts/days.ts";
import { isWeeklyEdition, newYorkClock } from "../../contracts/digest.ts";
import { quietUntil, torontoHour } from "../../platform/quiet-hours.ts";

/** Instant alerts of so many minutes are one mail. */
const MERGE_MS = 5 * MINUTE_MS;
/** What is found this shortly before a mailing goes into the next one, because the mailing may have begun. */
const MARGIN_MS = MINUTE_MS / 2;

/** When what is found at a moment is mailed. */
export function dueTime(frequency: AlertFrequency, now: Date): Date {
  if (frequency === "instant") {
    const slot = new Date(Math.ceil((now.getTime() + MARGIN_MS) / MERGE_MS) * MERGE_MS);
    return quietUntil(slot) ?? slot;
  }
  const today = newYorkClock(now).date;
  const days = Array.from({ length: 8 }, (_, days) => daysAfter(today, days));
  const isDue = (date: string) =>
    torontoHour(date, ALERT_HOUR) > now && (frequency === "daily" || isWeeklyEdition(date));
  return torontoHour(days.find(isDue) ?? daysAfter(today, 7), ALERT_HOUR);
}
