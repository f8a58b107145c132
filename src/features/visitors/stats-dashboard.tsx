import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { type SubscriberDetail, UNKNOWN, type Visitor, type VisitorStats } from "../../../worker/contracts/visitors.ts";
import { plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { PATHS } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { toast } from "../../lib/toast.ts";
import { useMedia } from "../../lib/use-media.ts";
import { type Poll, usePoll } from "../../lib/use-poll.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { StatsSources } from "./stats-sources.tsx";
import { StatsConnection, StatsStatus } from "./stats-status.tsx";
import { relativeTime } from "./stats-text.ts";
import { StatsTiles } from "./stats-tiles.tsx";
import { StatsTrends } from "./stats-trends.tsx";
import { STATS_EVERY_MS, statsPeriod, visitorStats } from "./stats.queries.ts";

const PIECES = 70;
const COLOURS = ["bg-accent", "bg-warn", "bg-danger", "bg-focus", "bg-accent-strong"] as const;
/** Milliseconds that one piece of confetti falls; the last piece lands after {@link CONFETTI_MS}. */
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
 * Decorative confetti, which callers leave out for visitors who prefer reduced motion. Memoized, because another render
 * would restart the animation.
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

const Ago = ({ moment, now }: { moment: string; now: string }) => (
  <time dateTime={moment} className="whitespace-nowrap">
    {relativeTime(moment, now)}
  </time>
);

const placeOf = ({ city, country }: Visitor) =>
  city === UNKNOWN ? country : country === UNKNOWN ? city : `${city}, ${country}`;

const visitorColumns = (here: ReadonlySet<string>, now: string): readonly Column<Visitor>[] => [
  {
    header: "Page",
    value: ({ page }) => page,
    show: (visitor) => (
      <span className="flex items-baseline gap-x-2">
        <span
          title={here.has(visitor.id) ? "Here now" : "Left"}
          className={`size-2 shrink-0 rounded-full ${here.has(visitor.id) ? "bg-accent" : "bg-line-strong opacity-60"}`}
        >
          <span className="sr-only">{here.has(visitor.id) ? "Here now:" : "Left:"}</span>
        </span>
        <span className="flex flex-wrap gap-x-2">
          {visitor.page} {visitor.subscribed && <Chip tone="accent">Subscribed</Chip>}
          <span className="basis-full font-normal text-ink-muted">
            {placeOf(visitor)} · {visitor.referrer}
          </span>
        </span>
      </span>
    ),
  },
  { header: "City", value: placeOf, isExportOnly: true },
  { header: "Referrer", value: ({ referrer }) => referrer, isExportOnly: true },
  {
    header: "Seen",
    value: ({ lastSeen }) => lastSeen,
    show: ({ lastSeen }) => <Ago moment={lastSeen} now={now} />,
  },
];

/** Lists the active visitors and the visitors of the last hour. */
function StatsVisitorList({ stats }: { stats: VisitorStats }) {
  const { hourlyVisitors, hourlyVisitorCount, visitors, generatedAt } = stats;
  const here = new Set(visitors.map(({ id }) => id));
  // Sorted by arrival, because the order by last activity would change with every heartbeat.
  const rows = hourlyVisitors.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  const listed = hourlyVisitorCount > rows.length ? `The ${rows.length} most recent visitors` : "Everyone";
  return (
    <TableCard
      title="Live visitors"
      hint={`${listed} of the last hour, newest arrival first. A filled dot means that they are here now.`}
      caption="Visitors of the last hour"
      columns={visitorColumns(here, generatedAt)}
      rows={rows}
      rowKey={({ id }) => id}
      empty="No one in the last hour"
    />
  );
}

const newestColumns = (now: string): readonly Column<SubscriberDetail>[] => [
  {
    header: "Subscriber",
    value: ({ email }) => email,
    show: ({ email, referrer }) => (
      <span className="flex flex-wrap gap-x-2">
        {email} <span className="font-normal text-ink-muted">{referrer}</span>
      </span>
    ),
  },
  { header: "Source", value: ({ referrer }) => referrer, isExportOnly: true },
  {
    header: "Confirmed",
    value: ({ subscribedAt }) => subscribedAt,
    show: ({ subscribedAt }) => <Ago moment={subscribedAt} now={now} />,
  },
];

/** Number of newest subscribers listed. */
const NEWEST = 10;

function StatsNewest({ stats: { subscriberDetails, generatedAt } }: { stats: VisitorStats }) {
  const newest = subscriberDetails.slice(0, NEWEST);
  return (
    <TableCard
      title="Newest subscribers"
      caption="Newest subscribers"
      columns={newestColumns(generatedAt)}
      rows={newest}
      // The index is needed because masked addresses may be equal, even with the same time.
      rowKey={({ email, subscribedAt }, index) => `${email} ${subscribedAt} ${newest.length - index}`}
      empty="None yet"
    />
  );
}

/** Returns live statistics, polled every second; undefined until the first response. */
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
 * @returns how often the number has grown
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

/** Shows a toast when the number of subscribers grows, with confetti unless reduced motion is preferred. */
function StatsCelebration({ stats }: { stats: VisitorStats }) {
  const times = useNewSubscribers(stats);
  const reducesMotion = useMedia("(prefers-reduced-motion: reduce)", true);
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(times), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return times > over && !reducesMotion ? <Confetti key={times} /> : null;
}

function StatsSkeleton() {
  return (
    <>
      <output className="sr-only">Checking your session</output>
      <div aria-hidden className="stats-first">
        {["active", "hour", "today", "audience", "vip", "listings"].map((name) => (
          <Skeleton key={name} className={`h-32 w-full stats-${name}`} />
        ))}
      </div>
      <Skeleton className="h-96 w-full" />
    </>
  );
}

const VIEWS = [
  ["Overview", ""],
  ["Trends", "?view=trends"],
] as const;

function ViewSwitch({ isTrends }: { isTrends: boolean }) {
  return (
    <nav aria-label="Views" className="flex">
      {VIEWS.map(([name, query]) => {
        const isOpen = (query !== "") === isTrends;
        return (
          <Link
            key={name}
            to={`${PATHS.stats}${query}`}
            keepsScroll
            aria-current={isOpen ? "page" : undefined}
            className={`inline-flex min-h-11 items-center border-b-2 px-4 font-medium ${isOpen ? "border-accent text-ink" : "border-transparent text-ink-muted hover:text-ink"}`}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

interface StatsDashboardProps {
  sessionId: string;
  onLeave(): Promise<void>;
  /** Returns the filters of a list's query string in words. */
  searchText(query: string): string;
  /** Renders cards of other features below the visitors. */
  children(viewer: Viewer): ReactNode;
}

/** The operator's dashboard; shows a skeleton until the server has accepted the session. */
export function StatsDashboard({ sessionId, onLeave, searchText, children }: StatsDashboardProps) {
  const [isLive, setIsLive] = useState(true);
  const isTrends = new URLSearchParams(useLocation().search).get("view") === "trends";
  const viewer: Viewer = { sessionId, isLive };
  const { stats, failures, pollNow } = useVisitorStats(sessionId, isLive);
  const hasFailed = isLive && failures > 0;
  const { name: site } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  // The login form has disappeared, and with it the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="stats page-width max-w-360 grid grid-cols-1 gap-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none print:hidden">
          Dashboard
        </h1>
        <p aria-hidden className="hidden text-2xl font-bold print:block">
          {site} · {isTrends ? "Trends" : "Overview"}
        </p>
        <div className="flex items-center justify-between max-lg:order-1 max-lg:w-full">
          <ViewSwitch isTrends={isTrends} />
          <Link
            to={PATHS.admin}
            className={`${buttonClass({ variant: "ghost", size: "sm" })} whitespace-nowrap print:hidden`}
          >
            Admin Panel
          </Link>
        </div>
        <div className="ml-auto">
          <StatsStatus
            asOf={stats?.generatedAt ?? null}
            isLive={isLive}
            hasFailed={hasFailed}
            onToggle={() => setIsLive(!isLive)}
          />
        </div>
        <Button variant="secondary" size="sm" onClick={() => void onLeave()}>
          <LogOut aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
      {stats === undefined ? (
        <StatsSkeleton />
      ) : (
        <>
          <StatsCelebration stats={stats} />
          {isTrends ? (
            <StatsTrends viewer={viewer} searchText={searchText} />
          ) : (
            <Overview stats={stats} viewer={viewer}>
              {children(viewer)}
            </Overview>
          )}
        </>
      )}
      <StatsConnection hasFailed={hasFailed} asOf={stats?.generatedAt ?? null} onRetry={pollNow} />
    </div>
  );
}

interface OverviewProps {
  stats: VisitorStats;
  viewer: Viewer;
  children: ReactNode;
}

function Overview({ stats, viewer, children }: OverviewProps) {
  const period = useQuery(statsPeriod("today", viewer)).data?.period;
  return (
    <>
      <StatsTiles stats={stats} viewer={viewer} period={period} />
      <div className="stats-cards">
        <StatsSources stats={stats} month={period?.month} />
        <StatsNewest stats={stats} />
        <StatsVisitorList stats={stats} />
        {children}
      </div>
    </>
  );
}
