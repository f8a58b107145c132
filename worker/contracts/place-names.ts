import { AREAS, isInToronto } from "./areas.ts";
import { NAMES_OF_MUNICIPALITIES } from "./communities.ts";
import { NAMES_IN_USE, NEIGHBOURHOODS_OF } from "./place-name-list.ts";

const MARKS = /[\p{M}'’‘`´]/gu;
const APOSTROPHES = /['’‘`´]/g;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;
/** What people write within a name or leave out: "Jane and Finch", "Jane & Finch", "Jane Finch". */
const JOINING = new Set(["", "and", "at", "of", "the"]);

/** Whether a word, in lower case, only joins others to a name. */
export const isJoining = (word: string): boolean => JOINING.has(word);

/**
 * A name in one spelling: "The  Annex" and "annex", "L’Amoreaux" and "lamoreaux", "St. Clair", "Saint Clair" and "st
 * clair".
 */
const placeNameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .split(NO_LETTERS)
    .filter((word) => !isJoining(word))
    .join(" ")
    .replace(/^saint /, "st ");

/** A name in each spelling that is looked up: "O'Connor" is one word to people, and two to the search by words. */
export const placeNameKeys = (name: string): string[] =>
  [...new Set([name, name.replace(APOSTROPHES, " ")].map(placeNameKey))].filter((key) => key !== "");

const listed = (names: string) => names.split("; ");

/** The former municipalities of Toronto with their neighbourhoods. */
export const DISTRICTS: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] = Object.entries(
  NEIGHBOURHOODS_OF,
).map(([name, names]) => [name, listed(names)]);

/** What people call places, with the neighbourhoods that each lies in. */
export const PLACES_IN_USE: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] = Object.entries(
  NAMES_IN_USE,
).map(([name, names]) => [name, listed(names)]);

/** What a name of a place stands for: neighbourhoods, or a municipality. The name is as it is written in addresses. */
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
const CALLED = placesOf(PLACES_IN_USE);

/** Parts of the names of neighbourhoods: "Swansea", "Don Mills". Some are parts of two. */
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

/** The City's neighbourhoods that a name is one of, or that people call so ("the annex", "Liberty Village"); none for others. */
export function neighbourhoodsCalled(name: string): readonly string[] {
  const key = placeNameKey(name);
  return (OFFICIAL.get(key) ?? CALLED.get(key) ?? PARTS.get(key))?.neighbourhoods ?? [];
}

/**
 * The place of a name: a neighbourhood of the City's, one that people use, a municipality or a part of one, in this order.
 * Null for a name that is not known.
 */
export function placeNamed(text: string): NamedPlace | null {
  const key = placeNameKey(text);
  return OFFICIAL.get(key) ?? CALLED.get(key) ?? MUNICIPAL.get(key) ?? PARTS.get(key) ?? COMMUNITIES.get(key) ?? null;
}

/** What people call a neighbourhood beside its name. */
export const aliasesOf = (neighbourhood: string): string[] =>
  PLACES_IN_USE.flatMap(([alias, names]) => (names.includes(neighbourhood) ? [alias] : []));

/** The neighbourhoods that a name stands for; those of a name that is not known are itself. */
export const neighbourhoodsNamed = (name: string): readonly string[] => placeNamed(name)?.neighbourhoods ?? [name];

/** The neighbourhoods of a former municipality of Toronto; none of another. */
export const neighbourhoodsOf = (municipality: string): readonly string[] =>
  DISTRICTS.find(([name]) => name === municipality)?.[1] ?? [];

/** Every municipality that is the City of Toronto, or was a part of it. */
export const CITY_NAMES: readonly string[] = AREAS.filter(isInToronto);
