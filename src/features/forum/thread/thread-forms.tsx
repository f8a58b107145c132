import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState, useEffect, useId } from "react";
import { useNavigate, useLocation } from "react-router";
import { normalizeSearch } from "../../../../worker/contracts/forum-list.ts";
import { createThread, editOwnThread } from "../../../../worker/contracts/forum-writing.ts";
import { threadDraft, threadEdit } from "../../../../worker/contracts/forum.schemas.ts";
import {
  CONTENT,
  TITLE,
  findSimilarThreads,
  type ForumUser,
  type SimilarThread,
  threadPath,
  EDITED_CONTENT_MIN,
  type Thread,
} from "../../../../worker/contracts/forum.ts";
import { cleanLine, cleanText } from "../../../../worker/contracts/text.ts";
import { ApiError, errorText, call } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";
import { Field, FieldError, TextArea, TextInput } from "../../../ui/field.tsx";
import {
  LengthAnnouncement,
  LengthHint,
  toastProblem,
  useDraft,
  ClosedNote,
  EDIT_DISCARD,
  FormActions,
} from "../discussion/post-form.tsx";
import { DRAFT, type DraftScope } from "../discussion/discussion.ts";
import { credentials, forumKeys, loadedComments, sendAsForumUser } from "../forum.queries.ts";

interface ThreadText {
  title: string;
  content: string;
}

/** Problems by field; `form` concerns the whole form. */
type Problems = Partial<Record<keyof ThreadText | "form", string | undefined>>;

interface FieldSchema {
  safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined };
}

interface ThreadFormOptions {
  scope: DraftScope;
  initial: ThreadText;
  schemas: Record<keyof ThreadText, FieldSchema>;
  isBlocked: boolean;
  errorTitle: string;
  error: string;
  /** @throws ApiError, TypeError */
  send(text: ThreadText): Promise<void>;
}

/**
 * Returns the state of a form that starts or edits a thread: its drafts, its validation by the server's own schema, and
 * its submission.
 */
export function useThreadForm({ scope, initial, schemas, isBlocked, errorTitle, error, send }: ThreadFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const title = useDraft(scope, DRAFT.threadTitle, initial.title);
  const content = useDraft(scope, DRAFT.threadContent, initial.content);
  const text: ThreadText = { title: title.text, content: content.text };
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  const moveFocus = useMoveFocus();

  /** Shows the error messages, and focuses and returns the first field with an error. */
  const refuse = (found: Problems) => {
    setProblems(found);
    const field = (["title", "content"] as const).find((name) => found[name] !== undefined);
    if (field) moveFocus(() => focusOn(form.current?.querySelector<HTMLElement>(`[name=${field}]`)));
    return field;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlocked) return;
    const problemOf = (name: keyof ThreadText) => schemas[name].safeParse(text[name]).error?.issues[0]?.message;
    const found = { title: problemOf("title"), content: problemOf("content") };
    const problem = found.title ?? found.content;
    const field = refuse(found);
    if (problem !== undefined) {
      toastProblem(field === "title" ? "Title" : "Content", problem);
      return;
    }
    setIsBusy(true);
    dismissToasts();
    try {
      await send(text);
    } catch (failure) {
      const reason = errorText(failure, error);
      refuse((failure instanceof ApiError ? failure.body?.fields : undefined) ?? { form: reason });
      setIsBusy(false);
      toast({ title: errorTitle, description: reason, variant: "destructive" });
    }
  };
  return {
    form,
    text,
    problems,
    isBusy,
    submit,
    change(name: keyof ThreadText, value: string) {
      if (problems[name] !== undefined || problems.form !== undefined) dismissToasts();
      setProblems({ ...problems, [name]: undefined, form: undefined });
      (name === "title" ? title : content).write(value);
    },
    forgetDrafts() {
      title.forget();
      content.forget();
    },
  };
}

interface ThreadFieldsProps {
  value: ThreadText;
  onChange(field: keyof ThreadText, value: string): void;
  problems: Problems;
  readOnly: boolean;
  contentMin: number;
  afterTitle?: ReactNode;
}

/** The fields of a thread. Lengths are counted as on the server. */
export function ThreadFields({ value, onChange, problems, readOnly, contentMin, afterTitle }: ThreadFieldsProps) {
  const titleLength = cleanLine(value.title).length;
  const contentLength = cleanText(value.content).length;
  return (
    <>
      <div className="grid gap-3">
        <Field
          label="Title"
          required
          hint={<LengthHint min={TITLE.min} length={titleLength} max={TITLE.max} />}
          error={problems.title}
        >
          {(ids) => (
            <TextInput
              {...ids}
              name="title"
              autoComplete="off"
              maxLength={TITLE.max}
              dir="auto"
              value={value.title}
              readOnly={readOnly}
              onChange={({ currentTarget }) => onChange("title", currentTarget.value)}
            />
          )}
        </Field>
        <LengthAnnouncement length={titleLength} max={TITLE.max} />
        {afterTitle}
      </div>
      <Field
        label="Content"
        required
        hint={<LengthHint min={contentMin} length={contentLength} max={CONTENT.max} />}
        error={problems.content}
      >
        {(ids) => (
          <TextArea
            {...ids}
            name="content"
            rows={8}
            maxLength={CONTENT.max}
            value={value.content}
            readOnly={readOnly}
            onChange={({ currentTarget }) => onChange("content", currentTarget.value)}
          />
        )}
      </Field>
      <LengthAnnouncement length={contentLength} max={CONTENT.max} />
      {problems.form !== undefined && <FieldError>{problems.form}</FieldError>}
    </>
  );
}

