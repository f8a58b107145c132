import { Pause, Play, RefreshCw } from "lucide-react";
import { formatClock, formatMoment } from "../../lib/format-time.ts";
import { Button } from "../../ui/button.tsx";

interface StatsStatusProps {
  /** Time of the shown numbers in ISO 8601, for print; null before the first response. */
  asOf: string | null;
  isLive: boolean;
  hasFailed: boolean;
  onToggle(): void;
}

/** Shows whether updates are live, with a pause button. */
export function StatsStatus({ asOf, isLive, hasFailed, onToggle }: StatsStatusProps) {
  const isUpdating = isLive && !hasFailed;
  return (
    <div className="flex items-center gap-3">
      <span className="hidden print:inline">{asOf && `${formatMoment(asOf)} Toronto time`}</span>
      <span className="inline-flex items-center gap-2 text-sm font-medium print:hidden">
        <span aria-hidden className="relative grid size-3 place-items-center">
          {isUpdating && <span className="absolute size-3 animate-ping rounded-full bg-accent opacity-50" />}
          <span
            className={`size-2.5 rounded-full ${isUpdating ? "bg-accent" : hasFailed ? "bg-warn" : "bg-line-strong"}`}
          />
        </span>
        {hasFailed ? (
          <span className="max-sm:sr-only">Reconnecting</span>
        ) : (
          <span className="sm:min-w-14">{isLive ? "Live" : "Paused"}</span>
        )}
      </span>
      <Button variant="secondary" size="sm" className="sm:min-w-28" onClick={onToggle}>
        {isLive ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        <span className="max-sm:sr-only">{isLive ? "Pause" : "Resume"}</span>
      </Button>
    </div>
  );
}

interface StatsConnectionProps {
  hasFailed: boolean;
  /** Time of the shown numbers in ISO 8601; null before the first response. */
  asOf: string | null;
  onRetry(): void;
}

/** Announces a lost connection in a live region that is always mounted. The message floats, to avoid layout shifts. */
export function StatsConnection({ hasFailed, asOf, onRetry }: StatsConnectionProps) {
  return (
    <div
      className={
        hasFailed
          ? "fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-warn bg-warn-soft px-4 py-2 text-sm text-warn shadow-raised"
          : "sr-only"
      }
    >
      <output>
        {hasFailed &&
          `Connection lost. ${asOf === null ? "" : `These numbers are from ${formatClock(asOf)}. `}Reconnecting…`}
      </output>
      {hasFailed && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <RefreshCw aria-hidden className="size-4" />
          Try Now
        </Button>
      )}
    </div>
  );
}
