import { AREAS, isInToronto } from "./addresses.ts";
import { municipalityOfCommunity } from "./communities.ts";
import { NAMES_IN_USE, NEIGHBOURHOODS_OF } from "./place-name-list.ts";

const MARKS = /[\p{M}'’‘`´]/gu;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
const ARTICLE = /^ ?(?:the )?| $/g;

/**
 * A name in one spelling: "The  Annex" and "annex", "L’Amoreaux" and "lamoreaux", "St. Clair", "Saint Clair" and "st
 * clair".
 */
export const placeNameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(NO_LETTERS, " ")
    .replace(ARTICLE, "")
    .replace(/^saint /, "st ");

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

const placesOf = (names: readonly (readonly [string, readonly string[]])[]) =>
  new Map<string, Neighbourhoods>(
    names.map(([name, neighbourhoods]) => [placeNameKey(name), { name, neighbourhoods }]),
  );
const OFFICIAL = placesOf(DISTRICTS.flatMap(([, names]) => names.map((name) => [name, [name]] as const)));
const CALLED = placesOf(PLACES_IN_USE);

/** Parts of the names of neighbourhoods: "Swansea", "Don Mills". Some are parts of two. */
const PARTS = new Map<string, Neighbourhoods>();
for (const { name, neighbourhoods } of OFFICIAL.values()) {
  for (const part of name.split(/[-/]/)) {
    const other = PARTS.get(placeNameKey(part));
    const all = [...(other?.neighbourhoods ?? []), ...neighbourhoods];
    PARTS.set(placeNameKey(part), { name: other?.name ?? part, neighbourhoods: all });
  }
}

const MUNICIPAL = new Map<string, NamedPlace>(
  [...AREAS, "Old Toronto"].map((name) => [placeNameKey(name), { name, municipality: name }]),
);

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
  const known = OFFICIAL.get(key) ?? CALLED.get(key) ?? MUNICIPAL.get(key) ?? PARTS.get(key);
  if (known) return known;
  const municipality = municipalityOfCommunity(key);
  return municipality === null ? null : { name: municipality, municipality };
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
