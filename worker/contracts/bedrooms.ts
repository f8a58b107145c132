/** Bedroom types, in the order they are shown everywhere. */
export const BEDROOMS = ["Studio", "1 Bedroom", "2 Bedrooms", "3 Bedrooms", "4+ Bedrooms", "Private Room"] as const;
export type Bedrooms = (typeof BEDROOMS)[number];

/** Bathroom counts; the label adds "Bathroom" or "Bathrooms". */
export const BATHROOMS = ["1", "1.5", "2", "2.5", "3+"] as const;
export type Bathrooms = (typeof BATHROOMS)[number];

/** The short names on the filter buttons, with the type each stands for. */
export const FILTERS = {
  Studio: "Studio",
  "1 BR": "1 Bedroom",
  "2 BR": "2 Bedrooms",
  "3 BR": "3 Bedrooms",
  "4+ BR": "4+ Bedrooms",
  "Private Room": "Private Room",
} as const satisfies Record<string, Bedrooms>;
export type FilterName = "all" | keyof typeof FILTERS;

/** The category pages: type, page path, API path and the words of the page. */
export const CATEGORIES = [
  {
    bedrooms: "Studio",
    path: "/studio-apartments-toronto",
    api: "/api/studio-listings",
    name: "Studio Apartments",
    plural: "studio apartments",
  },
  {
    bedrooms: "1 Bedroom",
    path: "/1-bedroom-apartments-toronto",
    api: "/api/1br-listings",
    name: "1 Bedroom Apartments",
    plural: "1 bedroom apartments",
  },
  {
    bedrooms: "2 Bedrooms",
    path: "/2-bedroom-apartments-toronto",
    api: "/api/2br-listings",
    name: "2 Bedroom Apartments",
    plural: "2 bedroom apartments",
  },
  {
    bedrooms: "3 Bedrooms",
    path: "/3-bedroom-apartments-toronto",
    api: "/api/3br-listings",
    name: "3 Bedroom Apartments",
    plural: "3 bedroom apartments",
  },
  {
    bedrooms: "4+ Bedrooms",
    path: "/4-bedroom-apartments-toronto",
    api: "/api/4br-listings",
    name: "4+ Bedroom Apartments",
    plural: "4+ bedroom apartments",
  },
  {
    bedrooms: "Private Room",
    path: "/private-rooms-toronto",
    api: "/api/private-room-listings",
    name: "Private Rooms",
    plural: "private rooms",
  },
] as const satisfies readonly { bedrooms: Bedrooms; path: string; api: string; name: string; plural: string }[];
export type Category = (typeof CATEGORIES)[number];

/** The type a `filter` parameter asks for: "all", a type, or undefined when it names none. */
export function parseFilter(text: string | undefined): Bedrooms | "all" | undefined {
  const wanted = (text ?? "all").trim().toLowerCase();
  if (wanted === "" || wanted === "all") return "all";
  const short = Object.entries(FILTERS).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return short ?? BEDROOMS.find((type) => type.toLowerCase() === wanted);
}

/** Whether a filter is written as the site and the contract write it; {@link parseFilter} reads it in any letter case. */
export function isFilterInOneSpelling(text: string | null): boolean {
  return text === null || text === "all" || Object.hasOwn(FILTERS, text) || BEDROOMS.some((type) => type === text);
}
