import type { Quartiles } from "../../../worker/contracts/market-pages.ts";
import { monthsSince, shortMonth } from "../../../worker/contracts/days.ts";
import { dollars } from "../../lib/dollars.ts";
import { asWritten } from "../../ui/as-written.ts";

interface RentChartProps {
  /** With the main numbers; a table beside it has all. */
  label: string;
  /** Published figures, oldest first. */
  published: readonly { month: string; rent: number }[];
  /** This site's own, oldest first. */
  own: readonly { month: string; value: Quartiles }[];
}

/** Side of the drawing, which is stretched to its container. */
const SIZE = 100;
/** Rents on the axis are multiples of this many dollars, with a margin so that small changes look small. */
const STEP = 100;
const MARGIN = 0.1;

const round = (number: number) => Math.round(number * 100) / 100;

/** Rents by month: the published figure as a line, this site's median as a second one with a band of its middle half. */
export function RentChart({ label, published, own }: RentChartProps) {
  const months = [...published, ...own].map(({ month }) => monthsSince(month));
  const rents = [...published.map(({ rent }) => rent), ...own.flatMap(({ value }) => [value.lower, value.upper])];
  const [from, to] = [Math.min(...months), Math.max(...months)];
  const bottom = Math.floor((Math.min(...rents) * (1 - MARGIN)) / STEP) * STEP;
  const top = Math.ceil((Math.max(...rents) * (1 + MARGIN)) / STEP) * STEP;
  // A single month stands in the middle.
  const x = (month: string) => round(from === to ? SIZE / 2 : ((monthsSince(month) - from) / (to - from)) * SIZE);
  const y = (rent: number) => round(SIZE - ((rent - bottom) / (top - bottom)) * SIZE);
  const line = (points: readonly (readonly [month: string, rent: number])[]) =>
    points.map(([month, rent], index) => `${index === 0 ? "M" : "L"}${x(month)},${y(rent)}`).join("");
  const band = [
    ...own.map(({ month, value }) => [month, value.upper] as const),
    ...own.toReversed().map(({ month, value }) => [month, value.lower] as const),
  ];
  const named = [published[0], own[0], published.at(-1), own.at(-1)].flatMap((point) => (point ? [point.month] : []));
  const [first = "", last = ""] = [named.toSorted()[0], named.toSorted().at(-1)];
  return (
    <figure>
      <figcaption className="sr-only">{asWritten(label)}</figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-end text-xs text-ink-muted tabular-nums">
          {[top, (top + bottom) / 2, bottom].map((tick) => (
            <span key={tick} className="-my-2">
              {asWritten(dollars(tick))}
            </span>
          ))}
        </div>
        <svg aria-hidden className="h-36 w-full overflow-visible" width="100%" height="144">
          <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
            {[0, SIZE / 2, SIZE].map((at) => (
              <path key={at} d={`M0,${at}H${SIZE}`} vectorEffect="non-scaling-stroke" className="stroke-line" />
            ))}
            {own.length > 1 && <path d={`${line(band)}Z`} className="fill-accent-soft" />}
            <path
              d={line(own.map(({ month, value }) => [month, value.median]))}
              fill="none"
              strokeWidth="2.5"
              vectorEffect="non-scaling-stroke"
              className="stroke-accent"
            />
            <path
              d={line(published.map(({ month, rent }) => [month, rent]))}
              fill="none"
              strokeWidth="2"
              strokeDasharray="5 4"
              vectorEffect="non-scaling-stroke"
              className="stroke-ink"
            />
          </svg>
          {own.map(({ month, value }) => (
            <circle key={month} cx={`${x(month)}%`} cy={`${y(value.median)}%`} r="4" className="fill-accent" />
          ))}
          {published.map(({ month, rent }) => (
            <circle key={month} cx={`${x(month)}%`} cy={`${y(rent)}%`} r="3" className="fill-ink" />
          ))}
        </svg>
        <p aria-hidden className="col-start-2 mt-2 flex justify-between text-xs text-ink-muted">
          <span>{shortMonth(first)}</span>
          {first !== last && <span>{shortMonth(last)}</span>}
        </p>
      </div>
      <p aria-hidden className="mt-2 text-xs text-ink-muted">
        {published.length > 0 && "Small dots and dashes: published average for the City."}{" "}
        {own.length > 0 && "Large dots: median asking rent on this site, with a band for the middle half."}
      </p>
    </figure>
  );
}
