import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import type { Health, SystemState } from "../../../worker/contracts/system.ts";
import { formatClock, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import { AdminCacheCard } from "./admin-cache-card.tsx";
import { AdminDeadLetters } from "./admin-dead-letters.tsx";
import { AdminSystemErrors } from "./admin-system-errors.tsx";
import { systemState } from "./system.queries.ts";

/** Whether the site is well, what went wrong in the last hour, and what was given up. */
export function AdminSystemTab() {
  const query = useQuery(systemState());
  if (query.isPending) return <RowsSkeleton label="Loading the state of the site" />;
  if (!query.data) {
    return (
      <LoadFailure level="h2" title="Failed to fetch the state of the site" onRetry={() => void query.refetch()} />
    );
  }
  const { health, errors, dead, purges, backup, mail } = query.data;
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      <HealthCard health={health} seenAt={query.dataUpdatedAt} isOutdated={query.isError} />
      <div className="grid grid-cols-1 content-start gap-6">
        <AdminCacheCard purges={purges} />
        <BackupCard backup={backup} />
        <MailCard mail={mail} />
        <AdminSystemErrors errors={errors} />
      </div>
      <AdminDeadLetters dead={dead} className="xl:col-span-2" />
    </div>
  );
}

function BackupCard({ backup }: Pick<SystemState, "backup">) {
  return (
    <SectionCard
      title="Backup"
      actions={backup?.isLate && <Chip tone="warn">{backup.last === null ? "None yet" : "Late"}</Chip>}
    >
      {backup === null && <p className="text-warn">Its state cannot be read just now.</p>}
      {backup?.hasKey === false && (
        <p className="text-warn">
          None is written: BACKUP_PUBLIC_KEY is not set (docs/operations.md, Backups and restore).
        </p>
      )}
      {backup?.last != null && (
        <p>
          {formatMoment(backup.last.startedAt)}: {plural(backup.last.rows, "row")},{" "}
          {formatCount(Math.ceil(backup.last.bytes / 1_000_000))} MB
        </p>
      )}
      {backup?.hasKey === true && backup.last === null && <p>None has been written yet; the first comes at night.</p>}
    </SectionCard>
  );
}

function MailCard({ mail }: Pick<SystemState, "mail">) {
  return (
    <SectionCard title="Mail of the last 24 hours">
      {mail === null && <p className="text-warn">Its state cannot be read just now.</p>}
      {mail?.sent.length === 0 && <p className="text-ink-muted">None was sent.</p>}
      {mail?.sent.map(({ transport, count }) => (
        <p key={transport}>
          {plural(count, "mail")} by {transport}
        </p>
      ))}
      {mail?.lastRefusal != null && (
        <p className="text-warn">
          {mail.lastRefusal.transport} last took none on {formatMoment(mail.lastRefusal.at)}: {mail.lastRefusal.failure}
          .
        </p>
      )}
      {mail?.held != null && (
        <p className="text-warn">
          {mail.held.mailing} does not start: {plural(mail.held.recipients, "recipient")}, and {formatCount(mail.limit)}{" "}
          are allowed without a provider of bulk mail.
        </p>
      )}
    </SectionCard>
  );
}

const STATUS: Record<Health["status"], { tone: ChipTone; label: string; text: string }> = {
  ok: { tone: "good", label: "OK", text: "Everything answers." },
  degraded: { tone: "warn", label: "Degraded", text: "The site is up, and something needs you." },
  down: { tone: "danger", label: "Down", text: "The database does not answer." },
};

const CHECKS: readonly (readonly [keyof Health["checks"], string])[] = [
  ["d1", "Database"],
  ["r2", "Photo storage"],
  ["kv", "Session storage"],
  ["queue", "Queues"],
  ["cron", "Cron"],
  ["outbox", "Waiting work"],
];

interface HealthCardProps {
  health: SystemState["health"];
  /** When it was fetched, in milliseconds. */
  seenAt: number;
  /** The last refetch failed. */
  isOutdated: boolean;
}

function HealthCard({ health: { status, version, checks }, seenAt, isOutdated }: HealthCardProps) {
  const { tone, label, text } = STATUS[status];
  return (
    <SectionCard title="Health" actions={<Chip tone={tone}>{label}</Chip>}>
      <output className="block">
        {isOutdated ? <span className="text-warn">Could not be refreshed just now. It may be behind.</span> : text}
      </output>
      <ul className="mt-3 divide-y divide-line">
        {CHECKS.map(([name, title]) => (
          <Check key={name} title={title} {...checks[name]} />
        ))}
      </ul>
      <p className="mt-3 text-sm wrap-anywhere text-ink-muted">
        Version {version}, seen at {formatClock(new Date(seenAt).toISOString())}
      </p>
    </SectionCard>
  );
}

function Check({ title, ok, detail }: Health["checks"]["d1"] & { title: string }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <li className="flex gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ok ? "text-good" : "text-danger"}`} />
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
