import { monthsAfterEnd, shortDay } from "../../contracts/days.ts";
import type { HomeType } from "../../contracts/home-types.ts";
import { applicableAreas, ownAreaOf } from "../../contracts/market-areas.ts";
import { BENCHMARK_MONTHS, CHECKED_MONTHS, type MarketKind } from "../../contracts/market.ts";
import { COMPARABLE_RENT_CENTS, percentBelowMarket } from "../../contracts/rents.ts";
import type { BenchmarkRow, OwnKind, OwnRentsRow } from "./market.table.ts";

/** What a rent is compared with. */
export interface MarketFigure {
  rentCents: number;
  source: string;
  /** YYYY-MM */
  asOf: string;
  area: string;
  kind: MarketKind;
  isEstimate: boolean;
  /** How it was made, where it was not published so. */
  method: string | null;
  /** YYYY-MM-DD */
  checkedOn: string | null;
}

/** What homes of one type may be compared with: by area, and of this site's own rents by kind and area. */
export interface TypeFigures {
  published: ReadonlyMap<string, MarketFigure>;
  own: ReadonlyMap<string, MarketFigure>;
}

/** How a rent stands to the market: the columns of a listing. */
export interface MarketComparison {
  comparedPercent: number | null;
  marketRentCents: number | null;
  marketSource: string | null;
  marketAsOf: string | null;
  marketArea: string | null;
  marketKind: MarketKind | null;
  marketMethod: string | null;
  marketIsEstimate: boolean;
  marketCheckedOn: string | null;
}

const NOT_COMPARED: MarketComparison = {
  comparedPercent: null,
  marketRentCents: null,
  marketSource: null,
  marketAsOf: null,
  marketArea: null,
  marketKind: null,
  marketMethod: null,
  marketIsEstimate: false,
  marketCheckedOn: null,
};

/** What a home is, as far as its figure depends on it. */
export interface ComparedHome {
  homeType: HomeType | null;
  municipality: string | null;
  rentCents: number | null;
}

/** Published averages are of whole homes, or of rooms; basements and beds are compared with their like alone. */
export const ownKindOf = (homeType: HomeType | null): OwnKind =>
  homeType === "basement" || homeType === "shared_bed" ? homeType : "usual";

const keyOf = (kind: OwnKind, area: string) => `${kind} ${area}`;

/** Whether a figure makes no percentage any more on a day of Toronto: its age counts from the end of its month. */
export const isTooOld = ({ asOf, checkedOn }: { asOf: string; checkedOn: string | null }, day: string): boolean =>
  monthsAfterEnd(asOf, day) >= BENCHMARK_MONTHS + (checkedOn === null ? 0 : CHECKED_MONTHS);

/** Of each area the figure in force: that of its newest month. @param rows newest month first */
export function newestOfAreas(rows: readonly BenchmarkRow[]): BenchmarkRow[] {
  const inForce = new Map<string, BenchmarkRow>();
  for (const row of rows) if (!inForce.has(row.area)) inForce.set(row.area, row);
  return [...inForce.values()];
}

/** What one type may be compared with on a day. @param rows newest month first */
export function figuresFrom(rows: readonly BenchmarkRow[], own: readonly OwnRentsRow[], day: string): TypeFigures {
  const valid = newestOfAreas(rows).filter((row) => !isTooOld(row, day));
  return {
    published: new Map(valid.map((row) => [row.area, row])),
    own: new Map(own.map((row) => [keyOf(row.kind, row.area), toFigure(row)])),
  };
}

function toFigure({ medianCents, listings, area, firstDay, lastDay }: OwnRentsRow): MarketFigure {
  return {
    rentCents: medianCents,
    source: "Asking rents on this site",
    asOf: lastDay.slice(0, 7),
    area,
    kind: "own",
    isEstimate: false,
    method: `median of ${listings} asking rents on this site, ${shortDay(firstDay)} to ${shortDay(lastDay)}`,
    checkedOn: null,
  };
}

/**
 * What a home is compared with: the published figure of the nearest area; outside the City of Toronto, else, what this
 * site's own listings ask there. Basements and shared beds with their like alone. Null where there is no such figure.
 */
function figureFor({ published, own }: TypeFigures, { homeType, municipality }: ComparedHome): MarketFigure | null {
  const kind = ownKindOf(homeType);
  const area = kind === "usual" ? applicableAreas(municipality).find((name) => published.has(name)) : undefined;
  const figure = area === undefined ? undefined : published.get(area);
  if (figure) return figure;
  const ownArea = ownAreaOf(municipality);
  return (ownArea === null ? undefined : own.get(keyOf(kind, ownArea))) ?? null;
}

/**
 * Compares a monthly rent with what its kind costs at its place: percent = round((market − rent) / market · 100), null
 * where there is nothing to compare it with, and for rents under $300 or over $15,000 or unread.
 */
export function compareRent(figures: TypeFigures, home: ComparedHome): MarketComparison {
  const { rentCents } = home;
  const isComparable =
    rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;
  const figure = isComparable ? figureFor(figures, home) : null;
  if (!isComparable || !figure) return NOT_COMPARED;
  return {
    comparedPercent: percentBelowMarket(rentCents, figure.rentCents),
    marketRentCents: figure.rentCents,
    marketSource: figure.source,
    marketAsOf: figure.asOf,
    marketArea: figure.area,
    marketKind: figure.kind,
    marketMethod: figure.method,
    marketIsEstimate: figure.isEstimate,
    marketCheckedOn: figure.checkedOn,
  };
}
