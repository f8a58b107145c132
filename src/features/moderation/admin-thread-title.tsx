import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Thread, TITLE } from "../../../worker/contracts/forum.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { useChangeThread } from "./moderation.queries.ts";

/** Another title for a thread: Enter saves it, Escape leaves it as it was. */
export function AdminThreadTitle({ thread, onClose }: { thread: Thread; onClose(): void }) {
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const change = useChangeThread();
  useEffect(() => input.current?.select(), []);

  const isBlank = title.trim() === "";
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank || change.isPending) return;
    setProblem(undefined);
    change.mutate(
      { id: thread.id, change: { title } },
      {
        onSuccess: () => {
          toast({ title: "Thread title updated successfully" });
          onClose();
        },
        onError: (error) => {
          toastFailure("Failed to update thread title", error);
          setProblem(error instanceof ApiError ? error.body?.fields?.title : undefined);
          input.current?.focus();
        },
      },
    );
  };
  const cancelByEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && !change.isPending) onClose();
  };

  return (
    <form noValidate onSubmit={save} className="grid min-w-0 flex-1 basis-72 gap-2">
      <Field label="Thread title" required error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            value={title}
            maxLength={TITLE.max}
            autoComplete="off"
            readOnly={change.isPending}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={cancelByEscape}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={isBlank} busy={change.isPending}>
          Save
        </Button>
        <Button size="sm" variant="ghost" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
