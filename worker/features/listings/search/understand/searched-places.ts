import { AREAS } from "../../../../contracts/areas.ts";
import { CITY, municipalitiesIn } from "../../../../contracts/market.ts";
import {
  COLLOQUIAL_PLACES,
  DISTRICTS,
  isConnective,
  type NamedPlace,
  neighbourhoodsOf,
  placeByName,
  placeNameKeys,
} from "../../../../contracts/place-names.ts";
import { SUBWAY_LINES, type SubwayLine, type UnderstoodPlace } from "../../../../contracts/search.ts";
import { isSignificant } from "../../../../contracts/search-words.ts";
import { isMainStreet, withFullName } from "../../../../contracts/known-streets.ts";
import { STATIONS } from "../../../../address/place-data.ts";
import type { Coordinates } from "../../../../platform/grid.ts";
import { LANDMARKS } from "./landmarks.ts";
import { NUMBERS } from "./number-words.ts";
import { PLACE_ALIASES } from "./place-aliases.ts";

/** Distance in metres within which a home counts as near a place. */
export const NEARNESS = {
  landmark: 1_500,
  station: 1_000,
  line: 1_000,
  corner: 800,
  subway: 800,
  anywhere: 100_000,
} as const;

/** A place that a search names, with the rule that decides whether a home is within it. */
export interface SearchedPlace extends UnderstoodPlace {
  within:
    | { names: readonly string[] }
    | { municipality: string }
    | (Coordinates & { metres: number })
    | { line: SubwayLine; metres: number }
    | { street: string }
    /** A street corner whose coordinates have not been looked up yet. */
    | { crossing: readonly [string, string] };
  /**
   * Phrases with which the text of a listing may mention the place. Saved searches store this field
   * (saved_searches.meant).
   */
  said: readonly string[];
  /** True if there were no results within the place. The search then sorts homes by their distance to it. */
  isOnlyForSorting?: true;
}

const withoutSpaces = (key: string) => key.replaceAll(" ", "");
const around = ({ latitude, longitude }: Coordinates, metres: number) => ({ latitude, longitude, metres });

const LINE_NAMES: Readonly<Record<SubwayLine, string>> = {
  "1": "Yonge-University; Yonge University; Yonge; University; Yellow",
  "2": "Bloor-Danforth; Bloor Danforth; Bloor; Danforth; Green",
  "4": "Sheppard; Purple",
  "5": "Eglinton Crosstown; Eglinton; Crosstown; Orange",
  "6": "Finch West",
};

type Named = readonly (readonly [name: string, place: SearchedPlace])[];
const byKey = (named: Named) => {
  const places = new Map<string, SearchedPlace>();
  for (const [name, place] of named)
    for (const key of placeNameKeys(name)) if (!places.has(key)) places.set(key, place);
  return places;
};

const LANDMARK_NAMES = byKey(
  LANDMARKS.flatMap((landmark) => {
    const { name, others } = landmark;
    const place: SearchedPlace = {
      kind: "landmark",
      name,
      within: around(landmark, NEARNESS.landmark),
      said: [name, ...others],
    };
    return [name, ...others].map((called) => [called, place] as const);
  }),
);

/** Short and alternative names of stations. They only mean the station next to the word "station". */
const SHORT_STATIONS: Readonly<Record<string, string>> = {
  Sheppard: "Sheppard-Yonge",
  Yonge: "Bloor-Yonge",
  Bloor: "Bloor-Yonge",
  Dundas: "TMU",
  VMC: "Vaughan Metropolitan Centre",
  "Yonge and Sheppard": "Sheppard-Yonge",
  "Yonge and Bloor": "Bloor-Yonge",
  "Eglinton West": "Cedarvale",
  "North York Center": "North York Centre",
  Main: "Main Street",
};
const stationOf = (called: string) => {
  const station = STATIONS.find(({ name }) => name === (SHORT_STATIONS[called] ?? called));
  if (!station) throw new Error(`No station is called ${called}.`);
  const { name } = station;
  const place: SearchedPlace = {
    kind: "station",
    name,
    within: around(station, NEARNESS.station),
    said: [`${name} station`, name],
  };
  return [called, place] as const;
};
const STATION_NAMES = byKey(STATIONS.map(({ name }) => stationOf(name)));
/** Stations, by the names that mean the station next to the word "station". */
const WITH_WORD = byKey([...STATIONS.map(({ name }) => name), ...Object.keys(SHORT_STATIONS)].map(stationOf));

