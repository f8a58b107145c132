import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { type ListingThread, QUESTION_MAX, QUESTION_TEMPLATES } from "../../../../worker/contracts/questions.ts";
import { getJson } from "../../../lib/api.ts";
import { FOR_MODERATORS } from "../../../lib/paged-list.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Field, NativeSelect, TextArea } from "../../../ui/field.tsx";
import { Messages } from "../../../ui/messages.tsx";
import { useAskLandlord } from "./admin-listings.queries.ts";
import { announce } from "./admin-listing-text.ts";

const threadOf = (id: number) =>
  queryOptions({
    queryKey: ["listings", "admin", "thread", { id }] as const,
    queryFn: ({ signal }) => getJson<ListingThread>(`/api/admin/listings/${id}/thread`, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

/** Questions to the landlord with their answers, and a form for the next one. */
export function AdminListingThread({ listing: { id } }: { listing: AdminListing }) {
  const { data } = useQuery(threadOf(id));
  const messages = data?.messages ?? [];
  return (
    <section aria-labelledby={`thread-${id}`}>
      <h3 id={`thread-${id}`} className="mb-2 font-semibold">
        Questions to the landlord
      </h3>
      {messages.length > 0 && (
        <div className="mb-3">
          <Messages
            messages={messages}
            sayWho={({ author, via }) =>
              author === "moderator" ? "Asked" : via === "mail" ? "Answered by email" : "Answered"
            }
          />
        </div>
      )}
      <Disclosure summary="Ask the landlord">
        <AskForm id={id} />
      </Disclosure>
    </section>
  );
}

function AskForm({ id }: { id: number }) {
  const client = useQueryClient();
  const asking = useAskLandlord();
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const ask = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() === "" || asking.isPending) return;
    asking.mutate(
      { id, text },
      {
        onSuccess: (asked) => {
          setText("");
          announce("Question sent in two minutes", "Asked")(asked);
          void client.invalidateQueries({ queryKey: threadOf(id).queryKey });
        },
        onError: (error) => toastFailure("Failed to ask", error),
      },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <Field label="Begin with">
        {(ids) => (
          <NativeSelect
            {...ids}
            value=""
            onChange={({ target }) => setText(QUESTION_TEMPLATES[Number(target.value)]?.text ?? text)}
          >
            <option value="">Choose a question</option>
            {QUESTION_TEMPLATES.map(({ label }, at) => (
              <option key={label} value={at}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field
        label="Question"
        required
        error={isMissing ? "Please write a question." : undefined}
        hint="It is mailed to the landlord in these words. The answer appears here."
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            maxLength={QUESTION_MAX}
            value={text}
            readOnly={asking.isPending}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" size="sm" busy={asking.isPending}>
          Ask
        </Button>
      </div>
    </form>
  );
}
