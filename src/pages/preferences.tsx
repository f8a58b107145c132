import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Frequency, SubscriberStatus, SubscriptionView } from "../../worker/contracts/subscribers.ts";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { subscriptionOf, useSavedPreferences } from "../features/subscribers/subscribers.queries.ts";
import { ApiError, failureText } from "../lib/api.ts";
import { toast } from "../lib/toast.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldError } from "../ui/field.tsx";
import { Link } from "../ui/link.tsx";
import { MailedLink } from "../ui/mailed-link.tsx";
import { useWishFields, WishFields } from "../ui/wish-fields.tsx";
import { tokenPage } from "./parts/token-page.tsx";

const FREQUENCY_TEXT: Record<Frequency, string> = {
  every: "Every Monday, Wednesday and Friday",
  weekly: "Once a week, on Mondays",
};

function PreferencesForm({ token, view }: { token: string; view: SubscriptionView }) {
  const wishes = useWishFields(view.preferences);
  const [frequency, setFrequency] = useState(view.preferences.frequency);
  const [problem, setProblem] = useState<string>();
  const saving = useSavedPreferences(token);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const chosen = wishes.read();
    if (chosen === null) return;
    setProblem(undefined);
    saving.mutate(
      { ...chosen, frequency },
      {
        onSuccess: ({ preferences }) => {
          wishes.show(preferences);
          setFrequency(preferences.frequency);
          toast({ title: "Preferences Saved", description: "They apply from the next email on." });
        },
        onError: (error) => {
          toast({ title: "Preferences Not Saved", description: failureText(error), variant: "destructive" });
          wishes.refuseFor(error);
          setProblem(error instanceof ApiError ? error.body?.fields?.["frequency"] : undefined);
        },
      },
    );
  };

  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <WishFields wishes={wishes} />
      <fieldset>
        <legend className="text-sm font-medium">How often</legend>
        {Object.entries(FREQUENCY_TEXT).map(([value, text]) => (
          <Choice
            key={value}
            type="radio"
            name="frequency"
            checked={frequency === value}
            onChange={() => setFrequency(value as Frequency)}
          >
            {text}
          </Choice>
        ))}
        {problem && <FieldError>{problem}</FieldError>}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button type="submit" size="lg" busy={saving.isPending} className="max-sm:w-full">
          {saving.isPending ? "Saving..." : "Save Preferences"}
        </Button>
        {view.status !== "unsubscribed" && view.links.unsubscribe !== undefined && (
          <Link
            to={view.links.unsubscribe}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            Unsubscribe from all emails
          </Link>
        )}
      </div>
    </form>
  );
}

/** Why a subscription gets no mail; null if it does. */
function statusText(status: SubscriberStatus): string | null {
  switch (status) {
    case "confirmed":
      return null;
    case "pending":
      return "This subscription is not confirmed yet: please reply to the email we sent you. Your preferences are kept until then.";
    case "unsubscribed":
      return "This address is unsubscribed, so nothing is sent to it. You can join again on the homepage, and your preferences are kept until then.";
    case "suppressed":
    default:
      return "Emails to this address came back or were refused, so we send it nothing any more. Please write to us if that is wrong.";
  }
}

export const head = fixedHead("Email Preferences", "For a subscriber.");

export const Component = tokenPage(head, {
  className: "mx-auto w-full max-w-3xl px-4 py-8 sm:px-6",
  Page: PreferencesPage,
  Invalid: InvalidSubscriptionLink,
});

function PreferencesPage({ token }: { token: string }) {
  const query = useQuery(subscriptionOf("preferences", token));
  return (
    <MailedLink query={query} what="your preferences" invalid={<InvalidSubscriptionLink />}>
      {(view) => (
        <>
          <h1 className="display text-2xl">Email Preferences</h1>
          <p className="mt-1 mb-4 text-ink-muted">For {view.email}.</p>
          {statusText(view.status) !== null && (
            <p className="mb-4 rounded-card bg-warn-soft p-4 text-warn">{statusText(view.status)}</p>
          )}
          <PreferencesForm token={token} view={view} />
        </>
      )}
    </MailedLink>
  );
}
