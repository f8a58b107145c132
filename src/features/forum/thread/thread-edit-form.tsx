import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { threadEdit } from "../../../../worker/contracts/forum.schemas.ts";
import { EDITED_CONTENT_MIN, type ForumUser, type Thread, threadPath } from "../../../../worker/contracts/forum.ts";
import { editOwnThread } from "../../../../worker/contracts/forum-writing.ts";
import { cleanLine } from "../../../../worker/contracts/text.ts";
import { call } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { credentials, forumKeys } from "../forum.queries.ts";
import { ClosedNote, EDIT_DISCARD, FormActions } from "../discussion/post-form.tsx";
import { ThreadFields, useThreadForm } from "./thread-fields.tsx";

interface ThreadEditFormProps {
  thread: Thread;
  user: ForumUser;
  /** Why it can no longer be saved; null while it can. */
  closed: string | null;
  /** The user just opened it, as opposed to a draft restored on load. */
  takesFocus: boolean;
  onClose(): void;
}

/** Edits one's own thread; a draft is kept in this browser until it is saved. */
export function ThreadEditForm({ thread, user, closed, takesFocus, onClose }: ThreadEditFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
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
        ? "A moderator chose the title, so it stays. The rest is public now."
        : "Your changes are public now.";
      toast({ title: "Thread Updated", description });
      // Before closing, because the change of address moves the focus.
      await navigate({ pathname: threadPath(edited), search }, { replace: true, preventScrollReset: true });
      setTimeout(close);
    },
  });
  const close = () => {
    forgetDrafts();
    onClose();
  };
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
