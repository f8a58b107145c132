import { Pause, Play } from "lucide-react";
import { useState } from "react";
import type { DigestOverview } from "../../../worker/contracts/digest.ts";
import { formatDateWithWeekday, formatMoment } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { usePause } from "./digest.queries.ts";

const PAUSE = {
  title: "Pause the digest?",
  description:
    "No edition is made and no mail of one is sent until you resume. An edition that is being sent stops after the mails that are on their way. Alerts to VIPs are not stopped.",
  action: "Pause Digest",
  done: "Digest paused",
  failed: "Failed to pause the digest",
};
const RESUME = {
  title: "Resume the digest?",
  description:
    "An edition that was interrupted goes on with those who have not got it yet. One that fell due in the last hours is sent now; older ones are left out.",
  action: "Resume Digest",
  done: "Digest resumed",
  failed: "Failed to resume the digest",
};

/** The next edition, with a button to pause or resume the digest. */
export function AdminDigestNext({ overview }: { overview: DigestOverview }) {
  const { isPaused, next, subscriberCount, alerts, mail } = overview;
  const [isAsking, setIsAsking] = useState(false);
  // Kept while the dialog closes, so that its text does not switch during the animation.
  const [texts, setTexts] = useState(PAUSE);
  const pause = usePause();

  const ask = () => {
    setTexts(isPaused ? RESUME : PAUSE);
    setIsAsking(true);
  };
  const change = () =>
    pause.mutate(!isPaused, {
      onSuccess: () => toast({ title: texts.done }),
      onError: (error) => toastFailure(texts.failed, error),
      onSettled: () => setIsAsking(false),
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
      <p className="mt-2 font-medium">{formatDateWithWeekday(next.date)}</p>
      <p className="text-sm text-ink-muted">{formatMoment(next.scheduledAt)} Toronto time</p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        <Figure name="Listings so far" count={next.listingCount} />
        <Figure name="Confirmed subscribers" count={subscriberCount} />
        <Figure name="Saved searches that are on" count={alerts.searches.active} />
        <Figure name="Alert mails in 24 hours" count={alerts.sent} />
      </dl>
      {isPaused && <p className="mt-3 text-warn">Nothing is made or sent until you resume.</p>}
      {mail.provider === null && subscriberCount > mail.limit && (
        <p className="mt-3 text-warn">
          Without a provider of bulk mail, an edition to more than {formatCount(mail.limit)} recipients is not sent. Set
          one up (BULK_MAIL_PROVIDER), or raise BULK_MAIL_LIMIT; docs/operations.md, Mail, says how.
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
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
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{formatCount(count)}</dd>
    </div>
  );
}
