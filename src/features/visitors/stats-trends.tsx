import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { STATS_RANGES, type StatsPeriod, type StatsRange } from "../../../worker/contracts/stats-periods.ts";
import type { Viewer } from "../../lib/operator.ts";
import { StatsBreakdownCard, StatsFunnelCard } from "./stats-breakdown.tsx";
import { StatsSearchesCard, StatsStepsCard } from "./stats-goals.tsx";
import { StatsChartCard } from "./stats-period.tsx";
import { RANGE_WORDS, StatsRangeSwitch } from "./stats-range.tsx";
import { StatsSiteCards } from "./stats-site.tsx";
import { arrowText } from "./stats-text.ts";
import { statsPeriod } from "./stats.queries.ts";

/**
 * Returns the range in the address (parameter `range`, by default the last 24 hours), and a function that changes it.
 */
function useRange() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const range = STATS_RANGES.find((one) => one === query.get("range")) ?? "24h";
  const setRange = (next: StatsRange) => {
    query.set("range", next);
    void navigate({ pathname, search: String(query) }, { replace: true, preventScrollReset: true });
  };
  return [range, setRange] as const;
}

/**
 * Returns whether any total of a range has an arrow. Breakdowns, such as by source, are parts of these totals and need
 * no check.
 */
const hasArrows = ({ visits, views, uniqueVisitors, funnel }: StatsPeriod) =>
  [visits, views, uniqueVisitors, ...Object.values(funnel)].some((figure) => arrowText(figure) !== "");

interface StatsTrendsProps {
  viewer: Viewer;
  /** Returns the filters of a list's query string in words. */
  searchText(query: string): string;
}

/** The dashboard's second part: a time range compared with the one before. */
export function StatsTrends({ viewer, searchText }: StatsTrendsProps) {
  const [range, setRange] = useRange();
  const query = useQuery(statsPeriod(range, viewer));
  // The previous range stays until the data of the next range is loaded.
  const period = query.data?.period;
  const shown = period?.range ?? range;
  const { label, compared } = RANGE_WORDS[shown];
  return (
    <>
      <div className="grid items-center gap-x-4 gap-y-2 lg:flex">
        <StatsRangeSwitch range={range} onChange={setRange} />
        <p className="min-h-5 text-sm text-ink-muted">
          <span className="hidden print:inline">{label}. </span>
          {period && (hasArrows(period) ? `Arrows compare ${compared}.` : "Nothing to compare with yet.")}
        </p>
      </div>
      <div className="stats-cards is-trends" aria-busy={shown !== range}>
        <StatsChartCard range={shown} query={query} />
        <StatsFunnelCard range={shown} query={query} />
        <StatsBreakdownCard range={shown} query={query} />
        <StatsStepsCard range={shown} query={query} viewer={viewer} />
        <StatsSiteCards viewer={viewer} />
        <StatsSearchesCard range={shown} viewer={viewer} searchText={searchText} />
      </div>
    </>
  );
}
