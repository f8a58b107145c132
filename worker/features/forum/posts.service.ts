import { DAY_MS, HOUR_MS } from "../../contracts/days.ts";
import {
  NEW_IDENTITY_LIMITS,
  ESTABLISHED_LIMITS,
  countLinks,
  LINKS_MAX,
  ESTABLISHED_LINKS_MAX,
  NEW_IDENTITY_DAYS,
  type Thread,
  threadSlug,
  type Comment,
  DEPTH_MAX,
  type ListVotes,
  type MyVotes,
  type Vote,
  type VoteResult,
} from "../../contracts/forum.ts";
import type { NetworkLimitName } from "../../contracts/network-limits.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { refundForNetworks, requireForNetworks } from "../../platform/rate-limits.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { nthNewestPostOf } from "./authors.repo.ts";
import { toThread, toComment } from "./forum.mappers.ts";
import { deleteThread, deleteComment, reattachReplies, reattachRepliesOfAll } from "./forum.moderation.repo.ts";
import { forumComments, forumThreads, type ForumUserRow, type ThreadRow, type CommentRow } from "./forum.table.ts";
import {
  isDuplicate,
  editThread,
  insertThread,
  threadById,
  commentById,
  editComment,
  insertComment,
  setVote,
  voteFor,
  votesForThreads,
  votesIn,
  type VoteTarget,
} from "./posts.repo.ts";
import { textKeyOf, wholeText } from "./posts.text.ts";

/** Credentials in a request: the cookie, and fields in the body. */
export interface Credentials {
  cookie: string | undefined;
  anonymousId?: string | null | undefined;
  /** The identity that the caller claims to be. */
  authorId?: number | string | null | undefined;
}

/** An authenticated writer, required for every change of a post. Only identity.service.ts creates this type. */
export type Writer = Pick<ForumUserRow, "id" | "username" | "createdAt"> & { readonly isProven: true };

/** Actions that are limited per network (contracts/network-limits.ts). */
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

/**
 * Returns the number of threads or comments that a writer may post in 24 hours. Returns null where limits are disabled.
 */
function dailyLimit(deps: Deps, writer: Pick<Writer, "createdAt">, kind: "threads" | "comments"): number | null {
  const scale = deps.config.rateLimitScale;
  return scale > 0 ? Math.ceil((isNew(deps, writer) ? NEW_IDENTITY_LIMITS : ESTABLISHED_LIMITS)[kind] * scale) : null;
}

/**
 * Returns the error for a post over the daily limit.
 * @param oldest time of the oldest counted post; the next post is allowed a day after that time
 */
