import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Pause, Play } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import type { DigestPreview, EditionSummary, MailingStatus, DigestOverview } from "../../../worker/contracts/digest.ts";
import { editionPath } from "../../../worker/contracts/page.ts";
import { formatClock, formatDateWithWeekday, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { useHasRole } from "../../lib/role.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { RowsSkeleton, Skeleton } from "../../ui/skeleton.tsx";
import { digestOverview, digestPreview, useResumeEdition, useTestEmail, usePause } from "./digest.queries.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

const PAUSE = {
  title: "Pause the digest?",
  description:
    "No editions are sent until you resume. An edition that is already going out stops after the emails in progress. VIP alerts keep going out.",
  action: "Pause Digest",
  done: "Digest paused",
  failed: "Failed to pause the digest",
};
const RESUME = {
  title: "Resume the digest?",
  description:
    "An interrupted edition continues with everyone who hasn’t received it. An edition that was due in the last few hours goes out now. Older ones are skipped.",
  action: "Resume Digest",
  done: "Digest resumed",
  failed: "Failed to resume the digest",
};

/** Shows the next edition, with a button to pause or resume the digest. */
function AdminDigestNext({ overview }: { overview: DigestOverview }) {
  const { isPaused, next, subscriberCount, alerts, mail } = overview;
  const [isConfirming, setIsConfirming] = useState(false);
  // Stored so that the dialog's text does not change while the dialog closes.
  const [texts, setTexts] = useState(PAUSE);
  const pause = usePause();

  const ask = () => {
    setTexts(isPaused ? RESUME : PAUSE);
    setIsConfirming(true);
  };
  const change = () =>
    pause.mutate(!isPaused, {
      onSuccess: () => toast({ title: texts.done }),
      onError: (error) => toastFailure(texts.failed, error),
      onSettled: () => setIsConfirming(false),
    });

  return (
    <section
      aria-labelledby="next-edition-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="next-edition-heading" className="text-lg font-semibold">
            Next edition
          </h2>
          {isPaused && <Chip tone="warn">Paused</Chip>}
        </div>
        <RoleButton needs="operator" size="sm" variant={isPaused ? "primary" : "secondary"} onClick={ask}>
          {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
          {isPaused ? RESUME.action : PAUSE.action}
        </RoleButton>
      </div>
      <p className="mt-2 font-medium">
        {formatDateWithWeekday(next.date)}, {formatClock(next.scheduledAt)} Toronto time
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-4">
        <Figure name="Listings so far" count={next.listingCount} />
        <Figure name="Confirmed subscribers" count={subscriberCount} />
        <Figure name="Active saved searches" count={alerts.searches.active} />
        <Figure name="Alert emails in the last 24 hours" count={alerts.sent} />
      </dl>
      {isPaused && <p className="mt-3 text-warn">Nothing is sent until you resume.</p>}
      {mail.provider === null && subscriberCount > mail.limit && (
        <p className="mt-3 text-warn">
          Without a bulk mail provider, editions for more than {formatCount(mail.limit)} recipients are not sent. Set up
          a provider (BULK_MAIL_PROVIDER) or raise BULK_MAIL_LIMIT. See docs/operations.md, Mail.
        </p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={texts.title}
        description={texts.description}
        confirmLabel={texts.action}
        tone={texts === RESUME ? "primary" : "danger"}
        busy={pause.isPending}
        onConfirm={change}
      />
    </section>
  );
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{formatCount(count)}</dd>
    </div>
  );
}

export function AdminDigestTab() {
  const query = useQuery(digestOverview());
  if (query.isPending) return <RowsSkeleton label="Loading the digest" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the digest" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminDigestNext overview={query.data} />
      <AdminDigestEditions editions={query.data.editions} isOutdated={query.isError} />
      <AdminDigestPreview />
    </div>
  );
}

interface AdminDigestEditionsProps {
  editions: readonly EditionSummary[];
  /** True if the last refetch failed. */
  isOutdated: boolean;
}

function AdminDigestEditions({ editions, isOutdated }: AdminDigestEditionsProps) {
  const resumption = useResumeEdition();
  const resume = (date: string) =>
    resumption.mutate(date, {
      onSuccess: () => toast({ title: "Edition resumed" }),
      onError: (error) => toastFailure("Failed to resume the edition", error),
    });
  return (
    <section aria-labelledby="editions-heading">
      <h2 id="editions-heading" className="mb-2 text-lg font-semibold">
        Editions
      </h2>
      <output className="block text-sm text-warn not-empty:mb-2">
        {isOutdated && "The counts could not be refreshed and may be out of date."}
      </output>
      {editions.length === 0 ? (
        <p className="text-ink-muted">No editions yet. The first one goes out at the time above.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {editions.map((edition) => (
            <AdminDigestEdition
              key={edition.date}
              edition={edition}
              isResuming={resumption.isPending && resumption.variables === edition.date}
              onResume={() => resume(edition.date)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const STATUS: Record<MailingStatus, { label: string; tone: ChipTone }> = {
  freezing: { label: "Preparing", tone: "accent" },
  sending: { label: "Sending", tone: "accent" },
  done: { label: "Sent", tone: "neutral" },
  empty: { label: "Skipped, nothing new", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
};
const WAITING = { label: "Waiting", tone: "warn" } as const;

interface AdminDigestEditionProps {
  edition: EditionSummary;
  isResuming: boolean;
  onResume(): void;
}

function AdminDigestEdition({ edition, isResuming, onResume }: AdminDigestEditionProps) {
  const headingId = useId();
  const { date, status, listingCount, frozen, sent, skipped, uncertain, pausedUntil, problem, finishedAt } = edition;
  const left = edition.bounced + edition.complained + edition.unsubscribed;
  const isOpen = status === "freezing" || status === "sending";
  const isWaiting = isOpen && (pausedUntil !== null || (status === "freezing" && problem !== null));
  const chip = isWaiting ? WAITING : STATUS[status];
  const settled = sent + skipped + uncertain;
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={headingId} className="flex min-w-0 flex-wrap items-center gap-2 font-semibold">
          {formatDateWithWeekday(date)} <Chip tone={chip.tone}>{chip.label}</Chip>
        </h3>
        {listingCount > 0 && (
          <Link
            to={editionPath(date)}
            aria-describedby={headingId}
            className="inline-flex items-center text-sm font-semibold text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {plural(listingCount, "listing")}
          </Link>
        )}
      </div>
      {frozen > 0 && (
        <>
          <ProgressBar aria-labelledby={headingId} max={frozen} value={settled}>
            {settled} of {frozen}
          </ProgressBar>
          <p className="flex flex-wrap gap-x-5 text-sm text-ink-muted tabular-nums">
            <span>
              {formatCount(settled)} of {plural(frozen, "recipient")}
            </span>
            <span>{formatCount(sent)} sent</span>
            <span>{formatCount(skipped)} skipped</span>
            <span>{formatCount(uncertain)} uncertain</span>
            {left > 0 && <span>{formatCount(left)} left the list afterwards</span>}
          </p>
        </>
      )}
      {uncertain > 0 && (
        <p className="text-sm text-ink-muted">
          We don’t know whether the uncertain emails were sent. We do not send them again.
        </p>
      )}
      {problem !== null && <p className="text-sm wrap-anywhere text-danger">{problem}</p>}
      {isWaiting && pausedUntil !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-warn">Resumes automatically at {formatMoment(pausedUntil)}.</p>
          <RoleButton
            needs="operator"
            size="sm"
            variant="secondary"
            aria-describedby={headingId}
            busy={isResuming}
            onClick={onResume}
          >
            Resume Now
          </RoleButton>
        </div>
      )}
      {finishedAt !== null && <p className="text-sm text-ink-muted">Finished {formatMoment(finishedAt)}</p>}
    </li>
  );
}

/** Styles that make links look inactive, because the sandboxed frame cannot navigate. */
const UNLINKED = "<style>a{pointer-events:none}</style>";

function AdminDigestPreview() {
  const query = useQuery(digestPreview());
  const testMail = useTestEmail();
  const mayTest = useHasRole("operator");
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
      {mayTest && (
        <div className="border-t border-line pt-4">
          <EmailForm
            label="Send a test to"
            hint="Sends the next edition, as it is now, to this address only."
            action="Send Test"
            busyAction="Sending..."
            isOwnAddress={false}
            onSend={async (email) => {
              const { message } = await testMail.mutateAsync(email);
              toast({ title: "Test Sent", description: message });
            }}
          />
        </div>
      )}
    </section>
  );
}

function Preview({ preview: { subject, html, text, listingCount } }: { preview: DigestPreview }) {
  return (
    <>
      {listingCount === 0 && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Nothing new has been approved yet. An edition without listings is not sent.
        </p>
      )}
      <p className="min-w-0 wrap-anywhere">
        <span className="text-ink-muted">Subject:</span> <strong>{subject}</strong>{" "}
        <span className="text-ink-muted">({plural(listingCount, "listing")})</span>
      </p>
      {/* The empty sandbox attribute blocks scripts, forms and navigation. */}
      <iframe
        title="Email preview"
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

/** Progress bar in the accent colour, because the browser's green would suggest 'below market'. */
function ProgressBar(props: Omit<ComponentProps<"progress">, "className">) {
  return <progress {...props} className="block h-2 w-full accent-accent" />;
}