/** Returns the English word for the number of a subway line, which is the first word for that number in the table. */
const numberWordOf = (line: SubwayLine) => [...NUMBERS].find(([, count]) => count === Number(line))?.[0] ?? line;
const LINE_OF = byKey(
  SUBWAY_LINES.flatMap((line) => {
    const name = `Line ${line}`;
    const place: SearchedPlace = { kind: "line", name, within: { line, metres: NEARNESS.line }, said: [name] };
    const called = LINE_NAMES[line].split("; ").flatMap((of) => [`${of} line`, `${of} subway line`, `${of} LRT`]);
    return [name, `Line ${numberWordOf(line)}`, `${name} subway`, `subway ${name}`, `TTC ${name}`, ...called].map(
      (text) => [text, place] as const,
    );
  }),
);

const AREA_KEYS = new Set(
  [...DISTRICTS.flatMap(([, names]) => names), ...COLLOQUIAL_PLACES.map(([name]) => name), ...AREAS].flatMap(
    placeNameKeys,
  ),
);

function toAreaPlace(named: NamedPlace): SearchedPlace {
  const { name, neighbourhoods, municipality } = named;
  return neighbourhoods === undefined
    ? { kind: "municipality", name, within: { municipality }, said: [name] }
    : { kind: "neighbourhood", name, within: { names: neighbourhoods }, said: [name] };
}

/** Returns the neighbourhoods and municipalities in an area, as the word index spells them. */
export function namesWithin(within: { names: readonly string[] } | { municipality: string }): readonly string[] {
  if ("names" in within) return within.names;
  // In the word index, every listing in the City has the City's name.
  const { municipality } = within;
  return municipality === CITY ? [CITY] : [...municipalitiesIn(municipality), ...neighbourhoodsOf(municipality)];
}

/** Words that may follow a name. Some of them show that the name means a station. */
const STATION_WORDS =
  /^(?:(?:subway|ttc|lrt|metro|go) )?(?:station|stn|subway|stop)$|^(?:ttc|lrt|地铁站|地鐵站|站|역|지하철역)$/;
/** Maximum number of tokens in the words after a name. Each Chinese or Korean character is a token. */
const MAX_SIGN_TOKENS = 4;

/** Maximum number of words in a place name, including connectives: "St Lawrence-East Bayfront-The Islands". */
const MAX_NAME_WORDS = 8;

/**
 * Matches the space before a Chinese or Korean character, because each such character in a name is a separate token.
 */
const BEFORE_CHARACTER = / (?=[\p{Script=Han}\p{Script=Hangul}])/gu;

export interface NameFound {
  place: SearchedPlace;
  length: number;
}

/** Place names by the keys of their aliases. The keys have no spaces, because people place spaces differently. */
const ALIASES = new Map(
  Object.entries(PLACE_ALIASES).flatMap(([name, aliases]) =>
    aliases.split(", ").flatMap((alias) => placeNameKeys(alias).map((key) => [withoutSpaces(key), name] as const)),
  ),
);

/**
 * Keys of areas and parts of area names, by the same keys without spaces, for spellings such as "eastyork" and "cabbage
 * town".
 */
const SPACELESS = new Map(
  [
    ...AREA_KEYS,
    ...DISTRICTS.flatMap(([, names]) => names.flatMap((name) => name.split(/[-/]/))).flatMap(placeNameKeys),
  ].map((key) => [withoutSpaces(key), key]),
);
const MIN_SPACELESS = 7;

