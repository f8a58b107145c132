import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { plural } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { type Poll, usePoll } from "../../lib/use-poll.ts";
import { Button } from "../../ui/button.tsx";
import { Confetti, CONFETTI_MS } from "../../ui/confetti.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatsConnection, StatsInsightLine, StatsStatus, useReducedMotion } from "./stats-status.tsx";
import {
  CARD_GRID,
  FIRST_TILE,
  HALF,
  StatsTiles,
  THIRD,
  TILE_GRID,
  TWO_THIRDS,
  WHOLE,
  WIDE_HALF,
} from "./stats-tiles.tsx";
import { StatsHoursCard, StatsTodayCard, StatsWeekCard } from "./stats-charts.tsx";
import {
  StatsConversion,
  StatsFunnel,
  StatsNewest,
  StatsPages,
  StatsSources,
  StatsVisitorList,
} from "./stats-tables.tsx";
import { STATS_EVERY_MS, visitorStats } from "./stats.queries.ts";

/** Confetti each time `times` grows, except with reduced motion. */
function StatsCelebration({ times }: { times: number }) {
  const reducesMotion = useReducedMotion();
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(times), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return times > over && !reducesMotion ? <Confetti key={times} /> : null;
}

/** Live statistics, polled every second; undefined until the first response. */
function useVisitorStats(sessionId: string, isLive: boolean): Poll & { stats: VisitorStats | undefined } {
  const client = useQueryClient();
  const { data } = useQuery(visitorStats(sessionId));
  const ask = useCallback(async () => {
    try {
      await client.fetchQuery({ ...visitorStats(sessionId), staleTime: 0 });
      return true;
    } catch {
      return false;
    }
  }, [client, sessionId]);
  return { stats: data, ...usePoll(ask, STATS_EVERY_MS, isLive) };
}

/** Toast duration in milliseconds (docs/product.md, Visitors). */
const TOAST_MS = 4_000;

/**
 * Shows a toast when the number of subscribers grows, but not on the first load.
 * @returns how often that has happened
 */
function useNewSubscribers({ subscriberCount, subscriberDetails: [newest] }: VisitorStats): number {
  const previous = useRef(subscriberCount);
  const [times, setTimes] = useState(0);
  const about = newest && `${newest.email} from ${newest.referrer}`;
  useEffect(() => {
    const more = subscriberCount - previous.current;
    previous.current = subscriberCount;
    if (more <= 0) return;
    toast({
      title: "New Subscriber!",
      description: more === 1 ? about : `${plural(more, "person", "people")} confirmed.`,
      durationMs: TOAST_MS,
    });
    setTimes((count) => count + 1);
  }, [subscriberCount, about]);
  return times;
}

const CARDS = [
  ["hours", TWO_THIRDS],
  ["today", THIRD],
  ["pages", THIRD],
  ["visitors", TWO_THIRDS],
  ["sources", HALF],
  ["month", HALF],
  ["funnel", WHOLE],
] as const;

function StatsSkeleton() {
  return (
    <>
      <output className="sr-only">Checking your session</output>
      <Skeleton className="h-20 w-full sm:h-11" />
      <div aria-hidden className={TILE_GRID}>
        {["active", "hour", "audience", "vip", "listings"].map((name, index) => (
          <Skeleton key={name} className={`h-18 w-full sm:h-36 ${index === 0 ? FIRST_TILE : ""}`} />
        ))}
      </div>
      <div aria-hidden className={CARD_GRID}>
        {CARDS.map(([name, span]) => (
          <Skeleton key={name} className={`h-96 w-full ${span}`} />
        ))}
      </div>
    </>
  );
}

interface StatsDashboardProps {
  sessionId: string;
  onLeave(): Promise<void>;
  /** Cards of other features, below the visitors. */
  children: ReactNode;
}

/** The operator's dashboard; shows a skeleton until the server has accepted the session. */
export function StatsDashboard({ sessionId, onLeave, children }: StatsDashboardProps) {
  const [isLive, setIsLive] = useState(true);
  const { stats, failures, pollNow } = useVisitorStats(sessionId, isLive);
  const hasFailed = isLive && failures > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // The gate is gone and has lost the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="page-width grid grid-cols-1 gap-4 py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="mr-auto text-2xl font-bold outline-none">
          Dashboard
        </h1>
        {/* Reserves its space until the first response. */}
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
      <StatsConnection hasFailed={hasFailed} asOf={stats?.generatedAt ?? null} onRetry={pollNow} />
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
