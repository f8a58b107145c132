import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { checkedComment } from "../../../../worker/contracts/forum.ts";
import { COMMENT, type Comment } from "../../../../worker/contracts/forum.ts";
import { cleanText } from "../../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { DRAFT } from "../post/drafts.ts";
import {
  ClosedActions,
  ClosedNote,
  focusOpener,
  isNearEnd,
  NearEnd,
  sendByKey,
  TextLength,
  toastProblem,
  useDraft,
  useFocused,
} from "../post/post-form.tsx";
import { newComment, useEditComment, usePostComment } from "./comment-mutations.ts";
import { useDiscussion, useMark } from "./discussion.ts";

export { withKept } from "./kept-comments.ts";

interface EditorOptions {
  /** Of the draft. */
  name: string;
  /** The comment that is answered or changed; null for a comment on the thread itself. */
  subject: Comment | null;
  /** The text to start from. */
  initial?: string;
  /** Why it cannot be sent once the subject was deleted. */
  deletedText: string;
}

/** What writing and changing a comment share: the draft, the state of the form, and the ways out of it. */
function useEditor({ name, subject, initial = "", deletedText }: EditorOptions) {
  const discussion = useDiscussion();
  const { setEditor, keep } = discussion;
  const isOpened = useMark(({ openedEditor }) => openedEditor === name);
  const { text, write, forget } = useDraft(discussion.threadId, name, initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useFocused(isOpened);

  useEffect(() => {
    if (subject && !subject.isDeleted) keep(subject);
  }, [subject, keep]);
  const close = () => {
    forget();
    setEditor(name, false);
  };
  return {
    discussion,
    field,
    text,
    problem,
    setProblem,
    isBusy,
    setIsBusy,
    closed: discussion.closed ?? (subject?.isDeleted ? deletedText : null),
    change(next: string) {
      if (problem !== undefined) dismissToasts();
      setProblem(undefined);
      write(next);
    },
    refuse(found: string) {
      setProblem(found);
      setTimeout(() => field.current?.focus());
    },
    close,
    giveUp() {
      close();
      if (subject) focusOpener(name);
    },
  };
}

interface EditorFormProps {
  editor: ReturnType<typeof useEditor>;
  onSubmit(): Promise<void>;
  /** What the form is called by screen readers; without it, by its field. */
  name?: string;
  className: string;
  field: { label: string; hint: ReactNode; rows: number; placeholder?: string; value: string };
  /** Below the field. */
  children?: ReactNode;
  submit: { label: string; isDisabled?: boolean };
  /** Null where there is no way back. */
  cancel: { isUnchanged: boolean; isDisabled: boolean } | null;
  discard: { title: string; description: string };
}

function EditorForm(props: EditorFormProps) {
  const { editor, name, field, cancel, submit } = props;
  const { closed, problem, isBusy, giveUp } = editor;
  const nameId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (editor.discussion.user && !isBusy && closed === null) void props.onSubmit();
  };
  return (
    <form noValidate aria-labelledby={name && nameId} onSubmit={onSubmit} className={props.className}>
      {name && (
        <span id={nameId} className="sr-only">
          {name}
        </span>
      )}
      {closed !== null && <ClosedNote>{closed}</ClosedNote>}
      <Field label={field.label} hint={field.hint} {...(problem !== undefined && { error: problem })}>
        {(ids) => (
          <TextArea
            {...ids}
            ref={editor.field}
            rows={field.rows}
            placeholder={field.placeholder}
            maxLength={COMMENT.max}
            value={field.value}
            readOnly={isBusy || closed !== null}
            onKeyDown={sendByKey}
            onChange={({ currentTarget }) => editor.change(currentTarget.value)}
          />
        )}
      </Field>
      {props.children}
      {closed === null ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isBusy} disabled={submit.isDisabled}>
            {submit.label}
          </Button>
          {cancel && (
            <Button
              variant="ghost"
              disabled={cancel.isDisabled}
              onClick={() => (cancel.isUnchanged ? giveUp() : setIsAsking(true))}
            >
              Cancel
            </Button>
          )}
        </div>
      ) : (
        <ClosedActions text={editor.text} onDiscard={editor.close} />
      )}
      <DiscardDialog guard={{ isAsking, stay: () => setIsAsking(false), leave: giveUp }} {...props.discard} />
    </form>
  );
}

