import { MessagesSquare, Pencil, Trash2 } from "lucide-react";
import { useState, memo } from "react";
import { commentPagePath, nextCommentPage, commentPageQuery } from "../../../../worker/contracts/forum-list.ts";
import { type Thread, type Comment, commentAnchor } from "../../../../worker/contracts/forum.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { buttonClass, Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import type { CommentNode } from "../comment-tree.ts";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { DRAFT, hasDraft, useDiscussion, useDiscussionUi } from "./discussion.ts";
import { ActionSlot, copyLink, PostButton } from "./post-actions.tsx";
import { Age, Byline, Avatar, PostText } from "./post-parts.tsx";
import { VoteBox } from "./vote-box.tsx";

/**
 * Returns whether to show a form. In a closed discussion or on a deleted comment, it is shown only while it contains a
 * draft.
 */
function useIsFormShown(name: string, isClosed: boolean): boolean {
  const { threadId } = useDiscussion();
  return useDiscussionUi(({ editors }) => editors.has(name)) && (!isClosed || hasDraft(threadId, name));
}

interface CommentItemProps {
  node: CommentNode;
  /** True for a reply whose parent is on another page. */
  isDetached?: boolean;
}

/** Shows a comment. Memoized, because a thread may have hundreds of comments. */
const CommentItem = memo(function CommentItem({ node, isDetached = false }: CommentItemProps) {
  const { comment, replies } = node;
  const { user, closed, forms } = useDiscussion();
  const isFolded = useDiscussionUi(({ folded }) => folded.has(comment.id));
  const isTarget = useDiscussionUi(({ targetId }) => targetId === comment.id);
  const isSending = comment.id < 0;
  const isGone = comment.isDeleted;
  const isClosed = closed !== null || isGone;
  const isOwn = isGone || user?.id === comment.authorId;
  const isEditing = useIsFormShown(DRAFT.edit(comment.id), isClosed) && isOwn && forms !== null;
  const isReplying = useIsFormShown(DRAFT.reply(comment.id), isClosed) && forms !== null;
  return (
    <li className="min-w-0">
      <article
        id={commentAnchor(comment.id)}
        data-comment={isGone ? undefined : ""}
        tabIndex={-1}
        aria-label={isGone ? "Deleted comment" : `Comment by ${comment.user.username}`}
        aria-busy={isSending || undefined}
        data-target={isTarget || undefined}
        className={isSending ? "comment opacity-60" : "comment"}
      >
        {!isGone && (
          <div className="flex items-center gap-2.5">
            <Avatar username={comment.user.username} />
            <Byline post={comment} {...(!isSending && { age: <CommentLink comment={comment} /> })} />
          </div>
        )}
        {isDetached && comment.parentId !== null && !isGone && <ParentLink id={comment.parentId} />}
        <div className="mt-1.5">
          {isEditing ? (
            <forms.CommentEditForm comment={comment} />
          ) : isGone ? (
            <p className="text-ink-muted italic">This comment was deleted.</p>
          ) : (
            <PostText text={comment.content} />
          )}
        </div>
        {isSending && <p className="mt-1 text-sm text-ink-muted">Posting...</p>}
        {!isSending && !isEditing && !isGone && <CommentActions node={node} />}
        {isReplying && (
          <div className="mt-2">
            <forms.CommentForm answered={comment} />
          </div>
        )}
      </article>
      {replies.length > 0 && !isFolded && <CommentBranch nodes={replies} />}
    </li>
  );
});

/** Shows a comment's age as a link to the comment. A click also copies the link. */
function CommentLink({ comment }: { comment: Comment }) {
  const { path, page } = useDiscussion();
  const address = `${path}${commentPageQuery(page)}#${commentAnchor(comment.id)}`;
  return (
    <Link
      to={address}
      title="Copy link to this comment"
      onClick={(event) => void copyLink(address, "Comment", event)}
      className="line-link hover:underline"
    >
      <Age moment={comment.createdAt} />
    </Link>
  );
}

