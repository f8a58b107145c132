import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StatsRange } from "../../../worker/contracts/stats-periods.ts";
import type { Viewer } from "../../lib/operator.ts";
import { StatsBreakdownCard, StatsFunnelCard, StatsStepsCard } from "./stats-breakdown.tsx";
import { StatsGoalsCard, StatsSearchesCard } from "./stats-goals.tsx";
import { StatsChartCard } from "./stats-period.tsx";
import { RANGE_WORDS, StatsRangeSwitch } from "./stats-range.tsx";
import { StatsSiteCards } from "./stats-site.tsx";
import { statsPeriod } from "./stats.queries.ts";

interface StatsTrendsProps {
  viewer: Viewer;
  /** The filters of a list's query in words. */
  searchText(query: string): string;
}

/** The second view: a time range beside the time before it. */
export function StatsTrends({ viewer, searchText }: StatsTrendsProps) {
  const [range, setRange] = useState<StatsRange>("24h");
  const query = useQuery(statsPeriod(range, viewer));
  const { label, compared } = RANGE_WORDS[range];
  return (
    <>
      <div className="grid items-center gap-x-4 gap-y-2 lg:flex">
        <StatsRangeSwitch range={range} onChange={setRange} />
        <p className="text-sm text-ink-muted">
          <span className="hidden print:inline">{label}. </span>Arrows compare {compared}.
        </p>
      </div>
      <div className="stats-cards is-trends">
        <StatsChartCard range={range} query={query} />
        <StatsFunnelCard range={range} query={query} />
        <StatsBreakdownCard range={range} query={query} />
        <StatsGoalsCard range={range} viewer={viewer} />
        <StatsStepsCard range={range} query={query} />
        <StatsSearchesCard range={range} viewer={viewer} searchText={searchText} />
        <StatsSiteCards viewer={viewer} />
      </div>
    </>
  );
}
