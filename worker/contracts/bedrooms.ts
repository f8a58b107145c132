import { cleanLine } from "./text.ts";

/** Bedroom types, in display order. */
export const BEDROOMS = ["Studio", "1 Bedroom", "2 Bedrooms", "3 Bedrooms", "4+ Bedrooms", "Private Room"] as const;
export type Bedrooms = (typeof BEDROOMS)[number];

/** Bathroom counts; labels add "Bathroom" or "Bathrooms". */
export const BATHROOMS = ["1", "1.5", "2", "2.5", "3+"] as const;
export type Bathrooms = (typeof BATHROOMS)[number];

/** Short names on the filter buttons, each with its bedroom type. */
export const FILTERS = {
  Studio: "Studio",
  "1 BR": "1 Bedroom",
  "2 BR": "2 Bedrooms",
  "3 BR": "3 Bedrooms",
  "4+ BR": "4+ Bedrooms",
  "Private Room": "Private Room",
} as const satisfies Record<string, Bedrooms>;
export type FilterName = "all" | keyof typeof FILTERS;

interface CategoryTexts {
  bedrooms: Bedrooms;
  path: string;
  api: string;
  name: string;
  plural: string;
  /**
   * The bedroom type after a number, singular and plural. The texts spell out the number of bedrooms, because "8 2
   * bedroom apartments" is unreadable.
   */
  counted: readonly [one: string, several: string];
}

/** The category pages: type, page path, API path and texts. */
export const CATEGORIES = [
  {
    bedrooms: "Studio",
    path: "/studio-apartments-toronto",
    api: "/api/studio-listings",
    name: "Studio Apartments",
    plural: "studio apartments",
    counted: ["studio apartment", "studio apartments"],
  },
  {
    bedrooms: "1 Bedroom",
    path: "/1-bedroom-apartments-toronto",
    api: "/api/1br-listings",
    name: "1 Bedroom Apartments",
    plural: "1 bedroom apartments",
    counted: ["one-bedroom apartment", "one-bedroom apartments"],
  },
  {
    bedrooms: "2 Bedrooms",
    path: "/2-bedroom-apartments-toronto",
    api: "/api/2br-listings",
    name: "2 Bedroom Apartments",
    plural: "2 bedroom apartments",
    counted: ["two-bedroom apartment", "two-bedroom apartments"],
  },
  {
    bedrooms: "3 Bedrooms",
    path: "/3-bedroom-apartments-toronto",
    api: "/api/3br-listings",
    name: "3 Bedroom Apartments",
    plural: "3 bedroom apartments",
    counted: ["three-bedroom apartment", "three-bedroom apartments"],
  },
  {
    bedrooms: "4+ Bedrooms",
    path: "/4-bedroom-apartments-toronto",
    api: "/api/4br-listings",
    name: "4+ Bedroom Apartments",
    plural: "4+ bedroom apartments",
    counted: ["apartment with four or more bedrooms", "apartments with four or more bedrooms"],
  },
  {
    bedrooms: "Private Room",
    path: "/private-rooms-toronto",
    api: "/api/private-room-listings",
    name: "Private Rooms",
    plural: "private rooms",
    counted: ["private room", "private rooms"],
  },
] as const satisfies readonly CategoryTexts[];
export type Category = (typeof CATEGORIES)[number];

/** Parses a `filter` parameter: "all", a bedroom type, or undefined when unknown. */
export function parseFilter(text: string | undefined): Bedrooms | "all" | undefined {
  const wanted = (text ?? "all").trim().toLowerCase();
  if (wanted === "" || wanted === "all") return "all";
  const short = Object.entries(FILTERS).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return short ?? BEDROOMS.find((type) => type.toLowerCase() === wanted);
}

/** Returns whether a filter has its canonical spelling; {@link parseFilter} ignores case. */
export function isCanonicalFilter(text: string | null): boolean {
  return text === null || text === "all" || Object.hasOwn(FILTERS, text) || BEDROOMS.some((type) => type === text);
}

