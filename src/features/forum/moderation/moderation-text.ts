import type { AuthorHistory, Comment, Thread } from "../../../../worker/contracts/forum.ts";
import { formatCount, plural } from "../../../lib/format.ts";

/** Who wrote a post. */
export const authorName = ({ user }: Pick<Thread | Comment, "user">): string => user.username || "Anonymous";

/** Addresses are masked after 90 days, and then stand for a whole region that cannot be banned. */
export const isMasked = (ipAddress: string) => ipAddress.includes("/");
/** Shown instead of the button that bans. */
export const MASKED = "masked after 90 days: it cannot be banned";

/** Upvotes minus downvotes, in words. */
export function netVotesText({ upvotes, downvotes }: Pick<Thread, "upvotes" | "downvotes">): string {
  const net = upvotes - downvotes;
  return `${net < 0 ? "-" : ""}${formatCount(Math.abs(net))} net ${Math.abs(net) === 1 ? "vote" : "votes"}`;
}

/** How much of the list is shown. */
export function shownText(shown: number, total: number): string {
  return shown < total
    ? `Showing first ${formatCount(shown)} threads of ${formatCount(total)}`
    : `All ${plural(shown, "thread")} shown`;
}

/** Comments with their replies below them, oldest first; one whose parent is not loaded stands on its own. */
export function inTreeOrder(comments: readonly Comment[]): Comment[] {
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

/** Where an author posted from, latest first, each once. */
export function addressesOf({ posts }: AuthorHistory): string[] {
  return [...new Set(posts.flatMap(({ ipAddress }) => ipAddress ?? []))];
}

/** What was deleted. */
export function deletedText({ threads, comments }: { threads: number; comments: number }): string {
  return `${plural(threads, "thread")} and ${plural(comments, "comment")} were deleted.`;
}
