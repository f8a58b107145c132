import type { Cost, DeedMark } from "./cost-mark.ts";

const MILLION = 1_000_000;

/**
 * Published prices of the Workers Paid plan in US dollars, and the monthly included usage, as of 2026-11-21 (addresses
 * and dates of the pages: docs/scale.md).
 */
export const PRICES = {
  plan: 5,
  requests: { included: 10 * MILLION, each: 0.3 / MILLION },
  cpuMs: { included: 30 * MILLION, each: 0.02 / MILLION },
  /** From 2026-12-01: price per GB ingested, and per GB stored for a month. */
  logsGb: { included: 50, each: 0.25 },
  logsKeptGb: { included: 0, each: 0.1 },
  d1RowsRead: { included: 25_000 * MILLION, each: 0.001 / MILLION },
  d1RowsWritten: { included: 50 * MILLION, each: 1 / MILLION },
  d1StoredGb: { included: 5, each: 0.75 },
  objectRequests: { included: MILLION, each: 0.15 / MILLION },
  /** Gigabyte-seconds. */
  objectDuration: { included: 400_000, each: 12.5 / MILLION },
  objectRowsRead: { included: 25_000 * MILLION, each: 0.001 / MILLION },
  objectRowsWritten: { included: 50 * MILLION, each: 1 / MILLION },
  objectStoredGb: { included: 5, each: 0.2 },
  kvReads: { included: 10 * MILLION, each: 0.5 / MILLION },
  kvWrites: { included: MILLION, each: 5 / MILLION },
  r2ClassA: { included: MILLION, each: 4.5 / MILLION },
  r2ClassB: { included: 10 * MILLION, each: 0.36 / MILLION },
  r2StoredGb: { included: 10, each: 0.015 },
  images: { included: 5_000, each: 0.5 / 1_000 },
  queueOperations: { included: MILLION, each: 0.4 / MILLION },
  /** Email Service: emails that users request and wait for. */
  mails: { included: 3_000, each: 0.35 / 1_000 },
  /** Resend: editions and alerts, at the price for 100,000 a month. At a million a month, a thousand cost $0.65. */
  bulkMails: { included: 0, each: 0.9 / 1_000 },
} as const;

/** Assumptions about users. None has been measured yet. */
export const ASSUMED = {
  pageViewsAVisit: 4,
  /** Pages sent in full by the server. Later views in a visit load only data. */
  documentsAVisit: 1,
  scriptsAVisit: 9,
  apiReadsAVisit: 6,
  photosAVisit: 24,
  /** Three minutes, with a heartbeat every 15 seconds. */
  heartbeatsAVisit: 12,
  /** Numbers per million page views. */
  submissions: 100,
  approvals: 80,
  threads: 100,
  comments: 1_000,
  votes: 5_000,
  adClicks: 1_000,
  /** New subscribers per month, as a share of all subscribers. */
  newSubscribers: 0.04,
  editions: 13,
  /** One dashboard that stays open for eight hours a day and polls every second. */
  dashboardPolls: 30 * 8 * 3_600,
  ticks: 30 * 96,
  /** Gigabytes of a photo in its three widths, and of a log line. */
  photoGb: 0.0006,
  logLineGb: 1e-6,
  /** Days that log lines are retained. */
  logDays: 7,
  /** Ratio of the peak rate to the month's average. */
  peak: 5,
} as const;

const OBJECT_GB = 0.128;

/**
 * The requests of each dashboard view, with the seconds after which each request is repeated
 * (src/features/visitors/stats.queries.ts and src/features/ads/ad-controls.tsx).
 */
export const DASHBOARD_VIEWS: Readonly<Record<string, readonly (readonly [name: string, everyS: number])[]>> = {
  Overview: [
    ["dashboard poll", 1],
    ["dashboard: range", 15],
    ["dashboard: audience", 30],
    ["dashboard: VIPs", 60],
    ["dashboard: listings", 300],
    ["dashboard: ad", 300],
    ["dashboard: ad clicks", 30],
  ],
  Trends: [
    ["dashboard poll", 1],
    ["dashboard: range", 15],
    ["dashboard: goal", 60],
    ["dashboard: searches", 60],
    ["dashboard: site", 60],
  ],
};

