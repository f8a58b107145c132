import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { commentPageQuery } from "../../../../worker/contracts/forum-list.ts";
import { type Comment, commentAnchor } from "../../../../worker/contracts/forum.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Sign } from "../../../ui/signs.tsx";
import { DRAFT, hasDraft } from "../post/drafts.ts";
import { ActionSlot, copyLink, PostButton } from "../post/post-actions.tsx";
import { Age, Byline, Initial } from "../post/post-author.tsx";
import { PostText } from "../post/post-text.tsx";
import { VoteBox } from "../post/vote-box.tsx";
import type { CommentNode } from "./comment-tree.ts";
import { useDiscussion, useMark } from "./discussion.ts";

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

/** What can be done to a comment. Nothing is seen of the buttons before there is code behind them. */
function CommentActions({ node }: { node: CommentNode }) {
  const { comment, replies, below } = node;
  const { threadId, closed, user, setEditor, setFolded, onReport, onDelete } = useDiscussion();
  const isFolded = useMark(({ folded }) => folded.has(comment.id));
  const reply = DRAFT.reply(comment.id);
  const isReplying = useMark(({ editors }) => editors.has(reply));
  const isOwn = user !== null && user.id === comment.authorId;
  const answer = () => {
    const field = document.getElementById(commentAnchor(comment.id))?.querySelector("textarea");
    if (isReplying && field) field.focus();
    else setEditor(reply, true);
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
            onClick={() => setFolded(comment.id, !isFolded)}
          >
            <span className="max-sm:sr-only">
              {isFolded ? `Show ${plural(below, "reply", "replies")}` : "Collapse"}
            </span>
            {/* A phone has no room for the words. */}
            <span aria-hidden="true" className="flex items-center gap-0.5 sm:hidden">
              <Sign name="branch" {...(!isFolded && { className: "rotate-180" })} />
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
              onClick={() => setEditor(DRAFT.edit(comment.id), true)}
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
              icon={<Sign name="flag" />}
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
