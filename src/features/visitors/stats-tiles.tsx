import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Compared, StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatsArrivals } from "./stats-breakdown.tsx";
import { comparisonColumns, periodOf, RANGE_WORDS, StatsChange } from "./stats-range.tsx";
import { signedCount, percentages } from "./stats-text.ts";
import { audience, listingCount, vipCount, statsPeriod } from "./stats.queries.ts";

interface Part {
  name: string;
  count: number;
}

/** Two parts of a whole, as numbers and a bar. */
function Split({ one, other }: { one: Part; other: Part }) {
  const [first, second] = percentages(one.count, other.count);
  return (
    <div>
      <dl className="flex justify-between gap-4 text-sm">
        {[
          { ...one, percent: first },
          { ...other, percent: second },
        ].map(({ name, count, percent }, index) => (
          <div key={name} className={index === 0 ? "" : "text-end"}>
            <dt className="flex items-center gap-1.5 text-ink-muted">
              <span aria-hidden className={`size-2.5 rounded-full ${index === 0 ? "bg-accent" : "bg-line-strong"}`} />
              {name}
            </dt>
            <dd className="tabular-nums">
              <span className="text-lg font-semibold">{formatCount(count)}</span> ({percent}%)
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="mt-1.5 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        <span className="h-full bg-accent" style={{ width: `${first}%` }} />
        <span className="h-full bg-line-strong" style={{ width: `${second}%` }} />
      </div>
    </div>
  );
}

interface TodayRow extends Part {
  compared: Omit<Compared, "now">;
}

const COLUMNS: readonly Column<TodayRow>[] = [
  { header: "Counted", value: ({ name }) => name },
  countColumn("Today", ({ count }) => count),
  ...comparisonColumns<TodayRow>("hour", ({ compared }) => compared),
];

const NOT_COMPARED = { before: null };

/** The difference of two counts, such as new visitors: all without those that return. */
const without = (all: Compared, some: Compared): Omit<Compared, "now"> =>
  all.whole === undefined || some.whole === undefined || all.before === null || some.before === null
    ? NOT_COMPARED
    : { whole: all.whole - some.whole, before: all.before - some.before };

/** The counts of today, with those of the hours that are over where they are known. */
function rowsOf(stats: VisitorStats, period: StatsPeriod | undefined) {
  const { todayVisits, uniqueVisitorsToday, returningUsersToday } = stats;
  const device = (name: string) => period?.devices.find(({ key }) => key === name) ?? NOT_COMPARED;
  return {
    visits: { name: "Visits", count: todayVisits, compared: period?.visits ?? NOT_COMPARED },
    unique: {
      name: "Unique visitors",
      count: uniqueVisitorsToday,
      compared: period?.uniqueVisitors ?? NOT_COMPARED,
    },
    returning: { name: "Returning", count: returningUsersToday, compared: period?.returning ?? NOT_COMPARED },
    new: {
      name: "New",
      count: Math.max(0, uniqueVisitorsToday - returningUsersToday),
      compared: period ? without(period.uniqueVisitors, period.returning) : NOT_COMPARED,
    },
    mobile: { name: "Mobile", count: stats.mobileVisitorsToday, compared: device("mobile") },
    desktop: { name: "Desktop", count: stats.desktopVisitorsToday, compared: device("desktop") },
  } satisfies Record<string, TodayRow>;
}

interface StatsTodayProps {
  stats: VisitorStats;
  viewer: Viewer;
  className?: string;
}

/** Today's visits and visitors (Toronto) beside the same hours of yesterday. */
export function StatsTodayCard({ stats, viewer, className }: StatsTodayProps) {
  const query = useQuery(statsPeriod("today", viewer));
  const named = rowsOf(stats, periodOf({ range: "today", query }));
  const rows: readonly TodayRow[] = Object.values(named);
  const title = "Today's Visits";
  return (
    <SectionCard
      title={title}
      note={`Compared: ${RANGE_WORDS.today.compared}.`}
      className={className}
      actions={<CsvButton title={title} columns={COLUMNS} rows={rows} />}
    >
      <p className="leading-none">
        <span className="text-5xl leading-none font-bold tabular-nums">{formatCount(stats.todayVisits)}</span>{" "}
        <StatsChange of={named.visits.compared} />
      </p>
      <p className="mt-2 text-sm text-ink-muted">
        Yesterday: <span className="font-semibold text-ink tabular-nums">{formatCount(stats.yesterdayVisits)}</span>.
      </p>
      <p className="mb-5 text-sm text-ink-muted">
        Unique visitors today:{" "}
        <span className="font-semibold text-ink tabular-nums">{formatCount(stats.uniqueVisitorsToday)}</span>{" "}
        <StatsChange of={named.unique.compared} />
      </p>
      <div className="grid gap-5">
        <Split one={named.returning} other={named.new} />
        <Split one={named.mobile} other={named.desktop} />
        <Disclosure summary="Numbers of today">
          <DataTable caption={title} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} stacks={3} />
        </Disclosure>
      </div>
    </SectionCard>
  );
}

// Column spans of the dashboard's grid, which has 1, 2 or 6 columns.
export const CARD_GRID = "grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6";
export const HALF = "md:col-span-2 lg:col-span-6 xl:col-span-3";
export const WHOLE = "md:col-span-2 lg:col-span-6";

export const TILE_GRID = "grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-6";
export const FIRST_TILE = "sm:col-span-2";

interface TileProps {
  label: string;
  /** Undefined while loading or after a failure. */
  value: number | undefined;
  note?: ReactNode;
  /** Error, shown instead of the note. */
  problem?: string;
  onRetry?(): void;
  /** The most prominent tile. */
  isFirst?: boolean;
  /** Below the note. */
  children?: ReactNode;
}

function Tile({ label, value, note, problem, onRetry, isFirst = false, children }: TileProps) {
  return (
    <div
      className={`grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-card border px-4 py-3 shadow-card sm:flex sm:flex-col sm:items-start sm:py-4 ${isFirst ? `border-accent bg-accent-soft ${FIRST_TILE}` : "border-line bg-surface"}`}
    >
      <dt className="text-sm font-medium text-ink-muted">{label}</dt>
      <dd
        className={`row-span-2 font-bold tabular-nums ${isFirst ? "text-5xl leading-none text-accent sm:my-1" : "text-3xl"}`}
      >
        {value !== undefined ? formatCount(value) : problem === undefined ? <Skeleton className="h-9 w-16" /> : "?"}
      </dd>
      <dd className={`text-sm ${problem === undefined ? "text-ink-muted" : "text-warn"}`}>
        {problem ?? note}
        {problem !== undefined && (
          <button
            type="button"
            aria-label={`Load again: ${label}`}
            className="-my-1 ml-1 inline-grid size-7 place-items-center rounded-control align-middle hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11"
            onClick={onRetry}
          >
            <RefreshCw aria-hidden className="size-4" />
          </button>
        )}
      </dd>
      {children !== undefined && <dd className="col-span-2 mt-2 w-full">{children}</dd>}
    </div>
  );
}

/** Tile props of a separately fetched number, including errors and stale values. */
function figureOf<T>(query: UseQueryResult<T>, pick: (data: T) => number) {
  const { data, isError, dataUpdatedAt, refetch } = query;
  return {
    value: data === undefined ? undefined : pick(data),
    ...(isError && {
      problem:
        data === undefined ? "Could not be loaded" : `Old: of ${formatClock(new Date(dataUpdatedAt).toISOString())}`,
      onRetry: () => void refetch(),
    }),
  };
}

interface StatsTilesProps {
  stats: VisitorStats;
  viewer: Viewer;
  /** Sessions begun in each of the last 30 minutes; undefined before the first response. */
  minutes: readonly number[] | undefined;
}

/** Key figures. */
export function StatsTiles({ stats, viewer, minutes }: StatsTilesProps) {
  const list = useQuery(audience(viewer));
  const vip = useQuery(vipCount(viewer));
  const listings = useQuery(listingCount(viewer));
  return (
    <dl aria-label="Now" className={TILE_GRID}>
      <Tile isFirst label="Active Visitors" value={stats.activeVisitors} note="Seen in the last 5 minutes">
        {minutes ? <StatsArrivals minutes={minutes} /> : <Skeleton className="h-24 w-full" />}
      </Tile>
      <Tile label="1 Hour visitors" value={stats.hourlyVisitorCount} note="Seen in the last hour" />
      <Tile
        label="Mailing-list audience"
        {...figureOf(list, ({ memberCount }) => memberCount)}
        note={
          list.data && (
            <>
              {signedCount(list.data.todayChanges)} today, {signedCount(list.data.yesterdayChanges)} yesterday;{" "}
              {formatCount(list.data.unsubscribeCount)} unsubscribed
            </>
          )
        }
      />
      <Tile
        label="VIP subscriptions"
        {...figureOf(vip, ({ activeSubscriptions }) => activeSubscriptions)}
        note="Paying now"
      />
      <Tile label="Listings" {...figureOf(listings, ({ count }) => count)} note="Public now" />
    </dl>
  );
}
