import { ChevronRight, Lightbulb, Pause, Play, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { useMedia } from "../../lib/use-media.ts";
import { formatCount } from "../../lib/format.ts";
import { formatClock } from "../../lib/format-time.ts";
import { Button } from "../../ui/button.tsx";
import { type Insight, insightsOf } from "./insights.ts";

/** True during server rendering. */
export const useReducedMotion = () => useMedia("(prefers-reduced-motion: reduce)", true);

interface StatsStatusProps {
  /** Active visitors, which stay in view on a phone; undefined before the first response. */
  active: number | undefined;
  isLive: boolean;
  hasFailed: boolean;
  onToggle(): void;
}

/** Live status with a pause button. */
export function StatsStatus({ active, isLive, hasFailed, onToggle }: StatsStatusProps) {
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
        {/* Wide enough for the longest status, to avoid layout shifts. */}
        <span className="min-w-25">{isWell ? "Live" : hasFailed && isLive ? "Reconnecting" : "Paused"}</span>
      </span>
      {active !== undefined && (
        // The tile says the same; this is for narrow screens, where it scrolls away.
        <span aria-hidden className="text-sm font-semibold tabular-nums sm:hidden">
          {formatCount(active)} now
        </span>
      )}
      <Button variant="secondary" size="sm" className="min-w-28" onClick={onToggle}>
        {isLive ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        {isLive ? "Pause" : "Resume"}
      </Button>
    </div>
  );
}

interface StatsConnectionProps {
  hasFailed: boolean;
  /** Time of the numbers shown, ISO 8601; null before the first response. */
  asOf: string | null;
  onRetry(): void;
}

/** Announces a lost connection, as a live region that is always mounted. It floats, to avoid layout shifts. */
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

const SHOWN_MS = 8_000;
const buttonClass =
  "grid size-9 shrink-0 place-items-center rounded-control text-ink-muted hover:text-ink pointer-coarse:size-11";

const NO_INSIGHT: Insight = { place: 0, text: "Nothing stands out yet." };

/**
 * Rotates through the insights, except with reduced motion or while live updates are paused. All of them are rendered on top of each
 * other, to avoid layout shifts.
 */
export function StatsInsightLine({ stats, isLive }: { stats: VisitorStats; isLive: boolean }) {
  const insights = insightsOf(stats);
  const reducesMotion = useReducedMotion();
  // The insight's place rather than an index, because the list changes.
  const [turn, setTurn] = useState(0);
  const shown = insights.find(({ place }) => place >= turn) ?? insights[0] ?? NO_INSIGHT;
  if (shown.place !== turn) setTurn(shown.place);
  const isStill = reducesMotion || !isLive;

  useEffect(() => {
    if (isStill) return undefined;
    const timer = setInterval(() => setTurn((place) => place + 1), SHOWN_MS);
    return () => clearInterval(timer);
  }, [isStill]);

  return (
    <section aria-label="Insights" className="flex items-center gap-2 rounded-card bg-sunken py-1 pr-1 pl-4 text-sm">
      <Lightbulb aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <div className="grid min-h-18 min-w-0 flex-1 items-center py-1.5 sm:min-h-13 lg:min-h-8">
        {(insights.length === 0 ? [NO_INSIGHT] : insights).map(({ place, text }) => (
          <p
            key={place}
            aria-hidden={place !== shown.place}
            className={`col-start-1 row-start-1 line-clamp-3 wrap-break-word ${place === shown.place ? "" : "invisible"}`}
          >
            {text}
          </p>
        ))}
      </div>
      <div className={insights.length > 1 ? "flex" : "invisible flex"}>
        <button
          type="button"
          aria-label="Next insight"
          className={buttonClass}
          onClick={() => setTurn((place) => place + 1)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </button>
      </div>
    </section>
  );
}
