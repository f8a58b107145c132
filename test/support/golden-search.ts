import type { PublicListing } from "../../worker/contracts/listings.ts";
import { DISTRICTS } from "../../worker/contracts/place-names.ts";
import type { SearchMeaning } from "../../worker/contracts/search.ts";
import { metresBetween } from "../../worker/platform/grid.ts";

/** A query of the golden data with its meaning. */
export interface GoldenQuery {
  kind: string;
  q: string;
  understood: {
    bedrooms?: string[];
    homeType?: string;
    minRent?: number;
    maxRent?: number;
    place?: string[];
    near?: string;
    with?: string[];
    words?: string[];
    corrected?: boolean;
  };
  relevant: GoldenCondition;
  wanted?: GoldenCondition;
  free?: string[];
}

/** A condition on the public fields of a result. A result meets it if all entries are true. */
export interface GoldenCondition {
  any?: GoldenCondition[];
  all?: GoldenCondition[];
  bedrooms?: string[];
  kind?: (string | null)[];
  minRent?: number;
  maxRent?: number;
  in?: string[];
  near?: [latitude: number, longitude: number, metres: number];
  closest?: string[];
  subway?: number;
  street?: string;
  text?: string;
  not?: string;
  pets?: (string | null)[];
  parking?: (string | null)[];
  laundry?: (string | null)[];
  utilities?: boolean | null;
  furnished?: boolean | null;
  lease?: number;
}

const SHORT: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  west: "w",
  east: "e",
  boulevard: "blvd",
  saint: "st",
};
const plainName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}.'’]/gu, "")
    .toLowerCase()
    .split(/[\s&-]+/)
    .filter((word) => word !== "" && !["the", "station", "and"].includes(word))
    .map((word) => SHORT[word] ?? word)
    .join(" ");

const sameWords = (a: readonly string[] = [], b: readonly string[] = []) =>
  JSON.stringify(a.map((word) => word.toLowerCase()).toSorted()) ===
  JSON.stringify(b.map((word) => word.toLowerCase()).toSorted());

/** Returns the parts of a search's meaning that differ from the meaning of a golden query. */
export function differingMeaning({ understood, free = [] }: GoldenQuery, said: SearchMeaning): string[] {
  const isRoom = said.homeType === "room" || understood.bedrooms?.[0] === "Private Room";
  const bedrooms = said.homeType === "room" ? ["Private Room"] : said.bedrooms;
  const checks: Record<string, boolean> = {
    bedrooms: sameWords(understood.bedrooms, bedrooms),
    homeType: isRoom || understood.homeType === said.homeType,
    minRent: understood.minRent === said.minRent,
    maxRent: understood.maxRent === said.maxRent,
    place:
      understood.place === undefined
        ? said.place === undefined
        : understood.place.some((name) => plainName(name) === plainName(said.place?.name ?? "")),
    near: (understood.near !== undefined) === (said.near !== undefined),
    with: sameWords(understood.with, said.with),
    words: sameWords(understood.words, said.words),
    corrected: (understood.corrected === true) === (said.corrected !== undefined),
  };
  return Object.entries(checks).flatMap(([key, isRight]) => (isRight || free.includes(key) ? [] : [key]));
}

/** The fields that conditions refer to. */
type Judged = Pick<
  PublicListing,
  | "address"
  | "bedrooms"
  | "closestSubwayStation"
  | "description"
  | "distanceToSubway"
  | "furnished"
  | "homeType"
  | "latitude"
  | "laundry"
  | "leaseMonths"
  | "longitude"
  | "neighbourhood"
  | "parking"
  | "pets"
  | "rentCents"
  | "title"
  | "utilitiesIncluded"
>;

const districtOf = (neighbourhood: string | null) =>
  DISTRICTS.find(([, names]) => neighbourhood !== null && names.includes(neighbourhood))?.[0];

const matches = (pattern: string, home: Judged) => new RegExp(pattern, "i").test(`${home.title}\n${home.description}`);

/** Functions that judge each entry of a condition. */
const ENTRIES: { [Key in keyof GoldenCondition]-?: (given: GoldenCondition[Key] & {}, home: Judged) => boolean } = {
  any: (conditions, home) => conditions.some((condition) => holds(condition, home)),
  all: (conditions, home) => conditions.every((condition) => holds(condition, home)),
  bedrooms: (types, home) => types.includes(home.bedrooms),
  kind: (kinds, home) => kinds.includes(home.homeType),
  minRent: (dollars, { rentCents }) => rentCents !== null && rentCents >= dollars * 100,
  maxRent: (dollars, { rentCents }) => rentCents !== null && rentCents <= dollars * 100,
  in: (names, { neighbourhood }) =>
    names.includes(neighbourhood ?? "") || names.includes(districtOf(neighbourhood) ?? ""),
  near: ([latitude, longitude, metres], home) =>
    home.latitude !== null &&
    home.longitude !== null &&
    metresBetween({ latitude, longitude }, { latitude: home.latitude, longitude: home.longitude }) <= metres,
  closest: (stations, home) => stations.includes(home.closestSubwayStation ?? ""),
  subway: (metres, { distanceToSubway }) => distanceToSubway !== null && distanceToSubway <= metres,
  street: (pattern, { address }) => new RegExp(pattern, "i").test(address),
  text: matches,
  not: (pattern, home) => !matches(pattern, home),
  pets: (values, { pets }) => values.includes(pets),
  parking: (values, { parking }) => values.includes(parking),
  laundry: (values, { laundry }) => values.includes(laundry),
  utilities: (value, { utilitiesIncluded }) => utilitiesIncluded === value,
  furnished: (value, { furnished }) => furnished === value,
  lease: (months, { leaseMonths }) => leaseMonths !== null && leaseMonths <= months,
};

/** Returns whether all entries of a condition are true for a home. */
export function holds(condition: GoldenCondition, home: Judged): boolean {
  return (Object.entries(condition) as [keyof GoldenCondition, never][]).every(([key, given]) =>
    ENTRIES[key](given, home),
  );
}
