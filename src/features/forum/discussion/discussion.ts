import { createContext, useContext } from "react";
import type { Comment, ForumUser, MyVotes } from "../../../../worker/contracts/forum.ts";
import { type UiState, type UiStore, useUiState } from "./ui-state.ts";

/** Shared by the parts of a thread's page. A new object renders every comment again. */
export interface Discussion {
  threadId: number;
  path: string;
  /** First loaded page of comments, from 1. */
  page: number;
  /** Why writing is closed; null while it is open. */
  closed: string | null;
  /** Null until the server has identified the browser. */
  user: ForumUser | null;
  /** Null until the code of the forms is loaded. */
  forms: typeof import("./comment-form.tsx") | null;
  ui: UiStore;
  /** Scrolls to a comment and focuses it. */
  reveal(id: number): void;
  onReport(target: { commentId: number } | { threadId: number }): void;
  onDelete(comment: Comment): void;
}

/** The visitor's votes in the thread, fetched once for all comments; undefined until then. */
export const MyVotesContext = createContext<MyVotes | undefined>(undefined);

export const DiscussionContext = createContext<Discussion | null>(null);

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext);
  if (discussion === null) throw new Error("There is no discussion around this component.");
  return discussion;
}

/** `select` must return a stable value while its part of the state is unchanged. */
export const useDiscussionUi = <T>(select: (state: UiState) => T): T => useUiState(useDiscussion().ui, select);