/** Link to the parent comment on an earlier page. Without scripts it opens the first page. */
function ParentLink({ id }: { id: number }) {
  const { path } = useDiscussion();
  return (
    <p className="mt-1 text-sm text-ink-muted">
      In reply to{" "}
      <Link to={`${path}#${commentAnchor(id)}`} className="line-link underline">
        an earlier comment
      </Link>
    </p>
  );
}

function CommentBranch({ nodes }: { nodes: readonly CommentNode[] }) {
  return (
    <ul className="ml-1 border-l-2 border-line pl-2 sm:ml-4 sm:pl-4">
      {nodes.map((node) => (
        <CommentItem key={node.comment.id} node={node} />
      ))}
    </ul>
  );
}

/** Buttons of a comment, hidden until hydration (`with-code`). */
function CommentActions({ node }: { node: CommentNode }) {
  const { comment, replies, below } = node;
  const { threadId, closed, user, ui, onReport, onDelete } = useDiscussion();
  const isFolded = useDiscussionUi(({ folded }) => folded.has(comment.id));
  const reply = DRAFT.reply(comment.id);
  const isReplying = useDiscussionUi(({ editors }) => editors.has(reply));
  const isOwn = user !== null && user.id === comment.authorId;
  const answer = () => {
    const field = document.getElementById(commentAnchor(comment.id))?.querySelector("textarea");
    if (isReplying && field) field.focus();
    else ui.setEditor(reply, true);
  };
  return (
    <div className="action-row mt-1">
      <VoteBox target={{ threadId, commentId: comment.id }} counts={comment} user={user} />
      <div className="with-code contents">
        {closed === null && (
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:px-2"
            disabled={user === null}
            aria-expanded={isReplying}
            data-opens={reply}
            onClick={answer}
          >
            Reply
          </Button>
        )}
        {replies.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="btn-post"
            aria-expanded={!isFolded}
            onClick={() => ui.setFolded(comment.id, !isFolded)}
          >
            <span className="max-sm:sr-only">
              {isFolded ? `Show ${plural(below, "reply", "replies")}` : "Collapse"}
            </span>
            {/* Phones have no room for the text. */}
            <span aria-hidden="true" className="flex items-center gap-0.5 sm:hidden">
              <SpriteIcon name="branch" {...(!isFolded && { className: "rotate-180" })} />
              {isFolded && formatCount(below)}
            </span>
          </Button>
        )}
        <ActionSlot>
          {isOwn && closed === null && (
            <PostButton
              icon={<Pencil className="size-4" />}
              label="Edit"
              data-opens={DRAFT.edit(comment.id)}
              onClick={() => ui.setEditor(DRAFT.edit(comment.id), true)}
            />
          )}
          {isOwn && (
            <PostButton
              icon={<Trash2 className="size-4" />}
              label="Delete"
              isDangerous
              onClick={() => onDelete(comment)}
            />
          )}
          {!isOwn && (
            <PostButton
              icon={<SpriteIcon name="flag" />}
              label="Report this comment"
              isShort
              onClick={() => onReport({ commentId: comment.id })}
            />
          )}
        </ActionSlot>
      </div>
    </div>
  );
}

interface CommentListProps {
  roots: readonly CommentNode[];
  isPending: boolean;
  isError: boolean;
  onRetry(): void;
  thread: Pick<Thread, "id" | "seoSlug" | "commentCount">;
  /** Page number, from 1. */
  page: number;
  /** True if there are earlier pages. */
  hasEarlier: boolean;
  /** Number of comments after the loaded ones; 0 at the end. */
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

/** Notice for a page number past the end, as in an old link. */
function PastTheEnd({ thread }: Pick<CommentListProps, "thread">) {
  return (
    <Notice
      icon={MessagesSquare}
      title="No comments found"
      actions={
        <Link to={commentPagePath(thread, 1)} className={buttonClass({ variant: "secondary" })}>
          First page
        </Link>
      }
    >
      <p>There are no more comments.</p>
    </Notice>
  );
}
