import { UNKNOWN } from "../../contracts/visitors.ts";
import type { VisitInput } from "../../contracts/visitors.schemas.ts";
import { parseRange } from "../../platform/address-ranges.ts";
import { isBot, type Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { knownPage, isMobile, referrerHost } from "./visit-source.ts";
import { allShards, shardFor } from "./visitor-objects.ts";
import type { Sighting } from "./visit-ledger.ts";
import type { FunnelStep } from "./shard-reading.ts";
import { deleteDaysBefore } from "./visitors.repo.ts";

const USER_AGENT_LENGTH = 300;

/** Where the network says that a caller is. */
interface CallerGeo {
  city: string;
  country: string;
}

/** `request.cf` in words; all of it may be absent. */
export function callerGeo(cf: Partial<IncomingRequestCfProperties> | undefined): CallerGeo {
  const country = cf?.country && /^[A-Z]{2}$/.test(cf.country) ? cf.country : null;
  return {
    city: cf?.city || UNKNOWN,
    country: (country && new Intl.DisplayNames(["en"], { type: "region" }).of(country)) || UNKNOWN,
  };
}

/**
 * Stores that somebody opened a page, before it is answered. Obvious bots are passed over. The session's shard counts
 * visits and pages, the visitor's shard who is new.
 * @throws AppError `request.rate_limited` when a network begins too many sessions
 */
export async function trackVisit(
  deps: Deps,
  sign: VisitInput,
  from: { client: Client; geo: CallerGeo; userAgent: string; ownHosts: readonly string[] },
): Promise<void> {
  const userAgent = sign.userAgent || from.userAgent;
  if (isBot(userAgent, deps.config.isDevelopment)) return;
  const now = deps.now().getTime();
  const sighting: Sighting = {
    id: sign.sessionId,
    page: knownPage(sign.page),
    referrer: referrerHost(sign.referrer, from.ownHosts),
    ...from.geo,
    address: from.client.address,
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
  };
  const shard = shardFor(deps, sighting.id);
  let tracked = await shard.track(sighting, false, now);
  if (tracked === "unknown") {
    await requireForNetworks(deps, "visits", from.client);
    tracked = await shard.track(sighting, true, now);
  }
  if (tracked !== "unmet") return;
  // Once a session and day, so that nobody invents visitors by naming ever other browsers.
  const hash = await deps.tokens.keyedHash("visitor", `${from.client.address}\n${userAgent}`);
  await shardFor(deps, hash).meet(hash, isMobile(userAgent), now);
  await shard.met(sighting.id, now);
}

/** Counts of days are kept for two years and a month: a year can be compared with the one before. */
const DAYS_KEPT_MS = 762 * 86_400_000;

/** Deletes the counts of days that are over for so long at `time`. */
export const pruneVisitorDays = (deps: Deps, time: Date) =>
  deleteDaysBefore(deps, torontoDay(new Date(time.getTime() - DAYS_KEPT_MS)));

/** Notes that a session is still there. */
export async function recordHeartbeat(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).see(sessionId, deps.now().getTime());
}

/** Notes that a session left. */
export async function recordLeave(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).leave(sessionId, deps.now().getTime());
}

/** Sessions of the last 30 days that came from a range in CIDR, which is no narrower than a masked address. */
export async function countVisitorsIn(deps: Deps, network: string): Promise<number> {
  const range = parseRange(network);
  if (range === null) return 0;
  const now = deps.now().getTime();
  const counts = await Promise.all(allShards(deps).map((shard) => shard.countWithin(range, now)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Forgets that a session led to a subscription, and the end of its address; the visit itself is forgotten after 30 days. */
export async function forgetSignUp(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).unsign(sessionId, deps.now().getTime());
}

/**
 * Counts a step of a session on the way to a subscription. Never fails: what a visitor does matters more than that it is
 * counted.
 * @returns where the session came from; null when nobody knows
 */
export async function recordStep(deps: Deps, sessionId: string | null, step: FunnelStep): Promise<string | null> {
  if (sessionId === null) return null;
  try {
    return await shardFor(deps, sessionId).step(sessionId, step, deps.now().getTime());
  } catch (error) {
    deps.log.error("visitors.step_lost", error, { step });
    return null;
  }
}
