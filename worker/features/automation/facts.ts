import type { AttributeFilter } from "../../contracts/attributes.ts";
import { BOT_NAME } from "../../contracts/automation.ts";
import type { Bedrooms, FilterName } from "../../contracts/bedrooms.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import { NO_FILTERS, type ListingSearch, listQuery } from "../../contracts/search.ts";

/** Listings that a figure about the whole site must rest on, and one about a single place. Fewer make no claim. */
export const ENOUGH = 5;
export const ENOUGH_AT_A_PLACE = 3;
/** Up to here a listing is spoken of as near its closest station. Far from the subway every home has a closest one too. */
export const STATION_METRES = 1_500;
/** The same in words, which stand wherever stations are spoken of. */
export const NEAR_A_STATION = `within ${STATION_METRES / 1_000} km in a straight line`;

/** A public listing, with what the automation may speak of. What is not known is null. */
export interface Unit {
  id: number;
  bedrooms: Bedrooms;
  rentCents: number | null;
  /** First published within the last seven days. */
  isNew: boolean;
  /** YYYY-MM-DD */
  moveInDate: string;
  /** Filters of the lists that it meets, by what its landlord says. */
  meets: ReadonlySet<AttributeFilter>;
  /** By a registered building's year: the listings that carry the badge. */
  isControlled: boolean;
  neighbourhood: string | null;
  /** The closest station, with its lines, when it is {@link NEAR_A_STATION}. */
  station: string | null;
  lines: readonly string[];
  metresToSubway: number | null;
  /** Kinds of places known nearby. */
  nearby: ReadonlySet<string>;
  /** It was compared with a figure of the City, as others of its type were. */
  isOfCity: boolean;
  /** How it stands to a published benchmark; null where it was not compared, or with an estimate only. */
  proven: { percent: number; source: string; asOf: string } | null;
}

/** A benchmark in force. */
export interface Benchmark {
  bedrooms: Bedrooms;
  rentCents: number;
  source: string;
  /** `2025-10` */
  asOf: string;
  isEstimate: boolean;
  /** How an estimate was made. */
  method: string | null;
}

/** All that a post can be made from, as it is at a moment. */
export interface Facts {
  now: Date;
  /** In Toronto, YYYY-MM-DD. */
  day: string;
  siteName: string;
  siteUrl: string;
  units: readonly Unit[];
  /** There are more public listings; these are the newest. */
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
/** Rents in cents that can be compared (docs/product.md, Market). */
export const rentsOf = (units: readonly Unit[]) => units.map(({ rentCents }) => rentCents).filter(isComparableRent);

/** Units by a name of theirs, most first, then by name; those without one are left out. */
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

/** The average percentage below the benchmark of units that were compared with a published one, and how it is backed. */
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

/** The address of a list on this site. */
export const listLink = ({ siteUrl }: Facts, search: Partial<ListingSearch>, filter: FilterName = "all") =>
  `${siteUrl}/${listQuery(filter, { ...NO_FILTERS, ...search })}`;

/** Which listings the figures are about. */
export const basis = ({ units, isCut }: Facts) =>
  isCut ? `the newest ${number(units.length)} public listings` : counted(units.length, "public listing");

const SIGNED = `Automated post by ${BOT_NAME}.`;
/** The last line of a post with figures of this site. @param benchmark whom a comparison rests on, with its month */
export const signedFigures = (facts: Facts, benchmark?: string) =>
  `${SIGNED} Figures: ${basis(facts)} on ${facts.siteName}, counted on ${longDay(facts.day)}.${
    benchmark === undefined ? "" : ` Benchmark: ${benchmark}.`
  }`;
/** The last line of a post about a rule. */
export const signedSource = (source: string) => `${SIGNED} Source: ${source}.`;
/** The last line of a post without figures. */
export const signedPlain = () => `${SIGNED} It holds no figures, so there is no source to name.`;
