import { medianCents } from "../market/market.figures.ts";
import { parseBedrooms, type Bedrooms } from "../../contracts/bedrooms.ts";
import {
  basis,
  counted,
  dollars,
  MIN_LISTINGS,
  MIN_LISTINGS_AT_PLACE,
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
import { LAW_WORDS } from "./law-words.ts";

/** Leases, deposits and insurance of things other than homes, and tenants' insurance. */
const OTHER_LEASES =
  /\b(?:cars?|auto|vehicles?|trucks?|suv|phones?|equipment|office|store|bottle|direct|bank|term)[- ](?:leas\w+|deposits?|rentals?|insurance)\b|\b(?:tenants?|renters?)['’]?s? insurance\b|\bleas(?:e|ed|ing) (?:on |of |for )?(?:my |a |an |the |our |this )?(?:new |old )?(?:cars?|vehicles?|trucks?|suv|phones?)\b/gi;
const OTHER_STUDIOS =
  /\b(?:yoga|dance|art|music|recording|pilates|fitness|tattoo|photo\w*|film|ballet|pottery|design|nail|hair|tv|sound|rehearsal|beauty|spin|boxing|martial arts|ceramics?)[- ]studios?\b/gi;

/** A text without studios that are not homes. */
export const withoutOtherStudios = (text: string) => text.replace(OTHER_STUDIOS, " ");

/** Words that establish the context of a tenancy. */
const TENANCY =
  /\b(?:landlords?|landlady|tenants?|tenanc(?:y|ies)|leas(?:e|es|ed|ing)|sublets?|property managers?|property management|superintendents?|evict\w*|ltb|rental unit|my (?:rental|unit|apartment|building))\b/i;

/** Words about homes and living in them. */
const MEETS_HOME =
  /\b(?:rent(?:s|al|als|ed|er|ers|ing)?|liv(?:e|es|ed|ing)|leases?|apartments?|apts?|condos?|flats?|units?|rooms?|bedrooms?|studios?|basements?|hous(?:e|es|ing)|homes?|landlords?|tenants?|neighbou?rhoods?|listings?|mov(?:e|ed|ing) (?:to|in|near|close|closer|around)|commut(?:e|ing)|(?:safe|good|quiet|nice|affordable|cheap)(?:er)? (?:area|place|part)s?|area)\b/i;

const sentencesOf = (text: string) => text.split(/[.!?;\n]+/);

/**
 * Whether a rule of content/law.json is relevant to a thread: by unambiguous words (`about`), or by words in the
 * context of a tenancy (`hints`), where the title or the same sentence mentions one. Hints in a title may have their
 * context in the text.
 */
export function isRuleRelevant(rule: string, thread: { title: string; content: string }): boolean {
  const { about, hints } = LAW_WORDS[rule] ?? {};
  const title = thread.title.replace(OTHER_LEASES, " ");
  const content = thread.content.replace(OTHER_LEASES, " ");
  if (about?.test(`${title}\n${content}`)) return true;
  if (!hints) return false;
  if (TENANCY.test(title)) return hints.test(`${title}\n${content}`);
  if (hints.test(title) && TENANCY.test(content)) return true;
  return sentencesOf(content).some((sentence) => hints.test(sentence) && TENANCY.test(sentence));
}

/** A fact that is relevant to a thread, in several wordings. */
export interface ThreadFact {
  kind: string;
  wordings: {
    content: string;
    /** The text without link and signature, which is never posted twice. */
    body: string;
  }[];
}

const IN_A_WORD = /[\p{L}\d]/u;
/** What must follow a name for it to name a station. */
const STATION = /(?: subway| ttc)? (?:station|subway)(?![\p{L}\d])/iuy;

/** The end positions of a name in a text, where it starts a word. */
function endsOf(name: string, text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!IN_A_WORD.test(text.charAt(at - 1))) ends.push(at + name.length);
  }
  return ends;
}

/**
 * Whether a text names a neighbourhood. Single-word names are matched case-sensitively, because many are common words.
 */
function namesPlace(text: string, name: string): boolean {
  const ends = /[\s-]/.test(name) ? endsOf(name.toLowerCase(), text.toLowerCase()) : endsOf(name, text);
  return ends.some((end) => !IN_A_WORD.test(text.charAt(end)));
}
/** Stations share names with streets, so only "… station" and "… subway" match. */
function namesStation(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  return endsOf(name.toLowerCase(), lower).some((end) => {
    STATION.lastIndex = end;
    return STATION.test(lower);
  });
}

const joined = (leads: readonly string[], body: string, ...below: string[]) =>
  leads.map((lead) => ({ content: [`${lead} ${body}`, ...below].join("\n\n"), body: `${lead} ${body}` }));

/** The number of listings at a place, and the median rent of the most common type where enough listings back it. */
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
    ...(most && rents.length >= MIN_LISTINGS_AT_PLACE
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
  // Station figures only fit threads about housing; stations are also mentioned as meeting places.
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
  if (!CONTROL.test(text) || count < MIN_LISTINGS) return [];
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

/** The rules that are relevant to a thread. */
const rulesNamed = (text: { title: string; content: string }): ThreadFact[] =>
  RULES.filter(({ name }) => isRuleRelevant(name, text)).map(({ name, law, sections, bodies }) => ({
    kind: `comment.law.${name}`,
    wordings: bodies.flatMap((body) =>
      joined(["The rule on this:", "What the law says here:", "For reference:"], body, signedLaw(sections, law)),
    ),
  }));

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

function typeFact(title: string, content: string, facts: Facts): ThreadFact[] {
  const type = MONEY.test(`${title}\n${content}`) ? typeNamed(title, content) : null;
  const rents = rentsOf(facts.units.filter(({ bedrooms, isOfCity }) => bedrooms === type && isOfCity));
  const benchmark = facts.benchmarks.find(({ bedrooms }) => bedrooms === type);
  if (type === null || rents.length < MIN_LISTINGS || !benchmark) return [];
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

/** Facts relevant to a thread, the most specific first; none when it names nothing known. */
export function relevantFacts({ title, content }: { title: string; content: string }, facts: Facts): ThreadFact[] {
  const text = `${title}\n${content}`;
  return [
    ...placesNamed(text, facts),
    ...controlFact(text, facts),
    ...rulesNamed({ title, content }),
    ...typeFact(title, content, facts),
  ];
}
