import { Pencil, Trash2 } from "lucide-react";
import { commentAnchor } from "../../../worker/contracts/forum.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import type { CommentNode } from "./comment-tree.ts";
import { useDiscussion, useMark } from "./discussion.ts";
import { DRAFT } from "./drafts.ts";
import { ActionSlot, PostButton } from "./own-actions.tsx";
import { Sign } from "../../ui/signs.tsx";
import { VoteBox } from "./vote-box.tsx";

/** What can be done to a comment. Nothing is seen of the buttons before there is code behind them. */
export function CommentActions({ node }: { node: CommentNode }) {
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
