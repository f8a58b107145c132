import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { MinuteLimiter } from "../contracts/operation-rules.ts";
import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import { type BuildStore, r2BuildStore } from "./build-store.ts";
import { workersCache, type EdgeCache, type PurgeGate } from "./purge-gate.do.ts";
import { bulkMailProblems } from "./bulk-mail.ts";
import { readConfig, type Config, type Env } from "./config.ts";
import {
  developmentMailbox,
  emailServiceTransport,
  type MailTransport,
  noMailTransport,
  splitTransport,
} from "./mail.ts";
import type { Mailing } from "./mailing.do.ts";
import { errorRecorder } from "./error-record.ts";
import { makeLog, type Log, type LogFields } from "./log.ts";
import { resendTransport } from "./resend.ts";
import { r2PreviewStore, type PreviewStore, r2PhotoStore, type PhotoStore } from "./photo-store.ts";
import { cachedBytes, type CachedBytes } from "./cached-bytes.ts";
import { keyRing } from "./key-ring.ts";
import { r2TileStore, type TileStore } from "./tile-store.ts";
import { r2TimetableStore, type TimetableStore } from "../transit/index.ts";
import { APP_VERSION } from "./version.ts";
import { randomHex, tokenSigner, type TokenSigner } from "./tokens.ts";

/** Attempt counters by key, exact and strongly consistent, with one Durable Object per key. */
interface Attempts {
  take(key: string, limit: AttemptLimit | readonly AttemptLimit[]): Promise<AttemptAnswer>;
  /** @param parts one attempt of each part is refunded; by default, one without a part */
  refund(key: string, parts?: readonly string[]): Promise<void>;
  seen(key: string, windowMs: number, part?: string): Promise<boolean>;
  /** Returns the data centre of a counter (attempt-counter.do.ts). */
  colo(): Promise<string | null>;
}

/** The methods of a mailing's Durable Object. */
type MailingRecipients = Pick<
  Mailing,
  "add" | "seal" | "reserve" | "claim" | "settle" | "release" | "unreserve" | "setSuspended" | "resume" | "check"
>;

/** The methods of the purge gate's Durable Object. */
type PurgeTurns = Pick<PurgeGate, "ask" | "take" | "takeEverything" | "done" | "refused" | "budget">;

/** A stub for a namespace's objects. Only worker-configuration.d.ts names their class. */
type StubOf<Namespace extends { get: (...args: never[]) => unknown }> = ReturnType<Namespace["get"]>;

/** The staff member who makes the changes of a request. */
export interface ActingPerson {
  id: number;
  name: string;
}

/** All external dependencies, the same for requests, cron, queues and alarms. */
export interface Deps {
  config: Config;
  /** The version of the running build. */
  version: string;
  db: DrizzleD1Database;
  /** Returns the number of statements that this isolate has prepared for D1. An invocation may send 1,000. */
  statements: () => number;
  photos: PhotoStore;
  previews: PreviewStore;
  /** The site's own map tiles. */
  tiles: TileStore;
  timetables: TimetableStore;
  /** The only object that searches timetables, which it keeps in memory. */
  transit: () => StubOf<Env["TRANSIT"]>;
  /** Cached results of timetable searches, in the data centre that requested them. */
  searchedProfiles: CachedBytes;
  /** Encrypted backups, and the withdrawal log. Nothing in this bucket is ever served. */
  backups: R2Bucket;
  mail: MailTransport;
  queue: Queue;
  /** Queue for slow background work (relay.ts). */
  slowQueue: Queue;
  /** Queue for mailings, with one message per batch of recipients. */
  mailQueue: Queue;
  /** Returns the recipients of a mailing by its key. */
  mailings: (key: string) => MailingRecipients;
  /** The visitors' Durable Objects by name. */
  visitors: {
    shard: (name: string) => StubOf<Env["VISITOR_SHARDS"]>;
    hub: () => StubOf<Env["VISITOR_HUB"]>;
    /**
     * Minimum number of milliseconds between two requests of the hub to its shards, for all dashboards together
     * (docs/product.md, Visitors). With 0, every call makes a request.
     */
    intervalMs: number;
  };
  tokens: TokenSigner;
  attempts: Attempts;
  /** The operator's sessions; reads may be up to 60 s stale. */
  statsSessions: KVNamespace;
  limiters: Record<MinuteLimiter, RateLimit>;
  cache: EdgeCache;
  /** The gate that keeps all purges within the platform's limit. Use it only through purge.ts. */
  purges: PurgeTurns;
  /** Static assets of the build. */
  assets: Fetcher;
  /** Scripts and styles of earlier builds. */
  builds: BuildStore;
  now: () => Date;
  /** Returns a random id of 32 hexadecimal digits for requests, photo prefixes and sessions. */
  newId: () => string;
  /** Returns a random number 0 ≤ n < 1. Do not use it for secrets. */
  random: () => number;
  fetch: typeof fetch;
  /** Returns a promise that resolves after a number of milliseconds. */
  wait: (ms: number) => Promise<void>;
  /**
   * Runs a function after a number of milliseconds.
   * @returns a function that cancels the call
   */
  after: (ms: number, act: () => void) => () => void;
  waitUntil: (work: Promise<unknown>) => void;
  /**
   * The moderator or operator who makes this request, for the audit log; null if the request uses the shared password
   * or comes from anyone else.
   */
  person: ActingPerson | null;
  log: Log;
}

