import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { percentBelowMarket } from "../../contracts/rents.ts";
import { medianCents } from "../market/market.benchmarks.ts";
import texts from "./content/threads.json" with { type: "json" };
import {
  describeBasis,
  groupByNeighbourhood,
  countText,
  dollars,
  type Facts,
  filterOf,
  listLink,
  longDay,
  longMonth,
  MIN_LISTINGS,
  MIN_LISTINGS_AT_PLACE,
  namedBenchmark,
  pluralOf,
  rentsOf,
  figuresSignature,
  sourceSignature,
  type Unit,
} from "./facts.ts";

/** A candidate for a thread. */
export interface Draft {
  title: string;
  content: string;
  /** The text without closing question and signature. No two posts have the same text. */
  body: string;
}

/** A kind of thread. */
export interface ThreadKind {
  /** Name of the kind. It is stored with posts, so it must not change. */
  name: string;
  /**
   * Minimum number of days between two threads of the kind. 0 for kinds whose titles name a subject and the month,
   * because the rule against reused titles already limits these kinds.
   */
  restDays: number;
  /**
   * Returns the kind's wordings for the current data, or an empty list while there is too little data.
   * @param random 0 ≤ n < 1
   */
  write(facts: Facts, random: () => number): Draft[];
}

/** Texts from content/threads.json, with placeholders in braces. */
interface Texts {
  titles: readonly string[];
  bodies: readonly string[];
  questions: readonly string[];
}

/** @throws Error when a placeholder has no value */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for placeholder {${name}}.`);
    return value;
  });
}

/** Returns all combinations of title, body and question, with the signature. */
function wordings(of: Texts, values: Readonly<Record<string, string>>, signature: string): Draft[] {
  const filled = (parts: readonly string[]) => parts.map((part) => fillPlaceholders(part, values));
  const [bodies, questions] = [filled(of.bodies), filled(of.questions)];
  return filled(of.titles).flatMap((title) =>
    bodies.flatMap((body) =>
      questions.map((question) => ({ title, content: `${body}\n\n${question}\n\n${signature}`, body })),
    ),
  );
}

/**
 * Returns the home types among some listings with their counts. Includes the median rent of a type if at least
 * `enoughForMedian` of its listings have a comparable rent.
 */
function rowsByType(units: readonly Unit[], enoughForMedian = Infinity): string {
  return BEDROOMS.flatMap((type) => {
    const found = units.filter(({ bedrooms }) => bedrooms === type);
    if (found.length === 0) return [];
    const rents = rentsOf(found);
    const median = rents.length >= enoughForMedian ? `, median rent ${dollars(medianCents(rents))}` : "";
    return [`- ${type}: ${countText(found.length)}${median}`];
  }).join("\n");
}

/** Thread about the new listings of the last seven days, by type. */
const week: ThreadKind = {
  name: "week",
  restDays: 6,
  write(facts) {
    const found = facts.units.filter(({ isNew }) => isNew);
    if (found.length < MIN_LISTINGS) return [];
    const values = {
      day: longDay(facts.day),
      listings: countText(found.length),
      newListings: countText(found.length, "new listing"),
      rows: rowsByType(found),
    };
    return wordings(texts.week, values, figuresSignature(facts));
  },
};

/** Returns a text for how a rent differs from a benchmark: "$90 (4%) below", "$5 above", "the same as". */
function comparison(cents: number, benchmark: number): string {
  if (dollars(cents) === dollars(benchmark)) return "the same as";
  const percent = Math.abs(percentBelowMarket(cents, benchmark));
  const difference = dollars(Math.abs(benchmark - cents)) + (percent === 0 ? "" : ` (${percent}%)`);
  return `${difference} ${cents < benchmark ? "below" : "above"}`;
}

/** Thread that compares the median rent of each type with its benchmark. */
const rents: ThreadKind = {
  name: "rents",
  restDays: 0,
  write: (facts) =>
    BEDROOMS.flatMap((bedrooms) => {
      const found = rentsOf(facts.units.filter((unit) => unit.bedrooms === bedrooms && unit.isOfCity));
      const benchmark = facts.benchmarks.find((row) => row.bedrooms === bedrooms);
      if (found.length < MIN_LISTINGS || !benchmark) return [];
      const median = medianCents(found);
      const values = {
        month: longMonth(facts.day.slice(0, 7)),
        count: String(found.length),
        types: pluralOf(bedrooms),
        median: dollars(median),
        compared: `That is ${comparison(median, benchmark.rentCents)} the benchmark of ${dollars(benchmark.rentCents)} for the City (${longMonth(benchmark.asOf)}).`,
        link: listLink(facts, { sort: "price" }, filterOf(bedrooms)),
      };
      return wordings(texts.rents, values, figuresSignature(facts, namedBenchmark(benchmark)));
    }),
};

/** Number of neighbourhoods tried for a thread. */
const PLACES_TRIED = 10;

/** Thread about the listings of some random neighbourhoods, by type. */
const place: ThreadKind = {
  name: "place",
  restDays: 0,
  write(facts, random) {
    const places = groupByNeighbourhood(facts.units).filter(({ units }) => units.length >= MIN_LISTINGS_AT_PLACE);
    return shuffled(places, random)
      .slice(0, PLACES_TRIED)
      .flatMap(({ name, units }) => {
        const values = {
          month: longMonth(facts.day.slice(0, 7)),
          place: name,
          listings: countText(units.length),
          basis: describeBasis(facts),
          rows: rowsByType(units, MIN_LISTINGS_AT_PLACE),
          link: listLink(facts, { neighbourhood: name }),
        };
        return wordings(texts.place, values, figuresSignature(facts));
      });
  },
};

/** Thread about the current benchmarks. */
const benchmarks: ThreadKind = {
  name: "benchmarks",
  restDays: 30,
  write(facts) {
    if (facts.benchmarks.length === 0) return [];
    const day = longDay(facts.day);
    const rows = facts.benchmarks.map(
      (row) =>
        `- ${row.bedrooms}: ${dollars(row.rentCents)}, ${longMonth(row.asOf)}${row.isEstimate ? `, an estimate: ${row.method ?? "derived"}` : ""}`,
    );
    const sources = [...new Set(facts.benchmarks.map(({ source }) => source))].join("; ");
    const source = `${sources}; the benchmarks in force on ${facts.siteName} on ${day}`;
    return wordings(texts.benchmarks, { day, rows: rows.join("\n") }, sourceSignature(source));
  },
};

export const THREAD_KINDS: readonly ThreadKind[] = [week, rents, place, benchmarks];

/** Returns the number of days between two dates, both YYYY-MM-DD. Returns Infinity without the first date. */
const daysBetween = (from: string | undefined, to: string) =>
  from === undefined ? Infinity : (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * Returns the kinds that may post on a day. The least recently used kinds come first. Kinds last used on the same day
 * are in random order. Leaves out kinds that were used too recently.
 * @param lastPosts the day of each kind's latest post, YYYY-MM-DD
 */
export function kindsByTurn(lastPosts: ReadonlyMap<string, string>, day: string, random: () => number): ThreadKind[] {
  return THREAD_KINDS.map((kind) => ({ kind, last: lastPosts.get(kind.name), chance: random() }))
    .filter(({ kind, last }) => daysBetween(last, day) >= kind.restDays)
    .toSorted((a, b) => (a.last ?? "").localeCompare(b.last ?? "") || a.chance - b.chance)
    .map(({ kind }) => kind);
}

/** Returns the items in random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, chance: random() }))
    .toSorted((a, b) => a.chance - b.chance)
    .map(({ item }) => item);
}
