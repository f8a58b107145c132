import { HOUR_MS, MINUTE_MS } from "./days.ts";

/** `down`: the database does not answer, so neither does the site. `degraded`: something else needs a person. */
type HealthStatus = "ok" | "degraded" | "down";

type HealthCheckName = "d1" | "r2" | "kv" | "queue" | "cron" | "outbox";

/** The outcome of one check; the detail is a sentence without secrets or personal data. */
export interface HealthCheck {
  ok: boolean;
  detail?: string;
}

/** GET /health. */
export interface Health {
  status: HealthStatus;
  version: string;
  checks: Record<HealthCheckName, HealthCheck>;
}

/** A look is reused for this long, so that asking often costs nothing. */
export const HEALTH_REUSED_MS = 10_000;
/** A check that takes longer has failed. */
export const CHECK_LIMIT_MS = 3_000;
/** The cron comes every 15 minutes; two missed ticks are a fault, and so is a new site without any. */
export const CRON_LATE_MS = 30 * MINUTE_MS;

/**
 * The queues, and how long a message may wait in each. Mails of an edition and photos stand in long lines without any
 * fault.
 */
export const QUEUE_LATE_MS = { jobs: 15 * MINUTE_MS, mails: HOUR_MS, slow: 2 * HOUR_MS } as const;
export type QueueName = keyof typeof QUEUE_LATE_MS;

/** How long after its time an outbox entry may be open; the slow kinds wait in the slow queue. */
export const OUTBOX_LATE_MS = { others: 20 * MINUTE_MS, slow: 2 * HOUR_MS } as const;

/** Response of POST /api/admin/system/empty-cache. */
export interface CacheEmptied {
  ok: true;
  /** Purges that Cloudflare presumably still allows at once, of 25; one comes back every 12 seconds. */
  callsLeft: number;
}
