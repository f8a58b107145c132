import { useState } from "react";
import type { OwnerListing } from "../../../../worker/contracts/owners.ts";
import { ANSWER_MAX } from "../../../../worker/contracts/questions.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { Messages } from "../../../ui/messages.tsx";
import { toastOwnerFailure, useAnswer } from "./owner-listing.queries.ts";

/** Moderators' questions, and the landlord's answers to them; nothing without a question. */
export function OwnerMessages({ token, listing: { messages } }: { token: string; listing: OwnerListing }) {
  const answering = useAnswer(token);
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  if (messages.length === 0) return null;
  const send = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() === "" || answering.isPending) return;
    answering.mutate(text, {
      onSuccess: () => {
        setText("");
        toast({ title: "Answer Sent", description: "Our moderators read it before they decide." });
      },
      onError: (error) => toastOwnerFailure("Answer Not Sent", error),
    });
  };
  return (
    <section
      aria-labelledby="messages-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 id="messages-heading" className="text-lg font-semibold">
        Questions from our moderators
      </h2>
      <div className="mt-3">
        <Messages messages={messages} sayWho={({ author }) => (author === "moderator" ? "Moderator" : "You")} />
      </div>
      <form
        noValidate
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label="Your answer"
          required
          error={isMissing ? "Please write an answer." : undefined}
          hint="Only our moderators read it."
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              maxLength={ANSWER_MAX}
              value={text}
              readOnly={answering.isPending}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={answering.isPending}>
            Send Answer
          </Button>
        </div>
      </form>
    </section>
  );
}
