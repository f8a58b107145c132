import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState, memo } from "react";
import { createPortal } from "react-dom";
import type { StatsRange } from "../../../worker/contracts/stats-periods.ts";
import { type VisitorStats, type SubscriberDetail, UNKNOWN, type Visitor } from "../../../worker/contracts/visitors.ts";
import { plural, formatCount } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { toast } from "../../lib/toast.ts";
import { type Poll, usePoll } from "../../lib/use-poll.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { type Column, TableCard } from "../../ui/data-table.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatsBreakdownCard, StatsFunnelCard } from "./stats-breakdown.tsx";
import { StatsGoalsCard, StatsSearchesCard } from "./stats-goals.tsx";
import { StatsChartCard } from "./stats-period.tsx";
import { StatsRangeSwitch } from "./stats-range.tsx";
import { StatsSiteCards } from "./stats-site.tsx";
import { StatsPages, StatsSourcesCard } from "./stats-sources.tsx";
import { StatsConnection, StatsInsightLine, StatsStatus, useReducedMotion } from "./stats-status.tsx";
import { relativeTime } from "./stats-text.ts";
import { CARD_GRID, FIRST_TILE, HALF, StatsTiles, TILE_GRID, WHOLE, StatsTodayCard } from "./stats-tiles.tsx";
import { STATS_EVERY_MS, statsPeriod, visitorStats } from "./stats.queries.ts";

const PIECES = 70;
const COLOURS = ["bg-accent", "bg-warn", "bg-danger", "bg-focus", "bg-accent-strong"] as const;
/** Duration of a piece's fall in milliseconds; the last one ends after {@link CONFETTI_MS}. */
const FALL_MS = 1_800;
const CONFETTI_MS = 3_000;

interface Piece {
  id: number;
  colour: string;
  left: number;
  drift: number;
  turns: number;
  delayMs: number;
}

function makePieces(): Piece[] {
  return Array.from({ length: PIECES }, (_, id) => ({
    id,
    colour: COLOURS[id % COLOURS.length] ?? "",
    left: Math.random() * 100,
    drift: (Math.random() - 0.5) * 30,
    turns: Math.random() * 3 - 1.5,
    delayMs: Math.random() * (CONFETTI_MS - FALL_MS),
  }));
}

function fall(element: HTMLElement | null, { drift, turns, delayMs }: Piece): void {
  element?.animate(
    [
      { transform: "translate(0, -10vh)", opacity: 1 },
      { transform: `translate(${drift}vw, 105vh) rotate(${turns}turn)`, opacity: 0.6 },
    ],
    { duration: FALL_MS, delay: delayMs, easing: "cubic-bezier(0.3, 0.2, 0.7, 1)", fill: "both" },
  );
}

/**
 * Decorative; callers leave it out with prefers-reduced-motion. Memoized, because another render would restart the
 * animation.
 */
const Confetti = memo(function Confetti() {
  const [pieces] = useState(makePieces);
  return createPortal(
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {pieces.map((piece) => (
        <span
          key={piece.id}
          ref={(element) => fall(element, piece)}
          style={{ left: `${piece.left}%` }}
          className={`absolute top-0 h-3 w-2 rounded-xs ${piece.colour}`}
        />
      ))}
    </div>,
    document.body,
  );
});

interface StatsVisitorListProps {
  /** Visitors of the last hour, newest first. */
  visitors: readonly Visitor[];
  /** The visitors among them who are active now. */
  active: readonly Visitor[];
  /** The total number; the list only has those seen last. */
  count: number;
  now: string;
  className?: string;
}

const Ago = ({ moment, now }: { moment: string; now: string }) => (
  <time dateTime={moment} className="whitespace-nowrap">
    {relativeTime(moment, now)}
  </time>
);

const placeOf = ({ city, country }: Visitor) =>
  city === UNKNOWN ? country : country === UNKNOWN ? city : `${city}, ${country}`;

const columnsFor = (here: ReadonlySet<string>, now: string): readonly Column<Visitor>[] => [
  {
    header: "Page",
    value: ({ page }) => page,
    show: ({ id, page, subscribed }) => (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span
          title={here.has(id) ? "Here now" : "Left"}
          className={`size-2 shrink-0 rounded-full ${here.has(id) ? "bg-accent" : "bg-line-strong opacity-60"}`}
        >
          <span className="sr-only">{here.has(id) ? "Here now:" : "Left:"}</span>
        </span>
        <span className="min-w-0 flex-1 basis-16">{page}</span>
        {subscribed && <Chip tone="accent">Subscribed</Chip>}
      </span>
    ),
  },
  { header: "City", value: placeOf },
  { header: "Referrer", value: ({ referrer }) => referrer },
  {
    header: "Seen",
    value: ({ lastSeen }) => lastSeen,
    show: ({ lastSeen }) => <Ago moment={lastSeen} now={now} />,
  },
];

/** Active visitors and those of the last hour. */
function StatsVisitorList({ visitors, active, count, now, className }: StatsVisitorListProps) {
  const here = new Set(active.map(({ id }) => id));
  // By arrival, because the order of last activity changes with every heartbeat.
  const rows = visitors.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  return (
    <TableCard
      title="Live visitors"
      note={
        count > visitors.length
          ? `The ${visitors.length} of the last hour who were seen last, by arrival.`
          : "Of the last hour, the last to arrive first."
      }
      caption="Visitors of the last hour"
      columns={columnsFor(here, now)}
      rows={rows}
      rowKey={({ id }) => id}
      empty="Nobody was here in the last hour."
      stacks={3}
      className={className}
    />
  );
}

