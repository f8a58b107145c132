import type { Deps } from "../../platform/deps.ts";
import { mayBeSentLater, sendOnce } from "../../platform/mail-once.ts";
import { endOutboxEntry, outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { newsMail } from "./follows.mail.ts";
import {
  claimTelling,
  type Follower,
  type FollowPlace,
  followersToTell,
  followMailKey,
  newestCommentsAfter,
  outboxOfThreadLater,
  outboxOfThreads,
  threadsCommentedAfter,
  unclaimTelling,
} from "./follows.repo.ts";
import type { FollowRow, ThreadRow } from "./forum.table.ts";
import { threadById } from "./threads.repo.ts";

/** Outbox kind: tell the followers of a thread of its new comments. */
export const FOLLOW_NEWS = "forum.follow_news";
/** Name of the job, and of its place in the comments. */
export const FOLLOW_JOB = "forum.follow_news";

/** Least time between two mails to a follower about a thread. */
const MAIL_EVERY_MS = 15 * 60_000;
/** Comments that one step looks at, and steps of one tick. */
const COMMENTS_A_STEP = 1_000;
const STEPS = 10;
/** Followers that one delivery of the queue writes to. */
const FOLLOWERS_A_TURN = 40;
/** Comments that a mail shows, and how many it counts. */
const SHOWN = 10;
const COUNTED = 50;

const START: FollowPlace = { toldUpTo: -1, id: 0 };

/** Finds the threads with followers that were commented on since the last tick, and stores that they are to be told. */
export async function findNews(deps: Deps): Promise<void> {
  let after = Number((await readCursor(deps, FOLLOW_JOB)) ?? 0);
  let hasNews = false;
  for (let step = 0; step < STEPS; step += 1) {
    const { last, isFull, threadIds } = await threadsCommentedAfter(deps, after, COMMENTS_A_STEP);
    if (last === null) break;
    // Should it die in between, threads are looked at again: nobody is told twice of a comment.
    if (threadIds.length > 0) await outboxOfThreads(deps, FOLLOW_NEWS, threadIds);
    await writeCursor(deps, FOLLOW_JOB, String(last));
    hasNews ||= threadIds.length > 0;
    after = last;
    if (!isFull) break;
  }
  if (hasNews) relaySoon(deps);
}

const placeIn = ({ toldUpTo, id }: Record<string, unknown>): FollowPlace =>
  typeof toldUpTo === "number" && typeof id === "number" ? { toldUpTo, id } : START;

/**
 * Tells some followers of a thread of its new comments, and stores that the next are to be told: at once, and those who
 * had a mail less than 15 minutes ago when these are over. Steps may be repeated.
 */
export async function tellFollowers(deps: Deps, payload: Record<string, unknown>, entryId: number): Promise<void> {
  const threadId = Number(payload.threadId);
  const thread = await threadById(deps, threadId);
  if (!thread || thread.isDeleted) return;
  const [newest] = await newestCommentsAfter(deps, threadId, 0, 1);
  if (!newest) return;
  const after = placeIn(payload);
  const followers = await followersToTell(deps, threadId, { upTo: newest.id, after, limit: FOLLOWERS_A_TURN });
  let againAt: Date | null = null;
  for (const follower of followers) {
    const dueAt = dueAtOf(follower);
    if (dueAt > deps.now()) {
      if (againAt === null || dueAt < againAt) againAt = dueAt;
    } else await tell(deps, thread, follower.follow);
  }
  await goOn(deps, entryId, threadId, {
    last: followers.at(-1)?.follow ?? null,
    isFull: followers.length === FOLLOWERS_A_TURN,
    againAt,
  });
}

/** When a follower may be written to. */
const dueAtOf = ({ lastMailAt }: Follower) => new Date((lastMailAt?.getTime() ?? 0) + (lastMailAt ? MAIL_EVERY_MS : 0));

/** Ends an entry and stores what follows from it, once. */
async function goOn(
  deps: Deps,
  entryId: number,
  threadId: number,
  { last, isFull, againAt }: { last: FollowRow | null; isFull: boolean; againAt: Date | null },
): Promise<void> {
  const next =
    isFull && last ? [outboxIfChanged(deps, FOLLOW_NEWS, { threadId, toldUpTo: last.toldUpTo, id: last.id })] : [];
  const again = againAt ? [outboxOfThreadLater(deps, FOLLOW_NEWS, threadId, againAt)] : [];
  if (next.length + again.length === 0) return;
  await deps.db.batch([endOutboxEntry(deps, entryId), ...next, ...again]);
  relaySoon(deps);
}

/**
 * Writes to one follower. What the mail tells of is noted before it is sent, so that no comment is told of twice; a mail
 * that was surely not sent takes the note back.
 * @throws what the transport throws when the mail may be sent later
 */
async function tell(deps: Deps, thread: ThreadRow, follow: FollowRow): Promise<void> {
  const comments = await newestCommentsAfter(deps, thread.id, follow.toldUpTo, COUNTED + 1);
  const [newest] = comments;
  if (!newest) return;
  const mail = await newsMail(deps, follow, {
    thread,
    comments: comments.slice(0, SHOWN).toReversed(),
    more: comments.length > COUNTED ? Infinity : Math.max(0, comments.length - SHOWN),
  });
  if (!(await claimTelling(deps, follow, newest.id))) return;
  try {
    await sendOnce(deps, followMailKey(follow.id, newest.id), mail);
  } catch (error) {
    if (mayBeSentLater(error)) await unclaimTelling(deps, follow, newest.id);
    throw error;
  }
}
