import type { Comment } from "../../../worker/contracts/forum.ts";

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
export const NO_MARKS: Marks = {
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

export function makeMarks(): MarkStore {
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
