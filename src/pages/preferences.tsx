import { useQuery } from "@tanstack/react-query";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { MailedLink } from "../ui/mailed-link.tsx";
import { PreferencesForm, statusText } from "../features/subscribers/preferences-form.tsx";
import { subscriptionOf } from "../features/subscribers/subscribers.queries.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

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
