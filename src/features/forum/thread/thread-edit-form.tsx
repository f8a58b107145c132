import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  CONTENT,
  EDITED_CONTENT_MIN,
  type ForumUser,
  type Thread,
  threadPath,
  TITLE,
} from "../../../../worker/contracts/forum.ts";
import { cleanLine } from "../../../../worker/contracts/text.ts";
import { ApiError, errorText, sendJson } from "../../../lib/api.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { API, forumKeys, signed } from "../forum.queries.ts";
import { DRAFT, forgetDraft, readDrafts, writeDrafts } from "../post/drafts.ts";
import { ClosedActions, ClosedNote } from "../post/post-form.tsx";
import {
  editedThreadProblems,
  focusProblem,
  leftProblems,
  type Problems,
  refuseThread,
  ThreadFields,
} from "./thread-fields.tsx";

interface ThreadEditFormProps {
  thread: Thread;
  user: ForumUser;
  /** Why it can no longer be saved. */
  closed: string | null;
  /** It was opened by hand just now. */
  takesFocus: boolean;
  onClose(): void;
}

/** Changes a thread of one's own. What is typed is kept in this browser until it is saved. */
export function ThreadEditForm({ thread, user, closed, takesFocus, onClose }: ThreadEditFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [post, setPost] = useState(() => {
    const drafts = readDrafts(thread.id);
    return {
      title: drafts[DRAFT.threadTitle] ?? thread.title,
      content: drafts[DRAFT.threadContent] ?? thread.content,
    };
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setIsSaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isChanged = post.title !== thread.title || post.content !== thread.content;
  const isFirst = useRef(true);
  useEffect(() => {
    if (takesFocus && isFirst.current) form.current?.querySelector<HTMLElement>("[name=title]")?.focus();
    isFirst.current = false;
  }, [takesFocus]);

  const change = (changes: Partial<typeof post>) => {
    const next = { ...post, ...changes };
    setPost(next);
    setProblems(leftProblems(problems, changes));
    writeDrafts(thread.id, {
      [DRAFT.threadTitle]: next.title === thread.title ? null : next.title,
      [DRAFT.threadContent]: next.content === thread.content ? null : next.content,
    });
  };
  const close = () => {
    forgetDraft(thread.id, DRAFT.threadTitle, post.title);
    forgetDraft(thread.id, DRAFT.threadContent, post.content);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || closed !== null) return;
    const found = editedThreadProblems(post);
    setProblems(found);
    if (refuseThread(found, form.current)) return;
    setIsSaving(true);
    dismissToasts();
    try {
      const edited = await sendJson<Thread>("PUT", `${API}/user/threads/${thread.id}`, { ...post, ...signed(user) });
      await client.cancelQueries({ queryKey: forumKeys.thread(thread.id) });
      client.setQueryData(forumKeys.thread(thread.id), edited);
      void client.invalidateQueries({ queryKey: forumKeys.lists });
      const isTitleKept = edited.title !== cleanLine(post.title);
      const description = isTitleKept
        ? "A moderator chose the title, so it stays. The rest is public now."
        : "Your changes are public now.";
      toast({ title: "Thread Updated", description });
      // First, because a change of the address takes the focus.
      await navigate({ pathname: threadPath(edited), search }, { replace: true, preventScrollReset: true });
      setTimeout(close);
    } catch (error) {
      const text = errorText(error, "Your changes could not be saved. Please try again.");
      const fields = error instanceof ApiError ? error.body?.fields : undefined;
      setProblems(fields ?? { form: text });
      focusProblem(fields ?? {}, form.current);
      setIsSaving(false);
      toast({ title: "Error Updating Thread", description: text, variant: "destructive" });
    }
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Edit Thread"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
    >
      {closed !== null && <ClosedNote>{closed}</ClosedNote>}
      <ThreadFields
        value={post}
        onChange={change}
        problems={problems}
        readOnly={isSaving || closed !== null}
        max={{ title: TITLE.max, content: CONTENT.max }}
        contentMin={EDITED_CONTENT_MIN}
      />
      {problems.form !== undefined && <FieldError>{problems.form}</FieldError>}
      {closed === null ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSaving}>
            {isSaving ? "Saving..." : "Save Changes"}
          </Button>
          <Button variant="ghost" disabled={isSaving} onClick={() => (isChanged ? setIsAsking(true) : close())}>
            Cancel
          </Button>
        </div>
      ) : (
        <ClosedActions text={`${post.title}\n\n${post.content}`} onDiscard={close} />
      )}
      <DiscardDialog
        guard={{ isAsking, stay: () => setIsAsking(false), leave: close }}
        title="Discard your changes?"
        description="What you changed has not been saved and will be lost."
      />
    </form>
  );
}
