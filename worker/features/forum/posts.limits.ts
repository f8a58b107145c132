import { A_DAY, A_DAY_LATER, countLinks, LINKS_MAX, LINKS_MAX_LATER, NEW_FOR_DAYS } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { requireAttempt } from "../../platform/rate-limits.ts";
import type { Writer } from "./writer.ts";

export const DAY_MS = 86_400_000;

const MINUTE_MS = 60_000;

/**
 * What one network may do, however many identities it has: a household, a school or a phone company's customers behind
 * one address, not a crowd of bots. Whoever opens a page gets an identity, so there are many of those. Searches are
 * neither cached nor cheap.
 */
const PER_NETWORK = {
  identities: { count: 2_000, windowMs: DAY_MS },
  threads: { count: 60, windowMs: DAY_MS },
  comments: { count: 600, windowMs: DAY_MS },
  votes: { count: 300, windowMs: DAY_MS },
  /** For one post: neighbours agree, and a crowd of identities lifts nothing. */
  post_votes: { count: 10, windowMs: DAY_MS },
  searches: { count: 60, windowMs: MINUTE_MS },
} as const;
type Counted = keyof typeof PER_NETWORK;

const NETWORK_TEXTS: Record<Counted, string> = {
  identities: "Too many people started posting from your network today. Please try again later.",
  threads: "Too many discussions were started from your network today. Please try again later.",
  comments: "Too many comments were written from your network today. Please try again later.",
  votes: "Too many votes came from your network today. Please try again later.",
  post_votes: "Many people on your network have voted for this already. Please try again later.",
  searches: "Too many searches came from your network. Please try again in a minute.",
};

const isNew = (deps: Deps, writer: Pick<Writer, "createdAt">) =>
  deps.now().getTime() - writer.createdAt.getTime() < NEW_FOR_DAYS * DAY_MS;

/** How many threads or comments somebody may write in 24 hours; null where limits are switched off. */
export function dailyLimit(deps: Deps, writer: Pick<Writer, "createdAt">, kind: "threads" | "comments"): number | null {
  const scale = deps.config.rateLimitScale;
  return scale > 0 ? Math.ceil((isNew(deps, writer) ? A_DAY : A_DAY_LATER)[kind] * scale) : null;
}

/**
 * The refusal of one post too many.
 * @param oldest when the oldest of the posts that count was written: a day later there is room again
 */
export function tooMany(deps: Deps, kind: "threads" | "comments", limit: number, oldest: Date): AppError {
  const what = kind === "threads" ? `start ${limit} discussions` : `write ${limit} comments`;
  const waitMs = oldest.getTime() + DAY_MS - deps.now().getTime();
  return new AppError("request.rate_limited", {
    message: `You can ${what} a day. Please come back ${waitInWords(waitMs)}.`,
    retryAfter: waitMs / 1000,
  });
}

function waitInWords(ms: number): string {
  const hours = Math.ceil(ms / 3_600_000);
  return hours <= 1 ? "within the hour" : `in ${hours} hours`;
}

/**
 * Links that a writer may set: fewer while they are new.
 * @throws AppError `forum.invalid`
 */
export function refuseManyLinks(deps: Deps, writer: Writer, text: string): void {
  const most = isNew(deps, writer) ? LINKS_MAX : LINKS_MAX_LATER;
  if (countLinks(text) <= most) return;
  const message = `At most ${most} links a post${most < LINKS_MAX_LATER ? " while you are new here" : ""}.`;
  throw new AppError("forum.invalid", { message, fields: { content: message } });
}

const keyOf = (kind: Counted, network: string) => `forum:${kind}:${network}`;

/**
 * Counts something against its network's day, or minute. Give it back with {@link giveBackToNetwork} when it comes to
 * nothing.
 * @param network for `post_votes` with the post
 * @throws AppError `request.rate_limited`
 */
export async function countForNetwork(deps: Deps, kind: Counted, network: string): Promise<void> {
  await requireAttempt(deps, keyOf(kind, network), PER_NETWORK[kind], NETWORK_TEXTS[kind]);
}

/** Takes back what {@link countForNetwork} counted. */
export async function giveBackToNetwork(deps: Deps, kind: Counted, network: string): Promise<void> {
  if (deps.config.rateLimitScale > 0) await deps.attempts.giveBack(keyOf(kind, network));
}
