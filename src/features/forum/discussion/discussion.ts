import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Comment, ForumUser, MyVotes } from "../../../../worker/contracts/forum.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** Unposted texts by field name. */
type Drafts = Record<string, string>;

/** "new" for a new thread, otherwise the thread's id. */
export type DraftScope = "new" | number;

const keyOf = (scope: DraftScope) => `forum_drafts_${scope}`;

export function readDrafts(scope: DraftScope): Drafts {
  try {
    const value: unknown = JSON.parse(readStorage("local", keyOf(scope)) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

export const hasDraft = (threadId: number, name: string) => name in readDrafts(threadId);

export const hasDrafts = (threadId: number) => Object.keys(readDrafts(threadId)).length > 0;

/** Merges drafts into the stored ones; null deletes a draft. */
export function writeDrafts(scope: DraftScope, changes: Record<string, string | null>): void {
  const drafts = Object.entries({ ...readDrafts(scope), ...changes }).filter(
    ([, text]) => text !== null && text !== "",
  );
  writeStorage("local", keyOf(scope), drafts.length === 0 ? null : JSON.stringify(Object.fromEntries(drafts)));
}

/** Deletes a draft that was posted or discarded, unless another tab has replaced it. */
export function forgetDraft(scope: DraftScope, name: string, text: string): void {
  if (readDrafts(scope)[name] === text) writeDrafts(scope, { [name]: null });
}

/** Draft names of a thread's fields. */
export const DRAFT = {
  comment: "comment",
  reply: (commentId: number) => `reply-${commentId}`,
  edit: (commentId: number) => `edit-${commentId}`,
  threadTitle: "thread-title",
  threadContent: "thread-content",
} as const;

const THREAD_DRAFTS: ReadonlySet<string> = new Set([DRAFT.comment, DRAFT.threadTitle, DRAFT.threadContent]);

/** Returns the UI state of a thread's comments. Editors with a stored draft are open. */
export function useUiStore(threadId: number): UiStore {
  const [store] = useState(makeUiStore);
  useEffect(() => {
    const editors = Object.keys(readDrafts(threadId)).filter((name) => !THREAD_DRAFTS.has(name));
    if (editors.length > 0) store.change((state) => ({ editors: new Set([...state.editors, ...editors]) }));
  }, [store, threadId]);
  return store;
}

/** Returns a part of the state. `select` must return a stable value while that part is unchanged. */
export const useUiState = <T>(store: UiStore, select: (state: UiState) => T): T =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(INITIAL),
  );

export interface UiState {
  /** Draft names of open replies and edits. */
  editors: ReadonlySet<string>;
  /** The editor that the user opened. This editor takes the focus; editors restored after a reload do not. */
  openedEditor: string | null;
  /** Copies of the comments being answered or edited, by id. */
  savedCopies: ReadonlyMap<number, Comment>;
  /** Comments whose replies are folded. */
  folded: ReadonlySet<number>;
  /** The comment in the page's address. */
  targetId: number | null;
  /** The comment just posted; null once it is on the screen. */
  posted: number | null;
  /** The page's address if it names a comment that does not exist; otherwise null. */
  missing: string | null;
}

/** The initial state, which the server-rendered markup also uses. */
const INITIAL: UiState = {
  editors: new Set(),
  openedEditor: null,
  savedCopies: new Map(),
  folded: new Set(),
  targetId: null,
  posted: null,
  missing: null,
};

const withMember = <T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> =>
  new Set(isIn ? [...set, member] : [...set].filter((other) => other !== member));

export type UiStore = ReturnType<typeof makeUiStore>;

/** Creates a store outside of React state, so that only changed comments render again, even among a thousand. */
function makeUiStore() {
  let state = INITIAL;
  const listeners = new Set<() => void>();
  const change = (update: (state: UiState) => Partial<UiState>) => {
    state = { ...state, ...update(state) };
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    change,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setEditor: (name: string, isOpen: boolean) =>
      change(({ editors }) => ({ editors: withMember(editors, name, isOpen), openedEditor: isOpen ? name : null })),
    setFolded: (id: number, isFolded: boolean) =>
      change(({ folded }) => ({ folded: withMember(folded, id, isFolded) })),
    unfold: (ids: readonly number[]) =>
      change(({ folded }) => ({ folded: new Set([...folded].filter((id) => !ids.includes(id))) })),
    /** Stores a copy of a comment that is being answered or edited, in case it is deleted meanwhile. */
    saveCopy: (comment: Comment) =>
      change(({ savedCopies }) => ({ savedCopies: new Map([...savedCopies, [comment.id, comment]]) })),
  };
}

/** Data shared by the components of a thread's page. Replacing this object renders every comment again. */
export interface Discussion {
  threadId: number;
  path: string;
  /** Number of the first loaded page of comments, from 1. */
  page: number;
  /** Reason why writing is closed; null while it is open. */
  closed: string | null;
  /** Null until the server has identified the browser. */
  user: ForumUser | null;
  /** Null until the code of the forms is loaded. */
  forms: typeof import("./comment-form.tsx") | null;
  ui: UiStore;
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

/** Returns a part of the state. `select` must return a stable value while that part is unchanged. */
export const useDiscussionUi = <T>(select: (state: UiState) => T): T => useUiState(useDiscussion().ui, select);
