import { Pause, Play, RefreshCw } from "lucide-react";
import { formatClock } from "../../lib/format-moment.ts";
import { Button } from "../../ui/button.tsx";

interface StatsStatusProps {
  isLive: boolean;
  hasFailed: boolean;
  onToggle(): void;
}

/** Whether the numbers move, and the button that stops them. */
export function StatsStatus({ isLive, hasFailed, onToggle }: StatsStatusProps) {
  const isWell = isLive && !hasFailed;
  return (
    <div className="flex items-center gap-3 max-sm:justify-between">
      <span className="inline-flex items-center gap-2 text-sm font-medium">
        <span aria-hidden className="relative grid size-3 place-items-center">
          {isWell && <span className="absolute size-3 animate-ping rounded-full bg-accent opacity-50" />}
          <span
            className={`size-2.5 rounded-full ${isWell ? "bg-accent" : hasFailed ? "bg-warn" : "bg-line-strong"}`}
          />
        </span>
        {/* Room for the longest word: nothing moves when it changes. */}
        <span className="min-w-25">{isWell ? "Live" : hasFailed && isLive ? "Reconnecting" : "Paused"}</span>
      </span>
      <Button variant="secondary" size="sm" className="min-w-28" onClick={onToggle}>
        {isLive ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        {isLive ? "Pause" : "Resume"}
      </Button>
    </div>
  );
}

interface StatsConnectionProps {
  hasFailed: boolean;
  /** Of the numbers that are shown, ISO 8601; null before the first came. */
  asOf: string | null;
  onRetry(): void;
}

/**
 * Says, once, that the connection failed; the place of it is always there, so that it is announced. It lies over the
 * page, which it must not move.
 */
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
          `The connection failed.${asOf === null ? "" : ` These are the numbers of ${formatClock(asOf)}.`} Trying again by itself.`}
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
