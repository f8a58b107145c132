import { desc, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { setSticky } from "../../../worker/features/forum/forum.moderation.service.ts";
import { forumThreads } from "../../../worker/features/forum/forum.table.ts";
import { identifyVisitor, requireWriter } from "../../../worker/features/forum/identity.service.ts";
import { writeComment, startThread, type Writer, vote } from "../../../worker/features/forum/posts.service.ts";
import { recordInterest } from "../../../worker/features/listings/listing/interest.service.ts";
import { listings } from "../../../worker/features/listings/listing/listings.table.ts";
import { queuePreviews } from "../../../worker/features/listings/previews/previews.service.ts";
import {
  confirmSubscriber,
  findSubscriber,
  signUpSubscriber,
} from "../../../worker/features/subscribers/subscribers.service.ts";
import { allShards } from "../../../worker/features/visitors/shard-reading.ts";
import type { VisitorShard } from "../../../worker/features/visitors/visitor-shard.do.ts";
import { trackVisit } from "../../../worker/features/visitors/visitors.service.ts";
import { clientFrom } from "../../../worker/platform/client-address.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { outbox } from "../../../worker/platform/tables.ts";
import written from "../discussions.json" with { type: "json" };

/** A reply in a demo discussion, with its own replies. */
const demoReply = z.strictObject({
  /** Index of the reply's author, from 0. */
  by: z.int(),
  /** Time of the reply, in hours after the post that it replies to. */
  after: z.number(),
  text: z.string(),
  /** Number of other authors who voted for the reply. */
  votes: z.int().optional(),
  get replies() {
    return z.array(demoReply).optional();
  },
});
type DemoReply = z.infer<typeof demoReply>;

const demoDiscussion = z.strictObject({
  title: z.string(),
  text: z.string(),
  by: z.int(),
  /** Age of the discussion in days before seeding, at least three, so that its replies are also in the past. */
  daysAgo: z.number().min(3),
  votes: z.int().optional(),
  isSticky: z.boolean().optional(),
  replies: z.array(demoReply),
});
type DemoDiscussion = z.infer<typeof demoDiscussion>;

/** The demo's discussions, oldest first. The texts are invented and state this, but their facts are Ontario law. */
const DISCUSSIONS: readonly DemoDiscussion[] = z
  .array(demoDiscussion)
  .parse(written)
  .sort((a, b) => b.daysAgo - a.daysAgo);

/** Number of different demo authors. */
const AUTHORS = 14;

/** Deterministic pseudo-random choices, so that the demo is the same on every run. */
interface Dice {
  /** Returns a number n with 0 ≤ n < 1. */
  next(): number;
  between(min: number, max: number): number;
  /** Returns a whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Makes a generator from a seed (mulberry32, with 32 bits of state). */
function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Similar seeds start with similar values, so the first few are discarded.
  for (let warm = 0; warm < 4; warm++) next();
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    whole: (min, max) => min + Math.floor((max - min + 1) * next()),
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("Nothing to pick from.");
      return items[Math.floor(next() * items.length)] as T;
    },
    chance: (probability) => next() < probability,
  };
}

/** A demo visit: a sequence of pages. */
interface DemoVisit {
  /** Time at which the first page is opened, in milliseconds. */
  at: number;
  sessionId: string;
  address: string;
  userAgent: string;
  city: string;
  /** Referring URL; empty if there is none. */
  referrer: string;
  pages: string[];
  /** True if the visitor clicks Call on the last listing. */
  calls: boolean;
  /** The email address that signs up, and whether it confirms. */
  signsUp?: { email: string; confirms: boolean };
}

/** Pages that can be visited, each with its publication time in milliseconds. */
interface DemoPages {
  listings: readonly { path: string; since: number }[];
  threads: readonly { path: string; since: number }[];
}

const HOUR = 3_600_000;
const DEMO_DAYS = 30;
const PEOPLE = 400;
/** Minimum and maximum time spent on a page, in milliseconds. */
const STAYS = { min: 15_000, max: 120_000 } as const;

