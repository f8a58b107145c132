import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { normalizeSearch } from "../../../../worker/contracts/forum-list.ts";
import {
  CONTENT,
  type ForumUser,
  type SimilarThread,
  type Thread,
  threadPath,
  TITLE,
} from "../../../../worker/contracts/forum.ts";
import { ApiError, errorText, getJson, sendJson } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { API, forumKeys, loadedComments, sendAs, signed } from "../forum.queries.ts";
import { DRAFT, forgetDraft, readDrafts, writeDrafts } from "../post/drafts.ts";
import {
  focusProblem,
  leftProblems,
  newThreadProblems,
  type Problems,
  refuseThread,
  ThreadFields,
} from "./thread-fields.tsx";

/** Starts a discussion. What is typed is kept in this browser until it is posted. */
export function ThreadDialog({ user, onClose }: { user: ForumUser | null; onClose(): void }) {
  const formId = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const fields = useRef<HTMLFormElement>(null);
  const [post, setPost] = useState(() => {
    const drafts = readDrafts("new");
    return { title: drafts[DRAFT.threadTitle] ?? "", content: drafts[DRAFT.threadContent] ?? "" };
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setIsSending] = useState(false);
  const change = (changes: Partial<typeof post>) => {
    const next = { ...post, ...changes };
    setPost(next);
    setProblems(leftProblems(problems, changes));
    writeDrafts("new", { [DRAFT.threadTitle]: next.title, [DRAFT.threadContent]: next.content });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || user === null) return;
    const found = newThreadProblems(post);
    setProblems(found);
    if (refuseThread(found, fields.current)) return;
    setIsSending(true);
    dismissToasts();
    try {
      const thread = await sendAs(client, user, (writer) =>
        sendJson<Thread>("POST", `${API}/threads`, { ...post, ...signed(writer) }),
      );
      forgetDraft("new", DRAFT.threadTitle, post.title);
      forgetDraft("new", DRAFT.threadContent, post.content);
      client.setQueryData(forumKeys.thread(thread.id), thread);
      client.setQueryData(forumKeys.comments(thread.id, 1), loadedComments([]));
      void client.invalidateQueries({ queryKey: forumKeys.lists });
      toast({ title: "Discussion Created", description: "Your discussion is open to everybody now." });
      // In the place of the dialog: a step back leads to the list.
      void navigate(threadPath(thread), { replace: true });
    } catch (error) {
      const fieldTexts = error instanceof ApiError ? error.body?.fields : undefined;
      const text = errorText(error, "Your discussion could not be posted. Please try again.");
      setProblems(fieldTexts ?? { form: text });
      focusProblem(fieldTexts ?? {}, fields.current);
      toast({ title: "Error Creating Thread", description: text, variant: "destructive" });
      setIsSending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isSending}
      startsAt="[name=title]"
      title="Start a Discussion"
      description={
        user ? `Posting as ${user.username}. What you write here is public.` : "What you write here is public."
      }
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={isSending} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" size="lg" form={formId} busy={isSending} disabled={user === null}>
            {isSending ? "Posting..." : "POST"}
          </Button>
        </>
      }
    >
      <form id={formId} ref={fields} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ThreadFields
          value={post}
          onChange={change}
          problems={problems}
          readOnly={isSending}
          max={{ title: TITLE.max, content: CONTENT.max }}
          contentMin={CONTENT.min}
          afterTitle={<SimilarThreads title={post.title} />}
        />
        {problems.form !== undefined && <FieldError>{problems.form}</FieldError>}
        <p className="text-sm text-ink-muted">A draft is kept in this browser until you post it.</p>
      </form>
    </Dialog>
  );
}

/** Milliseconds after the last letter. */
const PAUSE_MS = 500;

/** Discussions whose titles sound like the one that is being written. */
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
        setSimilar(await getJson(`${API}/threads/similar?${new URLSearchParams({ title: asked })}`, { signal }));
      } catch {
        // A help, and no more: what was found before stays.
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
                {/* In a tab of its own: what is being written stays. */}
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
