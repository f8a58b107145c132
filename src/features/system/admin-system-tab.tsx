import { useQuery, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, RotateCcw, Trash2 } from "lucide-react";
import { useState, useRef } from "react";
import {
  type Health,
  type SystemState,
  type PurgeState,
  type DeadLetter,
  dropDeadLetter,
  emptyCache,
  getSystem,
  retryDeadLetter,
} from "../../../worker/contracts/system.ts";
import { call } from "../../lib/api.ts";
import { formatClock, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";

/** Poll interval in milliseconds, while the tab is visible. */
const POLL_MS = 30_000;
const KEY = ["system", "admin"] as const;

function systemState() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getSystem, {}, { signal }),
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
    meta: FOR_MODERATORS,
  });
}

/** Returns how many health checks and jobs had failed when the panel was opened. */
export function useSystemFaults(): number {
  const { data } = useQuery({ ...systemState(), refetchInterval: false });
  if (!data) return 0;
  return Object.values(data.health.checks).filter(({ ok }) => !ok).length + data.dead.total;
}

/** Returns a mutation that retries or drops a dead letter and is pending until the list is refetched. */
function useDeadLetter(action: "retry" | "drop") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => (action === "retry" ? call(retryDeadLetter, { id }) : call(dropDeadLetter, { id })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    // Another moderator may have handled the letter first.
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Returns a mutation that empties the cache in front of the site. */
function useEmptyCache() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(emptyCache),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

interface AdminDeadLettersProps extends Pick<SystemState, "dead"> {
  className?: string;
}

/** Lists queue messages that failed too often, with buttons to retry or drop each of them. */
function AdminDeadLetters({ dead: { letters, total }, className = "" }: AdminDeadLettersProps) {
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  // Stored so that the dialog's text does not disappear while the dialog closes.
  const [shown, setShown] = useState<DeadLetter | null>(null);
  const retry = useDeadLetter("retry");
  const drop = useDeadLetter("drop");
  const heading = useRef<HTMLParagraphElement>(null);
  // Focuses the heading, because the clicked button disappears with its row.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  const ask = (letter: DeadLetter) => {
    setShown(letter);
    setAsked(letter);
  };
  const tryAgain = ({ id }: DeadLetter) =>
    retry.mutate(id, {
      onSuccess: () => {
        toast({ title: "Queued again" });
        focusHeading();
      },
      onError: (error) => toastFailure("Failed to retry it", error),
    });
  const dropIt = () =>
    shown &&
    drop.mutate(shown.id, {
      onSuccess: () => {
        toast({ title: "Dropped" });
        focusHeading();
      },
      onError: (error) => toastFailure("Failed to drop it", error),
      onSettled: () => setAsked(null),
    });

  return (
    <SectionCard title="Failed jobs" className={className}>
      <p ref={heading} tabIndex={-1} className="text-sm text-ink-muted outline-none">
        {total === 0
          ? "None. Jobs that fail too often end up here."
          : `Jobs that failed too often: ${formatCount(total)}${total > letters.length ? `, of which the newest ${formatCount(letters.length)} are shown` : ""}.`}
      </p>
      <ul className="divide-y divide-line">
        {letters.map((letter) => (
          <li key={letter.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium wrap-anywhere">
                {letter.kind} <span className="font-normal text-ink-muted">#{letter.id}</span>
              </p>
              <p className="text-sm text-ink-muted">Abandoned on {formatMoment(letter.gaveUpAt)}</p>
              <code className="mt-1 block text-sm wrap-anywhere text-ink-muted">{letter.content}</code>
            </div>
            <div className="flex gap-2">
              <RoleButton
                needs="operator"
                size="sm"
                variant="secondary"
                disabled={retry.isPending && retry.variables === letter.id}
                aria-label={`Retry ${letter.kind} #${letter.id}`}
                onClick={() => tryAgain(letter)}
              >
                <RotateCcw aria-hidden className="size-4" />
                Retry
              </RoleButton>
              <RoleButton
                needs="operator"
                size="sm"
                variant="ghost"
                aria-label={`Drop ${letter.kind} #${letter.id}`}
                onClick={() => ask(letter)}
              >
                <Trash2 aria-hidden className="size-4" />
                Drop
              </RoleButton>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title="Drop this job?"
        description={`${shown?.kind ?? "It"} will never run: for example, an email is not sent. If the cause is fixed, retry it instead.`}
        confirmLabel="Drop"
        busy={drop.isPending}
        onConfirm={dropIt}
      />
    </SectionCard>
  );
}

/** Shows the remaining budget for purges of the cache in front of the site, and a button that empties the cache. */
function AdminCacheCard({ purges }: { purges: PurgeState | null }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const empty = useEmptyCache();
  const emptyIt = () =>
    empty.mutate(undefined, {
      onSuccess: () => toast({ title: "Cache emptied" }),
      onError: (error) => toastFailure("Failed to empty the cache", error),
      onSettled: () => setIsConfirming(false),
    });
  return (
    <SectionCard
      title="Cache"
      actions={
        <RoleButton needs="operator" size="sm" variant="secondary" onClick={() => setIsConfirming(true)}>
          Empty the cache
        </RoleButton>
      }
    >
      {purges === null ? <p className="text-warn">This status is not available right now.</p> : <State {...purges} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Empty the cache?"
        description="Every page and photo is rebuilt the next time someone opens it, so the site is slower for a few seconds. Browsers keep photos for up to a day."
        confirmLabel="Empty the cache"
        tone="primary"
        busy={empty.isPending}
        onConfirm={emptyIt}
      />
    </SectionCard>
  );
}

function State({ callsLeft, waiting, waitingWithdrawals, oldestAt, refusals, refusedAt }: PurgeState) {
  return (
    <>
      <p>
        Cloudflare accepts {plural(callsLeft, "more request")} to empty it right now.{" "}
        {waiting === 0
          ? "No changes are waiting."
          : `${plural(waiting, "change is", "changes are")} waiting, including ${plural(waitingWithdrawals, "removal")}.`}
      </p>
      {waiting > 0 && oldestAt !== null && <p className="text-sm text-ink-muted">Oldest: {formatMoment(oldestAt)}</p>}
      {refusals > 0 && refusedAt !== null && (
        <p className="text-warn">
          Cloudflare refused to empty it the last {plural(refusals, "time")}, most recently on {formatMoment(refusedAt)}
          .
        </p>
      )}
    </>
  );
}

/** Lists the errors of the last hour, newest first. */
function AdminSystemErrors({ errors }: Pick<SystemState, "errors">) {
  return (
    <SectionCard
      title="Errors of the last hour"
      note={errors.length > 0 ? "Grouped by type. The log has the full messages." : undefined}
    >
      {errors.length === 0 ? (
        <p className="text-ink-muted">None.</p>
      ) : (
        <ul className="divide-y divide-line">
          {errors.map(({ event, code, count, firstAt, lastAt, requestId }) => (
            <li key={`${event} ${code}`} className="py-2">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p className="min-w-0 font-medium wrap-anywhere">{code}</p>
                <p className="text-sm text-ink-muted tabular-nums">
                  {formatCount(count)} {count === 1 ? "time" : "times"},{" "}
                  {count === 1 ? formatClock(lastAt) : `${formatClock(firstAt)} to ${formatClock(lastAt)}`}
                </p>
              </div>
              <p className="text-sm wrap-anywhere text-ink-muted">
                {event}
                {requestId !== null && `, request ${requestId}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

/** Shows whether the site is healthy, the errors of the last hour, and the dead letters. */
export function AdminSystemTab() {
  const query = useQuery(systemState());
  if (query.isPending) return <RowsSkeleton label="Loading the site status" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the site status" onRetry={() => void query.refetch()} />;
  }
  const { health, errors, dead, purges, backup, mail } = query.data;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <HealthCard health={health} seenAt={query.dataUpdatedAt} isOutdated={query.isError} />
      <div className="grid grid-cols-1 gap-4">
        <AdminCacheCard purges={purges} />
        <BackupCard backup={backup} />
        <MailCard mail={mail} />
        <AdminSystemErrors errors={errors} />
      </div>
      <AdminDeadLetters dead={dead} className="lg:col-span-2" />
    </div>
  );
}

function BackupCard({ backup }: Pick<SystemState, "backup">) {
  return (
    <SectionCard
      title="Backup"
      actions={backup?.isLate && <Chip tone="warn">{backup.last === null ? "None yet" : "Late"}</Chip>}
    >
      {backup === null && <p className="text-warn">This status is not available right now.</p>}
      {backup?.hasKey === false && (
        <p className="text-warn">
          Backups are off because BACKUP_PUBLIC_KEY is not set. See docs/operations.md, Backups and restore.
        </p>
      )}
      {backup?.last != null && (
        <p>
          {formatMoment(backup.last.startedAt)}: {plural(backup.last.rows, "row")},{" "}
          {formatCount(Math.ceil(backup.last.bytes / 1_000_000))} MB
        </p>
      )}
      {backup?.hasKey === true && backup.last === null && <p>No backup yet. The first one runs tonight.</p>}
    </SectionCard>
  );
}

function MailCard({ mail }: Pick<SystemState, "mail">) {
  return (
    <SectionCard title="Email in the last 24 hours">
      {mail === null && <p className="text-warn">This status is not available right now.</p>}
      {mail?.sent.length === 0 && <p className="text-ink-muted">No emails were sent.</p>}
      {mail?.sent.map(({ transport, count }) => (
        <p key={transport}>
          {plural(count, "email")} through {transport}
        </p>
      ))}
      {mail?.lastRefusal != null && (
        <p className="text-warn">
          {mail.lastRefusal.transport} last refused an email on {formatMoment(mail.lastRefusal.at)}:{" "}
          {mail.lastRefusal.failure}.
        </p>
      )}
      {mail?.held != null && (
        <p className="text-warn">
          {mail.held.mailing} is on hold: it has {plural(mail.held.recipients, "recipient")}, and without a bulk mail
          provider the limit is {formatCount(mail.limit)}.
        </p>
      )}
    </SectionCard>
  );
}

const STATUS: Record<Health["status"], { tone: ChipTone; label: string; text: string }> = {
  ok: { tone: "accent", label: "OK", text: "All services work." },
  degraded: { tone: "warn", label: "Degraded", text: "The site is up, but something needs your attention." },
  down: { tone: "danger", label: "Down", text: "The database is not responding." },
};

const CHECKS: readonly (readonly [keyof Health["checks"], string])[] = [
  ["d1", "Database"],
  ["r2", "Photo storage"],
  ["kv", "Session storage"],
  ["queue", "Queues"],
  ["cron", "Scheduled work"],
  ["outbox", "Background work"],
];

interface HealthCardProps {
  health: SystemState["health"];
  /** Time of the fetch, in milliseconds. */
  seenAt: number;
  /** True if the last refetch failed. */
  isOutdated: boolean;
}

function HealthCard({ health: { status, version, checks }, seenAt, isOutdated }: HealthCardProps) {
  const { tone, label, text } = STATUS[status];
  return (
    <SectionCard title="Health" actions={<Chip tone={tone}>{label}</Chip>}>
      <output className="block">
        {isOutdated ? <span className="text-warn">This could not be refreshed and may be out of date.</span> : text}
      </output>
      <ul className="mt-3 divide-y divide-line">
        {CHECKS.map(([name, title]) => (
          <Check key={name} title={title} {...checks[name]} />
        ))}
      </ul>
      <p className="mt-3 text-sm wrap-anywhere text-ink-muted">
        Version {version}, checked at {formatClock(new Date(seenAt).toISOString())}
      </p>
    </SectionCard>
  );
}

function Check({ title, ok, detail }: Health["checks"]["d1"] & { title: string }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <li className="flex gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ok ? "text-accent" : "text-danger"}`} />
      <div className="min-w-0 sm:flex sm:flex-1 sm:flex-wrap sm:justify-between sm:gap-x-4">
        <span className="block font-medium">
          {title}
          <span className="sr-only">: {ok ? "fine" : "fault"}. </span>
        </span>
        {detail !== undefined && (
          <span className={`block text-sm ${ok ? "text-ink-muted" : "font-medium text-danger"}`}>{detail}</span>
        )}
      </div>
    </li>
  );
}
