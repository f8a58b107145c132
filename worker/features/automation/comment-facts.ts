import { medianCents } from "../market/market.figures.ts";
import { parseBedrooms, type Bedrooms } from "../../contracts/bedrooms.ts";
import {
  basis,
  counted,
  dollars,
  ENOUGH,
  ENOUGH_AT_A_PLACE,
  type Facts,
  grouped,
  listLink,
  longMonth,
  NEAR_A_STATION,
  rentsOf,
  signedFigures,
  STATION_METRES,
  type Unit,
} from "./facts.ts";
import { filterOf, namedBenchmark, pluralOf } from "./kinds-figures.ts";
import { RULES, signedLaw } from "./kinds-standing.ts";
import { isAskedBy, MEETS_HOME, withoutOtherStudios } from "./relevance.ts";

/** A fact that fits a thread, in several wordings. */
export interface ThreadFact {
  kind: string;
  wordings: {
    content: string;
    /** What it says, without the link and the last line: no comment says the same again. */
    says: string;
  }[];
}

const IN_A_WORD = /[\p{L}\d]/u;
/** What makes a station of a name, right behind it. */
const STATION = /(?: subway| ttc)? (?:station|subway)(?![\p{L}\d])/iuy;

/** Where a name stands in a text as words of their own: the position behind each. */
function endsOf(name: string, text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!IN_A_WORD.test(text.charAt(at - 1))) ends.push(at + name.length);
  }
  return ends;
}

/** Whether a text names a neighbourhood. A name of one word must be written as a name: many are words of their own. */
function namesPlace(text: string, name: string): boolean {
  const ends = /[\s-]/.test(name) ? endsOf(name.toLowerCase(), text.toLowerCase()) : endsOf(name, text);
  return ends.some((end) => !IN_A_WORD.test(text.charAt(end)));
}
/** Stations are called like streets: only "… station" and "… subway" name one. */
function namesStation(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  return endsOf(name.toLowerCase(), lower).some((end) => {
    STATION.lastIndex = end;
    return STATION.test(lower);
  });
}

const joined = (leads: readonly string[], body: string, ...below: string[]) =>
  leads.map((lead) => ({ content: [`${lead} ${body}`, ...below].join("\n\n"), says: `${lead} ${body}` }));

/** How many are listed at a place, and the median rent of what is listed there most, where enough back it. */
function placeFact(
  facts: Facts,
  place: { name: string; units: readonly Unit[] },
  key: "neighbourhood" | "station",
): ThreadFact {
  const [most] = grouped(place.units, ({ bedrooms }) => bedrooms);
  const rents = rentsOf(most?.units ?? []);
  const controlled = place.units.filter(({ isControlled }) => isControlled).length;
  const isStation = key === "station";
  const one = place.units.length === 1;
  const where = isStation
    ? `${one ? "has" : "have"} ${place.name} as the closest station, ${NEAR_A_STATION},`
    : `${one ? "is" : "are"} in ${place.name}`;
  const parts = [
    `${counted(place.units.length)} out of ${basis(facts)} ${where} at the moment.`,
    ...(most && rents.length >= ENOUGH_AT_A_PLACE
      ? [
          `The median rent of the ${rents.length} of the type "${most.name}" among them is ${dollars(medianCents(rents))} a month.`,
        ]
      : []),
    ...(controlled > 0 ? [`In a registered building from before 2018: ${counted(controlled)}.`] : []),
  ];
  return {
    kind: `comment.${key}`,
    wordings: joined(
      [`About ${place.name}:`, `Figures on ${place.name}:`, `What is listed around ${place.name}:`],
      parts.join(" "),
      listLink(facts, isStation ? { station: place.name, maxSubway: STATION_METRES } : { neighbourhood: place.name }),
      signedFigures(facts),
    ),
  };
}

