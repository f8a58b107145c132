import { UNKNOWN } from "../../contracts/visitors.ts";
import type { VisitSign } from "../../contracts/visitors.schemas.ts";
import { isBot } from "../../platform/bots.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireAttempt } from "../../platform/rate-limits.ts";
import { knownPage } from "./known-page.ts";
import { referrerHost } from "./referrer.ts";
import { shardFor } from "./visitor-objects.ts";
import { isMobile } from "./user-agents.ts";
import type { Sighting } from "./visit-ledger.ts";
import type { FunnelStep } from "./shard-reading.ts";

/** Sessions that one network may begin in an hour: an office or a campus stays under it, an invented crowd does not. */
const SESSIONS_A_NETWORK = { count: 300, windowMs: 3_600_000 };
const USER_AGENT_LENGTH = 300;

/** Where the network says that a caller is. */
export interface CallerGeo {
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
  sign: VisitSign,
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
    await requireAttempt(deps, `visits:${from.client.network}`, SESSIONS_A_NETWORK);
    tracked = await shard.track(sighting, true, now);
  }
  if (tracked !== "unmet") return;
  // Once a session and day, so that nobody invents visitors by naming ever other browsers.
  const hash = await deps.tokens.keyedHash("visitor", `${from.client.address}\n${userAgent}`);
  await shardFor(deps, hash).meet(hash, isMobile(userAgent), now);
  await shard.met(sighting.id, now);
}

/** Notes that a session is still there. */
export async function noteHeartbeat(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).see(sessionId, deps.now().getTime());
}

/** Notes that a session left. */
export async function noteLeave(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).leave(sessionId, deps.now().getTime());
}

/** Forgets that a session led to a subscription; the visit itself is forgotten after 30 days. */
export async function forgetSignUp(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).unsign(sessionId, deps.now().getTime());
}

/**
 * Counts a step of a session on the way to a subscription. Never fails: what a visitor does matters more than that it is
 * counted.
 * @returns where the session came from; null when nobody knows
 */
export async function noteStep(deps: Deps, sessionId: string | null, step: FunnelStep): Promise<string | null> {
  if (sessionId === null) return null;
  try {
    return await shardFor(deps, sessionId).step(sessionId, step, deps.now().getTime());
  } catch (error) {
    deps.log.error("visitors.step_lost", error, { step });
    return null;
  }
}