function dailyLimitError(deps: Deps, kind: "threads" | "comments", limit: number, oldest: Date): AppError {
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
 * Limits the number of links in a post. New identities have a lower limit.
 * @throws AppError `forum.invalid`
 */
function assertLinkLimit(deps: Deps, writer: Writer, text: string): void {
  const most = isNew(deps, writer) ? LINKS_MAX : ESTABLISHED_LINKS_MAX;
  if (countLinks(text) <= most) return;
  const message = `At most ${most} links a post${most < ESTABLISHED_LINKS_MAX ? " while you are new here" : ""}.`;
  throw new AppError("forum.invalid", { message, fields: { content: message } });
}

/**
 * Counts an action against the limits of a caller's networks. Failed actions are refunded (platform/rate-limits.ts).
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

const POSTS = { threads: forumThreads, comments: forumComments };

/** The functions and values that differ between writing a thread and writing a comment. */
interface NewPost<Place, Row> {
  kind: "threads" | "comments";
  client: Pick<Client, "networks">;
  textKey: string;
  /** Validates the position of the post and returns the position. */
  place: () => Promise<Place>;
  /** Stores the post. Returns null if a concurrent change prevented that; the checks are then repeated. */
  insert: (place: Place, day: { count: number; since: Date } | null) => Promise<Row | null>;
}

/**
 * Writes a post if it passes all checks and is within the daily limits of its writer and network.
 * @throws AppError 409 `forum.repeated`, 429 over a daily limit, and errors of `place`
 */
async function createPost<Place, Row>(
  deps: Deps,
  writer: Writer,
  { kind, client, textKey, place, insert }: NewPost<Place, Row>,
): Promise<Row> {
  const limit = dailyLimit(deps, writer, kind);
  const since = new Date(deps.now().getTime() - DAY_MS);
  const look = async () => {
    const found = await place();
    const oldest = limit === null ? null : await nthNewestPostOf(deps, POSTS[kind], { authorId: writer.id, limit });
    if (limit !== null && oldest !== null && oldest > since) throw dailyLimitError(deps, kind, limit, oldest);
    if (await isDuplicate(deps, textKey)) throw new AppError("forum.repeated");
    return found;
  };
  const found = await look();
  await countForNetwork(deps, kind, client);
  const row = await insert(found, limit === null ? null : { count: limit, since });
  if (row) return row;
  await refundForNetworks(deps, kind, client);
  // A concurrent change prevented the write. Repeating the checks throws the right error.
  await look();
  throw new AppError("request.busy");
}

interface ThreadText {
  title: string;
  content: string;
}

/** A thread by the current writer. Only {@link ownThread} creates this type. */
type OwnThread = ThreadRow & { readonly isOwn: true };

/**
 * Writes a thread.
 * @throws AppError 400 `forum.invalid` with too many links, 409 `forum.repeated`, 429 over the daily limit
 */
export async function startThread(deps: Deps, writer: Writer, text: ThreadText, from: Client): Promise<Thread> {
  assertLinkLimit(deps, writer, wholeText(text));
  const textKey = await textKeyOf(wholeText(text), writer.id, null);
  const row = await createPost(deps, writer, {
    kind: "threads",
    client: from,
    textKey,
    place: async () => {},
    insert: (_, day) =>
      insertThread(
        deps,
        {
          ...text,
          seoSlug: threadSlug(text.title),
          authorId: writer.id,
          authorName: writer.username,
          textKey,
          isAutomated: false,
          ipAddress: from.address,
          network: from.network,
        },
        day,
      ),
  });
  await purge(deps, "thread.changed", row.id);
  return toThread(row, "public");
}

/** @throws AppError 404 `forum.thread_not_found`, 403 `forum.not_author` */
async function ownThread(deps: Deps, writer: Writer, id: number | null): Promise<OwnThread> {
  const row = id === null ? null : await threadById(deps, id);
  if (!row || row.isDeleted) throw new AppError("forum.thread_not_found");
  if (row.authorId !== writer.id) throw new AppError("forum.not_author");
  return { ...row, isOwn: true };
}

/**
 * Changes the writer's own thread, but not a title set by a moderator.
 * @throws AppError 404, 403 `forum.not_author`, 409 `forum.locked` or `forum.repeated`, 400 with too many links
 */
export async function editOwnThread(
  deps: Deps,
  writer: Writer,
  id: number | null,
  { title: wantedTitle, content }: ThreadText,
): Promise<Thread> {
  const thread = await ownThread(deps, writer, id);
  const title = thread.renamedAt ? thread.title : wantedTitle;
  if (thread.isLocked) throw new AppError("forum.locked");
  if (thread.title === title && thread.content === content) return toThread(thread, "public");
  assertLinkLimit(deps, writer, wholeText({ title, content }));
  const textKey = await textKeyOf(wholeText({ title, content }), writer.id, null);
  if (textKey !== thread.textKey && (await isDuplicate(deps, textKey, { threadId: thread.id }))) {
    throw new AppError("forum.repeated");
  }
  const changed = await editThread(deps, thread, { title, seoSlug: threadSlug(title), content, textKey });
  if (!changed) {
    // The thread may have been deleted, locked or renamed in the meantime. After a rename, repeats the edit with the
    // new title.
    const now = await ownThread(deps, writer, id);
    if (now.isLocked) throw new AppError("forum.locked");
    if (now.renamedAt?.getTime() !== thread.renamedAt?.getTime())
      return editOwnThread(deps, writer, id, { title: now.title, content });
    throw new AppError("request.busy");
  }
  await purge(deps, "thread.changed", thread.id);
  return toThread(changed, "public");
}

/**
 * Deletes the writer's own thread, even when it is locked.
 * @throws AppError 404, 403 `forum.not_author`
 */
export async function deleteOwnThread(deps: Deps, writer: Writer, id: number | null): Promise<void> {
  const thread = await ownThread(deps, writer, id);
  const [[deleted]] = await runAllOrNone(deps, [deleteThread(deps, thread.id, { by: "author", authorId: writer.id })]);
  if (!deleted) throw new AppError("forum.thread_not_found");
  await purge(deps, "post.deleted", thread.id);
}

/** A comment's text and position. */
interface CommentText {
  content: string;
  threadId: number;
  /** The answered comment. Null for a comment on the thread. */
  parentId: number | null;
}

/** A comment by the current writer. Only {@link ownComment} creates this type. */
type OwnComment = CommentRow & { readonly isOwn: true };

/** @throws AppError 404 `forum.thread_not_found`, 409 `forum.locked` */
async function assertThreadOpen(deps: Deps, threadId: number): Promise<void> {
  const thread = await threadById(deps, threadId);
  if (!thread || thread.isDeleted) throw new AppError("forum.thread_not_found");
  if (thread.isLocked) throw new AppError("forum.locked");
}

/**
 * Returns the parent of a reply: the answered comment. At the maximum depth, returns the answered comment's own parent.
 * @throws AppError 404 `forum.comment_not_found`, 400 `forum.wrong_parent`, 409 `forum.parent_deleted`
 */
async function parentFor(deps: Deps, { threadId, parentId }: CommentText): Promise<number | null> {
  if (parentId === null) return null;
  const answered = await commentById(deps, parentId);
  if (!answered) throw new AppError("forum.comment_not_found");
  if (answered.threadId !== threadId) throw new AppError("forum.wrong_parent");
  if (answered.isDeleted) throw new AppError("forum.parent_deleted");
  return answered.depth >= DEPTH_MAX ? answered.parentId : answered.id;
}

/**
 * Writes a comment on a thread, or a reply to a comment.
 * @throws AppError 404 for a thread or comment that does not exist, 409 `forum.locked`, `forum.parent_deleted` or
 * `forum.repeated`, 400 `forum.wrong_parent` or with too many links, 429 over the daily limit
 */
export async function writeComment(deps: Deps, writer: Writer, text: CommentText, from: Client): Promise<Comment> {
  assertLinkLimit(deps, writer, text.content);
  const textKey = await textKeyOf(text.content, writer.id, text.threadId);
  const row = await createPost(deps, writer, {
    kind: "comments",
    client: from,
    textKey,
    place: async () => {
      await assertThreadOpen(deps, text.threadId);
      return parentFor(deps, text);
    },
    insert: (parentId, day) =>
      insertComment(
        deps,
        {
          threadId: text.threadId,
          parentId,
          answeredId: text.parentId,
          content: text.content,
          authorId: writer.id,
          authorName: writer.username,
          textKey,
          isAutomated: false,
          ipAddress: from.address,
          network: from.network,
        },
        day,
      ),
  });
  await purge(deps, "comment.changed", row.threadId);
  return toComment(row, "public");
}

/** @throws AppError 404 `forum.comment_not_found`, 403 `forum.not_author` */
async function ownComment(deps: Deps, writer: Writer, id: number | null): Promise<OwnComment> {
  const row = id === null ? null : await commentById(deps, id);
  if (!row || row.isDeleted) throw new AppError("forum.comment_not_found");
  if (row.authorId !== writer.id) throw new AppError("forum.not_author");
  return { ...row, isOwn: true };
}

/**
 * Changes the writer's own comment.
 * @throws AppError 404, 403 `forum.not_author`, 409 `forum.locked` or `forum.repeated`, 400 with too many links
 */
export async function editOwnComment(deps: Deps, writer: Writer, id: number | null, content: string): Promise<Comment> {
  const comment = await ownComment(deps, writer, id);
  await assertThreadOpen(deps, comment.threadId);
  if (comment.content === content) return toComment(comment, "public");
  assertLinkLimit(deps, writer, content);
  const textKey = await textKeyOf(content, writer.id, comment.threadId);
  if (textKey !== comment.textKey && (await isDuplicate(deps, textKey, { commentId: comment.id }))) {
    throw new AppError("forum.repeated");
  }
  const changed = await editComment(deps, { id: comment.id, authorId: writer.id }, { content, textKey });
  if (!changed) {
    // These calls throw the right error if the comment was deleted or the thread locked in the meantime.
    await ownComment(deps, writer, id);
    await assertThreadOpen(deps, comment.threadId);
    throw new AppError("request.busy");
  }
  await purge(deps, "comment.changed", comment.threadId);
  return toComment(changed, "public");
}

/**
 * Deletes the writer's own comment, even in a locked thread. The comment's replies move up.
 * @throws AppError 404, 403 `forum.not_author`
 */
export async function deleteOwnComment(deps: Deps, writer: Writer, id: number | null): Promise<void> {
  const comment = await ownComment(deps, writer, id);
  const [[deleted]] = await runAllOrNone(deps, [
    deleteComment(deps, comment.id, { by: "author", authorId: writer.id }),
    reattachReplies(deps, comment.id),
  ]);
  if (!deleted) throw new AppError("forum.comment_not_found");
  await purge(deps, "post.deleted", comment.threadId);
}

/** Moves the replies below deleted comments under their nearest ancestors that are not deleted. */
export async function reattachRepliesUnder(deps: Deps, ids: readonly number[]): Promise<void> {
  await reattachRepliesOfAll(deps, ids);
}

/**
 * Sets the writer's vote for a post. 0 removes the vote. Posts in locked discussions can be voted on. Only new votes
 * count against the network's limits. No cache is purged, so cached pages show the new counts after they expire.
 * @throws AppError 404 `forum.thread_not_found` or `forum.comment_not_found`, 429 over a limit of the network
 */
export async function vote(
  deps: Deps,
  writer: Writer,
  target: { type: VoteTarget["type"]; id: number | null },
  value: Vote,
  client: Pick<Client, "networks">,
): Promise<VoteResult> {
  const { type, id } = target;
  const nothingThere = () => new AppError(type === "thread" ? "forum.thread_not_found" : "forum.comment_not_found");
  const before = id === null ? null : await voteFor(deps, writer.id, { type, id });
  if (id === null || before === null) throw nothingThere();
  const isNew = before === 0 && value !== 0;
  const post = `${type}:${id}`;
  if (isNew) await countVote(deps, client, post);
  const counts = await setVote(deps, writer.id, { type, id }, value);
  if (!counts) {
    if (isNew) {
      await refundForNetworks(deps, "post_votes", client, post);
      await refundForNetworks(deps, "votes", client);
    }
    throw nothingThere();
  }
  const { upvotes, downvotes } = counts;
  return { upvotes, downvotes, myVote: value };
}

/**
 * Counts a vote against the daily limit and the limit per post of the caller's networks.
 * @throws AppError `request.rate_limited` over either limit; the vote then counts against neither
 */
async function countVote(deps: Deps, client: Pick<Client, "networks">, post: string): Promise<void> {
  await countForNetwork(deps, "votes", client);
  try {
    await countForNetwork(deps, "post_votes", client, post);
  } catch (refusal) {
    await refundForNetworks(deps, "votes", client);
    throw refusal;
  }
}

/** Returns the caller's votes in a thread; empty for a caller without an identity. */
export async function readMyVotes(deps: Deps, readerId: number | null, threadId: number | null): Promise<MyVotes> {
  const mine: MyVotes = { thread: 0, comments: {} };
  if (readerId === null || threadId === null) return mine;
  for (const { targetType, targetId, value } of await votesIn(deps, readerId, threadId)) {
    if (targetType === "thread") mine.thread = value;
    else mine.comments[targetId] = value;
  }
  return mine;
}

/** Returns the caller's votes for threads; empty for a caller without an identity. */
export async function readListVotes(
  deps: Deps,
  readerId: number | null,
  threadIds: readonly number[],
): Promise<ListVotes> {
  if (readerId === null || threadIds.length === 0) return {};
  const votes = await votesForThreads(deps, readerId, threadIds);
  return Object.fromEntries(votes.map(({ threadId, value }) => [threadId, value]));
}
