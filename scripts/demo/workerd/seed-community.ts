import { desc, eq, inArray } from "drizzle-orm";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { writeComment, startThread, type Writer } from "../../../worker/features/forum/posts.service.ts";
import { setSticky } from "../../../worker/features/forum/forum.moderation.service.ts";
import { forumThreads } from "../../../worker/features/forum/forum.table.ts";
import { identifyVisitor, requireWriter } from "../../../worker/features/forum/identity.service.ts";
import { vote } from "../../../worker/features/forum/votes.service.ts";
import { recordInterest } from "../../../worker/features/listings/listing/interest.service.ts";
import { queuePreviews } from "../../../worker/features/listings/previews/previews.service.ts";
import { listings } from "../../../worker/features/listings/listing/listings.table.ts";
import {
  confirmSubscriber,
  findSubscriber,
  signUpSubscriber,
} from "../../../worker/features/subscribers/subscribers.service.ts";
import { allShards } from "../../../worker/features/visitors/shard-reading.ts";
import { trackVisit } from "../../../worker/features/visitors/visitors.service.ts";
import { clientFrom } from "../../../worker/platform/client-address.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { outbox } from "../../../worker/platform/tables.ts";
import { makeDice, DEMO_DAYS, type DemoPages, type DemoVisit, demoVisits } from "../visits.ts";
import { AUTHORS, type DemoDiscussion, type DemoReply, DISCUSSIONS } from "../discussions.ts";
import type { VisitorShard } from "../../../worker/features/visitors/visitor-shard.do.ts";

type Written = Pick<VisitorShard, "track" | "countVisitor" | "markCounted" | "step" | "reach">;

/** A call of a shard's method; its last argument is the time in milliseconds. */
export type ShardCall = { [Name in keyof Written]: { method: Name; args: Parameters<Written[Name]> } }[keyof Written];

const momentOf = ({ args }: ShardCall) => Number(args.at(-1));

/** Makes calls of a shard in order. */
export async function runCalls(shard: Written, calls: readonly ShardCall[]): Promise<void> {
  for (const { method, args } of calls) await (shard[method] as (...args: unknown[]) => Promise<unknown>)(...args);
}

/**
 * Stands in for the shards while many visits are created: records their calls and answers like a shard, because
 * hundreds of calls that each wait for the disk take seconds.
 */
function recordShards() {
  const calls = new Map<string, ShardCall[]>();
  /** The referrers of started sessions; sessions whose visitor was counted. */
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
    /** The recorded calls of each shard by name, in order of time. */
    taken: () => [...calls].map(([name, noted]) => [name, noted.sort((a, b) => momentOf(a) - momentOf(b))] as const),
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days before their first post at which authors joined. */
const AUTHORS_SINCE_DAYS = 40;
const SAMPLE = "This is a sample discussion: its posts are made up.";

const NO_PURGE = { call: null, turn: 0, comeBackMs: null };

const addressOf = (by: number) => `192.0.2.${by + 1}`;
const clientAt = (address: string) => clientFrom(new Headers({ "cf-connecting-ip": address }));

/** The seeding relays nothing; the site's first tick does. */
const NO_QUEUE = { sendBatch: async () => ({}) } as unknown as Queue;

/** The site's dependencies at a moment in the past, without purges, messages and mails. */
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
 * @returns how many
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

/** Makes calls to one of the visitors' shards, by name. */
type RunAll = (shard: string, calls: readonly ShardCall[]) => Promise<void>;

/**
 * Creates the visits of 30 days through the site's own counting.
 * @returns how many
 */
async function seedVisits(deps: Deps, now: number, runAll: RunAll): Promise<number> {
  const visits = demoVisits(now, await pagesOf(deps));
  const { shard, taken } = recordShards();
  for (const visit of visits) await makeVisit({ ...deps, visitors: { ...deps.visitors, shard } }, visit);
  await Promise.all(taken().map(([name, calls]) => runAll(name, calls)));
  // Their mails would have been sent at that time.
  await deps.db.delete(outbox).where(inArray(outbox.kind, ["subscriber.sign_up_mail", "subscriber.welcome_mail"]));
  return visits.length;
}

/** Queues the preview images of all public listings without one, newest first. */
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
 * Gives a site without discussions the demo's, one that nobody visited the visits of 30 days, and the demo's listings
 * their preview pictures (the local server hands that work to its queue when it starts): all by the site's own
 * services, at moments of the past. What is there stays as it is.
 * @param now milliseconds
 * @returns how many discussions and visits were made
 */
export async function seedCommunity(
  deps: Deps,
  now: number,
  runAll: RunAll,
): Promise<{ discussions: number; visits: number }> {
  await askForPreviews(deps);
  const [thread] = await deps.db.select({ id: forumThreads.id }).from(forumThreads).limit(1);
  const discussions = thread ? 0 : await seedDiscussions(deps, now);
  // A shard takes what comes after a call for no earlier than that call.
  const before = now - (DEMO_DAYS + 1) * DAY;
  const readings = await Promise.all(allShards(deps).map((shard) => shard.read(before, 0)));
  const isVisited = readings.some(({ sources }) => sources.size > 0);
  return { discussions, visits: isVisited ? 0 : await seedVisits(deps, now, runAll) };
}
