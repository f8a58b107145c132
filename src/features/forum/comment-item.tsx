import { memo } from "react";
import { type Comment, commentAnchor } from "../../../worker/contracts/forum.ts";
import { Age } from "./age.tsx";
import { CommentActions } from "./comment-actions.tsx";
import type { CommentNode } from "./comment-tree.ts";
import { copyLink } from "./copy-link.ts";
import { useDiscussion, useMark } from "./discussion.ts";
import { DRAFT, hasDraft } from "./drafts.ts";
import { Byline, Initial } from "./post-author.tsx";
import { PostText } from "./post-text.tsx";
import { Link } from "../../ui/link.tsx";

/** Whether a form of a comment is shown: once nothing can be posted with it, only when it holds something typed. */
function useShown(name: string, isClosed: boolean): boolean {
  const { threadId } = useDiscussion();
  return useMark(({ editors }) => editors.has(name)) && (!isClosed || hasDraft(threadId, name));
}

interface CommentItemProps {
  node: CommentNode;
  /** A reply that does not stand below what it answers. */
  isApart?: boolean;
}

/** A comment with its replies. Drawn again only when it, or something below it, is another. */
export const CommentItem = memo(function CommentItem({ node, isApart = false }: CommentItemProps) {
  const { comment, replies } = node;
  const { user, closed, forms } = useDiscussion();
  const isFolded = useMark(({ folded }) => folded.has(comment.id));
  const isTarget = useMark(({ targetId }) => targetId === comment.id);
  const isSending = comment.id < 0;
  const isGone = comment.isDeleted;
  const isClosed = closed !== null || isGone;
  const isOwn = isGone || user?.id === comment.authorId;
  const isEditing = useShown(DRAFT.edit(comment.id), isClosed) && isOwn && forms !== null;
  const isReplying = useShown(DRAFT.reply(comment.id), isClosed) && forms !== null;
  return (
    <li className="min-w-0">
      <article
        id={commentAnchor(comment.id)}
        data-comment={isGone ? undefined : ""}
        tabIndex={-1}
        aria-label={isGone ? "Deleted comment" : `Comment by ${comment.user.username}`}
        aria-busy={isSending || undefined}
        data-target={isTarget || undefined}
        className={isSending ? "comment opacity-70" : "comment"}
      >
        {!isGone && (
          <div className="flex items-center gap-2.5">
            <Initial username={comment.user.username} small />
            <Byline post={comment} {...(!isSending && { age: <CommentLink comment={comment} /> })} />
          </div>
        )}
        {isApart && comment.parentId !== null && !isGone && <AnsweredLink id={comment.parentId} />}
        <div className="mt-1.5">
          {isEditing ? (
            <forms.EditForm comment={comment} />
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
            <forms.WriteForm answered={comment} />
          </div>
        )}
      </article>
      {replies.length > 0 && !isFolded && <CommentBranch nodes={replies} />}
    </li>
  );
});

/** The time of a comment, which leads to it; following it puts its address on the clipboard too. */
function CommentLink({ comment }: { comment: Comment }) {
  const { path, pageQuery } = useDiscussion();
  const address = `${path}${pageQuery}#${commentAnchor(comment.id)}`;
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

/** The way to what a comment answers, on an earlier page. Without scripts it leads to the first one. */
function AnsweredLink({ id }: { id: number }) {
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

/** Replies, under a line that shows whose they are. */
function CommentBranch({ nodes }: { nodes: readonly CommentNode[] }) {
  return (
    <ul className="ml-1 border-l-2 border-line pl-2 sm:ml-4 sm:pl-4">
      {nodes.map((node) => (
        <CommentItem key={node.comment.id} node={node} />
      ))}
    </ul>
  );
}
