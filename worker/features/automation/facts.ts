import type { AttributeFilter } from "../../contracts/attributes.ts";
import { BOT_NAME } from "../../contracts/automation.ts";
import type { Bedrooms, FilterName } from "../../contracts/bedrooms.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import { NO_FILTERS, type ListingSearch, listQuery } from "../../contracts/search.ts";

/** The minimum number of listings behind a figure about the whole site, and about a single place. */
export const MIN_LISTINGS = 5;
export const MIN_LISTINGS_AT_PLACE = 3;
/** The distance within which a listing counts as near its closest station. */
export const STATION_METRES = 1_500;
/** The same in words, for texts about stations. */
export const NEAR_A_STATION = `within ${STATION_METRES / 1_000} km in a straight line`;

/** The properties of a public listing that posts may use; unknown ones are null. */
export interface Unit {
  id: number;
  bedrooms: Bedrooms;
  rentCents: number | null;
  /** First published within the last seven days. */
  isNew: boolean;
  /** YYYY-MM-DD */
  moveInDate: string;
  /** Search filters that it meets according to its landlord. */
  meets: ReadonlySet<AttributeFilter>;
  /** Whether it has the rent-control badge, by a registered building's year. */
  isControlled: boolean;
  neighbourhood: string | null;
  /** The closest station and its lines, if {@link NEAR_A_STATION}. */
  station: string | null;
  lines: readonly string[];
  metresToSubway: number | null;
  /** Kinds of amenities nearby. */
  nearby: ReadonlySet<string>;
  /** Whether it was compared with a figure for the City, like others of its type. */
  isOfCity: boolean;
  /** Its discount against a published benchmark; null without a comparison, or against an estimate. */
  proven: { percent: number; source: string; asOf: string } | null;
}

/** A current benchmark. */
export interface Benchmark {
  bedrooms: Bedrooms;
  rentCents: number;
  source: string;
  /** `2025-10` */
  asOf: string;
  isEstimate: boolean;
  /** How the estimate was derived. */
  method: string | null;
}

/** A snapshot of the data for posts. */
export interface Facts {
  now: Date;
  /** In Toronto, YYYY-MM-DD. */
  day: string;
  siteName: string;
  siteUrl: string;
  units: readonly Unit[];
  /** Whether there are more public listings than `units`, which are the newest. */
  isCut: boolean;
  benchmarks: readonly Benchmark[];
}

const DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
const MONTH = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", month: "long", year: "numeric" });

/** `2026-11-21` as "November 21, 2026". */
export const longDay = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`));
/** `2025-10` as "October 2025". */
export const longMonth = (month: string) => MONTH.format(new Date(`${month}-15T12:00:00Z`));
/** Cents as "$1,850". */
export const dollars = (cents: number) => `$${Math.round(cents / 100).toLocaleString("en-CA")}`;
const number = (count: number) => count.toLocaleString("en-CA");
/** "1 listing", "12 listings". */
export const counted = (count: number, noun = "listing") => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
/** Comparable rents in cents (docs/product.md, Market). */
export const rentsOf = (units: readonly Unit[]) => units.map(({ rentCents }) => rentCents).filter(isComparableRent);

/** Units grouped by a name, largest group first, then by name; units without one are omitted. */
export function grouped(units: readonly Unit[], nameOf: (unit: Unit) => string | readonly string[] | null) {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const names = nameOf(unit) ?? [];
    for (const name of typeof names === "string" ? [names] : names) {
      const group = groups.get(name);
      if (group) group.push(unit);
      else groups.set(name, [unit]);
    }
  }
  return [...groups]
    .map(([name, members]) => ({ name, units: members }))
    .toSorted((a, b) => b.units.length - a.units.length || a.name.localeCompare(b.name, "en"));
}

/** The average discount of units compared with a published benchmark, with count and sources. */
export function provenDiscount(units: readonly Unit[]) {
  const proven = units.flatMap((unit) => unit.proven ?? []);
  const sum = proven.reduce((total, { percent }) => total + percent, 0);
  const sources = new Set(proven.map(({ source, asOf }) => `${source}, ${longMonth(asOf)}`));
  return {
    count: proven.length,
    percent: proven.length === 0 ? 0 : Math.round(sum / proven.length),
    source: [...sources].toSorted().join("; "),
  };
}

/** The URL of a search on this site. */
export const listLink = ({ siteUrl }: Facts, search: Partial<ListingSearch>, filter: FilterName = "all") =>
  `${siteUrl}/${listQuery(filter, { ...NO_FILTERS, ...search })}`;

/** The listings that figures are based on, in words. */
export const basis = ({ units, isCut }: Facts) =>
  isCut ? `the newest ${number(units.length)} public listings` : counted(units.length, "public listing");

const SIGNED = `Automated post by ${BOT_NAME}.`;
/** The signature of a post with figures. @param benchmark the benchmark's source and month */
export const signedFigures = (facts: Facts, benchmark?: string) =>
  `${SIGNED} Figures: ${basis(facts)} on ${facts.siteName}, counted on ${longDay(facts.day)}.${
    benchmark === undefined ? "" : ` Benchmark: ${benchmark}.`
  }`;
/** The signature of a post about a rule. */
export const signedSource = (source: string) => `${SIGNED} Source: ${source}.`;
/** The signature of a post without figures. */
export const signedPlain = () => `${SIGNED} It holds no figures, so there is no source to name.`;
