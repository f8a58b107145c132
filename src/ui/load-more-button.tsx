import { Button } from "./button.tsx";

interface LoadMoreButtonProps {
  label: string;
  query: { hasNextPage: boolean; isFetching: boolean; isFetchingNextPage: boolean };
  onLoad(): void;
}

/** Loads the next page of a moderators' list; hidden on the last page. */
export function LoadMoreButton({ label, query, onLoad }: LoadMoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button variant="secondary" className="justify-self-center" disabled={query.isFetching} onClick={onLoad}>
      {query.isFetchingNextPage ? "Loading..." : label}
    </Button>
  );
}
