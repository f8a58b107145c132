import type { SystemState } from "../../../worker/contracts/system.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import { SectionCard } from "../../ui/section-card.tsx";

/** The errors of the last hour, newest first. */
export function AdminSystemErrors({ errors }: Pick<SystemState, "errors">) {
  return (
    <SectionCard title="Errors of the last hour" note="By what they are; the log has their texts.">
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