const PHONES = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
];
const DESKTOPS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];
/** Referrers, weighted by repetition. */
const REFERRERS = [
  ...Array.from({ length: 8 }, () => "https://www.google.com/"),
  ...Array.from({ length: 6 }, () => ""),
  ...Array.from({ length: 4 }, () => "https://www.reddit.com/r/askTO/"),
  ...Array.from({ length: 3 }, () => "https://www.facebook.com/"),
  "https://www.instagram.com/",
  "https://duckduckgo.com/",
  "https://www.bing.com/",
];
const CITIES = [
  ...Array.from({ length: 6 }, () => "Toronto"),
  "Mississauga",
  "Brampton",
  "Markham",
  "Vaughan",
  "Ottawa",
];
const ENTRANCES = [
  "/",
  "/",
  "/",
  "/1-bedroom-apartments-toronto",
  "/2-bedroom-apartments-toronto",
  "/Toronto-Apartment-Discussions",
];

/** Relative traffic by hour of the day in Toronto, from midnight; sums to 1. */
const BUSY = [1, 1, 0, 0, 0, 1, 2, 4, 6, 7, 7, 7, 8, 7, 6, 6, 6, 7, 8, 9, 9, 8, 5, 3].map((share) => share / 118);
const hourInToronto = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Returns deterministic visits for the 30 days before a time, oldest first, with more visits on later days. Addresses
 * are from documentation ranges (RFC 5737).
 * @param now milliseconds
 */
function demoVisits(now: number, pages: DemoPages): DemoVisit[] {
  const dice = makeDice(30_000);
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    address: `${number % 2 ? "203.0.113" : "198.51.100"}.${1 + (number >> 1)}`,
    userAgent: dice.pick(dice.chance(0.6) ? PHONES : DESKTOPS),
    city: dice.pick(CITIES),
  }));
  const visits: DemoVisit[] = [];
  let signUps = 0;
  for (let hour = Math.floor(now / HOUR) - DEMO_DAYS * 24; hour * HOUR < now; hour += 1) {
    const daysAgo = (now - hour * HOUR) / (24 * HOUR);
    const expected = (38 - daysAgo * 0.7) * (BUSY[Number(hourInToronto.format(hour * HOUR))] ?? 0);
    const drawn = expected * dice.between(0.4, 1.6);
    const count = Math.floor(drawn) + (dice.chance(drawn % 1) ? 1 : 0);
    for (let nth = 0; nth < count; nth += 1) {
      const at = hour * HOUR + dice.whole(0, HOUR - 1);
      const visit = visitAt(at, visits.length);
      // Only visits that end before now are included.
      if (at + visit.pages.length * STAYS.max < now) visits.push(visit);
    }
  }
  return visits.sort((a, b) => a.at - b.at);

  function visitAt(at: number, number: number): DemoVisit {
    const there = ({ since }: { since: number }) => since < at;
    const listings = pages.listings.filter(there);
    const threads = pages.threads.filter(there);
    const opened = [dice.pick(ENTRANCES)];
    for (let more = dice.whole(0, 3); more > 0; more -= 1) {
      const from = dice.chance(0.75) || threads.length === 0 ? listings : threads;
      if (from.length > 0) opened.push(dice.pick(from).path);
    }
    const seesListing = opened.some((path) => path.startsWith("/listing/"));
    const signsUp = dice.chance(0.04);
    if (signsUp) signUps += 1;
    return {
      at,
      // Digits and nine letters, the format that browsers generate (SESSION_ID).
      sessionId: `session_${at}_${`demo${number.toString(36)}`.padEnd(9, "x").slice(0, 9)}`,
      ...dice.pick(people),
      referrer: dice.pick(REFERRERS),
      pages: opened,
      calls: seesListing && dice.chance(0.15),
      ...(signsUp && { signsUp: { email: `sample-reader-${signUps}@example.com`, confirms: dice.chance(0.8) } }),
    };
  }
}

type Written = Pick<VisitorShard, "track" | "countVisitor" | "markCounted" | "step" | "reach">;

/** A call to a method of a shard. The method's last argument is the time in milliseconds. */
export type ShardCall = { [Name in keyof Written]: { method: Name; args: Parameters<Written[Name]> } }[keyof Written];

const momentOf = ({ args }: ShardCall) => Number(args.at(-1));

/** Makes calls to a shard in order. */
export async function runCalls(shard: Written, calls: readonly ShardCall[]): Promise<void> {
  for (const { method, args } of calls) await (shard[method] as (...args: unknown[]) => Promise<unknown>)(...args);
}

/**
 * Replaces the shards while many visits are created: records calls and responds as a shard would. Hundreds of real
 * calls, each waiting for the disk, would take seconds.
 */
