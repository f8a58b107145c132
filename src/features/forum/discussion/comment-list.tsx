import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { commentPagePath, nextCommentPage } from "../../../../worker/contracts/forum-list.ts";
import type { Thread } from "../../../../worker/contracts/forum.ts";
import { formatCount } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { CommentItem } from "./comment-item.tsx";
import type { CommentNode } from "../comment-tree.ts";

interface CommentListProps {
  roots: readonly CommentNode[];
  isPending: boolean;
  isError: boolean;
  onRetry(): void;
  thread: Pick<Thread, "id" | "seoSlug" | "commentCount">;
  /** Page number, from 1. */
  page: number;
  /** The page is not the first. */
  hasEarlier: boolean;
  /** Comments after the loaded ones; 0 at the end. */
  remaining: number;
  /** @throws ApiError, TypeError */
  onLoadMore(): Promise<void>;
  isLocked: boolean;
}

export function CommentList({
  roots,
  isPending,
  isError,
  onRetry,
  thread,
  page,
  hasEarlier,
  remaining,
  onLoadMore,
  isLocked,
}: CommentListProps) {
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
  if (roots.length === 0 && hasEarlier) return <PastTheEnd thread={thread} />;
  if (roots.length === 0) {
    return (
      <Notice icon={MessagesSquare} title={isLocked ? "No comments" : "Start the conversation"}>
        <p>{isLocked ? "Nobody commented before this discussion was locked." : "Nobody has commented yet."}</p>
      </Notice>
    );
  }
  const nextPage = nextCommentPage(page, thread.commentCount);
  return (
    <>
      {hasEarlier && <PreviousPage label="Previous Comments" to={commentPagePath(thread, page - 1)} />}
      <ul className="grid gap-2">
        {roots.map((node) => (
          <CommentItem key={node.comment.id} node={node} isDetached />
        ))}
      </ul>
      {remaining > 0 && (
        <p className="mt-6 flex flex-wrap items-center justify-center gap-3">
          <NextPage
            label={isLoading ? "Loading..." : "Show More Comments"}
            to={nextPage === null ? null : commentPagePath(thread, nextPage)}
            isLoading={isLoading}
            onLoad={() => void loadMore()}
          />
          <span className="text-sm text-ink-muted">{formatCount(remaining)} more</span>
        </p>
      )}
    </>
  );
}

/** For a page number past the end, as an old link may have. */
function PastTheEnd({ thread }: Pick<CommentListProps, "thread">) {
  return (
    <Notice
      icon={MessagesSquare}
      title="No comments found"
      actions={
        <Link to={commentPagePath(thread, 1)} className={buttonClass({ variant: "secondary" })}>
          From the beginning
        </Link>
      }
    >
      <p>The discussion ends before this page.</p>
    </Notice>
  );
}
