import { DAY_MS, HOUR_MS } from "../../contracts/days.ts";
import {
  NEW_IDENTITY_LIMITS,
  ESTABLISHED_LIMITS,
  countLinks,
  LINKS_MAX,
  ESTABLISHED_LINKS_MAX,
  NEW_IDENTITY_DAYS,
} from "../../contracts/forum.ts";
import type { NetworkLimitName } from "../../contracts/network-limits.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import type { Writer } from "./writer.ts";

/** Actions limited per network (contracts/network-limits.ts). */
type Counted = Extract<NetworkLimitName, "identities" | "threads" | "comments" | "votes" | "post_votes" | "searches">;

const NETWORK_TEXTS: Record<Counted, string> = {
  identities: "Too many people started posting from your network today. Please try again later.",
  threads: "Too many discussions were started from your network today. Please try again later.",
  comments: "Too many comments were written from your network today. Please try again later.",
  votes: "Too many votes came from your network today. Please try again later.",
  post_votes: "Many people on your network have voted for this already. Please try again later.",
  searches: "Too many searches came from your network. Please try again in a minute.",
};

const isNew = (deps: Deps, writer: Pick<Writer, "createdAt">) =>
  deps.now().getTime() - writer.createdAt.getTime() < NEW_IDENTITY_DAYS * DAY_MS;

/** A writer's limit of threads or comments in 24 hours; null where limits are disabled. */
export function dailyLimit(deps: Deps, writer: Pick<Writer, "createdAt">, kind: "threads" | "comments"): number | null {
  const scale = deps.config.rateLimitScale;
  return scale > 0 ? Math.ceil((isNew(deps, writer) ? NEW_IDENTITY_LIMITS : ESTABLISHED_LIMITS)[kind] * scale) : null;
}

/**
 * The error for a post over the daily limit.
 * @param oldest when the oldest counted post was written; a day later another one is allowed
 */
export function dailyLimitError(deps: Deps, kind: "threads" | "comments", limit: number, oldest: Date): AppError {
  const what = kind === "threads" ? `start ${limit} discussions` : `write ${limit} comments`;
  const waitMs = oldest.getTime() + DAY_MS - deps.now().getTime();
  return new AppError("request.rate_limited", {
    message: `You can ${what} a day. Please come back ${waitInWords(waitMs)}.`,
    retryAfter: waitMs / 1000,
  });
}

function waitInWords(ms: number): string {
  const hours = Math.ceil(ms / HOUR_MS);
  return hours <= 1 ? "within the hour" : `in ${hours} hours`;
}

/**
 * Limits the links in a post, with a lower limit for new identities.
 * @throws AppError `forum.invalid`
 */
export function assertLinkLimit(deps: Deps, writer: Writer, text: string): void {
  const most = isNew(deps, writer) ? LINKS_MAX : ESTABLISHED_LINKS_MAX;
  if (countLinks(text) <= most) return;
  const message = `At most ${most} links a post${most < ESTABLISHED_LINKS_MAX ? " while you are new here" : ""}.`;
  throw new AppError("forum.invalid", { message, fields: { content: message } });
}

/**
 * Counts an action against the limits of a caller's networks; failed actions are refunded (platform/rate-limits.ts).
 * @param about the post, for `post_votes`
 * @throws AppError `request.rate_limited`
 */
export function countForNetwork(
  deps: Deps,
  kind: Counted,
  client: Pick<Client, "networks">,
  about = "",
): Promise<void> {
  return requireForNetworks(deps, kind, client, { about, message: NETWORK_TEXTS[kind] });
}
