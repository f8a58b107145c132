import { checkedComment } from "../../../worker/contracts/comment-text.ts";
import { type FormEvent, useEffect, useId, useState } from "react";
import { COMMENT, type Comment } from "../../../worker/contracts/forum.ts";
import { errorText } from "../../lib/api.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { DiscardDialog } from "../../ui/discard-dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { ClosedActions, ClosedNote } from "./closed-form.tsx";
import { useDiscussion, useMark } from "./discussion.ts";
import { DRAFT } from "./drafts.ts";
import { focusOpener, sendByKey, useDraft, useFocused } from "./use-draft.ts";

/** Changes a comment of one's own. */
export function EditForm({ comment }: { comment: Comment }) {
  const discussion = useDiscussion();
  const { threadId, user, comments, setEditor, keep, reveal } = discussion;
  const labelId = useId();
  const name = DRAFT.edit(comment.id);
  const isOpened = useMark(({ openedEditor }) => openedEditor === name);
  const { text, write, forget } = useDraft(threadId, name, comment.content);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { problem: found } = checkedComment(text, "comment");
  const field = useFocused(isOpened);
  const closed = discussion.closed ?? (comment.isDeleted ? "This comment was deleted." : null);

  useEffect(() => {
    if (!comment.isDeleted) keep(comment);
  }, [comment, keep]);
  const close = () => {
    forget();
    setEditor(name, false);
  };
  const giveUp = () => {
    close();
    focusOpener(name);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!user || isSaving || found !== undefined || closed !== null) return;
    setIsSaving(true);
    setProblem(undefined);
    try {
      await comments.edit(user, comment, text);
      close();
      reveal(comment.id);
      toast({ title: "Comment Updated", description: "Your changes are public now." });
    } catch (error) {
      const reason = errorText(error, "Your changes could not be saved. Please try again.");
      setProblem(reason);
      toast({ title: "Error Updating Comment", description: reason, variant: "destructive" });
      setIsSaving(false);
      setTimeout(() => field.current?.focus());
    }
  };

  return (
    <form noValidate aria-labelledby={labelId} onSubmit={(event) => void submit(event)} className="mt-2 grid gap-3">
      <span id={labelId} className="sr-only">
        Edit Comment
      </span>
      {closed !== null && <ClosedNote>{closed}</ClosedNote>}
      <Field
        label="Edit your comment"
        hint={found ?? "Min 3 characters"}
        {...(problem !== undefined && { error: problem })}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={field}
            rows={4}
            maxLength={COMMENT.max}
            value={text}
            readOnly={isSaving || closed !== null}
            onKeyDown={sendByKey}
            onChange={({ currentTarget }) => {
              if (problem !== undefined) dismissToasts();
              setProblem(undefined);
              write(currentTarget.value);
            }}
          />
        )}
      </Field>
      {closed === null ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSaving} disabled={found !== undefined}>
            {isSaving ? "Saving..." : "Save"}
          </Button>
          <Button
            variant="ghost"
            disabled={isSaving}
            onClick={() => (text === comment.content ? giveUp() : setIsAsking(true))}
          >
            Cancel
          </Button>
        </div>
      ) : (
        <ClosedActions text={text} onDiscard={close} />
      )}
      <DiscardDialog
        guard={{ isAsking, stay: () => setIsAsking(false), leave: giveUp }}
        title="Discard your changes?"
        description="What you changed has not been saved and will be lost."
      />
    </form>
  );
}
