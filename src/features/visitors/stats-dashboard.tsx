import { LogOut } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { Button } from "../../ui/button.tsx";
import { StatsCelebration } from "./stats-celebration.tsx";
import { StatsHoursCard } from "./stats-hours-card.tsx";
import { StatsInsightLine } from "./stats-insight-line.tsx";
import { StatsSkeleton } from "./stats-skeleton.tsx";
import { StatsPages, StatsSources } from "./stats-sources.tsx";
import { CARD_GRID, HALF, THIRD, TWO_THIRDS, WHOLE, WIDE_HALF } from "./stats-spans.ts";
import { StatsConnection, StatsStatus } from "./stats-status.tsx";
import { StatsConversion, StatsFunnel, StatsNewest } from "./stats-subscribers.tsx";
import { StatsTiles } from "./stats-tiles.tsx";
import { StatsTodayCard } from "./stats-today-card.tsx";
import { StatsVisitorList } from "./stats-visitor-list.tsx";
import { StatsWeekCard } from "./stats-week-card.tsx";
import { useNewSubscribers } from "./use-new-subscribers.ts";
import { useVisitorStats } from "./use-visitor-stats.ts";

interface StatsDashboardProps {
  sessionId: string;
  onLeave(): Promise<void>;
  /** Cards of other features, below the visitors. */
  children: ReactNode;
}

/** The operator's dashboard. Nothing of it is shown before the server has accepted the session. */
export function StatsDashboard({ sessionId, onLeave, children }: StatsDashboardProps) {
  const [isLive, setIsLive] = useState(true);
  const { stats, failures, askNow } = useVisitorStats(sessionId, isLive);
  const hasFailed = isLive && failures > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // The gate, which had the focus, is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="page-width grid grid-cols-1 gap-4 py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="mr-auto text-2xl font-bold outline-none">
          Dashboard
        </h1>
        {/* Its room is kept until there is something to be live. */}
        <div className={`max-sm:order-last max-sm:w-full ${stats ? "" : "invisible"}`}>
          <StatsStatus isLive={isLive} hasFailed={hasFailed} onToggle={() => setIsLive(!isLive)} />
        </div>
        <Button variant="secondary" size="sm" onClick={() => void onLeave()}>
          <LogOut aria-hidden className="size-4" />
          Logout
        </Button>
      </div>
      {stats ? (
        <Cards stats={stats} sessionId={sessionId}>
          {children}
        </Cards>
      ) : (
        <StatsSkeleton />
      )}
      <StatsConnection hasFailed={hasFailed} asOf={stats?.generatedAt ?? null} onRetry={askNow} />
    </div>
  );
}

function Cards({ stats, sessionId, children }: { stats: VisitorStats; sessionId: string; children: ReactNode }) {
  const newSubscribers = useNewSubscribers(stats);
  const now = stats.generatedAt;
  return (
    <>
      <StatsCelebration times={newSubscribers} />
      <StatsInsightLine stats={stats} />
      <StatsTiles stats={stats} sessionId={sessionId} />
      <div className={CARD_GRID}>
        <StatsHoursCard hours={stats.hourlySeries} className={TWO_THIRDS} />
        <StatsTodayCard stats={stats} className={THIRD} />
        <StatsPages
          title="Most Visited URLs Today"
          counted="Views"
          empty="No page was opened today."
          pages={stats.pageVisitStatsToday}
          className={THIRD}
        />
        <StatsVisitorList
          visitors={stats.hourlyVisitors}
          active={stats.visitors}
          count={stats.hourlyVisitorCount}
          now={now}
          className={TWO_THIRDS}
        />
        <StatsSources
          title="Today's Traffic Sources"
          counted="Visits"
          empty="No visits yet today."
          sources={stats.referrerStats}
          className={HALF}
        />
        <StatsSources
          title="Month Visitors"
          counted="Visits"
          empty="No visits yet this month."
          sources={stats.monthReferrerStats}
          total={stats.monthVisits}
          className={HALF}
        />
        <StatsFunnel rows={stats.funnel} withoutVisit={stats.withoutVisit} className={WHOLE} />
        <StatsSources
          title="Subscriber Sources 24 hours"
          counted="Subscribers"
          empty="Nobody confirmed in the last 24 hours."
          sources={stats.subscriberSourceStats24h}
          className={HALF}
        />
        <StatsSources
          title="Subscriber Sources Lifetime"
          counted="Subscribers"
          empty="No subscribers yet."
          sources={stats.subscriberSourceStats}
          className={HALF}
        />
        <StatsConversion rows={stats.conversionRateStats} className={WIDE_HALF} />
        <StatsNewest
          subscribers={stats.subscriberDetails}
          pendingCount={stats.pendingSubscriberCount}
          now={now}
          className={WIDE_HALF}
        />
        <StatsWeekCard days={stats.days} className={WHOLE} />
        {children}
      </div>
    </>
  );
}