/**
 * A new comment, or a reply. It is shown in its place at once; when it cannot be posted, its text comes back.
 * @param props.answered null for a comment on the thread itself
 */
export function WriteForm({ answered }: { answered: Comment | null }) {
  const what = answered ? "Reply" : "Comment";
  const editor = useEditor({
    name: answered ? DRAFT.reply(answered.id) : DRAFT.comment,
    subject: answered,
    deletedText: "The comment you are answering was deleted.",
  });
  const { text, isBusy, refuse } = editor;
  const { threadId, user, setFolded, reveal } = editor.discussion;
  const { mutateAsync } = usePostComment();
  const length = cleanText(text).length;

  const post = async () => {
    if (!user) return;
    const { content, problem } = checkedComment(text, answered ? "reply" : "comment");
    if (problem !== undefined) {
      toastProblem(what, problem);
      refuse(problem);
      return;
    }
    editor.setProblem(undefined);
    editor.setIsBusy(true);
    dismissToasts();
    if (answered) setFolded(answered.id, false);
    try {
      const { posted } = await mutateAsync(newComment(threadId, user, content, answered));
      editor.close();
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
      editor.setIsBusy(false);
    }
  };

  return (
    <EditorForm
      editor={editor}
      onSubmit={post}
      // While it is on its way the text is seen among the comments.
      className={`grid gap-3 ${isBusy && answered ? "hidden" : ""}`}
      field={{
        label: answered?.user.username ? `Reply to ${answered.user.username}` : `Your ${what.toLowerCase()}`,
        hint: isNearEnd(length, COMMENT.max) ? <TextLength length={length} max={COMMENT.max} /> : "Min 3 characters",
        rows: answered ? 3 : 4,
        placeholder: "Share your thoughts...",
        value: isBusy ? "" : text,
      }}
      submit={{ label: isBusy ? "Posting..." : `Post ${what}` }}
      cancel={answered && { isUnchanged: text.trim() === "", isDisabled: false }}
      discard={{ title: "Discard this reply?", description: "What you typed has not been posted and will be lost." }}
    >
      <NearEnd length={length} max={COMMENT.max} />
    </EditorForm>
  );
}

/** Changes a comment of one's own. */
export function EditForm({ comment }: { comment: Comment }) {
  const editor = useEditor({
    name: DRAFT.edit(comment.id),
    subject: comment,
    initial: comment.content,
    deletedText: "This comment was deleted.",
  });
  const { text, isBusy } = editor;
  const { user, reveal } = editor.discussion;
  const { mutateAsync } = useEditComment();
  const { problem } = checkedComment(text, "comment");

  const save = async () => {
    if (!user || problem !== undefined) return;
    editor.setIsBusy(true);
    editor.setProblem(undefined);
    try {
      await mutateAsync({ user, id: comment.id, content: text });
      editor.close();
      reveal(comment.id);
      toast({ title: "Comment Updated", description: "Your changes are public now." });
    } catch (error) {
      const reason = errorText(error, "Your changes could not be saved. Please try again.");
      toast({ title: "Error Updating Comment", description: reason, variant: "destructive" });
      editor.setIsBusy(false);
      editor.refuse(reason);
    }
  };

  return (
    <EditorForm
      editor={editor}
      onSubmit={save}
      name="Edit Comment"
      className="mt-2 grid gap-3"
      field={{ label: "Edit your comment", hint: problem ?? "Min 3 characters", rows: 4, value: text }}
      submit={{ label: isBusy ? "Saving..." : "Save", isDisabled: problem !== undefined }}
      cancel={{ isUnchanged: text === comment.content, isDisabled: isBusy }}
      discard={{
        title: "Discard your changes?",
        description: "What you changed has not been saved and will be lost.",
      }}
    />
  );
}
