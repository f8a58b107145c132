import { MINUTE_MS } from "../../contracts/days.ts";
import type { FollowedDiscussion } from "../../contracts/emails.ts";
import { threadPath } from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { type FollowRecord, type FollowStatus, type FollowView, shortenedEmail } from "../../contracts/subscribers.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { relaySoon, finishOutboxEntry, type OutboxHandler, outboxEntry } from "../../platform/outbox.ts";
import { browserMessages } from "../../platform/push.ts";
import { countAttempt, perDay, requireForNetworks } from "../../platform/rate-limits.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { addressHashOf, emailKeyOf } from "../../platform/suppressions.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { followPage, UNFOLLOW_VERSION, newsMail, newsPush } from "./follows.mail.ts";
import {
  insertFollow,
  confirmFollow,
  deleteFollowsOf,
  followById,
  followsOf,
  newestFollowOf,
  stopFollow,
  beginNotification,
  finishNotification,
  type Follower,
  type FollowerPosition,
  followersToNotify,
  followMailKey,
  newestComments,
  outboxForThreadLater,
  outboxForThreads,
  threadsCommentedAfter,
} from "./follows.repo.ts";
import type { FollowRow, ThreadRow } from "./forum.table.ts";
import { threadById } from "./posts.repo.ts";

export { stopFollowsOf } from "./follows.repo.ts";

/** Maximum number of confirmation emails that strangers can trigger per address and day. */
const MAILS_A_DAY = 3;

/**
 * Emails an address a request to confirm that its owner wants to follow a thread. The response and the work are the
 * same for every address. Over the daily limit, nothing is emailed.
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
  if (!(await countAttempt(deps, `follow:${addressHash}`, perDay(MAILS_A_DAY))).allowed) return;
  const wish = { threadId: thread.id, email, emailKey, addressHash };
  await deps.db.batch(insertFollow(deps, wish, deps.newId()));
  relaySoon(deps);
}

/** A follow that an emailed token identified. */
interface OpenedFollow {
  follow: FollowRow;
  thread: { title: string; path: string } | null;
  /** True if the token can confirm and manage the follow. Tokens of unsubscribe links can only stop the follow. */
  canConfirm: boolean;
}

/**
 * Returns the follow that an emailed token identifies.
 * @throws AppError `follow.invalid_link`
 */
export async function followOfToken(deps: Deps, token: string): Promise<OpenedFollow> {
  const id = deps.tokens.idOf(token);
  const found = id === null ? null : await followById(deps, id);
  if (!found) throw new AppError("follow.invalid_link");
  const { follow } = found;
  const canConfirm = await deps.tokens.verify(token, "follow", follow.id, follow.tokenVersion);
  if (!canConfirm && !(await deps.tokens.verify(token, "unfollow", follow.id, UNFOLLOW_VERSION))) {
    throw new AppError("follow.invalid_link");
  }
  return { follow, thread: threadOf(found), canConfirm };
}

/** Returns the title and path of a follow's thread. Returns null if the thread is deleted. */
const threadOf = ({ follow, title, seoSlug }: Awaited<ReturnType<typeof followsOf>>[number]) =>
  title === null || seoSlug === null
    ? null
    : { title: uncapitalizeTitle(title), path: threadPath({ id: follow.threadId, seoSlug }) };

/** Returns the discussions that an email address follows, each with a token that stops the follow. */
export async function followedBy(deps: Deps, email: string): Promise<FollowedDiscussion[]> {
  const rows = (await followsOf(deps, emailKeyOf(email))).filter(({ follow }) => statusOf(follow) === "following");
  return Promise.all(
    rows.map(async (row) => ({
      token: await deps.tokens.mint("unfollow", row.follow.id, UNFOLLOW_VERSION),
      thread: threadOf(row),
    })),
  );
}

/**
 * Returns the URL of the page that manages the follows of an email address, given its hash. Returns null if the address
 * follows nothing.
 */
