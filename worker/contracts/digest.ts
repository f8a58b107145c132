import type { SavedSearchState } from "./alerts.ts";
import { daysAfter, HOUR_MS } from "./days.ts";
import type { PublicListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";

/** Digests are sent at this hour in New York, on these weekdays (0 is Sunday). */
export const DIGEST_HOUR = 10;
const DIGEST_TIME_ZONE = "America/New_York";
const DIGEST_WEEKDAYS: ReadonlySet<number> = new Set([1, 3, 5]);
/** Heading above an edition's listings that are not shown as below market. */
export const UNPROVEN_HEADING = "Other new listings";
/** Maximum number of listings in one email. A link leads to the other listings. */
export const DIGEST_MAIL_LISTINGS = 30;

export type MailingStatus = "freezing" | "sending" | "done" | "empty" | "failed";

/** An edition of the digest as moderators see it. Counts are final once the edition is done. */
export interface EditionSummary {
  /** Local date in New York, `2026-11-23`. */
  date: string;
  scheduledAt: string;
  status: MailingStatus;
  /** Number of listings below market. If there are none, the edition is not sent. */
  listingCount: number;
  /**
   * Number of recipients, fixed when the edition is created. The number is the sum of the next three counts and the
   * recipients still pending.
   */
  frozen: number;
  sent: number;
  skipped: number;
  /** Recipients for whom it is unknown whether the email was sent. The site does not send it again. */
  uncertain: number;
  /**
   * Subscribers lost between this edition and the next one, because an email bounced permanently, they reported spam,
   * or they unsubscribed.
   */
  bounced: number;
  complained: number;
  unsubscribed: number;
  /** Time until which sending is paused because a quota is used up. */
  pausedUntil: string | null;
  problem: string | null;
  finishedAt: string | null;
}

/** Current state of email delivery. */
export interface MailState {
  /**
   * The provider of bulk email. Null when Cloudflare's email service sends the editions, to at most `limit` recipients.
   */
  provider: string | null;
  limit: number;
  /** Number of emails sent in the last 24 hours, by transport. */
  sent: { transport: string; count: number }[];
  /**
   * The latest time that an email service refused an email for a reason that does not concern the recipient, such as
   * `quota` or `misconfigured`.
   */
  lastRefusal: { transport: string; failure: string; at: string } | null;
  /** A mailing that is held back because it has more recipients than `limit`. */
  held: { mailing: string; recipients: number } | null;
}

/** Number of saved searches in each state, and of emails about their matches in the last 24 hours. */
export interface AlertFigures {
  searches: Record<SavedSearchState, number>;
  sent: number;
}

/** The digest as moderators see it. */
export interface DigestOverview {
  /** True while editions are paused: none is created or sent. */
  isPaused: boolean;
  next: { date: string; scheduledAt: string; listingCount: number };
  /** Number of confirmed subscribers. */
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
  /** Listings below market that are still public, in the order of the email. */
  listings: PublicListing[];
  /** Listings whose rent is about the market rent or has no comparison. */
  unproven: PublicListing[];
  /** Other listings whose rent the edition reported as reduced and whose rent is still reduced. */
  reduced: PublicListing[];
  /** Number of listings that were rented, withdrawn or changed since the edition. */
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

/** Returns the date and the seconds since midnight in New York. */
export function newYorkClock(time: Date): { date: string; seconds: number } {
  const parts = Object.fromEntries(PARTS.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    seconds: Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second),
  };
}

/** Returns the time 10:00 in New York on a date. Daylight saving never changes at that hour. */
export function editionTime(date: string): Date {
  // New York is UTC-4 in summer and UTC-5 in winter.
  const summer = new Date(`${date}T${DIGEST_HOUR + 4}:00:00Z`);
  return newYorkClock(summer).seconds === DIGEST_HOUR * 3600 ? summer : new Date(summer.getTime() + HOUR_MS);
}

const isDigestDay = (date: string) => DIGEST_WEEKDAYS.has(new Date(`${date}T12:00:00Z`).getUTCDay());
const dayAfter = (date: string) => daysAfter(date, 1);
const dayBefore = (date: string) => daysAfter(date, -1);

export const weekBefore = (date: string) => daysAfter(date, -7);

/**
 * Returns the next edition after a time: the next Monday, Wednesday or Friday at 10:00 in New York. The countdown runs
 * to this time.
 */
export function nextEdition(now: Date): { date: string; time: Date } {
  const clock = newYorkClock(now);
  let date = clock.date;
  if (clock.seconds >= DIGEST_HOUR * 3600) date = dayAfter(date);
  while (!isDigestDay(date)) date = dayAfter(date);
  return { date, time: editionTime(date) };
}

/**
 * Returns the edition due at a time: today's, from 10:00 until the catch-up window ends; null at other times.
 * @param catchUpHours number of hours in which a scheduled run can still create a missed edition
 */
export function dueEdition(time: Date, catchUpHours: number): string | null {
  const { date, seconds } = newYorkClock(time);
  const late = seconds - DIGEST_HOUR * 3600;
  return isDigestDay(date) && late >= 0 && late < catchUpHours * 3600 ? date : null;
}

/**
 * Returns the latest edition that is too old to be created.
 * @param catchUpHours the same as for {@link dueEdition}
 */
export function latestMissedEdition(time: Date, catchUpHours: number): string {
  const isOver = (date: string) => editionTime(date).getTime() + catchUpHours * HOUR_MS <= time.getTime();
  let { date } = newYorkClock(time);
  while (!isDigestDay(date) || !isOver(date)) date = dayBefore(date);
  return date;
}

/** Returns whether weekly subscribers get this edition. */
export const isWeeklyEdition = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() === 1;

/** Returns the edition of a day; 404 if there was none. */
export const getEdition = operation("GET", "/api/digest/:date", types<{ answer: DigestEdition }>);
export const getDigestOverview = operation("GET", "/api/admin/digest", types<{ answer: DigestOverview }>);
export const getDigestPreview = operation("GET", "/api/admin/digest/preview", types<{ answer: DigestPreview }>);
/** Emails a preview of the next edition to one address. */
export const sendTestDigest = operation(
  "POST",
  "/api/admin/digest/test",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
/** Pauses or resumes all editions. */
export const pauseDigest = operation(
  "POST",
  "/api/admin/digest/pause",
  types<{ body: { paused: boolean }; answer: DigestOverview }>,
);
/** Resumes an edition that waits for a quota; 409 if the edition is not waiting. */
export const resumeEdition = operation(
  "POST",
  "/api/admin/digest/editions/:date/resume",
  types<{ answer: DigestOverview }>,
);
