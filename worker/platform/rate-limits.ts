import type { MiddlewareHandler } from "hono";
import { MINUTE_SHARES, NETWORK_LIMITS, type NetworkLimitName } from "../contracts/network-limits.ts";
import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import type { Client } from "./client-address.ts";
import type { Deps, MinuteLimiter } from "./deps.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http.ts";

const DAY_MS = 86_400_000;

/** So many in any 24 hours. */
export const perDay = (count: number): AttemptLimit => ({ count, windowMs: DAY_MS });

type Limits = AttemptLimit | readonly AttemptLimit[];

/**
 * Counts one more of something exactly, under each limit or under none. RATE_LIMIT_SCALE multiplies the limits; at 0
 * everything is allowed.
 */
export async function takeAttempt(deps: Deps, key: string, limits: Limits): Promise<AttemptAnswer> {
  const scale = deps.config.rateLimitScale;
  const all = "count" in limits ? [limits] : limits;
  if (scale <= 0 || all.length === 0) return { allowed: true };
  return deps.attempts.take(
    key,
    all.map((limit) => ({ ...limit, count: Math.ceil(limit.count * scale) })),
  );
}

/**
 * {@link takeAttempt}, and refuses one too many.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export async function requireAttempt(deps: Deps, key: string, limits: Limits, message?: string): Promise<void> {
  const answer = await takeAttempt(deps, key, limits);
  if (answer.allowed) return;
  throw new AppError("request.rate_limited", {
    ...(message !== undefined && { message }),
    retryAfter: answer.retryAfterSeconds,
  });
}

/** Takes back an attempt under each of its limits: it came to nothing. */
export async function giveBackAttempt(deps: Deps, key: string, limits: readonly AttemptLimit[]): Promise<void> {
  const parts = limits.flatMap(({ part = "", weight = 1 }) => Array.from({ length: weight }, () => part));
  if (deps.config.rateLimitScale > 0 && parts.length > 0) await deps.attempts.giveBack(key, parts);
}

/** What is counted in one object. */
export interface Count {
  key: string;
  limits: readonly AttemptLimit[];
}

/**
 * Counts something that several objects count: in all of them, or in none.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export async function requireAll(deps: Deps, counts: readonly Count[], message: string): Promise<void> {
  for (const [taken, { key, limits }] of counts.entries()) {
    try {
      await requireAttempt(deps, key, limits, message);
    } catch (error) {
      await giveBackAll(deps, counts.slice(0, taken));
      throw error;
    }
  }
}

/** Takes back what {@link requireAll} counted: it came to nothing. */
export async function giveBackAll(deps: Deps, counts: readonly Count[]): Promise<void> {
  for (const { key, limits } of counts) await giveBackAttempt(deps, key, limits);
}

type Networks = Pick<Client, "networks">;

/** The widest network around a caller: all the networks inside it are counted in one object, by one call. */
const keyOf = (name: string, { networks }: Networks, about: string) =>
  ["networks", name, ...(about === "" ? [] : [about]), networks.at(-1)].join(":");

/** The limits of a caller's networks, the narrowest first. */
export function networkLimits(name: NetworkLimitName, { networks }: Networks): AttemptLimit[] {
  const { counts, windowMs } = NETWORK_LIMITS[name];
  return networks.flatMap((part, level) => {
    const count = counts[level] ?? null;
    return count === null ? [] : [{ part, count, windowMs }];
  });
}

/** What all networks around a caller count together. @param weight how many at once */
export const ofNetworks = (name: NetworkLimitName, client: Networks, weight = 1): Count => ({
  key: keyOf(name, client, ""),
  limits: networkLimits(name, client).map((limit) => ({ ...limit, weight })),
});

/**
 * Counts one more of something for all networks around a caller, exactly. A refused try counts for none of them, so one
 * network that goes on without end uses up nothing of the wider ones.
 * @param about what it is done to, where that is counted apart (`listing:7`)
 */
export const takeForNetworks = (
  deps: Deps,
  name: NetworkLimitName,
  client: Networks,
  about = "",
): Promise<AttemptAnswer> => takeAttempt(deps, keyOf(name, client, about), networkLimits(name, client));

/**
 * {@link takeForNetworks}, and refuses one too many.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export const requireForNetworks = (
  deps: Deps,
  name: NetworkLimitName,
  client: Networks,
  { about = "", message }: { about?: string; message?: string } = {},
): Promise<void> => requireAttempt(deps, keyOf(name, client, about), networkLimits(name, client), message);

/** Takes back what {@link takeForNetworks} counted: it came to nothing. */
export const giveBackToNetworks = (deps: Deps, name: NetworkLimitName, client: Networks, about = ""): Promise<void> =>
  giveBackAttempt(deps, keyOf(name, client, about), networkLimits(name, client));

/**
 * Counts a call against the platform's limiter per minute, for the narrowest network first. That limit is fixed, so a
 * wider network and a larger RATE_LIMIT_SCALE are spread over several keys: whole scales from 1 up. What it counted it
 * cannot take back.
 * @throws AppError `request.rate_limited`
 */
async function passMinute(deps: Deps, limiter: MinuteLimiter, { networks }: Networks): Promise<void> {
  const scale = deps.config.rateLimitScale;
  if (scale <= 0) return;
  for (const [level, network] of networks.entries()) {
    const shares = Math.max(1, scale) * (MINUTE_SHARES[level] ?? 1);
    const share = shares > 1 ? `:${Math.floor(deps.random() * shares)}` : "";
    const { success } = await deps.limiters[limiter].limit({ key: `${network}${share}` });
    if (!success) throw new AppError("request.rate_limited", { retryAfter: 60 });
  }
}

/**
 * Limits a write of a caller's networks: by the platform's limiter per minute, and exactly by `name` where it is given.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export function limited(limiter: MinuteLimiter, name?: NetworkLimitName): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { deps, client } = c.var;
    await passMinute(deps, limiter, client);
    if (name !== undefined) await requireForNetworks(deps, name, client);
    await next();
  };
}
