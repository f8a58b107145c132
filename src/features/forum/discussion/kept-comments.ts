import type { Comment } from "../../../../worker/contracts/forum.ts";
import { readDrafts } from "./drafts.ts";
import type { UiState } from "./ui-state.ts";

const WRITTEN_AT = /^(?:reply|edit)-([1-9]\d*)$/;

/** Placeholder for a deleted comment of which no copy was kept. */
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
 * The comments, with deleted ones that have an open draft put back as deleted, so that the draft is not lost.
 * @param isWhole all comments were just loaded, so a missing comment is known to be deleted
 */
export function withKept(
  comments: readonly Comment[],
  { editors, kept }: Pick<UiState, "editors" | "kept">,
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
    const comment = kept.get(id);
    if (comment) return [{ ...comment, isDeleted: true }];
    return isWhole ? [unknownComment(id, threadId)] : [];
  });
  if (lost.length === 0) return comments;
  // Optimistic comments have negative ids and come last.
  const placeOf = ({ id }: Comment) => (id < 0 ? Number.MAX_SAFE_INTEGER + id : id);
  return [...comments, ...lost].toSorted((one, other) => placeOf(one) - placeOf(other));
}
