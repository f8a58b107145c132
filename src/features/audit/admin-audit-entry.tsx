import { ArrowRight } from "lucide-react";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { actionText, actorText, changesOf, targetText, type FieldChange } from "./audit-text.ts";

/** One change: what, to what, by whom, when, from where, and the fields before and after. */
export function AdminAuditEntry({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <li
      tabIndex={-1}
      data-entry-id={entry.id}
      className="scroll-mt-24 px-4 py-3 focus:outline-3 focus:-outline-offset-3 focus:outline-focus"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{actionText(entry)}</span>{" "}
          <span className="text-ink-muted">{targetText(entry)}</span>
        </p>
        <time dateTime={entry.at} className="text-sm text-ink-muted tabular-nums">
          {formatMoment(entry.at)}
        </time>
      </div>
      <p className="text-sm text-ink-muted">
        {actorText(entry)}
        {entry.ipAddress !== null && <span className="wrap-anywhere"> from {entry.ipAddress}</span>}
      </p>
      {changes.length > 0 && (
        <ul className="mt-1.5 grid gap-0.5 text-sm">
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Change({ change: { field, before, after } }: { change: FieldChange }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-ink-muted">{field}: </span>
      {before}
      {before !== null && after !== null && (
        <>
          <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-ink-muted" />
          <span className="sr-only"> became </span>
        </>
      )}
      {after !== null && <span className="font-medium">{after}</span>}
    </li>
  );
}
