import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { DigestPreview } from "../../../worker/contracts/digest.ts";
import { plural } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { digestPreview, useTestMail } from "./digest.queries.ts";

/** Links in the preview lead nowhere: the frame may not load anything else. */
const UNLINKED = "<style>a{pointer-events:none}</style>";

/** The next edition as it would be mailed now. */
export function AdminDigestPreview() {
  const query = useQuery(digestPreview());
  const testMail = useTestMail();
  return (
    <section
      aria-labelledby="preview-heading"
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview-heading" className="text-lg font-semibold">
          Preview of the next edition
        </h2>
        {query.data && (
          <Button size="sm" variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCw aria-hidden className="size-4" />}
            Refresh
          </Button>
        )}
      </div>
      {query.isPending && (
        <>
          <output className="sr-only">Loading the preview</output>
          <Skeleton className="h-112 w-full" />
        </>
      )}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch the preview" onRetry={() => void query.refetch()} />
      )}
      {query.data && <Preview preview={query.data} />}
      <div className="border-t border-line pt-4">
        <EmailForm
          label="Send a test to"
          hint="The next edition as it is now, to this address alone."
          action="Send Test"
          busyAction="Sending..."
          isOwnAddress={false}
          onSend={async (email) => {
            const { message } = await testMail.mutateAsync(email);
            toast({ title: "Test Sent", description: message });
          }}
        />
      </div>
    </section>
  );
}

function Preview({ preview: { subject, html, text, listingCount } }: { preview: DigestPreview }) {
  return (
    <>
      {listingCount === 0 && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Nothing new has been approved yet. Without listings the edition is not sent.
        </p>
      )}
      <p className="min-w-0 wrap-anywhere">
        <span className="text-ink-muted">Subject:</span> <strong>{subject}</strong>{" "}
        <span className="text-ink-muted">({plural(listingCount, "listing")})</span>
      </p>
      {/* Nothing in it runs, sends or navigates. */}
      <iframe
        title="The email as it looks"
        sandbox=""
        srcDoc={html + UNLINKED}
        className="h-144 w-full rounded-control border border-line bg-surface"
      />
      <Disclosure summary="Text version">
        <pre className="font-sans text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </Disclosure>
    </>
  );
}