function placesNamed(text: string, facts: Facts): ThreadFact[] {
  // People meet at stations, and lose things there: only a thread about homes gets figures on one.
  const stations = MEETS_HOME.test(text)
    ? grouped(facts.units, ({ station }) => station).filter(({ name }) => namesStation(text, name))
    : [];
  const areas = grouped(facts.units, ({ neighbourhood }) => neighbourhood).filter(({ name }) => namesPlace(text, name));
  return [
    ...stations.map((place) => placeFact(facts, place, "station")),
    ...areas.map((place) => placeFact(facts, place, "neighbourhood")),
  ];
}

const CONTROL = /\brent[- ]controll?(?:led|s)?\b/i;

function controlFact(text: string, facts: Facts): ThreadFact[] {
  const count = facts.units.filter(({ isControlled }) => isControlled).length;
  if (!CONTROL.test(text) || count < ENOUGH) return [];
  return [
    {
      kind: "comment.controlled",
      wordings: joined(
        ["On rent control here:", "A figure on rent control:", "For those who look for rent control:"],
        `${counted(count)} out of ${basis(facts)} ${count === 1 ? "is" : "are"} in a registered building from before 2018. That says nothing about the others: some of them may be covered too.`,
        listLink(facts, { controlled: true }),
        signedFigures(facts),
      ),
    },
  ];
}

/** Rules that a thread's words ask for. */
const rulesNamed = (text: { title: string; content: string }): ThreadFact[] =>
  RULES.filter(({ name }) => isAskedBy(name, text)).map(({ name, law, sections, bodies }) => ({
    kind: `comment.law.${name}`,
    wordings: bodies.flatMap((body) =>
      joined(["The rule on this:", "What the law says here:", "For reference:"], body, signedLaw(sections, law)),
    ),
  }));

const ROOM = /\b(?:private|furnished) rooms?\b|\brooms? (?:for|to) rent\b/i;

/** A median answers a thread about what a home costs. */
const MONEY =
  /\b(?:rent(?:s|ed|al|ing)?|prices?|pay(?:s|ing)?|paid|costs?|afford\w*|budgets?|cheap\w*|expensive|how much|fair|overpriced|asking)\b|\$\s?\d/i;

/** The type of home that a thread is about: one that its title names comes first. */
function typeNamed(title: string, content: string): Bedrooms | null {
  const isNamed = (type: Bedrooms | null) =>
    type !== null && (type !== "Private Room" || ROOM.test(`${title} ${content}`));
  return [title, content].map((text) => parseBedrooms(withoutOtherStudios(text))).find(isNamed) ?? null;
}

function typeFact(title: string, content: string, facts: Facts): ThreadFact[] {
  const type = MONEY.test(`${title}\n${content}`) ? typeNamed(title, content) : null;
  const rents = rentsOf(facts.units.filter(({ bedrooms, isOfCity }) => bedrooms === type && isOfCity));
  const benchmark = facts.benchmarks.find(({ bedrooms }) => bedrooms === type);
  if (type === null || rents.length < ENOUGH || !benchmark) return [];
  return [
    {
      kind: "comment.type",
      wordings: joined(
        ["For comparison:", "What is asked for these here:", "A figure to compare with:"],
        `the median rent of ${rents.length} listings of ${pluralOf(type)} in the City on this site is ${dollars(medianCents(rents))} a month. The benchmark for the City is ${dollars(benchmark.rentCents)} (${longMonth(benchmark.asOf)}).`,
        listLink(facts, { sort: "price" }, filterOf(type)),
        signedFigures(facts, namedBenchmark(benchmark)),
      ),
    },
  ];
}

/** Facts that a thread's own words ask for, the most particular first; none when it names nothing that is known. */
export function factsFor({ title, content }: { title: string; content: string }, facts: Facts): ThreadFact[] {
  const text = `${title}\n${content}`;
  return [
    ...placesNamed(text, facts),
    ...controlFact(text, facts),
    ...rulesNamed({ title, content }),
    ...typeFact(title, content, facts),
  ];
}
