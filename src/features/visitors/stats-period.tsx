import { MONTHS } from "../../../worker/contracts/days.ts";
import type { Compared, PeriodPoint, StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock, formatDateWithWeekday, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { CurveChart } from "../../ui/curve-chart.tsx";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { comparisonColumns, periodOf, RANGE_WORDS, StatsChange, type StatsPeriodProps } from "./stats-range.tsx";

const shortDay = (day: string) =>
  formatDateWithWeekday(day).replace(/^(\w{3})\w*, (\w{3})\w* (\d{1,2})(?!\d).*$/, "$1, $2 $3");
const monthName = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? ""} ${month.slice(0, 4)}`;

const NAMES: Readonly<
  Record<StatsPeriod["unit"], { of: string; name(start: string): string; tick(start: string): string }>
> = {
  hour: { of: "Hour that began", name: (start) => `From ${formatClock(start)}`, tick: formatClock },
  day: { of: "Day", name: shortDay, tick: (start) => shortDay(start).replace(/^\w+, /, "") },
  month: { of: "Month", name: monthName, tick: (start) => monthName(start).slice(0, 3) },
};

/** A whole hour, day or month; the last one has nothing before. */
const wholeOf = ({ visits, before }: PeriodPoint) => ({ whole: visits, before });
const inWords = (visits: number) => plural(visits, "visit");
const visitsOf = (points: readonly PeriodPoint[]) => points.reduce((sum, { visits }) => sum + visits, 0);

interface StatsChartProps extends StatsPeriodProps {
  /** The last 24 hours, as told every second. */
  hours: VisitorStats["hourlySeries"];
}

/** Visits of the range as figures, a chart and a table, beside the time before. */
export function StatsChartCard({ range, query, hours, className }: StatsChartProps) {
  const period = periodOf({ range, query });
  const { title: of, unit, compared, tickEvery } = RANGE_WORDS[range];
  const title = `Visits ${of}`;
  const earlier = new Map(period?.points.map((point) => [point.start, point.before]));
  const points: readonly PeriodPoint[] =
    range === "24h"
      ? hours.map(({ hour, visits }) => ({ start: hour, visits, before: earlier.get(hour) ?? null }))
      : (period?.points ?? []);
  const isCompared = points.some((point) => point.before !== null);
  const { of: header, name, tick } = NAMES[unit];
  const columns: readonly Column<PeriodPoint>[] = [
    { header, value: ({ start }) => start, show: ({ start }) => (unit === "hour" ? formatMoment(start) : name(start)) },
    countColumn("Visits", ({ visits }) => visits),
    ...(isCompared ? comparisonColumns<PeriodPoint>(unit, wholeOf).slice(1) : []),
  ];
  const total = visitsOf(points);
  return (
    <SectionCard
      title={title}
      note={`By the ${unit} in Toronto; the last ${unit} is not over, and not compared. Arrows and dashes: ${compared}.`}
      className={className}
      actions={points.length > 0 && <CsvButton title={title} columns={columns} rows={points} />}
    >
      <StatsFigures period={period} />
      {points.length > 0 ? (
        <>
          <CurveChart
            label={`${title}: ${inWords(total)}, at most ${formatCount(Math.max(0, ...points.map(({ visits }) => visits)))} in one ${unit}.`}
            points={points.map(({ start, visits, before: visitsBefore }) => ({
              name: name(start),
              tick: tick(start),
              value: visits,
              before: visitsBefore,
            }))}
            beforeName="before"
            tickEvery={tickEvery}
            inWords={inWords}
          />
          <div className="mt-3">
            <Disclosure summary={`Numbers by the ${unit}`}>
              <DataTable caption={title} columns={columns} rows={points} rowKey={({ start }) => start} />
            </Disclosure>
          </div>
        </>
      ) : query.isError ? (
        <LoadFailure title="The figures could not be loaded" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </SectionCard>
  );
}

const FIGURES = [
  ["Visits", ({ visits }) => visits],
  ["Page views", ({ views }) => views],
  ["Unique visitors", ({ uniqueVisitors }) => uniqueVisitors],
  ["Calls", ({ funnel }) => funnel.callsClicked],
  ["Confirmed", ({ funnel }) => funnel.confirmed],
] as const satisfies readonly (readonly [string, (period: StatsPeriod) => Compared])[];

/** Sums of the range with arrows. */
function StatsFigures({ period }: { period: StatsPeriod | undefined }) {
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {FIGURES.map(([name, pick]) => {
        const figure = period && pick(period);
        return (
          <div key={name}>
            <dt className="text-sm text-ink-muted">{name}</dt>
            <dd className="min-h-9">
              {figure ? (
                <>
                  <span className="text-2xl font-bold tabular-nums">{formatCount(figure.now)}</span>{" "}
                  <StatsChange of={figure} />
                </>
              ) : (
                <Skeleton className="h-8 w-16" />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
