import { SORTS, type ThreadSort } from "../../../worker/contracts/forum.ts";
import type { ThreadListView } from "../../../worker/contracts/forum-list.ts";
import { threadListPath } from "./use-thread-list-view.ts";
import { Link } from "../../ui/link.tsx";

const SORT_TEXT: Record<ThreadSort, string> = { hot: "Hot", newest: "Newest", popular: "Popular" };

/** What the threads are sorted by. */
export function ThreadSorts({ view }: { view: ThreadListView }) {
  return (
    <nav aria-label="Sort discussions" className="flex flex-wrap gap-2">
      {SORTS.map((sort) => (
        <Link
          key={sort}
          to={threadListPath({ ...view, sort, page: 1 })}
          keepsScroll
          aria-current={sort === view.sort ? "page" : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold transition-colors hover:border-accent hover:text-accent aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-accent-ink"
        >
          {SORT_TEXT[sort]}
        </Link>
      ))}
    </nav>
  );
}