function recordShards() {
  const calls = new Map<string, ShardCall[]>();
  /** The referrers of started sessions, and the sessions whose visitor was counted. */
  const sources = new Map<string, string>();
  const counted = new Set<string>();
  const shardNamed = (name: string): Written => {
    const note = (call: ShardCall) => void calls.set(name, [...(calls.get(name) ?? []), call]);
    return {
      async track(sighting, mayBegin, now) {
        if (!sources.has(sighting.id) && !mayBegin) return "unknown";
        note({ method: "track", args: [sighting, true, now] });
        if (!sources.has(sighting.id)) sources.set(sighting.id, sighting.referrer);
        return counted.has(sighting.id) ? "counted" : "uncounted";
      },
      async countVisitor(...args) {
        note({ method: "countVisitor", args });
      },
      async markCounted(id, now) {
        note({ method: "markCounted", args: [id, now] });
        counted.add(id);
      },
      async step(...args) {
        note({ method: "step", args });
        return sources.get(args[0]) ?? null;
      },
      async reach(...args) {
        note({ method: "reach", args });
      },
    };
  };
  return {
    shard: shardNamed as unknown as Deps["visitors"]["shard"],
    /** The recorded calls of each shard by name, in chronological order. */
    taken: () => [...calls].map(([name, noted]) => [name, noted.sort((a, b) => momentOf(a) - momentOf(b))] as const),
  };
}

const MINUTE = 60_000;
const DAY = 24 * HOUR;
/** Number of days before the seeding at which the authors of discussions join. */
const AUTHORS_SINCE_DAYS = 40;
const SAMPLE = "This is a sample discussion: its posts are made up.";

const NO_PURGE = { call: null, turn: 0, returnAfterMs: null };

const addressOf = (by: number) => `192.0.2.${by + 1}`;
const clientAt = (address: string) => clientFrom(new Headers({ "cf-connecting-ip": address }));

/** The seeding script relays no messages; the site's first tick relays them. */
const NO_QUEUE = { sendBatch: async () => ({}) } as unknown as Queue;

/** Returns the site's dependencies at a time in the past, without purges, messages and emails. */
function depsAt(deps: Deps, at: number): Deps {
  return {
    ...deps,
    config: { ...deps.config, rateLimitScale: 0 },
    now: () => new Date(at),
    queue: NO_QUEUE,
    slowQueue: NO_QUEUE,
    purges: { ...deps.purges, ask: async () => NO_PURGE },
  };
}

/**
 * Creates the demo's discussions with replies and votes.
 * @returns the number of discussions
 */
async function seedDiscussions(deps: Deps, now: number): Promise<number> {
  const dice = makeDice(15);
  const arrived = { ...depsAt(deps, now - AUTHORS_SINCE_DAYS * DAY), random: dice.next };
  const writers: Writer[] = [];
  for (let by = 0; by < AUTHORS; by += 1) {
    const nobody = { cookie: undefined };
    const { anonymousId } = await identifyVisitor(arrived, nobody, clientAt(addressOf(by)));
    writers.push(await requireWriter(arrived, { ...nobody, anonymousId }));
  }
  const writerOf = (by: number): Writer => {
    const writer = writers[by];
    if (!writer) throw new Error(`There is no author ${by}.`);
    return writer;
  };
  const voteFor = async (type: "thread" | "comment", id: number, by: number, votes = 0, at: number) => {
    const others = writers.map((_, other) => other).filter((other) => other !== by);
    for (const other of others.slice(0, votes))
      await vote(depsAt(deps, at + HOUR), writerOf(other), { type, id }, 1, clientAt(addressOf(other)));
  };
  const answer = async (threadId: number, parentId: number | null, since: number, reply: DemoReply): Promise<void> => {
    const at = since + reply.after * HOUR;
    const text = { threadId, parentId, content: reply.text };
    const { id } = await writeComment(depsAt(deps, at), writerOf(reply.by), text, clientAt(addressOf(reply.by)));
    await voteFor("comment", id, reply.by, reply.votes, at);
    for (const next of reply.replies ?? []) await answer(threadId, id, at, next);
  };
  const discuss = async ({ title, text, by, daysAgo, votes, isSticky, replies }: DemoDiscussion): Promise<void> => {
    // Varies the time of day.
    const at = now - daysAgo * DAY - dice.whole(0, 10 * 60) * MINUTE;
    const words = { title: `${title} (sample)`, content: `${text}\n\n${SAMPLE}` };
    const { id } = await startThread(depsAt(deps, at), writerOf(by), words, clientAt(addressOf(by)));
    await voteFor("thread", id, by, votes, at);
    for (const reply of replies) await answer(id, null, at, reply);
    if (isSticky) await setSticky(depsAt(deps, at + HOUR), id, true, { actor: "admin", ipAddress: "127.0.0.1" });
  };
  for (const discussion of DISCUSSIONS) await discuss(discussion);
  return DISCUSSIONS.length;
}

