import { useQuery } from "@tanstack/react-query";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { MailedLink } from "../ui/mailed-link.tsx";
import { PreferencesForm, statusText } from "../features/subscribers/preferences-form.tsx";
import { subscriptionOf } from "../features/subscribers/subscribers.queries.ts";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Email Preferences | ${site.name}`, description: "For a subscriber.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      {token === undefined ? <InvalidSubscriptionLink /> : <PreferencesPage key={token} token={token} />}
    </div>
  );
}

function PreferencesPage({ token }: { token: string }) {
  const query = useQuery(subscriptionOf("preferences", token));
  return (
    <MailedLink query={query} what="your preferences" invalid={<InvalidSubscriptionLink />}>
      {(view) => (
        <>
          <h1 className="text-2xl font-bold">Email Preferences</h1>
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
