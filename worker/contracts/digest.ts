import type { SavedSearchState } from "./alerts.ts";
import { daysAfter, HOUR_MS } from "./days.ts";
import type { PublicListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";

/** Digests are sent at this hour in New York, on these days (0 is Sunday). */
export const DIGEST_HOUR = 10;
const DIGEST_TIME_ZONE = "America/New_York";
const DIGEST_WEEKDAYS: ReadonlySet<number> = new Set([1, 3, 5]);
/** Heading above an edition's listings that are not shown as below market. */
export const UNPROVEN_HEADING = "New, discount not proven";
/** Maximum number of listings in one mail; a link leads to the rest. */
export const DIGEST_MAIL_LISTINGS = 30;

export type MailingStatus = "freezing" | "sending" | "done" | "empty" | "failed";

/** An edition of the digest as moderators see it. Counts are final once it is done. */
export interface EditionSummary {
  /** Local date in New York, `2026-11-23`. */
  date: string;
  scheduledAt: string;
  status: MailingStatus;
  /** Number of listings below market, which are the only ones counted for an edition. */
  listingCount: number;
  /** Recipients, fixed when the edition is created: the sum of the next three counts and those still pending. */
  frozen: number;
  sent: number;
  skipped: number;
  /** Recipients for whom the outcome of sending is unknown; sending is never retried. */
  uncertain: number;
  /**
   * Subscribers lost between this edition and the next one: a mail bounced for good, they reported spam, or they
   * unsubscribed.
   */
  bounced: number;
  complained: number;
  unsubscribed: number;
  /** Time until which sending is paused because a quota is used up. */
  pausedUntil: string | null;
  problem: string | null;
  finishedAt: string | null;
}

/** Current state of mail delivery. */
export interface MailState {
  /** The provider of bulk mail; null when editions go out by Cloudflare's mail service, to at most `limit` recipients. */
  provider: string | null;
  limit: number;
  /** Mails of the last 24 hours, by transport. */
  sent: { transport: string; count: number }[];
  /** The latest refusal of mail for a reason within the service, such as `quota` or `misconfigured`. */
  lastRefusal: { transport: string; failure: string; at: string } | null;
  /** A mailing that is held back, because it has more recipients than `limit`. */
  held: { mailing: string; recipients: number } | null;
}

/** Numbers of saved searches by state, and of mails about their matches in the last 24 hours. */
export interface AlertFigures {
  searches: Record<SavedSearchState, number>;
  sent: number;
}

/** The digest as moderators see it. */
export interface DigestOverview {
  /** No edition is created or sent while paused. */
  isPaused: boolean;
  next: { date: string; scheduledAt: string; listingCount: number };
  /** Confirmed subscribers. */
  subscriberCount: number;
  alerts: AlertFigures;
  mail: MailState;
  editions: EditionSummary[];
}

/** The next edition as it would be if it were created now. */
export interface DigestPreview {
  subject: string;
  html: string;
  text: string;
  listingCount: number;
}

/** A public edition. */
export interface DigestEdition {
  date: string;
  /** Listings below market that are still public, in mail order. */
  listings: PublicListing[];
  /** Listings around the market rent, or without a comparison. */
  unproven: PublicListing[];
  /** Other listings whose rent the edition reported as reduced, and which still is. */
  reduced: PublicListing[];
  /** Number of listings rented, withdrawn or changed since the edition. */
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

/** Date and seconds since midnight in New York. */
export function newYorkClock(time: Date): { date: string; seconds: number } {
  const parts = Object.fromEntries(PARTS.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    seconds: Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second),
  };
}

/** 10:00 on a date in New York; daylight saving never changes at that hour. */
export function editionTime(date: string): Date {
  // New York is UTC-4 in summer and UTC-5 in winter.
  const summer = new Date(`${date}T${DIGEST_HOUR + 4}:00:00Z`);
  return newYorkClock(summer).seconds === DIGEST_HOUR * 3600 ? summer : new Date(summer.getTime() + HOUR_MS);
}

const isDigestDay = (date: string) => DIGEST_WEEKDAYS.has(new Date(`${date}T12:00:00Z`).getUTCDay());
const dayAfter = (date: string) => daysAfter(date, 1);
const dayBefore = (date: string) => daysAfter(date, -1);

export const weekBefore = (date: string) => daysAfter(date, -7);

/** The next Monday, Wednesday or Friday, 10:00 in New York, after a moment; the countdown's target. */
export function nextEdition(now: Date): { date: string; time: Date } {
  const clock = newYorkClock(now);
  let date = clock.date;
  if (clock.seconds >= DIGEST_HOUR * 3600) date = dayAfter(date);
  while (!isDigestDay(date)) date = dayAfter(date);
  return { date, time: editionTime(date) };
}

/**
 * The edition due at a moment: today's, from 10:00 until the catch-up window ends; else null.
 * @param catchUpHours hours for which a missed tick may still create it
 */
export function dueEdition(time: Date, catchUpHours: number): string | null {
  const { date, seconds } = newYorkClock(time);
  const late = seconds - DIGEST_HOUR * 3600;
  return isDigestDay(date) && late >= 0 && late < catchUpHours * 3600 ? date : null;
}

/**
 * The latest edition that is too old to be created.
 * @param catchUpHours as for {@link dueEdition}
 */
export function latestMissedEdition(time: Date, catchUpHours: number): string {
  const isOver = (date: string) => editionTime(date).getTime() + catchUpHours * HOUR_MS <= time.getTime();
  let { date } = newYorkClock(time);
  while (!isDigestDay(date) || !isOver(date)) date = dayBefore(date);
  return date;
}

/** Returns whether an edition is the one sent to weekly subscribers. */
export const isWeeklyEdition = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() === 1;

/** Reads the edition of a day; 404 if there was none. */
export const getEdition = operation("GET", "/api/digest/:date", types<{ answer: DigestEdition }>);
export const getDigestOverview = operation("GET", "/api/admin/digest", types<{ answer: DigestOverview }>);
export const getDigestPreview = operation("GET", "/api/admin/digest/preview", types<{ answer: DigestPreview }>);
/** Mails the preview to one address. */
export const sendTestDigest = operation(
  "POST",
  "/api/admin/digest/test",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
/** Stops or resumes all editions. */
export const pauseDigest = operation(
  "POST",
  "/api/admin/digest/pause",
  types<{ body: { paused: boolean }; answer: DigestOverview }>,
);
/** Resumes an edition that waits for a quota; 409 if it does not. */
export const resumeEdition = operation(
  "POST",
  "/api/admin/digest/editions/:date/resume",
  types<{ answer: DigestOverview }>,
);