export async function followPageOf(deps: Deps, addressHash: string) {
  const follow = await newestFollowOf(deps, addressHash);
  return follow && { email: follow.email, url: await followPage(deps, follow) };
}

function statusOf({ confirmedAt, stoppedAt }: Pick<FollowRow, "confirmedAt" | "stoppedAt">): FollowStatus {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "following";
}

/** Converts a follow into its form for the page that an emailed link opens. */
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
 * Confirms a follow. A repeated call changes nothing.
 * @throws AppError `follow.invalid_link` when the link cannot confirm, `forum.thread_not_found` when the thread is
 * deleted
 */
export async function confirmFollowByLink(deps: Deps, opened: OpenedFollow): Promise<OpenedFollow> {
  if (!opened.canConfirm) throw new AppError("follow.invalid_link");
  if (opened.thread === null) throw new AppError("forum.thread_not_found");
  await confirmFollow(deps, opened.follow);
  recordProof(deps, opened.follow.email);
  return reload(deps, opened);
}

/**
 * Stops a follow immediately. A repeated call changes nothing.
 * @throws AppError `follow.invalid_link` when the follow no longer exists
 */
export async function stopFollowByLink(deps: Deps, opened: OpenedFollow): Promise<OpenedFollow> {
  await stopFollow(deps, opened.follow.id);
  return reload(deps, { ...opened, canConfirm: false });
}

/** Returns the follows of an email address, for the person who owns it. */
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

/** Deletes the follows of an email address. */
export const eraseFollows = (deps: Deps, email: string): Promise<void> => deleteFollowsOf(deps, emailKeyOf(email));

/** Name of the job and of its cursor. */
export const FOLLOW_JOB = "forum.follow_news";

/** Minimum time between two emails to a follower about a thread. */
const MAIL_EVERY_MS = 15 * MINUTE_MS;
/** Number of comments read per step, and number of steps per tick. */
const COMMENTS_A_STEP = 1_000;
const STEPS = 10;
/** Number of followers notified per delivery of a queue message. Each follower takes eight statements. */
const FOLLOWERS_A_TURN = 9;
/**
 * Age at which the claim of an email without a reported outcome counts as abandoned, because queue consumers end after
 * 15 minutes.
 */
const ABANDONED_AFTER_MS = 20 * MINUTE_MS;
/** Maximum number of comments that an email shows, and maximum number of comments that it counts. */
const SHOWN = 10;
const COUNTED = 50;

const START: FollowerPosition = { notifiedUpTo: -1, id: 0 };

/** Finds followed threads with comments since the last tick, and stores an outbox entry for each thread. */
export async function findNewComments(deps: Deps): Promise<void> {
  let after = Number((await readCursor(deps, FOLLOW_JOB)) ?? 0);
  let hasNews = false;
  for (let step = 0; step < STEPS; step += 1) {
    const { last, isFull, threadIds } = await threadsCommentedAfter(deps, after, COMMENTS_A_STEP);
    if (last === null) break;
    // If an interruption prevents writing the cursor, the next tick checks the threads again. Nobody is notified twice.
    if (threadIds.length > 0) await outboxForThreads(deps, threadIds);
    await writeCursor(deps, FOLLOW_JOB, String(last));
    hasNews ||= threadIds.length > 0;
    after = last;
    if (!isFull) break;
  }
  if (hasNews) relaySoon(deps);
}

/**
 * Notifies some followers of a thread about its new comments, and stores an outbox entry for the next followers. That
 * entry is due immediately, or later if those followers got their last email less than 15 minutes ago. Safe to repeat.
 */
