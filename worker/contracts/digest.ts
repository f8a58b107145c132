import { daysAfter } from "./days.ts";
import type { PublicListing } from "./listings.ts";

/** A digest goes out at this hour of New York, on these days (0 is Sunday). */
export const DIGEST_HOUR = 10;
const DIGEST_TIME_ZONE = "America/New_York";
const DIGEST_WEEKDAYS: ReadonlySet<number> = new Set([1, 3, 5]);
/** Over the listings of an edition that are not known to be below market. */
export const UNPROVEN_HEADING = "New, discount not proven";
/** Listings in one mail; a link leads to the rest. */
export const DIGEST_MAIL_LISTINGS = 30;

export type MailingStatus = "freezing" | "sending" | "done" | "empty" | "failed";

/** An edition of the digest as moderators see it. Counts are complete once it is done. */
export interface EditionSummary {
  /** Local date in New York, `2026-11-23`. */
  date: string;
  scheduledAt: string;
  status: MailingStatus;
  /** Those that were below market: what an edition counts. */
  listingCount: number;
  /** Recipients, fixed when the edition was made: the sum of the next three and of those still to come. */
  frozen: number;
  sent: number;
  skipped: number;
  /** Nobody learned whether these were sent; they are never sent again. */
  uncertain: number;
  /** Sending stopped until then, because a quota was used up. */
  pausedUntil: string | null;
  problem: string | null;
  finishedAt: string | null;
}

/** `GET /api/admin/digest` */
export interface DigestOverview {
  /** Nothing is made or sent until it is resumed. */
  isPaused: boolean;
  next: { date: string; scheduledAt: string; listingCount: number };
  /** Confirmed subscribers. */
  subscriberCount: number;
  editions: EditionSummary[];
}

/** `GET /api/admin/digest/preview`: the next edition as it would be now. */
export interface DigestPreview {
  subject: string;
  html: string;
  text: string;
  listingCount: number;
}

/** `GET /api/digest/{date}`: an edition as everyone may read it. */
export interface DigestEdition {
  date: string;
  /** Those below market that are still public, in the order of the mail. */
  listings: PublicListing[];
  /** The others: about the market rent, or not compared. */
  unproven: PublicListing[];
  /** How many have been rented, withdrawn or changed since. */
  goneCount: number;
}

const PARTS = new Intl.DateTimeFormat("en-CA", {
  timeZone: DIGEST_TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Date and minutes since midnight of a moment, on New York's clocks. */
export function newYorkClock(time: Date): { date: string; seconds: number } {
  const parts = Object.fromEntries(PARTS.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    seconds: Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second),
  };
}

/** The moment of 10:00 on a date in New York; clocks are never changed at that hour. */
export function editionTime(date: string): Date {
  // Four hours behind UTC in summer, five in winter.
  const summer = new Date(`${date}T${DIGEST_HOUR + 4}:00:00Z`);
  return newYorkClock(summer).seconds === DIGEST_HOUR * 3600 ? summer : new Date(summer.getTime() + 3_600_000);
}

const isDigestDay = (date: string) => DIGEST_WEEKDAYS.has(new Date(`${date}T12:00:00Z`).getUTCDay());
const dayAfter = (date: string) => daysAfter(date, 1);
const dayBefore = (date: string) => daysAfter(date, -1);

/** The same day a week before. */
export const weekBefore = (date: string) => daysAfter(date, -7);

/** The next Monday, Wednesday or Friday 10:00 in New York after a moment: what the countdown counts to. */
export function nextEdition(now: Date): { date: string; time: Date } {
  const clock = newYorkClock(now);
  let date = clock.date;
  if (clock.seconds >= DIGEST_HOUR * 3600) date = dayAfter(date);
  while (!isDigestDay(date)) date = dayAfter(date);
  return { date, time: editionTime(date) };
}

/**
 * The edition that is due at a moment: that of today, from 10:00 until the catch-up window ends; null at other times.
 * @param catchUpHours how late a missed tick may still make it
 */
export function editionDue(time: Date, catchUpHours: number): string | null {
  const { date, seconds } = newYorkClock(time);
  const late = seconds - DIGEST_HOUR * 3600;
  return isDigestDay(date) && late >= 0 && late < catchUpHours * 3600 ? date : null;
}

/** The latest edition that may not be made any more at a moment. @param catchUpHours as for {@link editionDue} */
export function latestEditionOver(time: Date, catchUpHours: number): string {
  const isOver = (date: string) => editionTime(date).getTime() + catchUpHours * 3_600_000 <= time.getTime();
  let { date } = newYorkClock(time);
  while (!isDigestDay(date) || !isOver(date)) date = dayBefore(date);
  return date;
}

/** Whether an edition is the one that weekly readers get. */
export const isWeeklyEdition = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() === 1;
