import { daysAfter, DAY_MS, HOUR_MS } from "../../contracts/days.ts";
import { listingTitle } from "../../contracts/listing-names.ts";
import { formatCount } from "../../contracts/listing-text.ts";
import { STATS_PATH } from "../../contracts/pages.ts";
import { torontoHour, torontoDay, torontoDayStart } from "../../platform/toronto-time.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { oldestGivenUp } from "../../platform/outbox.ts";
import type { ScheduledJob } from "../../platform/schedule.ts";
import { readWaiting } from "../listings/decisions/queue.service.ts";
import { oldestOpenReports } from "../reports/reports.service.ts";
import { countConfirmed, countVip } from "../subscribers/sources.service.ts";
import { unusualVisits } from "./stats-period.ts";
import { newestSubmissions } from "./stats.repo.ts";

/** Toronto hour from which the weekly report is sent on Mondays. If ticks are missed, it is sent later. */
const REPORT_HOUR = 8;
const LATEST_HOUR = 20;
/** Maximum number of tasks that the weekly report names, of all kinds together. */
const TASKS_NAMED = 3;
/**
 * Number of listings read. It is high enough to include the longest-waiting pending listings, which come after the
 * listings under review.
 */
const LISTINGS_READ = 20;
/** Maximum number of the newest listings among which the submissions of two weeks are counted. */
const SUBMISSIONS_READ = 2_000;

/** Returns the Monday whose report is due at a time, YYYY-MM-DD. Returns null if no report is due. */
function reportDue(time: Date): string | null {
  const day = torontoDay(time);
  if (new Date(`${day}T12:00:00Z`).getUTCDay() !== 1) return null;
  const isDue = time >= torontoHour(day, REPORT_HOUR) && time < torontoHour(day, LATEST_HOUR);
  return isDue ? day : null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const plural = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
const change = (now: number, before: number) => Math.round((100 * (now - before)) / before);

/** Minimum of both counts for which the percentage change is shown. */
const COMPARABLE_COUNT = 10;

/** Formats a count with its comparison: "1,234 (1,120 the week before, +10%)". */
function compared(now: number, before: number): string {
  if (now === before) return `${formatCount(now)} (same as the week before)`;
  const percent = change(now, before);
  const text = Math.min(now, before) < COMPARABLE_COUNT ? "" : `, ${percent < 0 ? "" : "+"}${percent}%`;
  return `${formatCount(now)} (${formatCount(before)} the week before${text})`;
}

/** Formats a duration: "5 hours", "3 days". */
function duration(milliseconds: number): string {
  return milliseconds < 2 * DAY_MS
    ? plural(Math.floor(milliseconds / HOUR_MS), "hour")
    : plural(Math.floor(milliseconds / DAY_MS), "day");
}

interface Task {
  since: Date;
  text: string;
}

/** Returns the tasks that have waited longest, of all kinds together: listings, reports and failed work. */
async function longestWaiting(deps: Deps): Promise<Task[]> {
  const [units, reports, failed] = await Promise.all([
    readWaiting(deps, { limit: LISTINGS_READ, offset: 0 }),
    oldestOpenReports(deps, TASKS_NAMED),
    oldestGivenUp(deps, TASKS_NAMED),
  ]);
  const { siteUrl } = deps.config;
  const tasks: Task[] = [
    ...units.listings.map((listing) => ({
      since: new Date(listing.waitingSince ?? listing.submittedAt),
      text: `Listing #${listing.id}, ${listingTitle(listing.bedrooms, listing.address)}: ${siteUrl}/admin?q=%23${listing.id}`,
    })),
    ...reports.map(({ targetType, targetId, reportedAt }) => ({
      since: reportedAt,
      text: `Report of ${targetType} #${targetId}: ${siteUrl}/admin${targetType === "listing" ? `?q=%23${targetId}` : ""}`,
    })),
    ...failed.map(({ kind, gaveUpAt, createdAt }) => ({
      since: gaveUpAt ?? createdAt,
      text: `Failed job, ${kind}: ${siteUrl}/admin (System)`,
    })),
  ];
  return tasks.toSorted((a, b) => a.since.getTime() - b.since.getTime()).slice(0, TASKS_NAMED);
}

/**
 * Emails the operator a report on the past week, Monday to Sunday in Toronto, with a comparison to the week before and
 * the longest-waiting tasks. The report contains no names.
 */
async function reportWeek(deps: Deps, time: Date): Promise<void> {
  const today = torontoDay(time);
  const [monday, before] = [daysAfter(today, -7), daysAfter(today, -14)];
  const [startBefore, start, end] = [before, monday, today].map(torontoDayStart) as [Date, Date, Date];
  const inWeeks = async (count: (from: Date, until: Date) => Promise<number>) =>
    Promise.all([count(start, end), count(startBefore, start)]);
  const [{ days }, confirmed, vip, submitted, counts, tasks] = await Promise.all([
    deps.visitors.hub().read(time.getTime(), deps.visitors.intervalMs),
    inWeeks((from, until) => countConfirmed(deps, from, until)),
    inWeeks((from, until) => countVip(deps, from, until)),
    newestSubmissions(deps, startBefore, SUBMISSIONS_READ),
    Promise.all(
      ["subscribers:confirmed", "vip", "approved", "status:pending", "reports"].map((key) => readCounter(deps, key)),
    ),
    longestWaiting(deps),
  ]);
  const [subscribers = 0, vips = 0, approved = 0, pending = 0, reports = 0] = counts;
  const visitsFrom = (from: string) =>
    sum(days.filter(({ day }) => day >= from && day < daysAfter(from, 7)).map(({ visits }) => visits));
  const posted = await inWeeks(async (from, until) => submitted.filter((at) => at >= from && at < until).length);
  const visits = visitsFrom(monday);
  await notifyOperator(
    deps,
    "weekly.report",
    `Your week: ${plural(visits, "visit")}, ${plural(confirmed[0], "new subscriber")}`,
    [
      `Monday ${monday} to Sunday ${daysAfter(today, -1)}, Toronto time.`,
      "",
      `Visits: ${compared(visits, visitsFrom(before))}`,
      `New subscribers: ${compared(...confirmed)}; ${formatCount(subscribers)} in total`,
      `New VIPs: ${compared(...vip)}; ${formatCount(vips)} in total`,
      `Listings posted: ${compared(...posted)}; ${formatCount(approved)} approved in total`,
      "",
      `To review: ${plural(pending, "listing")}, ${plural(reports, "report")}.`,
      ...(tasks.length === 0
        ? ["Nothing is waiting for you."]
        : [
            "Waiting longest:",
            ...tasks.map(({ since, text }) => `- ${duration(time.getTime() - since.getTime())}: ${text}`),
          ]),
      "",
      `Open the dashboard: ${deps.config.siteUrl}${STATS_PATH}`,
    ].join("\n"),
  );
}

/** Minimum time between two emails of the same kind while visits remain unusual. */
const UNUSUAL_EVERY_MS = 6 * HOUR_MS;

const hourly = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS).toISOString();
const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/**
 * Emails the operator about unusual visits: the last complete hour had far more visits than its median, or no visits
 * although many are usual.
 */
