import { parseBedrooms, type Bedrooms } from "../../contracts/bedrooms.ts";
import { medianCents } from "../market/market.figures.ts";
import {
  basis,
  byNeighbourhood,
  counted,
  dollars,
  type Facts,
  filterOf,
  listLink,
  longMonth,
  MIN_LISTINGS,
  MIN_LISTINGS_AT_PLACE,
  namedBenchmark,
  pluralOf,
  rentsOf,
  signedFigures,
  signedSource,
  type Unit,
} from "./facts.ts";

/** The kind of the automation's comments, stored with them: figures about what the thread names. */
export const COMMENT_KIND = "figures";

const OTHER_STUDIOS =
  /\b(?:yoga|dance|art|music|recording|pilates|fitness|tattoo|photo\w*|film|ballet|pottery|design|nail|hair|tv|sound|rehearsal|beauty|spin|boxing|martial arts|ceramics?)[- ]studios?\b/gi;

/** Removes studios that are not homes from a text. */
const withoutOtherStudios = (text: string) => text.replace(OTHER_STUDIOS, " ");

/** A wording of a comment. */
export interface Wording {
  content: string;
  /** The text without link and signature, which is never posted twice. */
  body: string;
}

const joined = (leads: readonly string[], body: string, ...below: string[]): Wording[] =>
  leads.map((lead) => ({ content: [`${lead} ${body}`, ...below].join("\n\n"), body: `${lead} ${body}` }));

const IN_A_WORD = /[\p{L}\d]/u;

/** Tells whether a text holds a name as a whole word. */
function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!IN_A_WORD.test(text.charAt(at - 1)) && !IN_A_WORD.test(text.charAt(at + name.length))) return true;
  return false;
}

/**
 * Tells whether a text names a neighbourhood. Single-word names are matched case-sensitively, because many are common words.
 */
const namesPlace = (text: string, name: string): boolean =>
  /[\s-]/.test(name) ? holdsName(text.toLowerCase(), name.toLowerCase()) : holdsName(text, name);

/** The number of listings in a neighbourhood, and the median rent of the most common type where enough back it. */
function placeWordings(facts: Facts, { name, units }: { name: string; units: readonly Unit[] }): Wording[] {
  const types = [...Map.groupBy(units, ({ bedrooms }) => bedrooms)].toSorted(([, a], [, b]) => b.length - a.length);
  const [type, most] = types[0] ?? ["", []];
  const rents = rentsOf(most);
  const parts = [
    `${counted(units.length)} out of ${basis(facts)} ${units.length === 1 ? "is" : "are"} in ${name} at the moment.`,
    ...(rents.length >= MIN_LISTINGS_AT_PLACE
      ? [
          `The median rent of the ${rents.length} of the type "${type}" among them is ${dollars(medianCents(rents))} a month.`,
        ]
      : []),
  ];
  return joined(
    [`About ${name}:`, `Figures on ${name}:`, `Listings in ${name}:`],
    parts.join(" "),
    listLink(facts, { neighbourhood: name }),
    signedFigures(facts),
  );
}

const ROOM = /\b(?:private|furnished) rooms?\b|\brooms? (?:for|to) rent\b/i;

/** Words of threads about rents, which a median is relevant to. */
const MONEY =
  /\b(?:rent(?:s|ed|al|ing)?|prices?|pay(?:s|ing)?|paid|costs?|afford\w*|budgets?|cheap\w*|expensive|how much|fair|overpriced|asking)\b|\$\s?\d/i;

/** The type of home that a thread is about; the title takes precedence. */
function typeNamed(title: string, content: string): Bedrooms | null {
  const isNamed = (type: Bedrooms | null) =>
    type !== null && (type !== "Private Room" || ROOM.test(`${title} ${content}`));
  return [title, content].map((text) => parseBedrooms(withoutOtherStudios(text))).find(isNamed) ?? null;
}

/** The benchmark of a type in the City, beside the median of its listings where enough back it. */
function typeWordings(facts: Facts, type: Bedrooms): Wording[] {
  const rents = rentsOf(facts.units.filter(({ bedrooms, isOfCity }) => bedrooms === type && isOfCity));
  const benchmark = facts.benchmarks.find(({ bedrooms }) => bedrooms === type);
  if (!benchmark) return [];
  const leads = ["For comparison:", "Asking rents for these:", "A figure to compare with:"];
  const link = listLink(facts, { sort: "price" }, filterOf(type));
  if (rents.length < MIN_LISTINGS)
    return joined(
      leads,
      `the benchmark for ${pluralOf(type)} in the City is ${dollars(benchmark.rentCents)} a month (${longMonth(benchmark.asOf)}).`,
      link,
      signedSource(namedBenchmark(benchmark)),
    );
  return joined(
    leads,
    `the median rent of ${rents.length} listings of ${pluralOf(type)} in the City on this site is ${dollars(medianCents(rents))} a month. The benchmark for the City is ${dollars(benchmark.rentCents)} (${longMonth(benchmark.asOf)}).`,
    link,
    signedFigures(facts, namedBenchmark(benchmark)),
  );
}

/**
 * Finds the figures that are relevant to a thread, each in several wordings: of the neighbourhoods that it names, then of
 * the type whose rent it is about; none when it names neither.
 */
export function relevantFigures({ title, content }: { title: string; content: string }, facts: Facts): Wording[][] {
  const text = `${title}\n${content}`;
  const places = byNeighbourhood(facts.units).filter(({ name }) => namesPlace(text, name));
  const type = MONEY.test(text) ? typeNamed(title, content) : null;
  return [...places.map((place) => placeWordings(facts, place)), ...(type === null ? [] : [typeWordings(facts, type)])];
}
