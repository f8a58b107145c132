import { useId } from "react";
import type { EditionSummary, MailingStatus } from "../../../worker/contracts/digest.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { formatDateWithWeekday } from "../../lib/format-weekday.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { editionPath } from "../../../worker/contracts/page.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { Link } from "../../ui/link.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

const STATUS: Record<MailingStatus, { label: string; tone: ChipTone }> = {
  freezing: { label: "Being made", tone: "accent" },
  sending: { label: "Being sent", tone: "accent" },
  done: { label: "Sent", tone: "neutral" },
  empty: { label: "Nothing new, not sent", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
};
const WAITING = { label: "Waiting", tone: "warn" } as const;

interface AdminDigestEditionProps {
  edition: EditionSummary;
  isResuming: boolean;
  onResume(): void;
}

/** One edition: how far it has come, and what is in its way. */
export function AdminDigestEdition({ edition, isResuming, onResume }: AdminDigestEditionProps) {
  const headingId = useId();
  const { date, status, listingCount, frozen, sent, skipped, uncertain, pausedUntil, problem, finishedAt } = edition;
  const isWaiting = pausedUntil !== null && (status === "freezing" || status === "sending");
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
          </p>
        </>
      )}
      {uncertain > 0 && (
        <p className="text-sm text-ink-muted">
          Of the uncertain ones nobody learned whether they were sent. They are not sent again.
        </p>
      )}
      {problem !== null && <p className="text-sm wrap-anywhere text-danger">{problem}</p>}
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-warn">Goes on by itself at {formatMoment(pausedUntil)}.</p>
          <Button size="sm" variant="secondary" aria-describedby={headingId} busy={isResuming} onClick={onResume}>
            Resume Now
          </Button>
        </div>
      )}
      {finishedAt !== null && <p className="text-sm text-ink-muted">Finished {formatMoment(finishedAt)}</p>}
    </li>
  );
}