async function watchVisits(deps: Deps, time: Date): Promise<void> {
  const hour = await deps.visitors.hub().readHour(time.getTime());
  const found = unusualVisits(hour);
  if (found === null) return;
  const { kind, usual } = found;
  if (!(await deps.attempts.take(`visits:${kind}`, { count: 1, windowMs: UNUSUAL_EVERY_MS })).allowed) return;
  const end = new Date(Date.parse(hourly(time)));
  const span = `between ${CLOCK.format(new Date(end.getTime() - HOUR_MS))} and ${CLOCK.format(end)}`;
  const median = `The median for this hour over the last four weeks is ${formatCount(usual)}.`;
  await notifyOperator(
    deps,
    kind === "many" ? "visits.many" : "visits.none",
    kind === "many"
      ? `Traffic spike: ${formatCount(hour.visits)} visits in an hour${usual > 0 ? `, ${formatCount(Math.floor(hour.visits / usual))} times the median` : ""}`
      : "No visits for an hour",
    [
      `${kind === "many" ? `${formatCount(hour.visits)} visits` : "No visits"} ${span}, Toronto time. ${median}`,
      kind === "many" ? "See where they come from:" : "Check that the site can be reached:",
      `${deps.config.siteUrl}${STATS_PATH}`,
    ].join("\n"),
  );
}

export const operatorStatsJobs: readonly ScheduledJob[] = [
  { name: "stats.weekly_report", due: reportDue, run: reportWeek },
  { name: "stats.watch", due: hourly, run: watchVisits },
];
