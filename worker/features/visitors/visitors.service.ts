import { DAY_MS } from "../../contracts/days.ts";
import { UNKNOWN } from "../../contracts/visitors.ts";
import { filterFromUrl, searchFromUrl, listQuery, type ListingSearch, NO_FILTERS } from "../../contracts/search.ts";
import { parametersOfRequest } from "../../contracts/search.schemas.ts";
import type { EmptySearchInput, VisitInput } from "../../contracts/visitors.schemas.ts";
import { parseRange, isBot, type Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { campaignName, routeOfPage, isMobile, referrerHost } from "./visit-source.ts";
import { allShards, shardFor, type FunnelStep, type LaterGoal } from "./shard-reading.ts";
import type { PageView } from "./visit-sessions.ts";
import { deleteDaysBefore } from "./visitors.repo.ts";

const USER_AGENT_LENGTH = 300;

/** The location of a caller, as derived from their network. */
interface CallerGeo {
  city: string;
  country: string;
}

/** Returns the location in `request.cf`, any part of which may be missing. */
export function callerGeo(cf: Partial<IncomingRequestCfProperties> | undefined): CallerGeo {
  const country = cf?.country && /^[A-Z]{2}$/.test(cf.country) ? cf.country : null;
  return {
    city: cf?.city || UNKNOWN,
    country: (country && new Intl.DisplayNames(["en"], { type: "region" }).of(country)) || UNKNOWN,
  };
}

/**
 * Records a page view before the response, except for obvious bots. The session's shard counts visits and pages. The
 * visitor's shard counts unique visitors.
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
  const sighting: PageView = {
    id: sign.sessionId,
    page: routeOfPage(sign.page),
    referrer: referrerHost(sign.referrer, from.ownHosts),
    campaign: campaignName(sign.campaign),
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
  if (tracked !== "uncounted") return;
  // A session's visitor is counted only once a day, so that invented user agents do not inflate the count.
  const hash = await deps.tokens.keyedHash("visitor", `${from.client.address}\n${userAgent}`);
  await shardFor(deps, hash).countVisitor(hash, isMobile(userAgent), now);
  await shard.markCounted(sighting.id, now);
}

/** How long daily counts are kept. Comparing a year with the previous year needs two years and a month of data. */
const DAYS_KEPT_MS = 762 * DAY_MS;

/** Deletes daily counts whose retention period has ended by `time`. */
export const pruneVisitorDays = (deps: Deps, time: Date) =>
  deleteDaysBefore(deps, torontoDay(new Date(time.getTime() - DAYS_KEPT_MS)));

export async function recordHeartbeat(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).see(sessionId, deps.now().getTime());
}

export async function recordLeave(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).leave(sessionId, deps.now().getTime());
}

/**
 * Counts the sessions of the last 30 days from a CIDR range. The range must be at least as wide as a masked address.
 */
export async function countVisitorsIn(deps: Deps, network: string): Promise<number> {
  const range = parseRange(network);
  if (range === null) return 0;
  const now = deps.now().getTime();
  const counts = await Promise.all(allShards(deps).map((shard) => shard.countWithin(range, now)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Counts a goal that was reached after the visit, and marks the session of a confirmed sign-up. Never throws.
 * @param sessionId session of the sign-up; null when its visit was not counted
 */
export async function recordGoal(deps: Deps, sessionId: string | null, goal: LaterGoal): Promise<void> {
  try {
    await shardFor(deps, sessionId ?? UNKNOWN).reach(sessionId, goal, deps.now().getTime());
  } catch (error) {
    deps.log.error("visitors.goal_lost", error, { goal });
  }
}

/** Matches texts that look like a phone number, a web address or an email address. */
const NAMES_SOMEBODY = /@|www\.|:\/\/|\d(?:[\s().+-]*\d){6}/i;

/**
 * Counts a search that found nothing, by its filters and words. Leaves out commute destinations, map areas, and words
 * that could identify a person.
 */
export async function recordEmptySearch(
  deps: Deps,
  { sessionId, search: { filter, ...asked } }: EmptySearchInput,
): Promise<void> {
  const search = searchFromUrl(parametersOfRequest(asked));
  const counted: ListingSearch = {
    ...search,
    q: search.q !== null && NAMES_SOMEBODY.test(search.q) ? null : (search.q?.toLowerCase() ?? null),
    bbox: null,
    commute: [],
    maxCommute: [],
    sort: NO_FILTERS.sort,
  };
  const query = listQuery(filterFromUrl(filter ?? null), counted);
  await shardFor(deps, sessionId).countEmptySearch(sessionId, query, deps.now().getTime());
}

/**
 * Removes the mark of a subscriber from a session, and masks the session's IP address. The session is deleted after 30
 * days.
 */
export async function clearSignUp(deps: Deps, sessionId: string): Promise<void> {
  await shardFor(deps, sessionId).clearSignUp(sessionId, deps.now().getTime());
}

/**
 * Counts a funnel step of a session. Never throws, because the visitor's action matters more than the count.
 * @returns the session's source; null for an unknown session
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
