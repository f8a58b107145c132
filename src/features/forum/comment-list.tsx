import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { formatCount } from "../../lib/format.ts";
import { useInBrowser } from "../../lib/use-in-browser.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { CommentItem } from "./comment-item.tsx";
import type { CommentNode } from "./comment-tree.ts";

interface CommentListProps {
  roots: readonly CommentNode[];
  isPending: boolean;
  isError: boolean;
  onRetry(): void;
  /** How many are not loaded; 0 at the end. */
  remaining: number;
  /** @throws ApiError, TypeError */
  onLoadMore(): Promise<void>;
  isLocked: boolean;
}

/** The comments as a tree, in all states. */
export function CommentList({ roots, isPending, isError, onRetry, remaining, onLoadMore, isLocked }: CommentListProps) {
  const inBrowser = useInBrowser();
  const [isLoading, setIsLoading] = useState(false);
  const loadMore = async () => {
    setIsLoading(true);
    try {
      await onLoadMore();
    } catch {
      toast({
        title: "Error Loading More",
        description: "Failed to load more comments. Please try again.",
        variant: "destructive",
      });
    } finally {
      setIsLoading(false);
    }
  };

  if (isPending) return <RowsSkeleton label="Loading comments" />;
  if (isError) {
    return (
      <LoadFailure title="Error loading comments" onRetry={onRetry}>
        <p>Please try again later.</p>
      </LoadFailure>
    );
  }
  if (roots.length === 0) {
    return (
      <Notice icon={MessagesSquare} title={isLocked ? "No comments" : "Start the conversation"}>
        <p>{isLocked ? "Nobody commented before this discussion was locked." : "Nobody has commented yet."}</p>
      </Notice>
    );
  }
  return (
    <>
      <ul className="grid gap-2">
        {roots.map((node) => (
          <CommentItem key={node.comment.id} node={node} />
        ))}
      </ul>
      {remaining > 0 && (
        <p className="mt-6 flex flex-wrap items-center justify-center gap-3">
          <Button
            variant="secondary"
            className={inBrowser ? "" : "invisible"}
            disabled={isLoading}
            onClick={() => void loadMore()}
          >
            {isLoading ? "Loading..." : "Show More Comments"}
          </Button>
          <span className="text-sm text-ink-muted">{formatCount(remaining)} more</span>
        </p>
      )}
    </>
  );
}
