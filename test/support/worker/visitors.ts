import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { SHARDS } from "../../../worker/features/visitors/shard-reading.ts";
import type { VisitorShard } from "../../../worker/features/visitors/visitor-shard.do.ts";
import { json, type Site } from "./site.ts";

export const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
export const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

/** Returns the n-th session id. */
export const sessionId = (n: number) => `session_1700000000000_${String(n).padStart(9, "v")}`;

interface VisitChanges {
  session?: number;
  page?: string;
  referrer?: string | null;
  campaign?: string | null;
  userAgent?: string;
  city?: string;
  country?: string;
  /** IP address of the visitor. */
  from?: string;
}

/** Records a page view as the tracker does. */
export function track(
  site: Site,
  { session = 1, from = "203.0.113.7", ...changes }: VisitChanges = {},
): Promise<Response> {
  const sign = { userAgent: DESKTOP, referrer: null, city: "Unknown", country: "Unknown", page: "/", ...changes };
  return site.fetch("/api/analytics/track", {
    json: { sessionId: sessionId(session), ...sign },
    headers: { "cf-connecting-ip": from },
  });
}

export const heartbeat = (site: Site, session = 1) =>
  site.fetch("/api/analytics/heartbeat", { json: { sessionId: sessionId(session) } });
export const deactivate = (site: Site, session = 1) =>
  site.fetch("/api/analytics/deactivate", { json: { sessionId: sessionId(session) } });

export const statsFor = (site: Site, as: string): Promise<VisitorStats> =>
  json<VisitorStats>(site.fetch("/api/analytics/stats", { as }));

/** Returns the visitors' Durable Objects. */
export const shardStubs = () =>
  Array.from({ length: SHARDS }, (_, n) => env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(String(n))));

/** Empties the shards, because on a busy machine a reset may leave objects of the previous test. */
export async function emptyShards(): Promise<void> {
  for (const stub of shardStubs()) {
    await runInDurableObject(stub, (_, state) => state.storage.deleteAll());
    await evictDurableObject(stub);
  }
}

/** Calls each shard in sequence. */
export async function everyShard(act: (shard: Pick<VisitorShard, "maintain">) => Promise<void>): Promise<void> {
  for (const stub of shardStubs()) await act(stub);
}
