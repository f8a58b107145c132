import type { MiddlewareHandler } from "hono";
import { DAY_MS, HOUR_MS } from "../contracts/days.ts";
import { MINUTE_LIMIT_FACTORS, NETWORK_LIMITS, type NetworkLimitName } from "../contracts/network-limits.ts";
import { operationOf } from "../contracts/operations.ts";
import type { MinuteLimiter } from "../contracts/operation-rules.ts";
import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import type { Client } from "./client-address.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { type AppEnv, isRead } from "./http.ts";
import { notifyOperator } from "./operator-notices.ts";

/** A limit per 24 hours. */
export const perDay = (count: number): AttemptLimit => ({ count, windowMs: DAY_MS });

type Limits = AttemptLimit | readonly AttemptLimit[];

/**
 * Counts an attempt exactly, under all limits, or under none if one is reached. RATE_LIMIT_SCALE multiplies the limits;
 * at 0 everything is allowed.
 */
export async function countAttempt(deps: Deps, key: string, limits: Limits): Promise<AttemptAnswer> {
  const scale = deps.config.rateLimitScale;
  const all = "count" in limits ? [limits] : limits;
  if (scale <= 0 || all.length === 0) return { allowed: true };
  return deps.attempts.take(
    key,
    all.map((limit) => ({ ...limit, count: Math.ceil(limit.count * scale) })),
  );
}

/**
 * Like {@link countAttempt}, but throws when the limit is reached.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export async function requireAttempt(deps: Deps, key: string, limits: Limits, message?: string): Promise<void> {
  const answer = await countAttempt(deps, key, limits);
  if (answer.allowed) return;
  throw new AppError("request.rate_limited", {
    ...(message !== undefined && { message }),
    retryAfter: answer.retryAfterSeconds,
  });
}

/** Refunds an attempt under each of its limits. */
export async function refundAttempt(deps: Deps, key: string, limits: readonly AttemptLimit[]): Promise<void> {
  const parts = limits.flatMap(({ part = "", weight = 1 }) => Array.from({ length: weight }, () => part));
  if (deps.config.rateLimitScale > 0 && parts.length > 0) await deps.attempts.refund(key, parts);
}

/** A key, and the limits under which to count it. */
interface AttemptCount {
  key: string;
  limits: readonly AttemptLimit[];
}

/**
 * Counts an attempt under all of several keys, or under none if a limit is reached.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export async function requireAllAttempts(deps: Deps, counts: readonly AttemptCount[], message: string): Promise<void> {
  for (const [taken, { key, limits }] of counts.entries()) {
    try {
      await requireAttempt(deps, key, limits, message);
    } catch (error) {
      await refundAll(deps, counts.slice(0, taken));
      throw error;
    }
  }
}

/** Refunds an attempt counted by {@link requireAllAttempts}. */
export async function refundAll(deps: Deps, counts: readonly AttemptCount[]): Promise<void> {
  for (const { key, limits } of counts) await refundAttempt(deps, key, limits);
}

type Networks = Pick<Client, "networks">;

/**
 * Returns the key of the object for the widest network that contains a caller. This object counts all smaller networks
 * inside that network in the same call.
 */
const keyOf = (name: string, { networks }: Networks, about: string) =>
  ["networks", name, ...(about === "" ? [] : [about]), networks.at(-1)].join(":");

/** Returns the limits of a caller's networks, narrowest first. */
export function networkLimits(name: NetworkLimitName, { networks }: Networks): AttemptLimit[] {
  const { counts, windowMs } = NETWORK_LIMITS[name];
  return networks.flatMap((part, level) => {
    const count = counts[level] ?? null;
    return count === null ? [] : [{ part, count, windowMs }];
  });
}

/**
 * Returns the key and the limits of all networks that contain a caller.
 * @param weight how many attempts to count
 */
export const networkCount = (name: NetworkLimitName, client: Networks, weight = 1): AttemptCount => ({
  key: keyOf(name, client, ""),
  limits: networkLimits(name, client).map((limit) => ({ ...limit, weight })),
});

/**
 * Counts an attempt exactly for all networks that contain a caller. A refused attempt counts for none of them, so one
 * flooding network does not use up the limits of wider networks.
 * @param about the subject of the attempt, if subjects are counted separately (`listing:7`)
 */
export const countForNetworks = (
  deps: Deps,
  name: NetworkLimitName,
  client: Networks,
  about = "",
): Promise<AttemptAnswer> => countAttempt(deps, keyOf(name, client, about), networkLimits(name, client));

/**
 * Like {@link countForNetworks}, but throws when the limit is reached.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export const requireForNetworks = (
  deps: Deps,
  name: NetworkLimitName,
  client: Networks,
  { about = "", message }: { about?: string; message?: string } = {},
): Promise<void> => requireAttempt(deps, keyOf(name, client, about), networkLimits(name, client), message);

/** Refunds an attempt counted by {@link countForNetworks}. */
export const refundForNetworks = (deps: Deps, name: NetworkLimitName, client: Networks, about = ""): Promise<void> =>
  refundAttempt(deps, keyOf(name, client, about), networkLimits(name, client));