/** The pages that demo visitors may open. */
async function pagesOf(deps: Deps): Promise<DemoPages> {
  const approved = await deps.db.select().from(listings).where(eq(listings.status, "approved")).limit(200);
  const threads = await deps.db.select().from(forumThreads).limit(200);
  return {
    listings: approved.map((row) => ({ path: `/listing/${row.id}`, since: row.approvedAt?.getTime() ?? 0 })),
    threads: threads.map((row) => ({ path: threadPath(row), since: row.createdAt.getTime() })),
  };
}

async function makeVisit(deps: Deps, { at, pages, signsUp, calls, ...from }: DemoVisit): Promise<void> {
  const { sessionId, referrer, userAgent, address, city } = from;
  const client = clientAt(address);
  const seen = { client, geo: { city, country: "Canada" }, userAgent, ownHosts: [] };
  let time = at;
  for (const page of pages) {
    await trackVisit(depsAt(deps, time), { sessionId, page, referrer, userAgent }, seen);
    time += MINUTE / 2;
  }
  const listingId = Number(/^\/listing\/(\d+)/.exec(pages.findLast((page) => page.startsWith("/listing/")) ?? "")?.[1]);
  if (calls && listingId > 0)
    await recordInterest(depsAt(deps, time), listingId, "call", { client, userAgent, sessionId });
  if (!signsUp) return;
  const { email, confirms } = signsUp;
  await signUpSubscriber(depsAt(deps, time), { email, sessionId, method: "landing" }, client);
  const subscriber = await findSubscriber(deps, { email });
  if (confirms && subscriber)
    await confirmSubscriber(depsAt(deps, time + MINUTE), subscriber, {
      method: "reply",
      ipAddress: null,
      detail: null,
    });
}

/** Makes calls to the visitor shard with a given name. */
type RunAll = (shard: string, calls: readonly ShardCall[]) => Promise<void>;

/**
 * Creates 30 days of visits through the site's own counting.
 * @returns the number of visits
 */
async function seedVisits(deps: Deps, now: number, runAll: RunAll): Promise<number> {
  const visits = demoVisits(now, await pagesOf(deps));
  const { shard, taken } = recordShards();
  for (const visit of visits) await makeVisit({ ...deps, visitors: { ...deps.visitors, shard } }, visit);
  await Promise.all(taken().map(([name, calls]) => runAll(name, calls)));
  // Deletes the queued emails, which would have been sent at the time of the visit.
  await deps.db.delete(outbox).where(inArray(outbox.kind, ["subscriber.sign_up_mail", "subscriber.welcome_mail"]));
  return visits.length;
}

/** Queues preview images for all public listings that have none, newest first. */
async function askForPreviews(deps: Deps): Promise<void> {
  const rows = await deps.db
    .select({ id: listings.id, preview: listings.preview })
    .from(listings)
    .where(eq(listings.status, "approved"))
    .orderBy(desc(listings.approvedAt))
    .limit(200);
  if (rows.some(({ preview }) => preview !== null)) return;
  const [first, ...others] = queuePreviews(
    deps,
    rows.map(({ id }) => id),
  );
  if (first) await deps.db.batch([first, ...others]);
}

/**
 * Seeds the data that is missing: discussions, 30 days of visits, and preview images of the demo's listings (the local
 * server passes these to its queue when it starts). Uses the site's own services at times in the past. Keeps existing
 * data.
 * @param now milliseconds
 * @returns the numbers of discussions and visits created
 */
export async function seedCommunity(
  deps: Deps,
  now: number,
  runAll: RunAll,
): Promise<{ discussions: number; visits: number }> {
  await askForPreviews(deps);
  const [thread] = await deps.db.select({ id: forumThreads.id }).from(forumThreads).limit(1);
  const discussions = thread ? 0 : await seedDiscussions(deps, now);
  // A shard rejects times before its latest one, so this call uses a time before all visits.
  const before = now - (DEMO_DAYS + 1) * DAY;
  const readings = await Promise.all(allShards(deps).map((shard) => shard.read(before, 0)));
  const isVisited = readings.some(({ sources }) => sources.size > 0);
  return { discussions, visits: isVisited ? 0 : await seedVisits(deps, now, runAll) };
}
