import { createContext, useContext } from "react";
import type { Comment, ForumUser, MyVotes } from "../../../../worker/contracts/forum.ts";
import { type Marks, type MarkStore, useMarked } from "../post/marks.ts";

/** What the parts of a thread's page share. Seldom another object: all comments are drawn again then. */
export interface Discussion {
  threadId: number;
  /** Address of the thread. */
  path: string;
  /** Of the comments: where they begin, from 1. */
  page: number;
  /** Why nothing can be written here any more; null where it can. */
  closed: string | null;
  /** Null until the server has said who writes here. */
  user: ForumUser | null;
  /** The forms' code, once it is there. */
  forms: typeof import("./comment-form.tsx") | null;
  marks: MarkStore;
  setEditor(name: string, isOpen: boolean): void;
  setFolded(id: number, isFolded: boolean): void;
  /** Remembers a comment that is being answered or changed. */
  keep(comment: Comment): void;
  /** Goes to a comment. */
  reveal(id: number): void;
  onReport(target: { commentId: number } | { threadId: number }): void;
  onDelete(comment: Comment): void;
}

/** One's own votes in the thread: asked for once, not by each comment. Undefined until the server has said. */
export const MyVotesContext = createContext<MyVotes | undefined>(undefined);

export const DiscussionContext = createContext<Discussion | null>(null);

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext);
  if (discussion === null) throw new Error("There is no discussion around this component.");
  return discussion;
}

/** A part of what was done to the comments on the screen: a value, or the same object while it did not change. */
export const useMark = <T>(select: (marks: Marks) => T): T => useMarked(useDiscussion().marks, select);