/** A month's usage: page views, email subscribers, and the share of cacheable requests that the cache answers. */
export interface Month {
  pageViews: number;
  subscribers: number;
  hitRate: number;
  /** Share of invocations whose log lines are stored: head_sampling_rate of wrangler.toml. */
  logged: number;
}

/** The usage and cost of one month. */
export interface Bill {
  usage: Record<Exclude<keyof typeof PRICES, "plan">, number>;
  dollars: Record<keyof typeof PRICES, number>;
  total: number;
  d1Queries: number;
  purges: number;
}

/** Cost of a single action, by name. */
export type Unit = (name: string) => Cost & { ms: number };

export const unitsOf =
  (deeds: readonly DeedMark[]): Unit =>
  (name) => {
    const deed = deeds.find((other) => other.name === name);
    if (!deed) throw new Error(`${name} was not measured.`);
    const each = Object.fromEntries(Object.entries(deed.cost).map(([key, total]) => [key, total / deed.times]));
    return { ...(each as unknown as Cost), ms: deed.ms };
  };

const EIGHT_HOURS_S = 8 * 3_600;

/** Adds up the usage of a dashboard view that stays open for eight hours. */
export function eightHours(unit: Unit, view: string) {
  const polls = DASHBOARD_VIEWS[view] ?? [];
  const sum = (key: keyof Cost | "ms") =>
    polls.reduce((total, [name, everyS]) => total + (unit(name)[key] * EIGHT_HOURS_S) / everyS, 0);
  const used = {
    requests: sum("invocations"),
    objectRequests: sum("objectRequests"),
    objectRowsRead: sum("objectRowsRead"),
    d1RowsRead: sum("d1RowsRead"),
    kvReads: sum("kvReads"),
    cpuMs: sum("ms"),
  };
  const dollars = (Object.keys(used) as (keyof typeof used)[]).reduce(
    (all, key) => all + used[key] * PRICES[key].each,
    0,
  );
  return { ...used, dollars };
}

/** Returns how often each action occurs in a month. A response from the cache counts as a request and nothing else. */
function doings({ pageViews, subscribers, hitRate }: Month): { runs: [string, number][]; hits: number } {
  const visits = pageViews / ASSUMED.pageViewsAVisit;
  const views = pageViews / MILLION;
  const cacheable: [string, number][] = [
    ["home page", 0.4 * ASSUMED.documentsAVisit * visits],
    ["listing page", 0.4 * ASSUMED.documentsAVisit * visits],
    ["forum list page", 0.1 * ASSUMED.documentsAVisit * visits],
    ["thread page", 0.1 * ASSUMED.documentsAVisit * visits],
    ["list of listings (API)", (ASSUMED.apiReadsAVisit / 3) * visits],
    ["listing (API)", (ASSUMED.apiReadsAVisit / 3) * visits],
    ["listing's facts (API)", (ASSUMED.apiReadsAVisit / 3) * visits],
    ["photo", ASSUMED.photosAVisit * visits],
    ["script or style", ASSUMED.scriptsAVisit * visits],
  ];
  const hits = hitRate * cacheable.reduce((sum, [, times]) => sum + times, 0);
  const joined = ASSUMED.newSubscribers * subscribers;
  return {
    hits,
    runs: [
      ...cacheable.map(([name, times]): [string, number] => [name, times * (1 - hitRate)]),
      ["visit: first page", visits],
      ["visit: place and further page", ASSUMED.pageViewsAVisit * visits],
      ["visit: where from", visits],
      ["visit: leave", visits],
      ["submission with 3 photos", ASSUMED.submissions * views],
      ["approval, look-up, photo widths", ASSUMED.approvals * views],
      ["new thread", ASSUMED.threads * views],
      ["new comment", ASSUMED.comments * views],
      ["vote", ASSUMED.votes * views],
      ["ad click", ASSUMED.adClicks * views],
      ["sign-up and its mail", joined],
      ["reply that confirms", joined],
      ["edition", ASSUMED.editions * subscribers],
      ["dashboard poll", ASSUMED.dashboardPolls],
      ["tick with nothing due", ASSUMED.ticks],
    ],
  };
}

