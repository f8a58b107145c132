import { useEffect, useRef } from "react";
import { loadNextPage } from "../lib/load-next-page.ts";
import { Button } from "./button.tsx";

interface LoadMoreButtonProps {
  label: string;
  /** Plural noun for the error toast. */
  what: string;
  query: Parameters<typeof loadNextPage>[0] & { hasNextPage: boolean; isFetchingNextPage: boolean };
  /**
   * Moves the focus to the first new row, because the button disappears with the last page and would take the focus
   * with it.
   */
  onLoaded(): unknown;
}

/** Button that loads the next page of a moderators' list; hidden on the last page. */
export function LoadMoreButton({ label, what, query, onLoaded }: LoadMoreButtonProps) {
  const move = useRef<(() => unknown) | null>(null);
  // Moves the focus after this render, because it also renders the new rows.
  useEffect(() => {
    move.current?.();
    move.current = null;
  });
  if (!query.hasNextPage) return null;
  const load = async () => {
    if (await loadNextPage(query, what)) move.current = onLoaded;
  };
  return (
    <Button variant="secondary" className="justify-self-center" disabled={query.isFetching} onClick={() => void load()}>
      {query.isFetchingNextPage ? "Loading..." : label}
    </Button>
  );
}
