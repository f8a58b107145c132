import type { Deps } from "../../platform/deps.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { endOutboxEntry, type OutboxHandler, outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { newsMail } from "./follows.mail.ts";
import {
  beginTelling,
  endTelling,
  type Follower,
  type FollowPlace,
  followersToTell,
  followMailKey,
  newestComments,
  outboxOfThreadLater,
  outboxOfThreads,
  threadsCommentedAfter,
} from "./follow-news.repo.ts";
import type { FollowRow, ThreadRow } from "./forum.table.ts";
import { threadById } from "./threads.repo.ts";

/** Name of the job, and of its place in the comments. */
export const FOLLOW_JOB = "forum.follow_news";

/** Least time between two mails to a follower about a thread. */
const MAIL_EVERY_MS = 15 * 60_000;
/** Comments that one step looks at, and steps of one tick. */
const COMMENTS_A_STEP = 1_000;
const STEPS = 10;
/** Followers that one delivery of the queue writes to: each takes seven statements. */
const FOLLOWERS_A_TURN = 10;
/** A mail that was claimed and not reported for so long has no sender any more: a queue consumer is ended after 15 minutes. */
const DOUBT_MS = 20 * 60_000;
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
    if (threadIds.length > 0) await outboxOfThreads(deps, threadIds);
    await writeCursor(deps, FOLLOW_JOB, String(last));
    hasNews ||= threadIds.length > 0;
    after = last;
    if (!isFull) break;
  }
  if (hasNews) relaySoon(deps);
}

/**
 * Tells some followers of a thread of its new comments, and stores that the next are to be told: at once, and those who
 * had a mail less than 15 minutes ago when these are over. Steps may be repeated.
 */
export const tellFollowers: OutboxHandler<"forum.follow_news"> = async (deps, { threadId, toldUpTo, id }, entryId) => {
  const thread = await threadById(deps, threadId);
  if (!thread || thread.isDeleted) return;
  const [newest] = await newestComments(deps, threadId, { after: 0, upTo: null, limit: 1 });
  if (!newest) return;
  const after = toldUpTo === undefined || id === undefined ? START : { toldUpTo, id };
  const followers = await followersToTell(deps, threadId, { upTo: newest.id, after, limit: FOLLOWERS_A_TURN });
  let againAt: Date | null = null;
  for (const follower of followers) {
    const dueAt = dueAtOf(follower);
    const laterAt = dueAt > deps.now() ? dueAt : await tellAtLast(deps, thread, follower);
    if (laterAt !== null && (againAt === null || laterAt < againAt)) againAt = laterAt;
  }
  await goOn(deps, entryId, threadId, {
    last: followers.at(-1)?.follow ?? null,
    isFull: followers.length === FOLLOWERS_A_TURN,
    againAt,
  });
};

/** When a follower may be written to, or it is clear what became of the mail on its way. */
const dueAtOf = ({ lastMailAt, tellingAt }: Follower) =>
  tellingAt
    ? new Date(tellingAt.getTime() + DOUBT_MS)
    : new Date(lastMailAt ? lastMailAt.getTime() + MAIL_EVERY_MS : 0);

/** Writes to a follower, after a mail of which nobody learned whether it was sent: that one is never repeated. */
async function tellAtLast(deps: Deps, thread: ThreadRow, { follow, tellingAt }: Follower): Promise<Date | null> {
  if (tellingAt === null || follow.tellingUpTo === null) return tell(deps, thread, follow);
  deps.log.warn("forum.news_in_doubt", { follow: follow.id, upTo: follow.tellingUpTo });
  await endTelling(deps, follow, follow.tellingUpTo);
  return tell(deps, thread, { ...follow, toldUpTo: follow.tellingUpTo, tellingUpTo: null });
}

/** Ends an entry and stores what follows from it, once. */
async function goOn(
  deps: Deps,
  entryId: number,
  threadId: number,
  { last, isFull, againAt }: { last: FollowRow | null; isFull: boolean; againAt: Date | null },
): Promise<void> {
  const next =
    isFull && last
      ? [outboxIfChanged(deps, "forum.follow_news", { threadId, toldUpTo: last.toldUpTo, id: last.id })]
      : [];
  const again = againAt ? [outboxOfThreadLater(deps, threadId, againAt)] : [];
  if (next.length + again.length === 0) return;
  await deps.db.batch([endOutboxEntry(deps, entryId), ...next, ...again]);
  relaySoon(deps);
}

/**
 * Writes to one follower. Which comments the mail tells of is noted before it is sent, and that they were told of when it
 * was: a delivery that dies is repeated with the same mail, which is sent once.
 * @returns when to look again, where somebody else is writing to this follower; else null
 * @throws what the transport throws when the mail may be sent later
 */
async function tell(deps: Deps, thread: ThreadRow, follow: FollowRow): Promise<Date | null> {
  const comments = await newestComments(deps, thread.id, {
    after: follow.toldUpTo,
    upTo: follow.tellingUpTo,
    limit: COUNTED + 1,
  });
  const upTo = follow.tellingUpTo ?? comments[0]?.id;
  if (upTo === undefined) return null;
  if (comments.length === 0) {
    // Deleted since.
    await endTelling(deps, follow, upTo);
    return null;
  }
  const mail = await newsMail(deps, follow, {
    thread,
    comments: comments.slice(0, SHOWN).toReversed(),
    more: comments.length > COUNTED ? Infinity : Math.max(0, comments.length - SHOWN),
  });
  if (!(await beginTelling(deps, follow, upTo))) return new Date(deps.now().getTime() + MAIL_EVERY_MS);
  await sendOnce(deps, followMailKey(follow.id, upTo), mail, [endTelling(deps, follow, upTo)]);
  return null;
}
