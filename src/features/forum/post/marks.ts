import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { Comment } from "../../../../worker/contracts/forum.ts";
import { DRAFT, readDrafts } from "./drafts.ts";

const FIELDS_OF_THREAD: ReadonlySet<string> = new Set([DRAFT.comment, DRAFT.threadTitle, DRAFT.threadContent]);

const withMember = <T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> =>
  new Set(isIn ? [...set, member] : [...set].filter((other) => other !== member));

/** The marks of a thread's comments. Replies and edits that were begun before a reload are open again. */
export function useMarks(threadId: number) {
  const [store] = useState(makeMarks);
  useEffect(() => {
    const begun = Object.keys(readDrafts(threadId)).filter((name) => !FIELDS_OF_THREAD.has(name));
    if (begun.length > 0) store.change(({ editors }) => ({ editors: new Set([...editors, ...begun]) }));
  }, [store, threadId]);

  const setEditor = useCallback(
    (name: string, isOpen: boolean) =>
      store.change(({ editors }) => ({
        editors: withMember(editors, name, isOpen),
        openedEditor: isOpen ? name : null,
      })),
    [store],
  );
  const setFolded = useCallback(
    (id: number, isFolded: boolean) => store.change(({ folded }) => ({ folded: withMember(folded, id, isFolded) })),
    [store],
  );
  const unfold = useCallback(
    (ids: readonly number[]) =>
      store.change(({ folded }) => ({ folded: new Set([...folded].filter((id) => !ids.includes(id))) })),
    [store],
  );
  const keep = useCallback(
    (comment: Comment) =>
      store.change(({ written }) => ({ written: new Map([...written, [comment.id, comment] as const]) })),
    [store],
  );
  return { store, setEditor, setFolded, unfold, keep };
}

/** A part of the marks, which must be the same object while it did not change. */
export const useMarked = <T>(store: MarkStore, select: (marks: Marks) => T): T =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(NO_MARKS),
  );

/** What somebody did to the comments on the screen, beside what stands in them. */
export interface Marks {
  /** Open replies and edits, by the names of their drafts. */
  editors: ReadonlySet<string>;
  /** The one that was opened by hand, and takes the focus; others were left open before a reload. */
  openedEditor: string | null;
  /** Comments that are being answered or changed, as they were when that began. */
  written: ReadonlyMap<number, Comment>;
  /** Comments whose replies are folded away. */
  folded: ReadonlySet<number>;
  /** Comment that the page was opened for. */
  targetId: number | null;
  /** The visit of an address whose comment is not there. */
  missing: string | null;
}

/** As the edge draws them. */
const NO_MARKS: Marks = {
  editors: new Set(),
  openedEditor: null,
  written: new Map(),
  folded: new Set(),
  targetId: null,
  missing: null,
};

/** Marks that each comment watches for itself: of a thousand, only those that a change concerns are drawn again. */
export interface MarkStore {
  get(): Marks;
  change(update: (marks: Marks) => Partial<Marks>): void;
  subscribe(listener: () => void): () => void;
}

function makeMarks(): MarkStore {
  let marks = NO_MARKS;
  const listeners = new Set<() => void>();
  return {
    get: () => marks,
    change(update) {
      marks = { ...marks, ...update(marks) };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