/**
 * Counts a call against the platform's per-minute limiter, narrowest network first. The platform's limit is fixed, so
 * calls are spread over several keys to allow more for wider networks or with a larger RATE_LIMIT_SCALE (whole numbers
 * from 1 up). Counts cannot be refunded.
 * @throws AppError `request.rate_limited`
 */
async function passMinute(deps: Deps, limiter: MinuteLimiter, { networks }: Networks): Promise<void> {
  const scale = deps.config.rateLimitScale;
  if (scale <= 0) return;
  for (const [level, network] of networks.entries()) {
    const shares = Math.max(1, scale) * (MINUTE_LIMIT_FACTORS[level] ?? 1);
    const share = shares > 1 ? `:${Math.floor(deps.random() * shares)}` : "";
    const { success } = await deps.limiters[limiter].limit({ key: `${network}${share}` });
    if (!success) throw new AppError("request.rate_limited", { retryAfter: 60 });
  }
}

/**
 * Counts a call by the limits of its operation, before its body is read. Every write counts against its network's limit
 * per minute, except queries sent by POST and operations that declare otherwise: email services open links for
 * thousands of people from a few networks, and only a signed link has any effect.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export const limitCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  const deps = c.get("deps");
  const client = c.get("client");
  const { minute, limit } = operationOf(c.req.method, c.req.path)?.rule ?? {};
  const isWrite = !isRead(c.req.method, c.req.path);
  if (isWrite && minute !== null && minute !== "tracking") await passMinute(deps, "writes", client);
  if (minute) await passMinute(deps, minute, client);
  if (limit !== undefined) await requireForNetworks(deps, limit, client);
  await next();
};

const WINDOWS = { hour: HOUR_MS, day: DAY_MS } as const;
/** Period within which the operator is notified only once of all refusals. */
const OPENING_MS = 6 * HOUR_MS;

/**
 * Site-wide limits per hour and day, across all networks: generous even for the busiest day of a regional site, but low
 * enough to stop an attack from thousands of networks. RATE_LIMIT_SCALE multiplies the counts.
 */
export const SITE_LIMITS = {
  /** Emails that anyone can trigger by typing an email address. */
  mails: { what: "mails to strangers", hour: 500, day: 3_000 },
  submissions: { what: "submissions", hour: 150, day: 600 },
  /** Uploaded photos; a listing has up to five. */
  photos: { what: "photos", hour: 600, day: 2_400 },
  /** Stored reports; duplicates are not counted. */
  reports: { what: "reports", hour: 200, day: 1_000 },
} as const;
type SiteLimit = keyof typeof SITE_LIMITS;

/**
 * Counts an attempt exactly against a site-wide limit. Once the limit is reached, nothing more is counted, and the
 * operator is notified once.
 * @param amount number to count
 */
export async function countSiteAttempt(deps: Deps, breaker: SiteLimit, amount = 1): Promise<AttemptAnswer> {
  const limits = (["hour", "day"] as const).map((part): AttemptLimit => ({
    part,
    count: SITE_LIMITS[breaker][part],
    windowMs: WINDOWS[part],
    weight: amount,
  }));
  const answer = await countAttempt(deps, `breaker:${breaker}`, limits);
  if (!answer.allowed) deps.waitUntil(tellOnce(deps, breaker));
  return answer;
}

/** Refunds an attempt that had no effect. */
export const refundSiteAttempt = (deps: Deps, breaker: SiteLimit): Promise<void> =>
  deps.attempts.refund(`breaker:${breaker}`, ["hour", "day"]);

/**
 * Like {@link countSiteAttempt}, but throws when the limit is reached.
 * @throws AppError `request.paused` (503) with Retry-After
 */
export async function requireSiteAttempt(deps: Deps, breaker: SiteLimit, amount = 1): Promise<void> {
  const answer = await countSiteAttempt(deps, breaker, amount);
  if (!answer.allowed) throw new AppError("request.paused", { retryAfter: answer.retryAfterSeconds });
}

async function tellOnce(deps: Deps, breaker: SiteLimit): Promise<void> {
  const key = `breaker:${breaker}:told`;
  if (!(await deps.attempts.take(key, { count: 1, windowMs: OPENING_MS })).allowed) return;
  const { what, hour, day } = SITE_LIMITS[breaker];
  const [inHour, inDay] = [hour, day].map((count) => Math.ceil(count * deps.config.rateLimitScale));
  const then = breaker === "mails" ? "Receipts wait, and other emails are dropped" : "Further requests get a 503";
  await notifyOperator(
    deps,
    `limit.${breaker}`,
    `Too many ${what}`,
    `The site has reached its limit for ${what}: ${inHour} in an hour or ${inDay} in a day. ${then} until there is room again. If this is an attack, ban the networks it comes from (Admin Panel, Discussions). A ban can cover a range such as 2001:db8::/48.`,
  );
}
