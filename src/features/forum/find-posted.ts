import type { Comment } from "../../../worker/contracts/forum.ts";
import { ApiError } from "../../lib/api.ts";
import { fetchComments } from "./forum.queries.ts";
import type { LoadedComments } from "./refresh-comments.ts";

/** Whether a comment may have been posted although no answer says so: the answer was lost, now or when it was first sent. */
const mayBePosted = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && error.code === "forum.repeated");

/**
 * One's own comment with this text in this place, when the thread holds it although posting it failed; null when not, or
 * when nobody can tell.
 */
export async function findPosted(
  error: unknown,
  wanted: Pick<Comment, "threadId" | "authorId" | "content" | "parentId">,
  known: LoadedComments | undefined,
): Promise<Comment | null> {
  if (!mayBePosted(error)) return null;
  try {
    const newer = await fetchComments(wanted.threadId, { after: known?.end ?? 0 });
    const isWanted = ({ authorId, content, parentId }: Comment) =>
      authorId === wanted.authorId && content === wanted.content && parentId === wanted.parentId;
    return [...(known?.comments ?? []), ...newer].findLast(isWanted) ?? null;
  } catch {
    return null;
  }
}
