import type { Comment } from "../../../../worker/contracts/forum.ts";
import { readDrafts } from "../post/drafts.ts";
import type { Marks } from "../post/marks.ts";

const WRITTEN_AT = /^(?:reply|edit)-([1-9]\d*)$/;

/** In the place of a comment that nothing is known of any more. */
const unknownComment = (id: number, threadId: number): Comment => ({
  id,
  threadId,
  content: "",
  authorId: 0,
  user: { username: "" },
  parentId: null,
  depth: 0,
  createdAt: "",
  editedAt: null,
  upvotes: 0,
  downvotes: 0,
  isDeleted: true,
  isAutomated: false,
});

/**
 * The comments, and in their places those that were deleted while somebody answered or changed them, marked as deleted:
 * what was typed must not vanish with them.
 * @param isWhole all comments there are were just loaded: an answer to one that is not among them has lost it
 */
export function withKept(
  comments: readonly Comment[],
  { editors, written }: Pick<Marks, "editors" | "written">,
  threadId: number,
  isWhole: boolean,
): readonly Comment[] {
  if (editors.size === 0) return comments;
  const known = new Set(comments.map(({ id }) => id));
  const drafts = readDrafts(threadId);
  const lost = [...editors].flatMap((name) => {
    const id = Number(WRITTEN_AT.exec(name)?.[1] ?? 0);
    if (id === 0 || known.has(id) || !(name in drafts)) return [];
    known.add(id);
    const comment = written.get(id);
    if (comment) return [{ ...comment, isDeleted: true }];
    return isWhole ? [unknownComment(id, threadId)] : [];
  });
  if (lost.length === 0) return comments;
  // Those on their way to the server have negative ids, and come last.
  const placeOf = ({ id }: Comment) => (id < 0 ? Number.MAX_SAFE_INTEGER + id : id);
  return [...comments, ...lost].toSorted((one, other) => placeOf(one) - placeOf(other));
}
