import { useMemo, useState } from "react";
import type { Discussion } from "./discussion.ts";
import { commentTree, type CommentTree } from "./comment-tree.ts";
import { useComments } from "./use-comments.ts";
import { useMarked, useMarks } from "./use-marks.ts";
import { useReveal } from "./use-reveal.ts";

/** A tree that keeps what is the same as in the one before. */
function useTree(comments: Parameters<typeof commentTree>[0]): CommentTree {
  const [drawn, setDrawn] = useState(() => ({ comments, tree: commentTree(comments) }));
  if (drawn.comments === comments) return drawn.tree;
  const tree = commentTree(comments, drawn.tree);
  setDrawn({ comments, tree });
  return tree;
}

/** The comments of a thread from a page on, what is open and folded among them, and the way to one of them. */
export function useThreadComments(threadId: number, page: number, isGone: boolean, forms: Discussion["forms"]) {
  const { store, ...marking } = useMarks(threadId);
  const { unfold } = marking;
  const loaded = useComments(threadId, page, isGone);
  const { comments, loadAll } = loaded;
  const isWhole = !loaded.hasEarlier && !loaded.hasMore;
  const { isFetching, isFetchedAfterMount, isSuccess } = loaded.query;
  const editors = useMarked(store, (marks) => marks.editors);
  const written = useMarked(store, (marks) => marks.written);
  const shown = useMemo(
    () => forms?.withKept(comments, { editors, written }, threadId, isWhole && isFetchedAfterMount) ?? comments,
    [forms, comments, editors, written, threadId, isWhole, isFetchedAfterMount],
  );
  const isFresh = isSuccess && !isFetching;
  const reveal = useReveal({ comments, isWhole, isFresh, loadAll, unfold, marks: store });
  return { ...loaded, ...marking, ...reveal, marks: store, tree: useTree(shown) };
}
