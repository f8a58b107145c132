import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { threadPath } from "../../contracts/forum.ts";
import { type FollowRecord, type FollowStatus, type FollowView, shortenedEmail } from "../../contracts/subscribers.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { takeAttempt, perDay, requireForNetworks } from "../../platform/rate-limits.ts";
import { addressHashOf, emailKeyOf } from "../../platform/suppressions.ts";
import { UNFOLLOW_VERSION } from "./follows.mail.ts";
import { insertFollow, confirmFollow, deleteFollowsOf, followById, followsOf, stopFollow } from "./follows.repo.ts";
import type { FollowRow } from "./forum.table.ts";
import { threadById } from "./threads.repo.ts";

export { stopFollowsOf } from "./follows.repo.ts";

/** Daily limit of follow mails to one address that strangers can trigger. */
const MAILS_A_DAY = 3;

/**
 * Asks an address by mail to confirm following a thread. The answer and the work are the same for every address; over
 * the daily limit nothing is mailed.
 * @throws AppError `forum.thread_not_found`, `request.rate_limited` over the network's daily limit
 */
export async function requestFollow(
  deps: Deps,
  threadId: number | null,
  email: string,
  client: Pick<Client, "networks">,
): Promise<void> {
  const thread = threadId === null ? null : await threadById(deps, threadId);
  if (!thread || thread.isDeleted) throw new AppError("forum.thread_not_found");
  const emailKey = emailKeyOf(email);
  const addressHash = await addressHashOf(deps, emailKey);
  await requireForNetworks(deps, "follows", client);
  if (!(await takeAttempt(deps, `follow:${addressHash}`, perDay(MAILS_A_DAY))).allowed) return;
  const wish = { threadId: thread.id, email, emailKey, addressHash };
  await deps.db.batch(insertFollow(deps, wish, deps.newId()));
  relaySoon(deps);
}

/** A follow opened by a mailed token. */
interface OpenedFollow {
  follow: FollowRow;
  thread: { title: string; path: string } | null;
  /** Whether the token is from the question mail; tokens of later mails can only stop. */
  canConfirm: boolean;
}

/**
 * The follow of a mailed token.
 * @throws AppError `follow.invalid_link`
 */
export async function followOfToken(deps: Deps, token: string): Promise<OpenedFollow> {
  const id = deps.tokens.idOf(token);
  const found = id === null ? null : await followById(deps, id);
  if (!found) throw new AppError("follow.invalid_link");
  const { follow, title, seoSlug } = found;
  const canConfirm = await deps.tokens.verify(token, "follow", follow.id, follow.tokenVersion);
  if (!canConfirm && !(await deps.tokens.verify(token, "unfollow", follow.id, UNFOLLOW_VERSION))) {
    throw new AppError("follow.invalid_link");
  }
  const thread =
    title === null || seoSlug === null
      ? null
      : { title: uncapitalizeTitle(title), path: threadPath({ id: follow.threadId, seoSlug }) };
  return { follow, thread, canConfirm };
}

function statusOf({ confirmedAt, stoppedAt }: Pick<FollowRow, "confirmedAt" | "stoppedAt">): FollowStatus {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "following";
}

/** A follow for the holder of its link. */
export const toFollowView = ({ follow, thread, canConfirm }: OpenedFollow): FollowView => ({
  email: shortenedEmail(follow.email),
  status: statusOf(follow),
  canConfirm: canConfirm && thread !== null,
  thread,
});

async function reload(deps: Deps, opened: OpenedFollow): Promise<OpenedFollow> {
  const found = await followById(deps, opened.follow.id);
  if (!found) throw new AppError("follow.invalid_link");
  return { ...opened, follow: found.follow };
}

/**
 * Confirms a follow; repeating it changes nothing.
 * @throws AppError `follow.invalid_link` when the link cannot confirm, `forum.thread_not_found` when the thread is
 * deleted
 */
export async function confirm(deps: Deps, opened: OpenedFollow): Promise<OpenedFollow> {
  if (!opened.canConfirm) throw new AppError("follow.invalid_link");
  if (opened.thread === null) throw new AppError("forum.thread_not_found");
  await confirmFollow(deps, opened.follow);
  recordProof(deps, opened.follow.email);
  return reload(deps, opened);
}

/**
 * Stops a follow immediately; repeating it changes nothing. @throws AppError `follow.invalid_link` when it no longer
 * exists
 */
export async function stop(deps: Deps, opened: OpenedFollow): Promise<OpenedFollow> {
  await stopFollow(deps, opened.follow.id);
  return reload(deps, { ...opened, canConfirm: false });
}

/** The follows of an address, for its holder. */
export async function personalFollows(deps: Deps, email: string): Promise<FollowRecord[]> {
  const rows = await followsOf(deps, emailKeyOf(email));
  return rows.map(({ follow, title }) => ({
    discussion: title,
    status: statusOf(follow),
    askedAt: follow.createdAt.toISOString(),
    confirmedAt: follow.confirmedAt?.toISOString() ?? null,
    stoppedAt: follow.stoppedAt?.toISOString() ?? null,
  }));
}

/** Deletes the follows of an address. */
export const eraseFollows = (deps: Deps, email: string): Promise<void> => deleteFollowsOf(deps, emailKeyOf(email));
