import { useCallback, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { type Comment, commentAnchor } from "../../../../worker/contracts/forum.ts";
import { type MarkStore, useMarked } from "../post/marks.ts";
import { ancestorsOf } from "./comment-tree.ts";

interface RevealOptions {
  comments: readonly Comment[];
  /** All comments there are have been loaded. */
  isWhole: boolean;
  /** What is loaded is as it is on the server now. */
  isFresh: boolean;
  loadAll(): Promise<void>;
  unfold(ids: readonly number[]): void;
  marks: MarkStore;
}

/** Addresses of this visit whose comment was gone to: neither reading on nor a step back is interrupted. */
const reached = new Set<string>();

/** The comment that an address names; null for none. */
function commentNamed(hash: string): number | null {
  const id = /^#comment-([1-9]\d{0,14})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** The browser itself came back to this page, and leads to the place where one was. */
const isStepBack = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "back_forward");

/**
 * Goes to comments: to the one that the address names, also when it is on a page that is not loaded, and to those
 * that were just written. Branches over it are unfolded, and it takes the focus. Says when there is no such comment.
 */
export function useReveal({ comments, isWhole, isFresh, loadAll, unfold, marks }: RevealOptions) {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const entry = key + hash;
  const targetId = commentNamed(hash);
  const [asked, reveal] = useState<number | null>(null);
  const missing = useMarked(marks, (known) => known.missing);
  /** The address that everything was loaded for. */
  const loadedFor = useRef<string | null>(null);

  useEffect(() => marks.change(() => ({ targetId })), [marks, targetId]);
  const leaveOff = useCallback(() => {
    reached.add(entry);
    reveal(null);
  }, [entry]);
  useEffect(() => {
    const isReached = reached.has(entry) || (type === NavigationType.Pop && isStepBack());
    const wanted = asked ?? (isReached ? null : targetId);
    if (wanted === null) return undefined;
    if (comments.some(({ id }) => id === wanted)) {
      unfold(ancestorsOf(comments, wanted));
      // After the branches over it have been drawn.
      const frame = requestAnimationFrame(() => {
        const place = document.getElementById(commentAnchor(wanted));
        place?.scrollIntoView({ block: "center" });
        place?.focus({ preventScroll: true });
        leaveOff();
      });
      return () => cancelAnimationFrame(frame);
    }
    // What was just written comes by itself.
    if (asked !== null) return undefined;
    if (isWhole && isFresh) {
      reached.add(entry);
      marks.change(() => ({ missing: entry }));
    } else if (!isWhole && loadedFor.current !== entry) {
      loadedFor.current = entry;
      loadAll().catch(leaveOff);
    }
    return undefined;
  }, [asked, targetId, entry, type, comments, isWhole, isFresh, loadAll, unfold, marks, leaveOff]);

  return { reveal, isMissing: missing === entry };
}
