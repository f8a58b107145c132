import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus, Plus } from "lucide-react";
import { useState } from "react";
import type { CommentsAdded, ThreadCreated } from "../../../worker/contracts/automation.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, NativeSelect } from "../../ui/field.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { threadOption } from "./automation-text.ts";
import { automationThreads, useAddComments, useCreateThread } from "./automation.queries.ts";

function toastError(text: string, error: unknown): void {
  toast({ title: "Error", description: `${text} ${errorText(error, "")}`.trim(), variant: "destructive" });
}

/** The server says what was posted, or why nothing was. */
function toastThread({ threadId, message }: ThreadCreated): void {
  toast(threadId === null ? { title: message } : { title: "Thread Created", description: message });
}

function toastComments({ added, message }: CommentsAdded): void {
  toast(added === 0 ? { title: message } : { title: "Comments Added", description: message });
}

/** Posts at once, whatever is switched on. */
export function AdminAutomationActions() {
  const creation = useCreateThread();
  const addition = useAddComments();
  const create = () =>
    creation.mutate(undefined, {
      onSuccess: toastThread,
      onError: (error) => toastError("Failed to create thread.", error),
    });
  const add = () =>
    addition.mutate(null, {
      onSuccess: toastComments,
      onError: (error) => toastError("Failed to add comments.", error),
    });
  return (
    <SectionCard
      title="Instant Actions"
      note="Written from the site's own listings and figures, and labelled as automated. Nothing is posted twice. “Add Comments (Smart)” goes by the target set below."
    >
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={creation.isPending} onClick={create}>
          {!creation.isPending && <Plus aria-hidden className="size-4" />}
          Create Thread Now
        </Button>
        <Button size="sm" variant="secondary" busy={addition.isPending} onClick={add}>
          {!addition.isPending && <MessageSquarePlus aria-hidden className="size-4" />}
          Add Comments (Smart)
        </Button>
      </div>
      <ChosenThread />
    </SectionCard>
  );
}

/** Adds a comment to one thread; not there while there is none. */
function ChosenThread() {
  const query = useQuery(automationThreads());
  const addition = useAddComments();
  const [chosen, setChosen] = useState("");
  if (query.isPending) return <Skeleton className="mt-4 h-17 w-full" />;
  if (!query.data) {
    return (
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
        Failed to fetch discussion threads
        <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (query.data.length === 0) return null;
  // It may have been deleted since it was chosen.
  const thread = query.data.find(({ id }) => String(id) === chosen);
  const add = ({ id }: { id: number }) =>
    addition.mutate(id, {
      onSuccess: toastComments,
      onError: (error) => toastError("Failed to add comments.", error),
    });
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <Field label="Thread to comment on">
          {(ids) => (
            <NativeSelect {...ids} value={thread ? chosen : ""} onChange={({ target }) => setChosen(target.value)}>
              <option value="">Select a thread</option>
              {query.data.map((option) => (
                <option key={option.id} value={option.id}>
                  {threadOption(option)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <Button variant="secondary" disabled={!thread} busy={addition.isPending} onClick={() => thread && add(thread)}>
        Add Comments
      </Button>
    </div>
  );
}
