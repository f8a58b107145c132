import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { normalizeSearch } from "../../../../worker/contracts/forum-list.ts";
import { threadDraft } from "../../../../worker/contracts/forum.schemas.ts";
import {
  CONTENT,
  findSimilarThreads,
  type ForumUser,
  type SimilarThread,
  threadPath,
} from "../../../../worker/contracts/forum.ts";
import { createThread } from "../../../../worker/contracts/forum-writing.ts";
import { call } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { credentials, forumKeys, loadedComments, sendAs } from "../forum.queries.ts";
import { ThreadFields, useThreadForm } from "./thread-fields.tsx";

/** Starts a discussion; a draft is kept in this browser until it is posted. */
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
      const thread = await sendAs(client, user, (writer) =>
        call(createThread, { body: { ...post, ...credentials(writer) } }),
      );
      forgetDrafts();
      client.setQueryData(forumKeys.thread(thread.id), thread);
      client.setQueryData(forumKeys.comments(thread.id, 1), loadedComments([]));
      void client.invalidateQueries({ queryKey: forumKeys.lists });
      toast({ title: "Discussion Created", description: "Your discussion is open to everybody now." });
      // Replaces the dialog's history entry, so that back leads to the list.
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

/** Discussions with a similar title. */
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
        // Only a hint: earlier results stay.
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
