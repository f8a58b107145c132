import { AREAS, isInToronto } from "./areas.ts";
import { NAMES_OF_MUNICIPALITIES } from "./communities.ts";
import { COLLOQUIAL_NAMES, NEIGHBOURHOODS_BY_DISTRICT } from "./place-name-list.ts";

const MARKS = /[\p{M}'’‘`´]/gu;
const APOSTROPHES = /['’‘`´]/g;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;
/** Connectives within names that people vary: "Jane and Finch", "Jane & Finch", "Jane Finch". */
const JOINING = new Set(["", "and", "at", "of", "the"]);

/** Whether a word, in lower case, is only a connective. */
export const isConnective = (word: string): boolean => JOINING.has(word);

/**
 * The normalised form of a name: "The Annex" and "annex", "L’Amoreaux" and "lamoreaux", "St. Clair", "Saint Clair" and
 * "st clair" are equal.
 */
const placeNameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .split(NO_LETTERS)
    .filter((word) => !isConnective(word))
    .join(" ")
    .replace(/^saint /, "st ");

/** Every normalised form that is looked up: people write "O'Connor" as one word, the word search splits it in two. */
export const placeNameKeys = (name: string): string[] =>
  [...new Set([name, name.replace(APOSTROPHES, " ")].map(placeNameKey))].filter((key) => key !== "");

const listed = (names: string) => names.split("; ");

/** The former municipalities of Toronto with their neighbourhoods. */
export const DISTRICTS: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] = Object.entries(
  NEIGHBOURHOODS_BY_DISTRICT,
).map(([name, names]) => [name, listed(names)]);

/** Colloquial place names, with the neighbourhoods that each covers. */
export const COLLOQUIAL_PLACES: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] =
  Object.entries(COLLOQUIAL_NAMES).map(([name, names]) => [name, listed(names)]);

/** What a place name refers to: neighbourhoods, or a municipality. The name is as written in addresses. */
export type NamedPlace =
  | { name: string; neighbourhoods: readonly string[]; municipality?: undefined }
  | { name: string; neighbourhoods?: undefined; municipality: string };
type Neighbourhoods = Extract<NamedPlace, { municipality?: undefined }>;

const byKey = <Place>(places: readonly (readonly [name: string, place: Place])[]) =>
  new Map(places.flatMap(([name, place]) => placeNameKeys(name).map((key) => [key, place] as const)));
const placesOf = (names: readonly (readonly [string, readonly string[]])[]) =>
  byKey<Neighbourhoods>(names.map(([name, neighbourhoods]) => [name, { name, neighbourhoods }]));
const OFFICIAL_NAMES = DISTRICTS.flatMap(([, names]) => names);
const OFFICIAL = placesOf(OFFICIAL_NAMES.map((name) => [name, [name]]));
const CALLED = placesOf(COLLOQUIAL_PLACES);

/** Parts of neighbourhood names: "Swansea", "Don Mills". Some belong to two. */
const partsInUse = new Map<string, { part: string; names: string[] }>();
for (const name of OFFICIAL_NAMES) {
  for (const part of name.split(/[-/]/)) {
    const { names } = partsInUse.get(placeNameKey(part)) ?? { names: [] };
    partsInUse.set(placeNameKey(part), { part, names: [...names, name] });
  }
}
const PARTS = placesOf([...partsInUse.values()].map(({ part, names }) => [part, names]));

const municipal = (name: string, municipality: string) => [name, { name: municipality, municipality }] as const;
const MUNICIPAL = byKey<NamedPlace>([...AREAS, "Old Toronto"].map((name) => municipal(name, name)));
const COMMUNITIES = byKey<NamedPlace>(NAMES_OF_MUNICIPALITIES.map(([name, of]) => municipal(name, of)));

/**
 * The City's neighbourhoods with this official or colloquial name ("the annex", "Liberty Village"); none for others.
 */
export function neighbourhoodsByName(name: string): readonly string[] {
  const key = placeNameKey(name);
  return (OFFICIAL.get(key) ?? CALLED.get(key) ?? PARTS.get(key))?.neighbourhoods ?? [];
}

/**
 * The place with a name: an official neighbourhood, a colloquial one, a municipality or a part of one, in this order;
 * null when unknown.
 */
export function placeByName(text: string): NamedPlace | null {
  const key = placeNameKey(text);
  return OFFICIAL.get(key) ?? CALLED.get(key) ?? MUNICIPAL.get(key) ?? PARTS.get(key) ?? COMMUNITIES.get(key) ?? null;
}

/** Colloquial names of a neighbourhood. */
export const aliasesOf = (neighbourhood: string): string[] =>
  COLLOQUIAL_PLACES.flatMap(([alias, names]) => (names.includes(neighbourhood) ? [alias] : []));

/** The neighbourhoods that a name covers; an unknown name stands for itself. */
export const neighbourhoodsCovered = (name: string): readonly string[] => placeByName(name)?.neighbourhoods ?? [name];

/** The neighbourhoods of a former municipality of Toronto; empty for others. */
export const neighbourhoodsOf = (municipality: string): readonly string[] =>
  DISTRICTS.find(([name]) => name === municipality)?.[1] ?? [];

/** The City of Toronto and its former municipalities. */
export const CITY_NAMES: readonly string[] = AREAS.filter(isInToronto);