interface StatsNewestProps {
  subscribers: readonly SubscriberDetail[];
  pendingCount: number;
  now: string;
  className?: string;
}

const newestColumns = (now: string): readonly Column<SubscriberDetail>[] => [
  {
    header: "Subscriber",
    value: ({ email }) => email,
    show: ({ email }) => <span className="md:whitespace-nowrap">{email}</span>,
  },
  { header: "Source", value: ({ referrer }) => referrer },
  {
    header: "Confirmed",
    value: ({ subscribedAt }) => subscribedAt,
    show: ({ subscribedAt }) => <Ago moment={subscribedAt} now={now} />,
  },
];

function StatsNewest({ subscribers, pendingCount, now, className }: StatsNewestProps) {
  return (
    <TableCard
      title="Newest subscribers"
      note={`${formatCount(pendingCount)} signed up and not confirmed yet.`}
      caption="Newest subscribers"
      columns={newestColumns(now)}
      rows={subscribers}
      // Masked addresses may be equal, even with the same time.
      rowKey={({ email, subscribedAt }, index) => `${email} ${subscribedAt} ${subscribers.length - index}`}
      empty="No subscribers yet."
      stacks={2}
      className={className}
    />
  );
}

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
  ["chart", WHOLE],
  ["funnel", HALF],
  ["breakdown", HALF],
  ["sources", WHOLE],
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
  /** The filters of a list's query in words. */
  searchText(query: string): string;
  /** Cards of other features, below the visitors. */
  children(viewer: Viewer): ReactNode;
}

/** The operator's dashboard; shows a skeleton until the server has accepted the session. */
export function StatsDashboard({ sessionId, onLeave, searchText, children }: StatsDashboardProps) {
  const [isLive, setIsLive] = useState(true);
  const viewer: Viewer = { sessionId, isLive };
  const { stats, failures, pollNow } = useVisitorStats(sessionId, isLive);
  const hasFailed = isLive && failures > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // The gate is gone and has lost the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="stats page-width grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 py-6 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        Dashboard
      </h1>
      {/* Stays in view on phones. Reserves its space until the first response. */}
      <div
        className={`max-sm:sticky max-sm:top-(--header) max-sm:z-20 max-sm:order-1 max-sm:col-span-full max-sm:-mx-4 max-sm:bg-paper max-sm:px-4 max-sm:py-1 ${stats ? "" : "invisible"}`}
      >
        <StatsStatus
          active={stats?.activeVisitors}
          isLive={isLive}
          hasFailed={hasFailed}
          onToggle={() => setIsLive(!isLive)}
        />
      </div>
      <Button variant="secondary" size="sm" onClick={() => void onLeave()}>
        <LogOut aria-hidden className="size-4" />
        Logout
      </Button>
      <div className="order-2 col-span-full grid grid-cols-1 gap-4">
        {stats ? (
          <Cards stats={stats} viewer={viewer} searchText={searchText}>
            {children(viewer)}
          </Cards>
        ) : (
          <StatsSkeleton />
        )}
      </div>
      <StatsConnection hasFailed={hasFailed} asOf={stats?.generatedAt ?? null} onRetry={pollNow} />
    </div>
  );
}

interface CardsProps extends Pick<StatsDashboardProps, "searchText"> {
  stats: VisitorStats;
  viewer: Viewer;
  children: ReactNode;
}

function Cards({ stats, viewer, searchText, children }: CardsProps) {
  const newSubscribers = useNewSubscribers(stats);
  const [range, setRange] = useState<StatsRange>("24h");
  const query = useQuery(statsPeriod(range, viewer));
  const now = stats.generatedAt;
  return (
    <>
      <StatsCelebration times={newSubscribers} />
      <StatsInsightLine stats={stats} isLive={viewer.isLive} />
      <StatsTiles stats={stats} viewer={viewer} minutes={query.data?.period?.minutes} />
      <StatsRangeSwitch range={range} onChange={setRange} />
      <div className={CARD_GRID}>
        <StatsChartCard range={range} query={query} hours={stats.hourlySeries} className={WHOLE} />
        <StatsFunnelCard range={range} query={query} className={HALF} />
        <StatsBreakdownCard range={range} query={query} className={HALF} />
        <StatsSourcesCard stats={stats} range={range} query={query} className={WHOLE} />
        <StatsGoalsCard range={range} viewer={viewer} className={HALF} />
        <StatsSearchesCard range={range} viewer={viewer} searchText={searchText} className={HALF} />
        <StatsSiteCards viewer={viewer} className={{ listings: HALF, mails: HALF }} />
        <StatsTodayCard stats={stats} viewer={viewer} className={HALF} />
        <StatsPages
          title="Most Visited URLs Today"
          counted="Views"
          empty="No page was opened today."
          pages={stats.pageVisitStatsToday}
          className={HALF}
        />
        <StatsVisitorList
          visitors={stats.hourlyVisitors}
          active={stats.visitors}
          count={stats.hourlyVisitorCount}
          now={now}
          className={WHOLE}
        />
        <StatsNewest
          subscribers={stats.subscriberDetails}
          pendingCount={stats.pendingSubscriberCount}
          now={now}
          className={WHOLE}
        />
        {children}
      </div>
    </>
  );
}
