import { type FormEvent, useEffect, useState } from "react";
import { checkedComment } from "../../../worker/contracts/comment-text.ts";
import { COMMENT, type Comment } from "../../../worker/contracts/forum.ts";
import { cleanText } from "../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { DiscardDialog } from "../../ui/discard-dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { ClosedActions, ClosedNote } from "./closed-form.tsx";
import { useDiscussion, useMark } from "./discussion.ts";
import { DRAFT } from "./drafts.ts";
import { findPosted } from "./find-posted.ts";
import { toastProblem } from "./toast-problem.ts";
import { isNearEnd, NearEnd, TextLength } from "./text-length.tsx";
import { focusOpener, sendByKey, useDraft, useFocused } from "./use-draft.ts";

export { EditForm } from "./comment-edit-form.tsx";
export { withKept } from "./kept-comments.ts";

interface WriteFormProps {
  /** Null: a comment on the thread itself. */
  answered: Comment | null;
}

/** A new comment, or a reply. It is shown in its place at once; when it cannot be posted, its text comes back. */
export function WriteForm({ answered }: WriteFormProps) {
  const discussion = useDiscussion();
  const { threadId, user, comments, setEditor, setFolded, keep, reveal } = discussion;
  const what = answered ? "Reply" : "Comment";
  const name = answered ? DRAFT.reply(answered.id) : DRAFT.comment;
  const isOpened = useMark(({ openedEditor }) => openedEditor === name);
  const { text, write, forget } = useDraft(threadId, name);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const field = useFocused(isOpened);
  const closed = discussion.closed ?? (answered?.isDeleted ? "The comment you are answering was deleted." : null);
  const length = cleanText(text).length;

  useEffect(() => {
    if (answered && !answered.isDeleted) keep(answered);
  }, [answered, keep]);
  const refuse = (found: string) => {
    setProblem(found);
    setTimeout(() => field.current?.focus());
  };
  const close = () => {
    forget();
    setEditor(name, false);
  };
  const giveUp = () => {
    close();
    if (answered) focusOpener(name);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!user || isSending || closed !== null) return;
    const { content, problem: found } = checkedComment(text, answered ? "reply" : "comment");
    if (found !== undefined) {
      toastProblem(what, found);
      refuse(found);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    dismissToasts();
    if (answered) setFolded(answered.id, false);
    try {
      const posted = await comments.post(user, content, answered, findPosted);
      close();
      reveal(posted.id);
      toast({
        title: "Comment Posted",
        description: answered ? "Your reply is public now." : "Your comment is public now.",
      });
    } catch (error) {
      const reason = errorText(error, "Your comment could not be posted. Please try again.");
      toast({ title: "Error Posting Comment", description: reason, variant: "destructive" });
      refuse((error instanceof ApiError ? error.body?.fields?.content : undefined) ?? reason);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      // While it is on its way the text is seen among the comments.
      className={`grid gap-3 ${isSending && answered ? "hidden" : ""}`}
    >
      {closed !== null && <ClosedNote>{closed}</ClosedNote>}
      <Field
        label={answered?.user.username ? `Reply to ${answered.user.username}` : `Your ${what.toLowerCase()}`}
        hint={isNearEnd(length, COMMENT.max) ? <TextLength length={length} max={COMMENT.max} /> : "Min 3 characters"}
        {...(problem !== undefined && { error: problem })}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={field}
            rows={answered ? 3 : 4}
            placeholder="Share your thoughts..."
            maxLength={COMMENT.max}
            value={isSending ? "" : text}
            readOnly={isSending || closed !== null}
            onKeyDown={sendByKey}
            onChange={({ currentTarget }) => {
              if (problem !== undefined) dismissToasts();
              setProblem(undefined);
              write(currentTarget.value);
            }}
          />
        )}
      </Field>
      <NearEnd length={length} max={COMMENT.max} />
      {closed === null ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSending}>
            {isSending ? "Posting..." : `Post ${what}`}
          </Button>
          {answered && (
            <Button variant="ghost" onClick={() => (text.trim() === "" ? giveUp() : setIsAsking(true))}>
              Cancel
            </Button>
          )}
        </div>
      ) : (
        <ClosedActions text={text} onDiscard={close} />
      )}
      <DiscardDialog
        guard={{ isAsking, stay: () => setIsAsking(false), leave: giveUp }}
        title="Discard this reply?"
        description="What you typed has not been posted and will be lost."
      />
    </form>
  );
}
