import { queryOptions } from "@tanstack/react-query";
import { BEDROOMS, type Bedrooms, CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { shortMonth, monthsAfterEnd, monthsSince } from "../../../worker/contracts/days.ts";
import { benchmarkAgeText } from "../../../worker/contracts/listing-text.ts";
import {
  type BenchmarkMonth,
  MARKET_HOMES_MIN,
  type MarketFigures,
  type MarketGroup,
  type MarketMonth,
  type Quartiles,
  getMarket,
  getMarketOfArea,
} from "../../../worker/contracts/market-pages.ts";
import { call, callOrNull } from "../../lib/api.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatDay, formatMonth } from "../../lib/format.ts";
import { PATHS } from "../../lib/paths.ts";
import { useRenderedAt } from "../../lib/site.tsx";
import { untranslated } from "../../ui/untranslated.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Link } from "../../ui/link.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

export const marketPageKeys = { figures: (slug: string | null) => ["market", "figures", slug] as const };

/**
 * Returns the query for the rents of the City or of a neighbourhood; its data is null if the neighbourhood does not
 * exist.
 */
export function marketFigures(slug: string | null) {
  return queryOptions({
    queryKey: marketPageKeys.figures(slug),
    queryFn: ({ signal }): Promise<MarketFigures | null> =>
      slug === null ? call(getMarket, {}, { signal }) : callOrNull(getMarketOfArea, { area: slug }, { signal }),
  });
}

interface RentChartProps {
  /** Accessible text with the main values; a table beside the chart has all values. */
  label: string;
  /** Published averages, oldest first. */
  published: readonly { month: string; rent: number }[];
  /** This site's own rents, oldest first. */
  own: readonly { month: string; value: Quartiles }[];
}

/** Side length of the drawing, which is stretched to its container. */
const SIZE = 100;
/** Step between the rents on the axis, in dollars. The axis also has a margin, so that small changes look small. */
const STEP = 100;
const MARGIN = 0.1;

const round = (number: number) => Math.round(number * 100) / 100;

/**
 * Chart of rents by month. A line shows the published average. Another line shows this site's median, with a band for
 * the middle half of its rents.
 */
function RentChart({ label, published, own }: RentChartProps) {
  const months = [...published, ...own].map(({ month }) => monthsSince(month));
  const rents = [...published.map(({ rent }) => rent), ...own.flatMap(({ value }) => [value.lower, value.upper])];
  const [from, to] = [Math.min(...months), Math.max(...months)];
  const bottom = Math.floor((Math.min(...rents) * (1 - MARGIN)) / STEP) * STEP;
  const top = Math.ceil((Math.max(...rents) * (1 + MARGIN)) / STEP) * STEP;
  // A single month is placed in the middle.
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
      <figcaption className="sr-only">{untranslated(label)}</figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-end text-axis text-ink-muted tabular-nums">
          {[top, (top + bottom) / 2, bottom].map((tick) => (
            <span key={tick} className="-my-2">
              {untranslated(dollars(tick))}
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
        <p aria-hidden className="col-start-2 mt-2 flex justify-between text-axis text-ink-muted">
          <span>{shortMonth(first)}</span>
          {first !== last && <span>{shortMonth(last)}</span>}
        </p>
      </div>
      <p aria-hidden className="mt-2 text-sm text-ink-muted">
        {published.length > 0 && "Small dots and dashes: published average for the City."}{" "}
        {own.length > 0 && "Large dots: median asking rent on this site, with a band for the middle half."}
      </p>
    </figure>
  );
}

const NONE = "—";

const TYPE_COLUMN: Column<MarketGroup> = { header: "Type", value: ({ type }) => (type === "all" ? "All types" : type) };
const OWN_COLUMNS: readonly Column<MarketGroup>[] = [
  { header: "Median here", value: ({ rents }) => (rents ? dollars(rents.value.median) : NONE) },
  {
    header: "Middle half",
    value: ({ rents }) => (rents ? `${dollars(rents.value.lower)} to ${dollars(rents.value.upper)}` : NONE),
  },
  { header: "Rent controlled", value: ({ rentControl }) => (rentControl ? `${rentControl.value}%` : NONE) },
  { header: "Against the average", value: ({ discount }) => (discount ? discountText(discount.value) : NONE) },
  { header: "Gone after", value: ({ pace }) => (pace ? `${pace.medianDays} days` : NONE) },
];

const discountText = (percent: number) =>
  percent === 0 ? "the same" : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"}`;

/** Returns sentences about the rents, rent control, discounts, and time on the market of all types together. */
function togetherText({ rents, rentControl, discount, pace }: MarketGroup): string {
  const position = (percent: number) => (percent === 0 ? "at" : discountText(percent));
  return [
    rents && `The median rent on this site is ${dollars(rents.value.median)}.`,
    rentControl && `${rentControl.value}% of the homes whose rent control is known are rent controlled.`,
    discount && `The median home is ${position(discount.value)} the average for its type.`,
    pace && `Half of the homes are gone after ${pace.medianDays} days.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function GroupTable({ caption, groups }: { caption: string; groups: readonly MarketGroup[] }) {
  if (groups.length === 0) return <p className="text-sm text-ink-muted">Too few homes for figures this month.</p>;
  return (
    <DataTable
      caption={caption}
      columns={[TYPE_COLUMN, ...OWN_COLUMNS]}
      rows={groups}
      rowKey={({ type }) => type}
      stacks={2}
    />
  );
}

const detailsOf = ({ kind, isEstimate }: BenchmarkMonth): string[] => [
  ...(kind === "occupied" ? ["occupied homes"] : []),
  ...(isEstimate ? ["estimate"] : []),
];

const BENCHMARK_COLUMNS: readonly Column<BenchmarkMonth>[] = [
  { header: "Month", value: ({ month }) => formatMonth(month) },
  { header: "Rent", value: ({ rent }) => dollars(rent) },
  {
    header: "Source",
    value: (figure) => [figure.source, ...detailsOf(figure)].join(", "),
  },
];

/** Explanations of some of this site's own columns. */
const MEANINGS: Readonly<Record<string, string>> = {
  "Against the average": "“Against the average” is the median difference of the homes that we compared.",
  "Gone after":
    "“Rent controlled” counts only homes whose rent control is known. “Gone after” is the time until half of the homes were rented or withdrawn.",
};

const ownNote = ({ month, closedAt }: MarketMonth) =>
  `This site’s own figures for ${formatMonth(month)}${closedAt === null ? " so far" : ""} cover homes in the City’s neighbourhoods that were first approved in the 90 days up to the end of the month. Each figure needs at least ${MARKET_HOMES_MIN} homes.`;

/** A type with its newest values. */
interface TypeRow extends MarketGroup {
  published: BenchmarkMonth | undefined;
}

const LINKED_TYPE_COLUMN: Column<TypeRow> = {
  header: "Type",
  value: ({ type }) => type,
  show: ({ type }) => {
    const path = CATEGORIES.find(({ bedrooms }) => bedrooms === type)?.path ?? PATHS.home;
    return (
      <Link to={path} className="inline-block text-accent underline underline-offset-4 pointer-coarse:py-3">
        {type}
      </Link>
    );
  },
};

/** Returns a month with its age, such as 'Oct 2025, 12 months old'; without the age if the month is recent. */
function datedText(month: string, now: Date): string {
  const age = benchmarkAgeText({ marketAgeMonths: monthsAfterEnd(month, now.toISOString()) });
  return [shortMonth(month).replace(" ", "\u00a0"), age].filter(Boolean).join(", ");
}

/** @param common source and month of all published averages; each null if it is not the same for all */
const publishedColumn = (common: { source: string | null; month: string | null }, now: Date): Column<TypeRow> => ({
  header: ["Average in the City", common.month !== null && datedText(common.month, now)].filter(Boolean).join(", "),
  value: ({ published }) => published?.rent ?? NONE,
  show: ({ published }) => {
    if (!published) return NONE;
    const details = [
      common.month === null && datedText(published.month, now),
      common.source === null && published.source,
      published.kind === "occupied" && "occupied homes",
    ].filter(Boolean);
    return (
      <>
        <span className="font-semibold">
          {published.isEstimate && (
            <abbr title="Estimate" className="no-underline">
              ≈
            </abbr>
          )}
          {untranslated(dollars(published.rent))}
        </span>{" "}
        <span className="text-ink-muted">{details.join(", ")}</span>
      </>
    );
  },
});

/** Returns the value if all values are equal; null otherwise. */
function sharedValue<Value>(values: readonly Value[]): Value | null {
  const [first = null, ...others] = new Set(values);
  return others.length > 0 ? null : first;
}

/** Returns the columns of this site's own numbers that have a value for at least one type. */
export const listOwnColumns = ({ months: [newest] }: MarketFigures): readonly Column<MarketGroup>[] =>
  OWN_COLUMNS.filter(({ value }) => newest?.groups.some((group) => group.type !== "all" && value(group) !== NONE));

/**
 * Table of the newest published averages of all types, with the columns of this site's own numbers that are not empty.
 */
export function CurrentFigures({ figures }: { figures: MarketFigures }) {
  const now = useRenderedAt();
  const [newest] = figures.months;
  const groups = newest?.groups ?? [];
  const rows = BEDROOMS.flatMap((type): TypeRow[] => {
    const published = figures.benchmarks.find((one) => one.type === type)?.months.at(-1);
    const own = groups.find((group) => group.type === type);
    return published || own
      ? [{ type, rents: null, rentControl: null, discount: null, pace: null, ...own, published }]
      : [];
  });
  const own = listOwnColumns(figures);
  const all = groups.find(({ type }) => type === "all");
  const together = all ? togetherText(all) : "";
  const published = rows.flatMap((row) => row.published ?? []);
  const source = sharedValue(published.map((figure) => figure.source));
  const month = sharedValue(published.map((figure) => figure.month));
  return (
    <SectionCard title="Rents by type">
      {/* A table with two columns is narrow, so that each rent is near its type. */}
      <div className={own.length > 0 ? "" : "max-w-120"}>
        <DataTable
          caption={`Rents by type: ${figures.area.name}`}
          columns={[LINKED_TYPE_COLUMN, publishedColumn({ source, month }, now), ...own]}
          rows={rows}
          rowKey={({ type }) => type}
          stacks={own.length > 0 ? 2 : undefined}
        />
      </div>

      <p className="mt-3 text-sm text-ink-muted">
        {[
          source !== null && `Averages: ${source}.`,
          published.some(({ isEstimate }) => isEstimate) && "≈ marks an estimate.",
          ...Object.entries(MEANINGS).map(([name, meaning]) => own.some(({ header }) => header === name) && meaning),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {together !== "" && <p className="mt-4">{untranslated(together)}</p>}
      {/* Placed directly below the numbers that it explains. */}
      {newest && (own.length > 0 || together !== "") && (
        <p className="mt-1 text-sm text-ink-muted">{ownNote(newest)}</p>
      )}
    </SectionCard>
  );
}

/** Minimum number of months for a chart. */
const CHART_MONTHS = 3;

/** Shows a chart for each type with enough months; nothing if there are none. */
export function RentCharts({ figures }: { figures: MarketFigures }) {
  const charts = BEDROOMS.flatMap((type) => {
    const published = figures.benchmarks.find((one) => one.type === type)?.months ?? [];
    const own = figures.months.toReversed().flatMap(({ month, groups }) => {
      const rents = groups.find((group) => group.type === type)?.rents;
      return rents ? [{ month, value: rents.value, homes: rents.homes }] : [];
    });
    return new Set([...published, ...own].map(({ month }) => month)).size < CHART_MONTHS
      ? []
      : [<TypeCard key={type} type={type} published={published} own={own} />];
  });
  return charts.length > 0 && <div className="grid grid-cols-1 gap-4 md:grid-cols-2">{charts}</div>;
}

interface TypeCardProps {
  type: Bedrooms;
  /** Oldest first, like `own`. */
  published: readonly BenchmarkMonth[];
  own: readonly { month: string; value: Quartiles; homes: number }[];
}

/** Card with the rents of one type by month. */
function TypeCard({ type, published, own }: TypeCardProps) {
  const latest = published.at(-1);
  const ownLatest = own.at(-1);
  const words = [
    latest && `published ${dollars(latest.rent)} in ${formatMonth(latest.month)}`,
    ownLatest && `median on this site ${dollars(ownLatest.value.median)} in ${formatMonth(ownLatest.month)}`,
  ].filter(Boolean);
  const sentence = words.join("; ");
  return (
    <SectionCard title={type} note={untranslated(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)}>
      <RentChart label={`Rents of ${type} by month: ${sentence}.`} published={published} own={own} />
      <div className="mt-2">
        <Disclosure summary={`${type} as a table`} isSmall>
          {published.length > 0 && (
            <DataTable
              caption={`${type}: published rents of the City of Toronto`}
              columns={BENCHMARK_COLUMNS}
              rows={published.toReversed()}
              rowKey={({ month }) => month}
            />
          )}
          {own.length > 0 && (
            <DataTable
              caption={`${type}: median asking rents on this site`}
              columns={[
                { header: "Month", value: ({ month }) => formatMonth(month) },
                { header: "Median on this site", value: ({ value }) => dollars(value.median) },
                { header: "Homes", value: ({ homes }) => homes },
              ]}
              rows={own.toReversed()}
              rowKey={({ month }) => month}
            />
          )}
        </Disclosure>
      </div>
    </SectionCard>
  );
}

/**
 * Shows the closed months, each with its values from the day when it was closed. Renders nothing if no month is closed
 * yet.
 */
export function Archive({ months }: { months: readonly MarketMonth[] }) {
  const closed = months.filter(({ closedAt }) => closedAt !== null);
  if (closed.length === 0) return null;
  return (
    <SectionCard
      title="Archive"
      note="Once a month is closed, its figures never change silently. We mark each correction and keep the earlier figures here."
    >
      <div className="grid gap-2">
        {closed.map(({ month, closedAt, groups, corrections }) => (
          <Disclosure key={month} summary={`${formatMonth(month)}${corrections.length > 0 ? " (corrected)" : ""}`}>
            <p className="mb-2 text-sm text-ink-muted">Closed on {formatDay(closedAt ?? "")}.</p>
            <GroupTable caption={formatMonth(month)} groups={groups} />
            {corrections.map(({ at, reason, before }) => (
              <div key={at} className="mt-4">
                <p className="text-sm">
                  <strong>Corrected on {formatDay(at)}:</strong> {reason} Published before:
                </p>
                <GroupTable
                  caption={`${formatMonth(month)} before ${shortMonth(month)}’s correction`}
                  groups={before}
                />
              </div>
            ))}
          </Disclosure>
        ))}
      </div>
    </SectionCard>
  );
}