export const notifyFollowers: OutboxHandler<"forum.follow_news"> = async (
  deps,
  { threadId, notifiedUpTo, id },
  entryId,
) => {
  const thread = await threadById(deps, threadId);
  if (!thread || thread.isDeleted) return;
  const [newest] = await newestComments(deps, threadId, { after: 0, upTo: null, limit: 1 });
  if (!newest) return;
  const after = notifiedUpTo === undefined || id === undefined ? START : { notifiedUpTo, id };
  const followers = await followersToNotify(deps, threadId, { upTo: newest.id, after, limit: FOLLOWERS_A_TURN });
  let againAt: Date | null = null;
  for (const follower of followers) {
    const dueAt = dueAtOf(follower);
    const laterAt = dueAt > deps.now() ? dueAt : await notifyAfterDoubt(deps, thread, follower);
    if (laterAt !== null && (againAt === null || laterAt < againAt)) againAt = laterAt;
  }
  await completeEntry(deps, entryId, threadId, {
    last: followers.at(-1)?.follow ?? null,
    isFull: followers.length === FOLLOWERS_A_TURN,
    againAt,
  });
};

/** Returns when a follower may get the next email, or when the email that is being sent will count as abandoned. */
const dueAtOf = ({ lastMailAt, tellingAt }: Follower) =>
  tellingAt
    ? new Date(tellingAt.getTime() + ABANDONED_AFTER_MS)
    : new Date(lastMailAt ? lastMailAt.getTime() + MAIL_EVERY_MS : 0);

/** Notifies a follower, without repeating an email whose outcome is unknown. */
async function notifyAfterDoubt(deps: Deps, thread: ThreadRow, { follow, tellingAt }: Follower): Promise<Date | null> {
  if (tellingAt === null || follow.notifyingUpTo === null) return notifyFollower(deps, thread, follow);
  deps.log.warn("forum.news_in_doubt", { follow: follow.id, upTo: follow.notifyingUpTo });
  await finishNotification(deps, follow, follow.notifyingUpTo);
  return notifyFollower(deps, thread, { ...follow, notifiedUpTo: follow.notifyingUpTo, notifyingUpTo: null });
}

/** Completes an outbox entry and stores the entries that follow it, only once. */
async function completeEntry(
  deps: Deps,
  entryId: number,
  threadId: number,
  { last, isFull, againAt }: { last: FollowRow | null; isFull: boolean; againAt: Date | null },
): Promise<void> {
  const next =
    isFull && last
      ? [outboxEntry(deps, "forum.follow_news", { threadId, notifiedUpTo: last.notifiedUpTo, id: last.id })]
      : [];
  const again = againAt ? [outboxForThreadLater(deps, threadId, againAt)] : [];
  if (next.length + again.length === 0) return;
  await runAllOrNone(deps, [finishOutboxEntry(deps, entryId), ...next, ...again]);
  relaySoon(deps);
}

/**
 * Notifies one follower. The email's comments are recorded before it is sent and marked as notified afterwards. After
 * an interruption, the same email is therefore retried, and it is sent only once.
 * @returns the time of the next attempt if another delivery is notifying this follower; otherwise null
 * @throws errors of the email transport if the email can be retried
 */
async function notifyFollower(deps: Deps, thread: ThreadRow, follow: FollowRow): Promise<Date | null> {
  const comments = await newestComments(deps, thread.id, {
    after: follow.notifiedUpTo,
    upTo: follow.notifyingUpTo,
    limit: COUNTED + 1,
  });
  const upTo = follow.notifyingUpTo ?? comments[0]?.id;
  if (upTo === undefined) return null;
  if (comments.length === 0) {
    // The thread or the comments were deleted in the meantime.
    await finishNotification(deps, follow, upTo);
    return null;
  }
  const mail = await newsMail(deps, follow, {
    thread,
    comments: comments.slice(0, SHOWN).toReversed(),
    more: comments.length > COUNTED ? Infinity : Math.max(0, comments.length - SHOWN),
  });
  if (!(await beginNotification(deps, follow, upTo))) return new Date(deps.now().getTime() + MAIL_EVERY_MS);
  const key = followMailKey(follow.id, upTo);
  const message = newsPush(thread, comments.length);
  await sendOnce(deps, key, mail, [
    finishNotification(deps, follow, upTo),
    browserMessages(deps, "discussions", [{ addressHash: follow.addressHash, about: key, message }]),
  ]);
  return null;
}
