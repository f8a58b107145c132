import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Compared, StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, CsvButton } from "../../ui/data-table.tsx";
import { Hint } from "../../ui/hint.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { comparisonColumns, StatsChange } from "./stats-range.tsx";
import { ARROWS_EXPLANATION, arrowText, percentages, signedCount } from "./stats-text.ts";
import { audience, listingCount, vipCount } from "./stats.queries.ts";

interface Part {
  name: string;
  count: number;
}

/** Shows two parts of a whole as numbers and a bar. */
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

/** Returns the difference of two counts, such as new visitors: all minus returning ones. */
const without = (all: Compared, some: Compared): Omit<Compared, "now"> =>
  all.whole === undefined || some.whole === undefined || all.before === null || some.before === null
    ? NOT_COMPARED
    : { whole: all.whole - some.whole, before: all.before - some.before };

/** Returns today's counts, and the counts of today's completed hours if they are known. */
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

interface TilesProps {
  stats: VisitorStats;
  viewer: Viewer;
  /** Today's numbers; undefined while they load. */
  period: StatsPeriod | undefined;
}

/** Shows today's visits and visitors (Toronto time), compared with the same hours of yesterday. */
function Today({ stats, period }: Omit<TilesProps, "viewer">) {
  const named = rowsOf(stats, period);
  const rows: readonly TodayRow[] = Object.values(named);
  const title = "Today's Visits";
  return (
    <SectionCard
      title={title}
      className="stats-today"
      hint={
        <Hint about={title}>
          Since midnight in Toronto. Unique visitors counts each browser at one network address once.{" "}
          {ARROWS_EXPLANATION} and compare the completed hours with the same hours yesterday.
        </Hint>
      }
      actions={<CsvButton title={title} columns={COLUMNS} rows={rows} />}
    >
      <p>
        <span data-figure className="text-5xl leading-none font-bold tabular-nums">
          {formatCount(stats.todayVisits)}
        </span>{" "}
        <StatsChange of={named.visits.compared} />
        {period && arrowText(period.visits) !== "" && (
          <span className="text-sm text-ink-muted">
            {" "}
            vs yesterday by {formatClock(period.points.at(-1)?.start ?? period.countedAt)}
          </span>
        )}
      </p>
      <p className="mt-2 mb-5 text-sm text-ink-muted">
        Yesterday: <b className="text-ink tabular-nums">{formatCount(stats.yesterdayVisits)}</b> · Unique visitors:{" "}
        <b className="text-ink tabular-nums">{formatCount(stats.uniqueVisitorsToday)}</b>
      </p>
      <div className="grid gap-4">
        <Split one={named.returning} other={named.new} />
        <Split one={named.mobile} other={named.desktop} />
      </div>
    </SectionCard>
  );
}

