import { useState, type PointerEvent } from "react";
import { formatCount } from "../lib/format.ts";
import { axisTop, curvePath } from "./curve-path.ts";

interface CurveChartProps {
  /** Says what is drawn, with its main numbers. */
  label: string;
  /** In order; `name` is said of the point that is pointed at, `tick` stands on the axis. */
  points: readonly { name: string; tick: string; value: number }[];
  /** Every how many points a tick is shown. */
  tickEvery: number;
  /** In words: `1 visit`, `2 visits`. */
  inWords(value: number): string;
}

/** The drawing is 100 by 100 and stretched to the room it has. */
const SIZE = 100;

/** A curve of counts. Pointing at it reads a point; for those who cannot, the numbers belong in a table beside it. */
export function CurveChart({ label, points, tickEvery, inWords }: CurveChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = axisTop(Math.max(0, ...points.map(({ value }) => value)));
  const last = Math.max(1, points.length - 1);
  const places = points.map(({ value }, index) => ({ x: (index / last) * SIZE, y: SIZE - (value / top) * SIZE }));
  const line = curvePath(places);
  const read = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  const shown = pointed ?? last;
  const [point, place] = [points[shown], places[shown]];
  return (
    <figure>
      <figcaption className="sr-only">{label}</figcaption>
      <p aria-hidden className="mb-4 text-sm text-ink-muted tabular-nums">
        {point && `${point.name}: `}
        <span className="font-semibold text-ink">{point && inWords(point.value)}</span>
      </p>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-end text-xs text-ink-muted tabular-nums">
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
            <path d={`${line}V${SIZE}H0Z`} fill="currentColor" opacity="0.14" />
            <path
              d={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {place && (
            <span
              aria-hidden
              style={{ left: `${place.x}%`, top: `${place.y}%` }}
              className="pointer-events-none absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent"
            />
          )}
        </div>
        <div aria-hidden className="relative col-start-2 mt-2 h-5 text-xs text-ink-muted tabular-nums">
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
    </figure>
  );
}
