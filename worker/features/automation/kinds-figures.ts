import { medianCents } from "../market/market.figures.ts";
import { BEDROOMS, type Bedrooms, FILTERS, type FilterName } from "../../contracts/bedrooms.ts";
import { isBelowMarket } from "../../contracts/market.ts";
import { percentBelowMarket } from "../../contracts/rents.ts";
import texts from "./content/figures.json" with { type: "json" };
import {
  type Benchmark,
  counted,
  dollars,
  MIN_LISTINGS,
  type Facts,
  grouped,
  listLink,
  longDay,
  longMonth,
  NEAR_A_STATION,
  provenDiscount,
  rentsOf,
  signedFigures,
  signedSource,
  type Unit,
} from "./facts.ts";
import { fromListings, REST_DAYS, type ThreadKind, wordings } from "./kinds.ts";

const PLURALS: Record<Bedrooms, string> = {
  Studio: "studios",
  "1 Bedroom": "1 bedroom apartments",
  "2 Bedrooms": "2 bedroom apartments",
  "3 Bedrooms": "3 bedroom apartments",
  "4+ Bedrooms": "apartments with 4 bedrooms or more",
  "Private Room": "private rooms",
};
/** The plural of a home type. */
export const pluralOf = (bedrooms: Bedrooms) => PLURALS[bedrooms];
/** The search filter of a home type. */
export const filterOf = (bedrooms: Bedrooms) =>
  (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).find((name) => FILTERS[name] === bedrooms) satisfies
    | FilterName
    | undefined;

/** A benchmark's source and month, and how an estimate was derived. */
export const namedBenchmark = ({ source, asOf, isEstimate, method }: Benchmark) =>
  `${source}, ${longMonth(asOf)}${isEstimate ? ` (an estimate from its figures: ${method ?? "derived"})` : ""}`;

/** A list of groups with their numbers of listings. */
export const rowsOf = (groups: readonly { name: string; units: readonly Unit[] }[], shown = 5) =>
  groups
    .slice(0, shown)
    .map(({ name, units }) => `- ${name}: ${counted(units.length)}`)
    .join("\n");
const byType = (units: readonly Unit[]) =>
  BEDROOMS.map((name) => ({ name, units: units.filter(({ bedrooms }) => bedrooms === name) })).filter(
    (type) => type.units.length > 0,
  );

const newUnits = ({ units }: Facts) => units.filter(({ isNew }) => isNew);
/** Values available to every text about listings. */
export const counts = ({ day, siteUrl }: Facts, count: number) => ({
  day: longDay(day),
  site: siteUrl,
  count: count.toLocaleString("en-CA"),
  listings: counted(count),
  newListings: counted(count, "new listing"),
});

/** New listings by area. */
const newBy = (name: "week.neighbourhoods" | "week.stations", nameOf: (unit: Unit) => string | null) =>
  fromListings(name, (facts) => {
    const groups = grouped(newUnits(facts), nameOf);
    const count = groups.reduce((sum, { units }) => sum + units.length, 0);
    if (count < MIN_LISTINGS || groups.length < 2) return [];
    const values = { ...counts(facts, count), near: NEAR_A_STATION, rows: rowsOf(groups) };
    return wordings(texts[name], values, signedFigures(facts));
  });

const newByType = fromListings("week.types", (facts) => {
  const found = newUnits(facts);
  if (found.length < MIN_LISTINGS) return [];
  const values = { ...counts(facts, found.length), rows: rowsOf(byType(found), BEDROOMS.length) };
  return wordings(texts["week.types"], values, signedFigures(facts));
});

const newDiscount = fromListings("week.discount", (facts) => {
  const { count, percent, source } = provenDiscount(newUnits(facts));
  if (count < MIN_LISTINGS || !isBelowMarket(percent)) return [];
  return wordings(texts["week.discount"], { ...counts(facts, count), percent }, signedFigures(facts, source));
});

/** "$90 below" the benchmark, "$40 above" it, "the same as" it. */
function comparison(cents: number, benchmark: number): string {
  if (cents === benchmark) return "the same as";
  return `${dollars(Math.abs(benchmark - cents))} (${Math.abs(percentBelowMarket(cents, benchmark))}%) ${cents < benchmark ? "below" : "above"}`;
}

