import { HOUR_MS, MINUTE_MS } from "./days.ts";
import type { MailState } from "./digest.ts";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";

/** The result of a probe. The detail is a short text without secrets. */
interface Probed {
  ok: boolean;
  detail: string;
}

/** Facts about the platform that only the running site can determine. */
export interface SystemProbe {
  /** Result of the attempt to send an email to CONTACT_EMAIL. */
  mail: Probed;
  /** Result of the attempt to create a WebP image with the Images service. */
  image: Probed;
  /**
   * Region of the D1 database that responded, such as `ENAM`. Null if the platform does not report it, as on a
   * developer's machine.
   */
  database: { region: string | null };
  /** Data centre of a Durable Object, such as `EWR`; null if it is unknown. */
  object: { colo: string | null };
}

/**
 * `down` means that the database does not respond, so the site does not work. `degraded` means that something else
 * needs attention.
 */
type HealthStatus = "ok" | "degraded" | "down";

type HealthCheckName = "d1" | "r2" | "kv" | "queue" | "cron" | "outbox";

/** The outcome of one check; the detail is a sentence without secrets or personal data. */
export interface HealthCheck {
  ok: boolean;
  detail?: string;
}

/** Response of GET /health. */
export interface Health {
  status: HealthStatus;
  version: string;
  checks: Record<HealthCheckName, HealthCheck>;
}

/** A kind of error in the last hour. Error messages are only in the log, because they may contain personal data. */
interface SystemError {
  /** Event name in the log, such as `job.failed`. */
  event: string;
  /** The error's code, job, kind of work or class. */
  code: string;
  count: number;
  /** Times of the first and of the latest such error, ISO 8601. */
  firstAt: string;
  lastAt: string;
  /** Request id of the newest such error, to find it in the log. */
  requestId: string | null;
}

/** Queued work that the site has given up after too many failures. */
export interface DeadLetter {
  /** Number of an outbox entry, or `m` and a number for another message. */
  id: string;
  /** The kind of work, such as `listing.mail`. */
  kind: string;
  /** Content of the message as JSON: at most 300 characters, without email addresses and tokens. */
  content: string;
  /** Times at which the message was stored and given up, ISO 8601. */
  createdAt: string | null;
  gaveUpAt: string;
}

/** The state of the site. */
export interface SystemState {
  health: Health;
  /** Errors of the last hour by kind, newest first. */
  errors: SystemError[];
  /** The newest 50 dead letters, and the total number, counted up to 1,000. */
  dead: { letters: DeadLetter[]; total: number };
  /** The state of the purges; null if the purge gate does not respond. */
  purges: PurgeState | null;
  backup: BackupState | null;
  mail: MailState | null;
}

/** The state of the backups; times are ISO 8601. */
export interface BackupState {
  /** True if there is a public encryption key. Without a key, no backup is written. */
  hasKey: boolean;
  /** The newest finished backup; null before the first. */
  last: { id: string; startedAt: string; finishedAt: string; rows: number; bytes: number } | null;
  /** True if there is no backup, or the newest is too old. */
  isLate: boolean;
}

/** Status of the purges that keep the edge cache up to date. Times are ISO 8601. */
export interface PurgeState {
  /** Number of purges, out of 25, that Cloudflare probably allows now. */
  callsLeft: number;
  /** Number of tags that wait for a purge, and how many of them belong to content that was taken off the site. */
  waiting: number;
  waitingWithdrawals: number;
  oldestAt: string | null;
  /** Number of refusals since the last successful purge, and time of the latest refusal. */
  refusals: number;
  refusedAt: string | null;
}

/** Maximum number of dead letters in one response, and maximum counted. */
export const DEAD_LETTERS = { shown: 50, counted: 1_000 } as const;

/** Time for which a health result is reused, so that frequent checks cost almost nothing. */
export const HEALTH_REUSED_MS = 10_000;
/** Time limit of a check. A check that takes longer has failed. */
export const CHECK_LIMIT_MS = 3_000;
/**
 * Time without a run after which the cron trigger, which runs every 15 minutes, counts as faulty. A new site without
 * any run is faulty, too.
 */
export const CRON_LATE_MS = 30 * MINUTE_MS;

/**
 * Maximum time that a message may wait in each queue. Emails of an edition and photos may wait longer without a fault.
 */
export const QUEUE_LATE_MS = { jobs: 15 * MINUTE_MS, mails: HOUR_MS, slow: 2 * HOUR_MS } as const;
export type QueueName = keyof typeof QUEUE_LATE_MS;

/**
 * Time after which a due outbox entry that is still open counts as late. The relay enqueues a lost entry again after at
 * most an hour, at the next scheduled run. Slow kinds of work may wait longer, in the slow queue.
 */
export const OUTBOX_LATE_MS = { others: 90 * MINUTE_MS, slow: 2 * HOUR_MS } as const;

/** Result of emptying a cache. */
export interface CacheEmptied {
  ok: true;
  /**
   * Number of purges, out of 25, that Cloudflare probably still allows at once. One more purge becomes available every
   * 12 seconds.
   */
  callsLeft: number;
}

export const getSystem = operation("GET", "/api/admin/system", types<{ answer: SystemState }>);
/** Puts a dead letter into the queue again. */
export const retryDeadLetter = operation(
  "POST",
  "/api/admin/system/dead/:id/retry",
  types<{ answer: DoneWithMessage }>,
);
export const dropDeadLetter = operation("DELETE", "/api/admin/system/dead/:id", types<{ answer: Done }>);
/** Empties the cache in front of the site; 503 `cache.refused`. */
export const emptyCache = operation("POST", "/api/admin/system/empty-cache", types<{ answer: CacheEmptied }>);
/** Verifies a deployment (docs/operations.md, Deploying). */
export const probeSystem = operation("POST", "/api/admin/system/probe", types<{ answer: SystemProbe }>);