/** Spellings of words in place names: "mt dennis" is in the tables as "mount dennis". */
const SPELLINGS: Readonly<Record<string, string>> = { mt: "mount", center: "centre", w: "west" };
/** Returns the key of a place name with its words spelled as in the tables, and with the full name of a street. */
const spelledOut = (key: string) =>
  withFullName(key)
    .split(" ")
    .map((word) => SPELLINGS[word] ?? word)
    .join(" ");

/** Returns a place name in the spelling of the tables. */
function respelled(key: string): string | undefined {
  const spelled = spelledOut(key);
  if (spelled !== key) return spelled;
  const joined = withoutSpaces(key);
  return joined.length < MIN_SPACELESS ? undefined : SPACELESS.get(joined);
}

/** Returns the place with a typed name or alias, or null. */
function placeWithName(typed: string): SearchedPlace | null {
  const [key = ""] = placeNameKeys(typed);
  if (key === "") return null;
  const place = commonMeaningOf(ALIASES.get(withoutSpaces(key)) ?? typed);
  return place ?? commonMeaningOf(respelled(key) ?? "");
}

/** Returns the place that people usually mean by a name, or null. */
function commonMeaningOf(text: string): SearchedPlace | null {
  const [key = ""] = placeNameKeys(text);
  const sure = LANDMARK_NAMES.get(key) ?? LINE_OF.get(key);
  if (sure) return sure;
  const area = placeByName(text);
  if (area && AREA_KEYS.has(key)) return toAreaPlace(area);
  // "Yonge" and "Bay" are streets, and also parts of the names of neighbourhoods.
  const isStreet = isMainStreet(key) && !key.includes(" ");
  if (area?.neighbourhoods && !isStreet) return toAreaPlace(area);
  return STATION_NAMES.get(key) ?? (area && !isStreet ? toAreaPlace(area) : null);
}

/** Returns the place with the longest name at a position of a text, or null. */
export function placeNamedAt(words: readonly string[], from: number): NameFound | null {
  const first = words[from] ?? "";
  if (!isSignificant(first) && first !== "the" && first !== "u") return null;
  for (let length = Math.min(MAX_NAME_WORDS, words.length - from); length > 0; length -= 1) {
    const called = words.slice(from, from + length);
    if (isConnective(called.at(-1) ?? "") || (length === 1 && first === "the")) continue;
    const text = called.join(" ").replace(BEFORE_CHARACTER, "");
    const [key = ""] = placeNameKeys(text).map(spelledOut);
    for (let more = MAX_SIGN_TOKENS; more > 0; more -= 1) {
      const sign = words
        .slice(from + length, from + length + more)
        .join(" ")
        .replace(BEFORE_CHARACTER, "");
      const station = STATION_WORDS.test(sign) ? WITH_WORD.get(key) : undefined;
      // "Sheppard subway line" means a line, not a station.
      if (station && words[from + length + more] !== "line") return { place: station, length: length + more };
    }
    const place = placeWithName(text);
    // "Downtown Toronto" means downtown, not the whole City.
    const part = place?.name === CITY && length > 1 ? placeWithName(first) : null;
    const isCampus = place?.kind === "landmark" && words[from + length] === "campus";
    if (place) return { place: part ?? place, length: isCampus ? length + 1 : length };
  }
  return null;
}

/** Returns the station with a name, or null. */
export const stationWithName = (name: string): SearchedPlace | null => {
  const [key = ""] = placeNameKeys(name);
  return STATION_NAMES.get(key) ?? null;
};

/** All words in the names of places, for correcting misspelt words. */
export const NAME_WORDS: readonly string[] = [
  ...new Set([...AREA_KEYS, ...LANDMARK_NAMES.keys(), ...STATION_NAMES.keys()].flatMap((key) => key.split(" "))),
].filter((word) => word.length >= 4);
