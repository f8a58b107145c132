import type { Comment, Thread } from "../../../../worker/contracts/forum.ts";
import type { AuthorHistory } from "../../../../worker/contracts/forum-moderation.ts";
import { formatCount, plural } from "../../../lib/format.ts";

export const authorName = ({ user }: Pick<Thread | Comment, "user">): string => user.username || "Anonymous";

/**
 * Returns whether an IP address was masked to a network, which happens after 90 days. A masked address cannot be
 * banned, because the network is too large.
 */
export const isMasked = (ipAddress: string) => ipAddress.includes("/");
export const MASKED = "masked after 90 days, so it can’t be banned";

export function netVotesText({ upvotes, downvotes }: Pick<Thread, "upvotes" | "downvotes">): string {
  const net = upvotes - downvotes;
  return `${net < 0 ? "-" : ""}${formatCount(Math.abs(net))} net ${Math.abs(net) === 1 ? "vote" : "votes"}`;
}

export function threadCountText(shown: number, total: number): string {
  return shown < total
    ? `Showing first ${formatCount(shown)} threads of ${formatCount(total)}`
    : `All ${plural(shown, "thread")} shown`;
}

/** Returns comments depth first, oldest first. A comment without its parent becomes a root. */
export function sortDepthFirst(comments: readonly Comment[]): Comment[] {
  const replies = new Map<number | null, Comment[]>();
  const known = new Set<number>();
  for (const comment of comments) {
    known.add(comment.id);
    const parent = comment.parentId !== null && known.has(comment.parentId) ? comment.parentId : null;
    const siblings = replies.get(parent);
    if (siblings) siblings.push(comment);
    else replies.set(parent, [comment]);
  }
  const below = (parent: number | null): Comment[] =>
    (replies.get(parent) ?? []).flatMap((comment) => [comment, ...below(comment.id)]);
  return below(null);
}

/** Returns the distinct IP addresses of an author, latest first. */
export function listAuthorAddresses({ posts }: AuthorHistory): string[] {
  return [...new Set(posts.flatMap(({ ipAddress }) => ipAddress ?? []))];
}

export function deletedText({ threads, comments }: { threads: number; comments: number }): string {
  return `${plural(threads, "thread")} and ${plural(comments, "comment")} were deleted.`;
}
