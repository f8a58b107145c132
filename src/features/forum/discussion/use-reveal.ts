import { useCallback, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { type Comment, commentAnchor } from "../../../../worker/contracts/forum.ts";
import { type UiStore, useUiState } from "./ui-state.ts";
import { ancestorsOf } from "../comment-tree.ts";

interface RevealOptions {
  comments: readonly Comment[];
  /** All comments are loaded. */
  isWhole: boolean;
  /** The loaded comments were fetched just now. */
  isFresh: boolean;
  loadAll(): Promise<void>;
  ui: UiStore;
}

/** Visited addresses whose comment was already scrolled to, so that going back does not scroll again. */
const reached = new Set<string>();

/** The comment id in an address's hash; null if there is none. */
function commentNamed(hash: string): number | null {
  const id = /^#comment-([1-9]\d{0,14})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** The page was restored by back or forward, where the browser restores the scroll position itself. */
const isStepBack = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "back_forward");

/**
 * Scrolls to a comment and focuses it: the one in the address, loading it if need be, or one just posted. Ancestors are
 * unfolded first. `isMissing` says that the address's comment does not exist.
 */
export function useReveal({ comments, isWhole, isFresh, loadAll, ui }: RevealOptions) {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const entry = key + hash;
  const targetId = commentNamed(hash);
  const [asked, reveal] = useState<number | null>(null);
  const missing = useUiState(ui, (state) => state.missing);
  /** The address for which everything was loaded. */
  const loadedFor = useRef<string | null>(null);

  useEffect(() => ui.change(() => ({ targetId })), [ui, targetId]);
  const finish = useCallback(() => {
    reached.add(entry);
    reveal(null);
  }, [entry]);
  useEffect(() => {
    const isReached = reached.has(entry) || (type === NavigationType.Pop && isStepBack());
    const wanted = asked ?? (isReached ? null : targetId);
    if (wanted === null) return undefined;
    if (comments.some(({ id }) => id === wanted)) {
      ui.unfold(ancestorsOf(comments, wanted));
      // The unfolded branches must be rendered first.
      const frame = requestAnimationFrame(() => {
        const place = document.getElementById(commentAnchor(wanted));
        place?.scrollIntoView({ block: "center" });
        place?.focus({ preventScroll: true });
        finish();
      });
      return () => cancelAnimationFrame(frame);
    }
    // A comment just posted arrives with the next render.
    if (asked !== null) return undefined;
    if (isWhole && isFresh) {
      reached.add(entry);
      ui.change(() => ({ missing: entry }));
    } else if (!isWhole && loadedFor.current !== entry) {
      loadedFor.current = entry;
      loadAll().catch(finish);
    }
    return undefined;
  }, [asked, targetId, entry, type, comments, isWhole, isFresh, loadAll, ui, finish]);

  return { reveal, isMissing: missing === entry };
}