/** Dialog that starts a discussion. The draft is stored in this browser until it is posted. */
export function ThreadDialog({ user, onClose }: { user: ForumUser | null; onClose(): void }) {
  const formId = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { form, text, problems, isBusy, change, submit, forgetDrafts } = useThreadForm({
    scope: "new",
    initial: { title: "", content: "" },
    schemas: threadDraft.shape,
    isBlocked: user === null,
    errorTitle: "Error Creating Thread",
    error: "Your discussion could not be posted. Please try again.",
    async send(post) {
      if (user === null) return;
      const thread = await sendAsForumUser(client, user, (writer) =>
        call(createThread, { body: { ...post, ...credentials(writer) } }),
      );
      forgetDrafts();
      client.setQueryData(forumKeys.thread(thread.id), thread);
      client.setQueryData(forumKeys.comments(thread.id, 1), loadedComments([]));
      void client.invalidateQueries({ queryKey: forumKeys.lists });
      toast({ title: "Discussion Created", description: "Everyone can read your discussion now." });
      // Replaces the dialog's history entry, so that the back button leads to the list.
      void navigate(threadPath(thread), { replace: true });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isBusy}
      initialFocus="[name=title]"
      title="Start a Discussion"
      description={
        <>
          {user && (
            <span>
              Posting as <span translate="no">{user.username}</span>.{" "}
            </span>
          )}
          What you write here is public.
        </>
      }
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" size="lg" form={formId} busy={isBusy} disabled={user === null}>
            {isBusy ? "Posting..." : "POST"}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ThreadFields
          value={text}
          onChange={change}
          problems={problems}
          readOnly={isBusy}
          contentMin={CONTENT.min}
          afterTitle={<SimilarThreads title={text.title} />}
        />
        <p className="text-sm text-ink-muted">A draft is kept in this browser until you post it.</p>
      </form>
    </Dialog>
  );
}

/** Debounce in milliseconds. */
const PAUSE_MS = 500;

/** Lists discussions with similar titles. */
function SimilarThreads({ title }: { title: string }) {
  const [similar, setSimilar] = useState<readonly SimilarThread[]>([]);
  const asked = normalizeSearch(title);
  useEffect(() => {
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      if (asked === "") {
        setSimilar([]);
        return;
      }
      try {
        const { signal } = aborter;
        setSimilar(await call(findSimilarThreads, { query: { title: asked } }, { signal }));
      } catch {
        // The list is only a hint, so a failure keeps the earlier results.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [asked]);

  return (
    <div aria-live="polite">
      {similar.length > 0 && (
        <div className="rounded-control bg-accent-soft px-3 py-2 text-sm">
          <p className="font-semibold">Similar discussions</p>
          <ul>
            {similar.map((thread) => (
              <li key={thread.id}>
                {/* Opens in a new tab to keep what is being written. */}
                <a
                  dir="auto"
                  href={threadPath(thread)}
                  target="_blank"
                  rel="noopener"
                  className="inline-block py-1.5 text-accent underline underline-offset-4 pointer-coarse:py-3"
                >
                  {thread.title}
                </a>{" "}
                <span className="whitespace-nowrap text-ink-muted">({plural(thread.commentCount, "comment")})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface ThreadEditFormProps {
  thread: Thread;
  user: ForumUser;
  /** Reason why the post can no longer be saved; null while it can. */
  closed: string | null;
  /** True if the user opened the form, false if it was restored from a draft on load. */
  takesFocus: boolean;
  onClose(): void;
}

/** Form to edit one's own thread. The draft is stored in this browser until it is saved. */
export function ThreadEditForm({ thread, user, closed, takesFocus, onClose }: ThreadEditFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, key } = useLocation();
  /** Key of the location at which the thread was saved. */
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const { form, text, problems, isBusy, change, submit, forgetDrafts } = useThreadForm({
    scope: thread.id,
    initial: thread,
    schemas: threadEdit.shape,
    isBlocked: closed !== null,
    errorTitle: "Error Updating Thread",
    error: "Your changes could not be saved. Please try again.",
    async send(post) {
      const edited = await call(editOwnThread, { id: thread.id, body: { ...post, ...credentials(user) } });
      await client.cancelQueries({ queryKey: forumKeys.thread(thread.id) });
      client.setQueryData(forumKeys.thread(thread.id), edited);
      void client.invalidateQueries({ queryKey: forumKeys.lists });
      const isTitleKept = edited.title !== cleanLine(post.title);
      const description = isTitleKept
        ? "A moderator chose the title, so it did not change. Your other changes are public now."
        : "Your changes are public now.";
      toast({ title: "Thread Updated", description });
      setSavedAt(key);
      await navigate({ pathname: threadPath(edited), search }, { replace: true, preventScrollReset: true });
    },
  });
  const close = () => {
    forgetDrafts();
    onClose();
  };
  useEffect(() => {
    // Closes the form only after the address has changed, because a change of address moves the focus.
    if (savedAt !== null && savedAt !== key) close();
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (takesFocus && isFirst.current) form.current?.querySelector<HTMLElement>("[name=title]")?.focus();
    isFirst.current = false;
  }, [takesFocus, form]);

  return (
    <form
      ref={form}
      noValidate
      aria-label="Edit Thread"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
    >
      <ClosedNote closed={closed} />
      <ThreadFields
        value={text}
        onChange={change}
        problems={problems}
        readOnly={isBusy || closed !== null}
        contentMin={EDITED_CONTENT_MIN}
      />
      <FormActions
        closed={closed}
        text={`${text.title}\n\n${text.content}`}
        cancel={{ isUnchanged: text.title === thread.title && text.content === thread.content, isDisabled: isBusy }}
        discard={EDIT_DISCARD}
        onDiscard={close}
      >
        <Button type="submit" busy={isBusy}>
          {isBusy ? "Saving..." : "Save Changes"}
        </Button>
      </FormActions>
    </form>
  );
}