const UNIT_OF_COUNT = "(?:br|bd|bdrm|bdr|beds?|bedrooms?)\\b";
/** Matches "2 br", "2+1 bedrooms" and "2 + den", but not the 1 in "2+1" or "11 br". */
function bedroomsPattern(digits: string, word: string): RegExp {
  const den = "\\s*\\+\\s*(?:1|den)\\b";
  const count = `(?<![\\d.+]\\s?)(?:${digits})`;
  return new RegExp(
    `${count}(?:${den})?\\s*(?:\\+\\s*)?(?:-\\s*)?${UNIT_OF_COUNT}|${count}${den}|\\b(?:${word})[\\s-]*bed(?:room)?s?\\b`,
  );
}

const TYPES_BY_PATTERN: readonly (readonly [RegExp, Bedrooms])[] = [
  [/\b(?:studio|bachelor|bach)\b/, "Studio"],
  [new RegExp(`(?<![\\d.])0\\s*(?:-\\s*)?${UNIT_OF_COUNT}`), "Studio"],
  [/^(?:4|5|6)\s*\+$/, "4+ Bedrooms"],
  [bedroomsPattern("[4-9]|1\\d", "four|five|six"), "4+ Bedrooms"],
  [bedroomsPattern("3", "three"), "3 Bedrooms"],
  [bedroomsPattern("2", "two"), "2 Bedrooms"],
  [bedroomsPattern("1", "one"), "1 Bedroom"],
  [/\b(?:private[\s-]*room|room\s+for\s+rent|room)\b/, "Private Room"],
];

/**
 * Returns the bedroom type named in a text ("2 BR", "bachelor", "5 bed", "room for rent"), or null. Bedrooms are tried
 * before rooms, so that "1 Bedroom" is not read as a private room. Word boundaries prevent "11 br" from matching "1 br"
 * (docs/product.md, Listings).
 */
export function parseBedrooms(text: string): Bedrooms | null {
  const wanted = cleanLine(text).toLowerCase();
  const exact = BEDROOMS.find((type) => type.toLowerCase() === wanted);
  if (exact) return exact;
  return TYPES_BY_PATTERN.find(([pattern]) => pattern.test(wanted))?.[1] ?? null;
}

/** Home types, as stated by the landlord or corrected by a moderator. */
export const HOME_TYPES = ["apartment", "condo", "house", "basement", "room", "shared_bed"] as const;
export type HomeType = (typeof HOME_TYPES)[number];

export const HOME_TYPE_NAMES = {
  apartment: "Apartment, condo or flat",
  condo: "Condo",
  house: "House",
  basement: "Basement",
  room: "Private room",
  shared_bed: "Bed in a shared room",
} as const satisfies Record<HomeType, string>;

/** Home types that are only part of a home. Such homes are listed as 'Private Room' only. */
const PARTS_OF_HOMES: ReadonlySet<HomeType | null> = new Set(["room", "shared_bed"]);

export const ROOM_PROBLEM = "A room is listed as Private Room.";

interface Kind {
  bedrooms: Bedrooms;
  homeType: HomeType | null;
}

/** Returns whether a home type may be listed with a bedroom type: rooms and beds only as 'Private Room'. */
export const fitsBedrooms = (homeType: HomeType | null, bedrooms: Bedrooms): boolean =>
  bedrooms === "Private Room" || !PARTS_OF_HOMES.has(homeType);

/**
 * Returns the home type to store for a listing. A 'Private Room' is stored as a room or a bed, even if the landlord
 * chose the type of the surrounding home ("House"). If a former room gets another bedroom type, its home type is null
 * until the landlord states one.
 */
export function storedHomeType({ bedrooms, homeType }: Kind): HomeType | null {
  const isPart = PARTS_OF_HOMES.has(homeType);
  if (bedrooms === "Private Room") return isPart ? homeType : "room";
  return isPart ? null : homeType;
}
