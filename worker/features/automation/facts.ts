import { BOT_NAME } from "../../contracts/automation.ts";
import { type Bedrooms, FILTERS, type FilterName, BEDROOMS } from "../../contracts/bedrooms.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { CITY } from "../../contracts/market.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import { NO_FILTERS, type ListingSearch, listQuery } from "../../contracts/search.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { benchmarkInForce } from "../market/market.service.ts";
import { newestUnits, type UnitRow } from "./automation.repo.ts";

const WEEK_MS = 7 * DAY_MS;

const toUnit = (row: UnitRow, now: Date): Unit => ({
  bedrooms: row.bedrooms,
  rentCents: row.rentCents,
  isNew: row.firstApprovedAt !== null && now.getTime() - row.firstApprovedAt.getTime() < WEEK_MS,
  neighbourhood: row.neighbourhood,
  isOfCity: row.marketArea === CITY && row.marketKind !== "own" && row.awaitsConfirmation !== true,
});

const MAX_UNITS = 1_000;

/**
 * Reads the data for posts: the newest {@link MAX_UNITS} public listings, and one current benchmark per type. Reads at
 * most one more listing than it returns.
 */
export async function readFacts(deps: Deps): Promise<Facts> {
  const now = deps.now();
  const [rows, figures] = await Promise.all([
    newestUnits(deps, MAX_UNITS + 1),
    Promise.all(BEDROOMS.map((bedrooms) => benchmarkInForce(deps, bedrooms))),
  ]);
  const benchmarks = BEDROOMS.flatMap((bedrooms, index): Benchmark[] => {
    const figure = figures[index];
    if (!figure) return [];
    const { rentCents, source, asOf, isEstimate, method } = figure;
    return [{ bedrooms, rentCents, source, asOf, isEstimate, method }];
  });
  return {
    day: torontoDay(now),
    siteName: deps.config.siteName,
    siteUrl: deps.config.siteUrl,
    units: rows.slice(0, MAX_UNITS).map((row) => toUnit(row, now)),
    isCut: rows.length > MAX_UNITS,
    benchmarks,
  };
}

/** Minimum number of listings for a statistic about the whole site, and for one about a neighbourhood. */
export const MIN_LISTINGS = 5;
export const MIN_LISTINGS_AT_PLACE = 3;

/** The properties of a public listing that posts may use. Unknown properties are null. */
export interface Unit {
  bedrooms: Bedrooms;
  rentCents: number | null;
  /** True if first published within the last seven days. */
  isNew: boolean;
  neighbourhood: string | null;
  /** True if the listing was compared with the City's benchmark for its type. */
  isOfCity: boolean;
}

/** A current benchmark. */
export interface Benchmark {
  bedrooms: Bedrooms;
  rentCents: number;
  source: string;
  /** Month of the benchmark, such as `2025-10`. */
  asOf: string;
  isEstimate: boolean;
  /** Method by which an estimate was derived. */
  method: string | null;
}

/** A snapshot of the data for posts. */
export interface Facts {
  /** Toronto day, YYYY-MM-DD. */
  day: string;
  siteName: string;
  siteUrl: string;
  units: readonly Unit[];
  /** True if `units` contains only the newest public listings. */
  isCut: boolean;
  benchmarks: readonly Benchmark[];
}

const DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
const MONTH = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", month: "long", year: "numeric" });

/** Formats `2026-11-21` as "November 21, 2026". */
export const longDay = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`));
/** Formats `2025-10` as "October 2025". */
export const longMonth = (month: string) => MONTH.format(new Date(`${month}-15T12:00:00Z`));
/** Formats cents as "$1,850". */
export const dollars = (cents: number) => `$${Math.round(cents / 100).toLocaleString("en-CA")}`;
const number = (count: number) => count.toLocaleString("en-CA");
/** Returns "1 listing" or "12 listings". */
export const countText = (count: number, noun = "listing") => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
/** Returns the comparable rents of units in cents (docs/product.md, Market). */
export const rentsOf = (units: readonly Unit[]) => units.map(({ rentCents }) => rentCents).filter(isComparableRent);

const PLURALS: Record<Bedrooms, string> = {
  Studio: "studios",
  "1 Bedroom": "1 bedroom apartments",
  "2 Bedrooms": "2 bedroom apartments",
  "3 Bedrooms": "3 bedroom apartments",
  "4+ Bedrooms": "apartments with 4 bedrooms or more",
  "Private Room": "private rooms",
};
/** Returns the plural of a home type. */
export const pluralOf = (bedrooms: Bedrooms) => PLURALS[bedrooms];
/** Returns the search filter of a home type. */
export const filterOf = (bedrooms: Bedrooms) =>
  (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).find((name) => FILTERS[name] === bedrooms) satisfies
    | FilterName
    | undefined;

/** Groups units by neighbourhood, largest group first, then by name. Units without a neighbourhood are omitted. */
export function groupByNeighbourhood(units: readonly Unit[]): { name: string; units: Unit[] }[] {
  return [...Map.groupBy(units, ({ neighbourhood }) => neighbourhood)]
    .flatMap(([name, members]) => (name === null ? [] : [{ name, units: members }]))
    .toSorted((a, b) => b.units.length - a.units.length || a.name.localeCompare(b.name, "en"));
}

/** Returns the URL of a search on this site. */
export const listLink = ({ siteUrl }: Facts, search: Partial<ListingSearch>, filter: FilterName = "all") =>
  `${siteUrl}/${listQuery(filter, { ...NO_FILTERS, ...search })}`;

/** Returns a text that describes the listings on which statistics are based. */
export const describeBasis = ({ units, isCut }: Facts) =>
  isCut ? `the newest ${number(units.length)} public listings` : countText(units.length, "public listing");

/** Names a benchmark's source and month, and the method of an estimate. */
export const namedBenchmark = ({ source, asOf, isEstimate, method }: Benchmark) =>
  `${source}, ${longMonth(asOf)}${isEstimate ? ` (an estimate from its figures: ${method ?? "derived"})` : ""}`;

const SIGNED = `Automated post by ${BOT_NAME}.`;
/** Returns the signature of a post with statistics. @param benchmark the benchmark's source and month */
export const figuresSignature = (facts: Facts, benchmark?: string) =>
  `${SIGNED} Figures: ${describeBasis(facts)} on ${facts.siteName}, counted on ${longDay(facts.day)}.${
    benchmark === undefined ? "" : ` Benchmark: ${benchmark}.`
  }`;
/** Returns the signature of a post that only has benchmarks. */
export const sourceSignature = (source: string) => `${SIGNED} Source: ${source}.`;
