import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Deps } from "../../../worker/platform/deps.ts";
import type { Mail } from "../../../worker/platform/mail.ts";
import { r2PhotoStore } from "../../../worker/platform/photo-store.ts";
import { countReads, measured, type Meter } from "../../support/worker/counting-d1.ts";
import type { Cost } from "../cost-mark.ts";
import { countStatements } from "./counting-statements.ts";

type Method = (...args: unknown[]) => unknown;
type Named = Record<PropertyKey, unknown>;

/** Wraps an object, and reports each method call before it is made. */
function told<T extends object>(object: T, tell: (method: string) => void): T {
  return new Proxy(object, {
    get(target, property) {
      const value = (target as Named)[property];
      if (typeof value !== "function" || typeof property === "symbol") return value;
      return (...args: unknown[]) => {
        tell(property);
        return (target as Record<string, Method>)[property]?.(...args);
      };
    },
  });
}

const nothing = (): Cost => ({
  invocations: 0,
  d1Queries: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  objectRequests: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  r2ClassA: 0,
  r2ClassB: 0,
  images: 0,
  messages: 0,
  mails: 0,
  purges: 0,
});

const READING = new Set(["get", "head", "list"]);

/** Counts all platform resources that a site uses during a measurement. */
export function makeCostMeter() {
  let cost = nothing();
  const meter: Meter = { count: null, waits: null };
  const writes = { statements: 0, rowsWritten: 0 };
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const sent: Mail[] = [];
  const database = countStatements(countReads(env.DB, meter), writes);
  const objectCall = () => void (cost.objectRequests += 1);

  const bucket = told(env.PHOTOS, (method) => {
    // Deleting is free; listing is a class A operation (developers.cloudflare.com/r2/pricing).
    if (method === "put" || method === "list") cost.r2ClassA += 1;
    else if (method === "get" || method === "head") cost.r2ClassB += 1;
  });
  const images = told(env.IMAGES, () => void (cost.images += 1));
  const kv = told(env.STATS_SESSIONS, (method) => {
    if (READING.has(method)) cost.kvReads += 1;
    else cost.kvWrites += 1;
  });
  const queue = (real: Queue): Queue =>
    ({
      sendBatch: (messages: Iterable<MessageSendRequest>, options?: QueueSendBatchOptions) => {
        const list = [...messages];
        cost.messages += list.length;
        return real.sendBatch(list, options);
      },
    }) as unknown as Queue;

  /** Returns counting replacements for a site's dependencies. */
  const deps = (real: Deps): Partial<Deps> => ({
    db: drizzle(database, { casing: "snake_case" }),
    photos: r2PhotoStore(bucket, images),
    statsSessions: kv,
    queue: queue(real.queue),
    mailQueue: queue(real.mailQueue),
    attempts: told(real.attempts, objectCall),
    purges: told(real.purges, objectCall),
    mailings: (key) => told(real.mailings(key), objectCall),
    visitors: {
      ...real.visitors,
      shard: (name) => told(real.visitors.shard(name), objectCall),
      hub: () => told(real.visitors.hub(), objectCall),
    },
    mail: {
      send: async (mail) => {
        cost.mails += 1;
        sent.push(mail);
        return { messageId: String(sent.length) };
      },
    },
    cache: { purge: async () => void (cost.purges += 1), purgeEverything: async () => void (cost.purges += 1) },
    log: { ...real.log, info: () => {} },
  });

  /**
   * Counts what all objects read from and write to their storage. One patch covers all of them, because they share one
   * runtime.
   */
  async function watchObjects(): Promise<void> {
    await runInDurableObject(env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName("0")), (_object, state) => {
      const sql = Object.getPrototypeOf(state.storage.sql) as { exec: Method };
      const { exec } = sql;
      sql.exec = function (this: unknown, ...args: unknown[]) {
        const cursor = exec.apply(this, args) as (typeof cursors)[number];
        cursors.push(cursor);
        return cursor;
      };
      const storage = Object.getPrototypeOf(state.storage) as Record<string, Method>;
      for (const method of ["get", "put", "delete", "setAlarm"]) {
        const real = storage[method];
        if (!real) continue;
        storage[method] = function (this: unknown, ...args: unknown[]) {
          if (method === "get") cost.objectRowsRead += 1;
          else cost.objectRowsWritten += 1;
          return real.apply(this, args);
        };
      }
    });
  }

  /** Counts the hub's calls to the shards and the database through its own bindings, until the hub is evicted. */
  async function watchHub(): Promise<void> {
    await runInDurableObject(env.VISITOR_HUB.get(env.VISITOR_HUB.idFromName("hub")), (instance) => {
      const object = instance as unknown as { env: object };
      const shards = new Proxy(env.VISITOR_SHARDS, {
        get(target, property) {
          if (property === "get") return (id: DurableObjectId) => told(target.get(id), objectCall);
          const value: unknown = Reflect.get(target, property);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      object.env = { ...object.env, DB: database, VISITOR_SHARDS: shards };
    });
  }

  return {
    deps,
    watchObjects,
    watchHub,
    /** Emails that were sent, oldest first. */
    sent,
    /** Counts an invocation of the worker, or one of an object that nothing called, such as an alarm. */
    note: (what: "invocations" | "objectRequests") => void (cost[what] += 1),
    /** Adds up the costs of some work. */
    async measure(work: () => Promise<unknown>): Promise<Cost> {
      cost = nothing();
      cursors.length = 0;
      Object.assign(writes, { statements: 0, rowsWritten: 0 });
      const { rowsRead } = await measured(meter, work);
      for (const cursor of cursors) {
        cost.objectRowsRead += cursor.rowsRead;
        cost.objectRowsWritten += cursor.rowsWritten;
      }
      return { ...cost, d1Queries: writes.statements, d1RowsRead: rowsRead, d1RowsWritten: writes.rowsWritten };
    },
  };
}
export type CostMeter = ReturnType<typeof makeCostMeter>;
