import { ChevronRight, Lightbulb, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { useReducedMotion } from "../../lib/use-reduced-motion.ts";
import { type Insight, insightsOf } from "./insights.ts";

const SHOWN_MS = 8_000;
const buttonClass =
  "grid size-9 shrink-0 place-items-center rounded-control text-ink-muted hover:text-ink pointer-coarse:size-11";

/** What is said where nothing stands out. */
const NOTHING: Insight = { place: 0, text: "Nothing stands out yet." };

/**
 * What stands out, one sentence after the other. It stands still under reduced motion, and when it is told to. Each
 * sentence has its room all the time, so that none moves the page.
 */
export function StatsInsightLine({ stats }: { stats: VisitorStats }) {
  const insights = insightsOf(stats);
  const reducesMotion = useReducedMotion();
  const [isPaused, setIsPaused] = useState<boolean | null>(null);
  // The place of what is shown, and not how many turns there were: others come and go meanwhile.
  const [turn, setTurn] = useState(0);
  const shown = insights.find(({ place }) => place >= turn) ?? insights[0] ?? NOTHING;
  if (shown.place !== turn) setTurn(shown.place);
  const stands = isPaused ?? reducesMotion;

  useEffect(() => {
    if (stands) return undefined;
    const timer = setInterval(() => setTurn((place) => place + 1), SHOWN_MS);
    return () => clearInterval(timer);
  }, [stands]);

  return (
    <section aria-label="Insights" className="flex items-center gap-2 rounded-card bg-sunken py-1 pr-1 pl-4 text-sm">
      <Lightbulb aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <div className="grid min-h-18 min-w-0 flex-1 items-center py-1.5 sm:min-h-13 lg:min-h-8">
        {(insights.length === 0 ? [NOTHING] : insights).map(({ place, text }) => (
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
          aria-label={stands ? "Rotate insights" : "Stop rotating insights"}
          className={buttonClass}
          onClick={() => setIsPaused(!stands)}
        >
          {stands ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
        </button>
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
