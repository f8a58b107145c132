import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import { checkedComment, COMMENT, type Comment, type ForumUser } from "../../../../worker/contracts/forum.ts";
import { cleanText } from "../../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { newComment, useEditComment, usePostComment } from "./comment-mutations.ts";
import { useDiscussion, useDiscussionUi, DRAFT, readDrafts, type UiState } from "./discussion.ts";
import {
  ClosedNote,
  EDIT_DISCARD,
  FormActions,
  isNearLimit,
  LengthAnnouncement,
  submitOnCtrlEnter,
  TextLength,
  toastProblem,
  useDraft,
  useFocusOnMount,
} from "./post-form.tsx";

const WRITTEN_AT = /^(?:reply|edit)-([1-9]\d*)$/;

/** Returns a placeholder for a deleted comment that was not copied before its deletion. */
const unknownComment = (id: number, threadId: number): Comment => ({
  id,
  threadId,
  content: "",
  authorId: 0,
  user: { username: "" },
  parentId: null,
  depth: 0,
  createdAt: "",
  editedAt: null,
  upvotes: 0,
  downvotes: 0,
  isDeleted: true,
  isAutomated: false,
});

/**
 * Returns the comments, including deleted ones with an open draft, so that the draft is not lost.
 * @param isWhole true if all comments were just loaded; a missing comment was then deleted
 */
export function withDraftedComments(
  comments: readonly Comment[],
  { editors, savedCopies }: Pick<UiState, "editors" | "savedCopies">,
  threadId: number,
  isWhole: boolean,
): readonly Comment[] {
  if (editors.size === 0) return comments;
  const known = new Set(comments.map(({ id }) => id));
  const drafts = readDrafts(threadId);
  const lost = [...editors].flatMap((name) => {
    const id = Number(WRITTEN_AT.exec(name)?.[1] ?? 0);
    if (id === 0 || known.has(id) || !(name in drafts)) return [];
    known.add(id);
    const comment = savedCopies.get(id);
    if (comment) return [{ ...comment, isDeleted: true }];
    return isWhole ? [unknownComment(id, threadId)] : [];
  });
  if (lost.length === 0) return comments;
  // Optimistic comments have negative ids and come last.
  const placeOf = ({ id }: Comment) => (id < 0 ? Number.MAX_SAFE_INTEGER + id : id);
  return [...comments, ...lost].toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface EditorOptions {
  /** Name under which the draft is stored. */
  name: string;
  /** The comment being answered or edited; null for a top-level comment. */
  subject: Comment | null;
  initial?: string;
  /** Explains that nothing can be submitted because the comment was deleted. */
  deletedText: string;
  texts: { success: { title: string; description: string }; errorTitle: string; error: string };
  /** Sends the text, and returns the id of the stored comment. @throws ApiError, TypeError */
  send(user: ForumUser, text: string): Promise<number>;
}

/** Returns the state of a form that writes or edits a comment: draft, problem, submission and closing. */
function useEditor({ name, subject, initial = "", deletedText, texts, send }: EditorOptions) {
  const { ui, threadId, user, ...discussion } = useDiscussion();
  const isOpened = useDiscussionUi(({ openedEditor }) => openedEditor === name);
  const { text, write, reset } = useDraft(threadId, name, initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useFocusOnMount(isOpened);
  const closed = discussion.closed ?? (subject?.isDeleted ? deletedText : null);

  useEffect(() => {
    if (subject && !subject.isDeleted) ui.saveCopy(subject);
  }, [subject, ui]);
  const close = () => {
    reset();
    ui.setEditor(name, false);
  };
  const refuse = (found: string) => {
    flushSync(() => {
      setProblem(found);
      setIsBusy(false);
    });
    field.current?.focus();
  };
  return {
    field,
    text,
    problem,
    refuse,
    isBusy,
    closed,
    change(next: string) {
      if (problem !== undefined) dismissToasts();
      setProblem(undefined);
      write(next);
    },
    async submit() {
      if (!user || isBusy || closed !== null) return;
      setProblem(undefined);
      setIsBusy(true);
      dismissToasts();
      try {
        const id = await send(user, text);
        close();
        ui.change(() => ({ posted: id }));
        toast(texts.success);
      } catch (error) {
        const reason = errorText(error, texts.error);
        toast({ title: texts.errorTitle, description: reason, variant: "destructive" });
        refuse((error instanceof ApiError ? error.body?.fields?.content : undefined) ?? reason);
      } finally {
        setIsBusy(false);
      }
    },
    discard() {
      flushSync(close);
      if (subject) document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(name)}"]`)?.focus();
    },
  };
}

interface EditorFormProps {
  editor: ReturnType<typeof useEditor>;
  onSubmit(): void;
  /** Accessible name; without it, screen readers use the field's label. */
  name?: string;
  className: string;
  field: { label: ReactNode; hint: ReactNode; rows: number; placeholder?: string; value: string };
  children?: ReactNode;
  submit: { label: string; isDisabled?: boolean };
  cancel: { isUnchanged: boolean; isDisabled: boolean } | null;
  discard: { title: string; description: string };
}

function EditorForm({ editor, onSubmit, name, className, field, children, submit, ...actions }: EditorFormProps) {
  const { closed, problem, isBusy } = editor;
  const nameId = useId();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate aria-labelledby={name && nameId} onSubmit={handleSubmit} className={className}>
      {name && (
        <span id={nameId} className="sr-only">
          {name}
        </span>
      )}
      <ClosedNote closed={closed} />
      <Field label={field.label} hint={field.hint} error={problem}>
        {(ids) => (
          <TextArea
            {...ids}
            ref={editor.field}
            rows={field.rows}
            placeholder={field.placeholder}
            maxLength={COMMENT.max}
            value={field.value}
            readOnly={isBusy || closed !== null}
            onKeyDown={submitOnCtrlEnter}
            onChange={({ currentTarget }) => editor.change(currentTarget.value)}
          />
        )}
      </Field>
      {children}
      <FormActions closed={closed} text={editor.text} onDiscard={editor.discard} {...actions}>
        <Button type="submit" busy={isBusy} disabled={submit.isDisabled}>
          {submit.label}
        </Button>
      </FormActions>
    </form>
  );
}