/** The median rent of a type compared with its benchmark. */
const rents = fromListings(
  "rents",
  (facts) =>
    BEDROOMS.flatMap((bedrooms) => {
      const found = rentsOf(facts.units.filter((unit) => unit.bedrooms === bedrooms && unit.isOfCity));
      const benchmark = facts.benchmarks.find((row) => row.bedrooms === bedrooms);
      if (found.length < MIN_LISTINGS || !benchmark) return [];
      const middle = medianCents(found);
      const values = {
        ...counts(facts, found.length),
        types: PLURALS[bedrooms],
        median: dollars(middle),
        compared: `That is ${comparison(middle, benchmark.rentCents)} the benchmark of ${dollars(benchmark.rentCents)} for the City (${longMonth(benchmark.asOf)}).`,
        link: listLink(facts, { sort: "price" }, filterOf(bedrooms)),
      };
      return wordings(texts.rents, values, signedFigures(facts, namedBenchmark(benchmark)));
    }),
  REST_DAYS.subjects,
);

/** The average discount of a type. */
const discount = fromListings(
  "discount",
  (facts) =>
    BEDROOMS.flatMap((bedrooms) => {
      const { count, percent, source } = provenDiscount(facts.units.filter((unit) => unit.bedrooms === bedrooms));
      if (count < MIN_LISTINGS || !isBelowMarket(percent)) return [];
      const link = listLink(facts, { sort: "discount" }, filterOf(bedrooms));
      const values = { ...counts(facts, count), types: PLURALS[bedrooms], percent, link };
      return wordings(texts.discount, values, signedFigures(facts, source));
    }),
  REST_DAYS.subjects,
);

/** Listings within a budget. */
const budget = fromListings(
  "budget",
  (facts) =>
    [1_000, 1_500, 2_000, 2_500].flatMap((limit) => {
      const found = facts.units.filter(({ rentCents }) => rentCents !== null && rentCents <= limit * 100);
      if (found.length < MIN_LISTINGS) return [];
      const values = {
        ...counts(facts, found.length),
        limit: dollars(limit * 100),
        rows: rowsOf(byType(found), BEDROOMS.length),
        link: listLink(facts, { maxRent: limit }),
      };
      return wordings(texts.budget, values, signedFigures(facts));
    }),
  REST_DAYS.subjects,
);

const ladder = fromListings("rents.ladder", (facts) => {
  const steps = byType(facts.units)
    .map(({ name, units }) => ({ name, found: rentsOf(units) }))
    .filter(({ found }) => found.length >= MIN_LISTINGS)
    .map(({ name, found }) => `- ${name}: ${dollars(medianCents(found))} (${counted(found.length)})`);
  if (steps.length < 2) return [];
  const values = { day: longDay(facts.day), enough: MIN_LISTINGS, rows: steps.join("\n") };
  return wordings(texts["rents.ladder"], values, signedFigures(facts));
});

const benchmarks: ThreadKind = {
  name: "benchmarks",
  needs: "benchmarks",
  restDays: REST_DAYS.standing,
  write(facts) {
    if (facts.benchmarks.length === 0) return [];
    const day = longDay(facts.day);
    const rows = facts.benchmarks.map(
      (row) =>
        `- ${row.bedrooms}: ${dollars(row.rentCents)}, ${longMonth(row.asOf)}${row.isEstimate ? `, an estimate: ${row.method ?? "derived"}` : ""}`,
    );
    const sources = [...new Set(facts.benchmarks.map(({ source }) => source))].join("; ");
    const source = `${sources}; the benchmarks in force on ${facts.siteName} on ${day}`;
    return wordings(texts.benchmarks, { day, rows: rows.join("\n") }, signedSource(source));
  },
};

/** The next four months with move-in dates, from a day's month on. */
const moveInMonthsOf = ({ units, day }: Facts) =>
  grouped(units, ({ moveInDate }) => (moveInDate >= day ? moveInDate.slice(0, 7) : null))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, 4);

const moveInMonths = fromListings("move-in.months", (facts) => {
  const months = moveInMonthsOf(facts);
  if (months.reduce((sum, { units }) => sum + units.length, 0) < MIN_LISTINGS) return [];
  const rows = rowsOf(months.map(({ name, units }) => ({ name: longMonth(name), units })));
  return wordings(texts["move-in.months"], { day: longDay(facts.day), rows }, signedFigures(facts));
});

/** Threads with figures: new listings, rents, discounts, benchmarks and move-in dates. */
export const FIGURE_KINDS: readonly ThreadKind[] = [
  newBy("week.neighbourhoods", ({ neighbourhood }) => neighbourhood),
  newBy("week.stations", ({ station }) => station),
  newByType,
  newDiscount,
  rents,
  discount,
  budget,
  ladder,
  benchmarks,
  moveInMonths,
];