/** Cached values by environment, which depend only on bindings and do not change within an isolate. */
const known = new WeakMap<Env, Pick<Deps, "config" | "db" | "statements">>();

function ofBindings(env: Env): Pick<Deps, "config" | "db" | "statements"> {
  const before = known.get(env);
  if (before) return before;
  for (const problem of bulkMailProblems(env)) makeLog({}).error("config.invalid", new Error(problem));
  const made = { config: readConfig(env), ...countedDatabase(env.DB) };
  known.set(env, made);
  return made;
}

function countedDatabase(database: D1Database): Pick<Deps, "db" | "statements"> {
  let count = 0;
  const counted = new Proxy(database, {
    get(target, property) {
      if (property === "prepare") count += 1;
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: drizzle(counted, { casing: "snake_case" }), statements: () => count };
}

/** The only cache of searched profiles in the isolate. */
const searchedProfiles = cachedBytes("commute");

type Outside = Pick<Deps, "fetch" | "wait">;

/** Returns the transport of production: Cloudflare Email Service, and the provider of bulk email if there is one. */
function productionMail(env: Env, config: Config, outside: Outside): MailTransport {
  const { siteName, mailFrom, bulkMail, resendApiKey: apiKey } = config;
  const from = bulkMail.from === null ? null : `${siteName} <${bulkMail.from}>`;
  const bulk = bulkMail.provider === "none" ? null : resendTransport({ ...outside, apiKey, from, replyTo: mailFrom });
  return splitTransport(emailServiceTransport(env.EMAIL, { email: mailFrom, name: siteName }), bulk);
}

/**
 * Returns a Durable Object by its name, placed in eastern North America, near the database. Cloudflare places an object
 * at the first call, by default near the caller, and never moves it.
 */
const objectOf = <Class extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Class>,
  name: string,
): DurableObjectStub<Class> => namespace.get(namespace.idFromName(name), { locationHint: "enam" });

/** Creates the dependencies. No other function reads `env`. */
export function makeDeps(env: Env, ctx: ExecutionContext, logContext: LogFields = {}): Deps {
  const { config, db, statements } = ofBindings(env);
  const now = () => new Date();
  const log = makeLog(logContext, errorRecorder({ db, now, waitUntil: (work) => ctx.waitUntil(work) }));
  const counter = (key: string) => objectOf(env.ATTEMPTS, key);
  const purges = () => objectOf(env.PURGES, "site");
  const from = { email: config.mailFrom, name: config.siteName };
  const outside: Outside = { fetch: (input, init) => fetch(input, init), wait: (ms) => scheduler.wait(ms) };
  return {
    config,
    version: APP_VERSION,
    db,
    statements,
    photos: r2PhotoStore(env.PHOTOS, env.IMAGES),
    previews: r2PreviewStore(env.PHOTOS, env.IMAGES),
    tiles: r2TileStore(env.PHOTOS, now),
    timetables: r2TimetableStore(env.PHOTOS, now),
    transit: () => objectOf(env.TRANSIT, "transit"),
    searchedProfiles,
    backups: env.BACKUPS,
    mail: config.isDemo
      ? noMailTransport
      : config.isDevelopment
        ? developmentMailbox(db, from, now)
        : productionMail(env, config, outside),
    queue: env.JOBS,
    slowQueue: env.SLOW_JOBS,
    mailQueue: env.MAILS,
    mailings: (key) => objectOf(env.MAILINGS, key),
    visitors: {
      shard: (name) => objectOf(env.VISITOR_SHARDS, name),
      hub: () => objectOf(env.VISITOR_HUB, "hub"),
      intervalMs: 1_000,
    },
    tokens: tokenSigner(config.sessionSecret, keyRing(config, db, now)),
    attempts: {
      // The counter uses its own clock, because the clocks of isolates differ, and an interval measured by two of them
      // may be too short.
      take: (key, limit) => counter(key).take(limit),
      refund: (key, parts) => counter(key).refund(parts),
      seen: (key, windowMs, part) => counter(key).seen(windowMs, part),
      colo: () => counter("probe").colo(),
    },
    statsSessions: env.STATS_SESSIONS,
    limiters: { writes: env.LIMIT_WRITES, uploads: env.LIMIT_UPLOADS, tracking: env.LIMIT_TRACKING },
    cache: workersCache(ctx, log),
    purges: {
      ask: (tags, priority) => purges().ask(tags, priority),
      take: () => purges().take(),
      takeEverything: () => purges().takeEverything(),
      done: (turn) => purges().done(turn),
      refused: (turn) => purges().refused(turn),
      budget: () => purges().budget(),
    },
    assets: env.ASSETS,
    builds: r2BuildStore(env.PHOTOS, env.ASSETS),
    now,
    newId: () => randomHex(16),
    random: Math.random,
    ...outside,
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    waitUntil: (work) => ctx.waitUntil(work),
    person: null,
    log,
  };
}