/**
 * Form for a comment or reply. The comment appears before the server has stored it; after a failure, its text returns
 * to the form.
 * @param props.answered null for a top-level comment
 */
export function CommentForm({ answered }: { answered: Comment | null }) {
  const what = answered ? "Reply" : "Comment";
  const { threadId, ui } = useDiscussion();
  const { mutateAsync } = usePostComment();
  const editor = useEditor({
    name: answered ? DRAFT.reply(answered.id) : DRAFT.comment,
    subject: answered,
    deletedText: "The comment you are replying to was deleted.",
    texts: {
      success: {
        title: "Comment Posted",
        description: answered ? "Your reply is public now." : "Your comment is public now.",
      },
      errorTitle: "Error Posting Comment",
      error: "Your comment could not be posted. Please try again.",
    },
    async send(user, text) {
      if (answered) ui.setFolded(answered.id, false);
      return (await mutateAsync(newComment(threadId, user, cleanText(text), answered))).posted.id;
    },
  });
  const { text, isBusy } = editor;
  const length = cleanText(text).length;

  const post = () => {
    const { problem } = checkedComment(text, answered ? "reply" : "comment");
    if (problem === undefined) void editor.submit();
    else {
      toastProblem(what, problem);
      editor.refuse(problem);
    }
  };

  return (
    <EditorForm
      editor={editor}
      onSubmit={post}
      // A reply being sent is already shown among the comments.
      className={`grid gap-3 ${isBusy && answered ? "hidden" : ""}`}
      field={{
        label: answered?.user.username ? (
          <>
            Reply to <span translate="no">{answered.user.username}</span>
          </>
        ) : (
          `Your ${what.toLowerCase()}`
        ),
        hint: isNearLimit(length, COMMENT.max) ? <TextLength length={length} max={COMMENT.max} /> : "Min 3 characters",
        rows: answered ? 3 : 4,
        placeholder: "Share your thoughts...",
        value: isBusy ? "" : text,
      }}
      submit={{ label: isBusy ? "Posting..." : `Post ${what}` }}
      cancel={answered && { isUnchanged: text.trim() === "", isDisabled: false }}
      discard={{ title: "Discard this reply?", description: "What you typed has not been posted and will be lost." }}
    >
      <LengthAnnouncement length={length} max={COMMENT.max} />
    </EditorForm>
  );
}

export function CommentEditForm({ comment }: { comment: Comment }) {
  const { mutateAsync } = useEditComment();
  const editor = useEditor({
    name: DRAFT.edit(comment.id),
    subject: comment,
    initial: comment.content,
    deletedText: "This comment was deleted.",
    texts: {
      success: { title: "Comment Updated", description: "Your changes are public now." },
      errorTitle: "Error Updating Comment",
      error: "Your changes could not be saved. Please try again.",
    },
    async send(user, content) {
      await mutateAsync({ user, id: comment.id, content });
      return comment.id;
    },
  });
  const { text, isBusy } = editor;
  const { problem } = checkedComment(text, "comment");

  return (
    <EditorForm
      editor={editor}
      onSubmit={() => problem === undefined && void editor.submit()}
      name="Edit Comment"
      className="mt-2 grid gap-3"
      field={{ label: "Edit your comment", hint: problem ?? "Min 3 characters", rows: 4, value: text }}
      submit={{ label: isBusy ? "Saving..." : "Save", isDisabled: problem !== undefined }}
      cancel={{ isUnchanged: text === comment.content, isDisabled: isBusy }}
      discard={EDIT_DISCARD}
    />
  );
}
