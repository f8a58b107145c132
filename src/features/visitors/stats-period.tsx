import { type PointerEvent, useState } from "react";
import { MONTHS } from "../../../worker/contracts/days.ts";
import type { Compared, PeriodPoint, StatsPeriod, StatsRange } from "../../../worker/contracts/stats-periods.ts";
import { formatClock, formatDateWithWeekday, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Hint } from "../../ui/hint.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  comparisonColumns,
  fileTitle,
  readLoadedPeriod,
  RANGE_WORDS,
  StatsChange,
  ComparedCounts,
  type StatsPeriodProps,
} from "./stats-range.tsx";

interface Point {
  x: number;
  y: number;
}

/**
 * Returns the SVG path of a smooth curve through points sorted by x. The curve is the monotone cubic of Fritsch and
 * Carlson, which never overshoots the points.
 */
export function curvePath(points: readonly Point[]): string {
  const slopes = points.slice(1).map((point, index) => slopeBetween(points[index] ?? point, point));
  const tangents = points.map((_, index) => {
    const [before, after] = [slopes[index - 1], slopes[index]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    // The harmonic mean keeps the curve monotone, and flat at extrema.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return points
    .map((point, index) => {
      const previous = points[index - 1];
      if (!previous) return `M${pair(point)}`;
      const third = (point.x - previous.x) / 3;
      const leave = { x: previous.x + third, y: previous.y + third * (tangents[index - 1] ?? 0) };
      const arrive = { x: point.x - third, y: point.y - third * (tangents[index] ?? 0) };
      return `C${pair(leave)} ${pair(arrive)} ${pair(point)}`;
    })
    .join("");
}

const slopeBetween = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x || 1);
const round = (number: number) => Math.round(number * 100) / 100;
const pair = ({ x, y }: Point) => `${round(x)},${round(y)}`;

/** Returns the upper end of the axis: a round number whose half is a whole number. */
export function axisTop(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

interface CurveChartProps {
  /** Accessible description with the main numbers. */
  label: string;
  /**
   * Points in order. `name` is shown for the point under the pointer, `tick` on the axis. The first points may have a
   * value `before`, drawn as a dashed line. The period of the last point is not over yet, so a dotted line leads to it.
   */
  points: readonly { name: string; tick: string; value: number; before: number | null }[];
  /** Number of points per tick. */
  tickEvery: number;
  /** Returns a count as text, such as `2 visits`. */
  inWords(value: number): string;
}

/** Side length of the SVG's view box, which is stretched to its container. */
const SIZE = 100;

/** A line chart of counts. Put a table beside it for screen readers. */
function CurveChart({ label, points, tickEvery, inWords }: CurveChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const known = points.findIndex((point) => typeof point.before !== "number");
  const earlierValues = points.slice(0, known === -1 ? points.length : known).map((point) => point.before ?? 0);
  // Empty if the period before has no visits to compare with.
  const before = earlierValues.some((value) => value > 0) ? earlierValues : [];
  const top = axisTop(Math.max(0, ...before, ...points.map(({ value }) => value)));
  const last = Math.max(1, points.length - 1);
  const place = (value: number, index: number) => ({
    x: (index / last) * SIZE,
    y: SIZE - (value / top) * SIZE,
  });
  const places = points.map(({ value }, index) => place(value, index));
  const wholePlaces = places.slice(0, -1);
  const [current, end] = [places.at(-1), wholePlaces.at(-1)];
  const line = curvePath(wholePlaces);
  const read = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  const shown = pointed ?? last;
  const [point, dot, earlier] = [points[shown], places[shown], before[shown]];
  return (
    <figure>
      <figcaption className="sr-only">{label}</figcaption>
      <p aria-hidden className="mb-4 text-sm text-ink-muted tabular-nums">
        {point && `${point.name}${shown === last ? ", so far" : ""}: `}
        <span className="font-semibold text-ink">{point && inWords(point.value)}</span>
        {earlier !== undefined && `, ${formatCount(earlier)} before`}
      </p>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-end text-axis text-ink-muted tabular-nums">
          {[top, top / 2, 0].map((tick) => (
            <span key={tick} className="-my-2">
              {formatCount(tick)}
            </span>
          ))}
        </div>
        <div
          className="relative h-44 sm:h-56"
          onPointerMove={read}
          onPointerDown={read}
          onPointerLeave={() => setPointed(null)}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${SIZE} ${SIZE}`}
            preserveAspectRatio="none"
            className="size-full overflow-visible text-accent"
          >
            {[0, SIZE / 2, SIZE].map((y) => (
              <path key={y} d={`M0,${y}H${SIZE}`} vectorEffect="non-scaling-stroke" className="stroke-line" />
            ))}
            {before.length > 0 && (
              <path
                d={curvePath(before.map(place))}
                fill="none"
                strokeWidth="1.5"
                strokeDasharray="4 4"
                vectorEffect="non-scaling-stroke"
                className="stroke-ink-muted"
              />
            )}
            {end && <path d={`${line}V${SIZE}H0Z`} fill="currentColor" opacity="0.14" />}
            {end && current && (
              <path
                d={`M${pair(end)}L${pair(current)}`}
                fill="none"
                stroke="currentColor"
                strokeWidth="2.5"
                strokeDasharray="2 5"
                vectorEffect="non-scaling-stroke"
              />
            )}
            <path
              d={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {dot && (
            <span
              aria-hidden
              style={{ left: `${dot.x}%`, top: `${dot.y}%` }}
              className="pointer-events-none absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent"
            />
          )}
        </div>
        <div aria-hidden className="relative col-start-2 mt-2 h-5 text-axis text-ink-muted tabular-nums">
          {points.map(
            ({ tick, name }, index) =>
              (last - index) % tickEvery === 0 && (
                <span
                  key={name}
                  style={{ left: `${(index / last) * 100}%` }}
                  className={`absolute whitespace-nowrap ${index === last ? "-translate-x-full" : index === 0 ? "" : "-translate-x-1/2"}`}
                >
                  {tick}
                </span>
              ),
          )}
        </div>
      </div>
      {before.length > 0 && (
        <p aria-hidden className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-muted">
          <span className="flex items-center gap-2">
            <span className="w-6 border-t-2 border-accent" />
            This period
          </span>
          <span className="flex items-center gap-2">
            <span className="w-6 border-t-2 border-dashed border-ink-muted" />
            The period before
          </span>
        </p>
      )}
    </figure>
  );
}

const shortDay = (day: string) =>
  formatDateWithWeekday(day).replace(/^(\w{3})\w*, (\w{3})\w* (\d{1,2})(?!\d).*$/, "$1, $2 $3");
const monthName = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? ""} ${month.slice(0, 4)}`;

const NAMES: Readonly<
  Record<StatsPeriod["unit"], { of: string; name(start: string): string; tick(start: string): string }>
> = {
  hour: { of: "Hour", name: formatClock, tick: formatClock },
  day: { of: "Day", name: shortDay, tick: (start) => shortDay(start).replace(/^\w+, /, "") },
  month: { of: "Month", name: monthName, tick: (start) => monthName(start).slice(0, 3) },
};

/**
 * Returns the count of a completed hour, day or month, with the earlier count that it is compared with. The last point
 * has no `before`.
 */
const pickCompletedCounts = ({ visits, before }: PeriodPoint) => ({ whole: visits, before });
const inWords = (visits: number) => plural(visits, "visit");
const visitsOf = (points: readonly PeriodPoint[]) => points.reduce((sum, { visits }) => sum + visits, 0);

/** Card with the visits in the range as totals, a chart and a table, compared with the period before. */
export function StatsChartCard({ range, query }: StatsPeriodProps) {
  const period = readLoadedPeriod({ range, query });
  const { unit, tickEvery } = RANGE_WORDS[range];
  const title = "Traffic";
  const points = period?.points ?? [];
  const { of: header, name, tick } = NAMES[unit];
  const columns: readonly Column<PeriodPoint>[] = [
    { header, value: ({ start }) => start, show: ({ start }) => (unit === "hour" ? formatMoment(start) : name(start)) },
    countColumn("Visits", ({ visits }) => visits),
    ...comparisonColumns<PeriodPoint>(unit, pickCompletedCounts).slice(1),
  ];
  return (
    <SectionCard
      title={title}
      hint={
        <Hint about={title}>
          Visits per {unit} in Toronto. The current {unit} is dotted, because it is not over, and not compared.
        </Hint>
      }
      className="is-whole"
      actions={points.length > 0 && <CsvButton title={fileTitle("Visits", range)} columns={columns} rows={points} />}
    >
      <StatsFigures range={range} period={period} />
      {points.length > 0 ? (
        <>
          <CurveChart
            label={`Visits: ${inWords(visitsOf(points))}, at most ${formatCount(Math.max(0, ...points.map(({ visits }) => visits)))} in one ${unit}.`}
            points={points.map(({ start, visits, before }) => ({
              name: name(start),
              tick: tick(start),
              value: visits,
              before,
            }))}
            tickEvery={tickEvery}
            inWords={inWords}
          />
          <div className="mt-3">
            <Disclosure isSmall summary="Show as a table">
              <DataTable caption="Visits" columns={columns} rows={points} rowKey={({ start }) => start} />
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

/** Shows the totals of the range, with arrows for the change. */
function StatsFigures({ range, period }: { range: StatsRange; period: StatsPeriod | undefined }) {
  const end = period?.points.at(-1)?.start ?? "";
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {FIGURES.map(([name, pick]) => {
        const figure = period && pick(period);
        return (
          <div key={name}>
            <dt className="text-sm text-ink-muted">{name}</dt>
            <dd className="min-h-9">
              {figure ? (
                <span className="text-2xl font-bold tabular-nums">{formatCount(figure.now)}</span>
              ) : (
                <Skeleton className="h-8 w-16" />
              )}
            </dd>
            {/* Shows the two compared counts, because the number above includes the current hour, day or month. */}
            <dd className="min-h-5">
              {figure && (
                <>
                  <StatsChange of={figure} /> <ComparedCounts of={figure} range={range} end={end} />
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