/**
 * Returns the number of heartbeats in a month and the rows that they write. Each heartbeat goes to a shard, which
 * stores it immediately.
 */
export function heartbeats(unit: Unit, pageViews: number) {
  const beats = (pageViews / ASSUMED.pageViewsAVisit) * ASSUMED.heartbeatsAVisit;
  return { beats, rowsWritten: beats * unit("visit: heartbeat").objectRowsWritten };
}

/** Computes the cost of a month. @param bytes per row of the database, by name */
export function billOf(unit: Unit, month: Month, bytes: Record<string, number>): Bill {
  const { runs, hits } = doings(month);
  const sum = (key: keyof Cost | "ms") => runs.reduce((total, [name, times]) => total + unit(name)[key] * times, 0);
  const { beats, rowsWritten } = heartbeats(unit, month.pageViews);
  const beat = unit("visit: heartbeat");
  const invocations = sum("invocations") + beats;
  const objectRequests = sum("objectRequests") + beats;
  const logsGb = (invocations + objectRequests) * ASSUMED.logLineGb * month.logged;
  const bulkMails = ASSUMED.editions * month.subscribers * unit("edition").mails;
  const perYear = (name: keyof typeof ASSUMED) => (12 * ASSUMED[name] * month.pageViews) / MILLION;
  const stored = (name: string) => (bytes[name] ?? Number.NaN) / 1e9;
  const usage: Bill["usage"] = {
    requests: invocations + hits,
    cpuMs: sum("ms") + beats * beat.ms,
    logsGb,
    logsKeptGb: logsGb * (ASSUMED.logDays / 30),
    d1RowsRead: sum("d1RowsRead"),
    d1RowsWritten: sum("d1RowsWritten"),
    // Size after a year.
    d1StoredGb:
      perYear("submissions") * stored("listing") +
      perYear("threads") * stored("thread") +
      perYear("comments") * stored("comment") +
      month.subscribers * stored("subscriber"),
    objectRequests,
    objectDuration: objectRequests * (beat.ms / 1_000) * OBJECT_GB,
    objectRowsRead: sum("objectRowsRead"),
    objectRowsWritten: sum("objectRowsWritten") + rowsWritten,
    // Sessions are retained for 30 days.
    objectStoredGb: (month.pageViews / ASSUMED.pageViewsAVisit) * stored("visit"),
    kvReads: sum("kvReads"),
    kvWrites: sum("kvWrites"),
    r2ClassA: sum("r2ClassA"),
    r2ClassB: sum("r2ClassB"),
    r2StoredGb: perYear("submissions") * 3 * ASSUMED.photoGb,
    images: sum("images"),
    queueOperations: 3 * sum("messages"),
    mails: sum("mails") - bulkMails,
    bulkMails,
  };
  const dollars = { plan: PRICES.plan } as Bill["dollars"];
  for (const [key, used] of Object.entries(usage) as [keyof typeof usage, number][])
    dollars[key] = Math.max(0, used - PRICES[key].included) * PRICES[key].each;
  const total = Object.values(dollars).reduce((one, other) => one + other, 0);
  // An edition purges the cache once, regardless of the number of recipients.
  const purges = sum("purges") + ASSUMED.editions * (1 - month.subscribers * unit("edition").purges);
  return { usage, dollars, total, d1Queries: sum("d1Queries"), purges };
}
