import { HOUR_MS, MINUTE_MS } from "./days.ts";
import type { MailState } from "./digest.ts";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";

/** The result of a probe; the detail is a short text without secrets. */
interface Probed {
  ok: boolean;
  detail: string;
}

/** The findings that only the running site can make about the platform it is on. */
export interface SystemProbe {
  /** A mail to CONTACT_EMAIL was taken by the mail service. */
  mail: Probed;
  /** The Images service made a WebP. */
  image: Probed;
  /** Where D1 answered, such as `ENAM`; null where the platform does not say, as on a developer's machine. */
  database: { region: string | null };
  /** The data centre of a Durable Object, such as `EWR`; null where it cannot be asked. */
  object: { colo: string | null };
}

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

/** A kind of error of the last hour; texts of errors are only in the log, because they may hold personal data. */
interface SystemError {
  /** The event of the log, such as `job.failed`. */
  event: string;
  /** The error's code, job, kind of work or class. */
  code: string;
  count: number;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
  /** The newest one's request, by which the log finds it. */
  requestId: string | null;
}

/** Work that failed too often. */
export interface DeadLetter {
  /** A number for an entry of the outbox, `m` and a number for another message. */
  id: string;
  /** The kind of work, such as `listing.mail`. */
  kind: string;
  /** Its content as JSON: at most 300 characters, without mail addresses and tokens. */
  content: string;
  /** When it was stored, and when it was given up, ISO 8601. */
  createdAt: string | null;
  gaveUpAt: string;
}

/** The state of the site. */
export interface SystemState {
  health: Health;
  /** Newest first. */
  errors: SystemError[];
  /** The newest 50, and how many there are, counted up to 1,000. */
  dead: { letters: DeadLetter[]; total: number };
  /** Null when what keeps it does not answer. */
  purges: PurgeState | null;
  backup: BackupState | null;
  mail: MailState | null;
}

/** The state of the backups; times are ISO 8601. */
export interface BackupState {
  /** True if there is a public key to encrypt to; without one no backup is written. */
  hasKey: boolean;
  /** The newest finished backup; null before the first. */
  last: { id: string; startedAt: string; finishedAt: string; rows: number; bytes: number } | null;
  /** True if the newest one is too old, or there is none. */
  isLate: boolean;
}

/** How far the cache in front of the site can be kept up to date; times are ISO 8601. */
export interface PurgeState {
  /** Purges that Cloudflare presumably allows now, of 25. */
  callsLeft: number;
  /** Tags that wait, and those of them that were taken off the site. */
  waiting: number;
  waitingWithdrawals: number;
  oldestAt: string | null;
  /** Refusals since the last purge that succeeded, and the last one's time. */
  refusals: number;
  refusedAt: string | null;
}

/** Dead letters in one answer, and how many are counted. */
export const DEAD_LETTERS = { shown: 50, counted: 1_000 } as const;

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

/**
 * How long after its time an outbox entry may be open: the relay hands lost ones over again after at most an hour, and a
 * tick follows. The slow kinds wait in the slow queue.
 */
export const OUTBOX_LATE_MS = { others: 90 * MINUTE_MS, slow: 2 * HOUR_MS } as const;

/** A cache that was emptied. */
export interface CacheEmptied {
  ok: true;
  /** Purges that Cloudflare presumably still allows at once, of 25; one comes back every 12 seconds. */
  callsLeft: number;
}

export const getSystem = operation("GET", "/api/admin/system", types<{ answer: SystemState }>);
/** Hands a dead letter to its queue again. */
export const retryDeadLetter = operation(
  "POST",
  "/api/admin/system/dead/:id/retry",
  types<{ answer: DoneWithMessage }>,
);
export const dropDeadLetter = operation("DELETE", "/api/admin/system/dead/:id", types<{ answer: Done }>);
/** Empties the cache in front of the site; 503 `cache.refused`. */
export const emptyCache = operation("POST", "/api/admin/system/empty-cache", types<{ answer: CacheEmptied }>);
/** Proves a deployment (docs/operations.md, Deploying). */
export const probeSystem = operation("POST", "/api/admin/system/probe", types<{ answer: SystemProbe }>);