interface FigureCardProps {
  title: string;
  className: string;
  /** True for the most prominent card. */
  isFirst?: boolean;
  /** Undefined while loading or after a failure. */
  value: number | undefined;
  /** Explanation behind ⓘ. */
  hint?: string;
  /** Note below the number. */
  note?: ReactNode;
  /** Error, shown instead of the note. */
  problem?: string;
  onRetry?(): void;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A large number in a card. */
function FigureCard({
  title,
  className,
  isFirst = false,
  value,
  hint,
  note,
  problem,
  onRetry,
  actions,
  children,
}: FigureCardProps) {
  return (
    <SectionCard
      title={title}
      className={className}
      hint={hint !== undefined && <Hint about={title}>{hint}</Hint>}
      actions={actions}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p
          data-figure
          className={`leading-none font-bold tabular-nums ${isFirst ? "text-5xl text-accent" : "text-3xl"}`}
        >
          {value !== undefined ? formatCount(value) : problem === undefined ? <Skeleton className="h-9 w-16" /> : "?"}
        </p>
        <div className={`text-sm ${problem === undefined ? "text-ink-muted" : "text-warn"}`}>
          {problem ?? note}
          {problem !== undefined && (
            <button
              type="button"
              aria-label={`Load again: ${title}`}
              className="-my-1 ml-1 inline-grid size-7 place-items-center rounded-control align-middle hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11"
              onClick={onRetry}
            >
              <RefreshCw aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </div>
      {children}
    </SectionCard>
  );
}

/** Returns the {@link FigureCard} props of a separately fetched number, including errors and stale values. */
function figureOf<T>(query: UseQueryResult<T>, pick: (data: T) => number) {
  const { data, isError, dataUpdatedAt, refetch } = query;
  return {
    value: data === undefined ? undefined : pick(data),
    ...(isError && {
      problem: data === undefined ? "Couldn't load" : `As of ${formatClock(new Date(dataUpdatedAt).toISOString())}`,
      onRetry: () => void refetch(),
    }),
  };
}

interface Minute {
  ago: number;
  count: number;
}

const MINUTES: readonly Column<Minute>[] = [
  { header: "Minutes ago", value: ({ ago }) => ago },
  { header: "Arrivals", value: ({ count }) => count },
];
const ARRIVALS = "Arrivals in the last 30 minutes";

/** Returns how many sessions began in each of the last 30 minutes, oldest first. */
const arrivalsOf = (minutes: readonly number[]) =>
  minutes.map((count, at): Minute => ({ ago: minutes.length - 1 - at, count }));

/** Shows arrivals as bars. */
function Arrivals({ minutes }: { minutes: readonly number[] }) {
  const highest = Math.max(1, ...minutes);
  const total = minutes.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="mt-3">
      <div aria-hidden className="flex h-8 items-end gap-px">
        {arrivalsOf(minutes).map(({ ago, count }) => (
          <span
            key={ago}
            className="flex-1 rounded-t-xs bg-accent"
            style={{ height: `${Math.max(4, (count / highest) * 100)}%`, opacity: count === 0 ? 0.25 : 1 }}
          />
        ))}
      </div>
      <figcaption className="mt-1 text-sm text-ink-muted">
        {formatCount(total)} arrived in the last 30 minutes
      </figcaption>
    </figure>
  );
}

/** The dashboard's first screen: current visitors, today's numbers, and the size of the site. */
export function StatsTiles({ stats, viewer, period }: TilesProps) {
  const list = useQuery(audience(viewer));
  const vip = useQuery(vipCount(viewer));
  const listings = useQuery(listingCount(viewer));
  return (
    <div className="stats-first">
      <FigureCard
        title="Active Visitors"
        className="stats-active"
        isFirst
        value={stats.activeVisitors}
        note="In the last 5 minutes"
        actions={
          period && <CsvButton title={ARRIVALS} columns={MINUTES} rows={arrivalsOf(period.minutes).toReversed()} />
        }
      >
        {period ? <Arrivals minutes={period.minutes} /> : <Skeleton className="mt-3 h-14 w-full" />}
      </FigureCard>
      <FigureCard
        title="1 Hour visitors"
        className="stats-hour"
        hint="Sessions seen in the last 60 minutes, including before midnight. Each browser tab has its own session, so this can be more than today's unique visitors."
        value={stats.hourlyVisitorCount}
      />
      <Today stats={stats} period={period} />
      <FigureCard
        title="Mailing-list audience"
        className="stats-audience"
        {...figureOf(list, ({ memberCount }) => memberCount)}
        note={
          list.data && (
            <>
              <p>
                {signedCount(list.data.todayChanges)} today, {signedCount(list.data.yesterdayChanges)} yesterday
              </p>
              <p>{formatCount(list.data.unsubscribeCount)} unsubscribed</p>
              <p>{formatCount(stats.pendingSubscriberCount)} not confirmed yet</p>
            </>
          )
        }
      />
      <FigureCard
        title="VIP subscriptions"
        className="stats-vip"
        {...figureOf(vip, ({ activeSubscriptions }) => activeSubscriptions)}
        note="Active now"
      />
      <FigureCard
        title="Listings"
        className="stats-listings"
        {...figureOf(listings, ({ count }) => count)}
        note="Public now"
      />
    </div>
  );
}
