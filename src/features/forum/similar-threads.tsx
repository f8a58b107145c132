import { useEffect, useState } from "react";
import { type SimilarThread, threadPath } from "../../../worker/contracts/forum.ts";
import { searchedFor } from "../../../worker/contracts/forum-list.ts";
import { getJson } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { API } from "./forum.queries.ts";

/** Milliseconds after the last letter. */
const PAUSE_MS = 500;

/** Discussions whose titles sound like the one that is being written. */
export function SimilarThreads({ title }: { title: string }) {
  const [similar, setSimilar] = useState<readonly SimilarThread[]>([]);
  const asked = searchedFor(title);
  useEffect(() => {
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      if (asked === "") {
        setSimilar([]);
        return;
      }
      try {
        const { signal } = aborter;
        setSimilar(await getJson(`${API}/threads/similar?${new URLSearchParams({ title: asked })}`, { signal }));
      } catch {
        // A help, and no more: what was found before stays.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [asked]);

  return (
    <div aria-live="polite">
      {similar.length > 0 && (
        <div className="rounded-control bg-accent-soft px-3 py-2 text-sm">
          <p className="font-semibold">Similar discussions</p>
          <ul>
            {similar.map((thread) => (
              <li key={thread.id}>
                {/* In a tab of its own: what is being written stays. */}
                <a
                  dir="auto"
                  href={threadPath(thread)}
                  target="_blank"
                  rel="noopener"
                  className="inline-block py-1.5 text-accent underline underline-offset-4 pointer-coarse:py-3"
                >
                  {thread.title}
                </a>{" "}
                <span className="whitespace-nowrap text-ink-muted">({plural(thread.commentCount, "comment")})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
