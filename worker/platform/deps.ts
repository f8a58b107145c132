import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import { workersCache, type EdgeCache } from "./cache.ts";
import { readConfig, type Config } from "./config.ts";
import { developmentMailbox } from "./dev-mailbox.ts";
import type { Env } from "./env.ts";
import type { Mailing } from "./mailing.do.ts";
import { makeLog, type Log, type LogFields } from "./log.ts";
import { emailServiceTransport, type MailTransport } from "./mail.ts";
import { r2PreviewStore, type PreviewStore } from "./preview-store.ts";
import type { PurgeGate } from "./purge-gate.do.ts";
import { r2PhotoStore, type PhotoStore } from "./photo-store.ts";
import { randomHex, tokenSigner, type TokenSigner } from "./tokens.ts";

/** Attempt counters by key: exact, strongly consistent, one Durable Object each, however many limits it keeps. */
interface Attempts {
  take(key: string, limit: AttemptLimit | readonly AttemptLimit[]): Promise<AttemptAnswer>;
  /** @param parts of which to take back one attempt each; without them those that have no part */
  giveBack(key: string, parts?: readonly string[]): Promise<void>;
  seen(key: string, windowMs: number): Promise<boolean>;
}

/** The platform's per-minute limiters. */
export type MinuteLimiter = "writes" | "uploads" | "tracking";

/** What a mailing's Durable Object does. */
type MailingRecipients = Pick<
  Mailing,
  "add" | "seal" | "reserve" | "claim" | "settle" | "release" | "unreserve" | "hold" | "resume" | "check"
>;

/** All that the outside world gives to requests, cron, queues and alarms alike. */
export interface Deps {
  config: Config;
  db: DrizzleD1Database;
  /** How many statements this isolate has prepared for D1 so far: an invocation may send 1,000. */
  statements: () => number;
  photos: PhotoStore;
  previews: PreviewStore;
  mail: MailTransport;
  queue: Queue;
  /** Carries work that takes long and that nobody waits for (relay.ts). */
  slowQueue: Queue;
  /** Carries mailings, one message for a part of the recipients. */
  mailQueue: Queue;
  /** The recipients of a mailing, by its key. */
  mailings: (key: string) => MailingRecipients;
  /** The Durable Objects of the visitors, by name; the feature knows what they do. */
  visitors: {
    shard: (name: string) => DurableObjectStub;
    hub: () => DurableObjectStub;
    /**
     * The hub asks the shards once in this time, for all dashboards together (docs/product.md, Visitors); 0 each time.
     */
    intervalMs: number;
  };
  tokens: TokenSigner;
  attempts: Attempts;
  /** The operator's sessions; may lag 60 s behind. */
  statsSessions: KVNamespace;
  limiters: Record<MinuteLimiter, RateLimit>;
  cache: EdgeCache;
  /** Merges purges of the small changes that the public and landlords make. */
  purges: Pick<PurgeGate, "ask" | "take" | "done">;
  /** Static assets of the build. */
  assets: Fetcher;
  now: () => Date;
  /** A random id for things that have no row: requests, photo prefixes, sessions (32 hexadecimal digits). */
  newId: () => string;
  /** 0 ≤ n < 1; never for secrets. */
  random: () => number;
  fetch: typeof fetch;
  /** Lets some milliseconds pass. */
  wait: (ms: number) => Promise<void>;
  /** Calls back after some milliseconds. @returns what cancels that */
  after: (ms: number, act: () => void) => () => void;
  waitUntil: (work: Promise<unknown>) => void;
  log: Log;
}

/** What is made of a deployment's bindings alone, made once in an isolate: they stay the same from request to request. */
const known = new WeakMap<Env, Pick<Deps, "config" | "db" | "statements">>();

function ofBindings(env: Env): Pick<Deps, "config" | "db" | "statements"> {
  const made = known.get(env) ?? { config: readConfig(env), ...countedDatabase(env.DB) };
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

/** The only reader of `env`. */
export function makeDeps(env: Env, ctx: ExecutionContext, logContext: LogFields = {}): Deps {
  const { config, db, statements } = ofBindings(env);
  const log = makeLog(logContext);
  const now = () => new Date();
  const counter = (key: string) => env.ATTEMPTS.get(env.ATTEMPTS.idFromName(key));
  const purges = () => env.PURGES.get(env.PURGES.idFromName("forum"));
  const from = { email: config.mailFrom, name: config.siteName };
  return {
    config,
    db,
    statements,
    photos: r2PhotoStore(env.PHOTOS, env.IMAGES),
    previews: r2PreviewStore(env.PHOTOS, env.IMAGES),
    mail: config.isDevelopment ? developmentMailbox(db, from, now) : emailServiceTransport(env.EMAIL, from),
    queue: env.JOBS,
    slowQueue: env.SLOW_JOBS,
    mailQueue: env.MAILS,
    mailings: (key) => env.MAILINGS.get(env.MAILINGS.idFromName(key)),
    visitors: {
      shard: (name) => env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(name)),
      hub: () => env.VISITOR_HUB.get(env.VISITOR_HUB.idFromName("hub")),
      intervalMs: 1_000,
    },
    tokens: tokenSigner(config.sessionSecret),
    attempts: {
      // By the counter's own clock: those of isolates differ, and an interval measured with two of them may be shorter.
      take: (key, limit) => counter(key).take(limit),
      giveBack: (key, parts) => counter(key).giveBack(parts),
      seen: (key, windowMs) => counter(key).seen(windowMs),
    },
    statsSessions: env.STATS_SESSIONS,
    limiters: { writes: env.LIMIT_WRITES, uploads: env.LIMIT_UPLOADS, tracking: env.LIMIT_TRACKING },
    cache: workersCache(ctx, log),
    purges: {
      ask: (tags) => purges().ask(tags),
      take: () => purges().take(),
      done: (turn) => purges().done(turn),
    },
    assets: env.ASSETS,
    now,
    newId: () => randomHex(16),
    random: Math.random,
    fetch: (input, init) => fetch(input, init),
    wait: (ms) => scheduler.wait(ms),
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    waitUntil: (work) => ctx.waitUntil(work),
    log,
  };
}
