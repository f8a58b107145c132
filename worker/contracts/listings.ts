import { cleanLine } from "./text.ts";

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

/** Limits of a listing's photos (spec.md 5 and 9). */
export const PHOTO_LIMITS = {
  count: 5,
  bytes: 5 * 1024 * 1024,
  /** Data URLs longer than this are recompressed in the browser. */
  recompressOverCharacters: 500_000,
  recompressLongestSide: 1200,
  /** Longest side accepted, in pixels, and pixels in all. */
  maxSide: 8000,
  maxPixels: 40_000_000,
} as const;
/** Widths a photo is served in, in pixels. */
export const PHOTO_WIDTHS = [400, 800, 1600] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** An approved listing leaves the site this long after its latest approval or renewal. */
export const LISTING_LIFETIME_DAYS = 60;
/** 'Newly Listed' up to this age. */
export const NEWLY_LISTED_DAYS = 10;

const TYPES_BY_PATTERN: readonly (readonly [RegExp, Bedrooms])[] = [
  [/\b(?:studio|bachelor|bach)\b/, "Studio"],
  [/(?<![\d.])0\s*-?\s*(?:br|bdrm|bdr|bed|beds|bedroom|bedrooms)\b/, "Studio"],
  [
    /(?<![\d.])1(?:\s*\+\s*(?:1|den))?\s*-?\s*(?:br|bdrm|bdr|bed|beds|bedroom|bedrooms)\b|\bone[\s-]*bed(?:room)?s?\b/,
    "1 Bedroom",
  ],
  [
    /(?<![\d.])2(?:\s*\+\s*(?:1|den))?\s*-?\s*(?:br|bdrm|bdr|bed|beds|bedroom|bedrooms)\b|\btwo[\s-]*bed(?:room)?s?\b/,
    "2 Bedrooms",
  ],
  [
    /(?<![\d.])3(?:\s*\+\s*(?:1|den))?\s*-?\s*(?:br|bdrm|bdr|bed|beds|bedroom|bedrooms)\b|\bthree[\s-]*bed(?:room)?s?\b/,
    "3 Bedrooms",
  ],
  [
    /(?<![\d.])(?:[4-9]|1\d)\s*\+?\s*-?\s*(?:br|bdrm|bdr|bed|beds|bedroom|bedrooms)\b|\b(?:four|five|six)[\s-]*bed(?:room)?s?\b/,
    "4+ Bedrooms",
  ],
  [/\b(?:private[\s-]*room|room\s+for\s+rent|room)\b/, "Private Room"],
];

/**
 * The bedroom type that a text names ("2 BR", "bachelor", "5 bed", "room for rent"), or null.
 * By word boundary and with bedrooms before rooms, so that "1 Bedroom" is never a private room
 * and "11 br" is not "1 br" (decisions.md 3).
 */
export function parseBedrooms(text: string): Bedrooms | null {
  const wanted = cleanLine(text).toLowerCase();
  const exact = BEDROOMS.find((type) => type.toLowerCase() === wanted);
  if (exact) return exact;
  return TYPES_BY_PATTERN.find(([pattern]) => pattern.test(wanted))?.[1] ?? null;
}

/** The type a `filter` parameter asks for: "all", a type, or undefined when it names none. */
export function parseFilter(text: string | undefined): Bedrooms | "all" | undefined {
  const wanted = (text ?? "all").trim().toLowerCase();
  if (wanted === "" || wanted === "all") return "all";
  const short = Object.entries(FILTERS).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return short ?? BEDROOMS.find((type) => type.toLowerCase() === wanted);
}

/** Rents outside this range are not compared with the market (decisions.md 7), in cents. */
export const COMPARABLE_RENT_CENTS = { min: 300_00, max: 15_000_00 } as const;

/**
 * Monthly rent in cents as typed: "$1,850/month" → 185000, "1.850,00" is not guessed at, a range
 * gives its lower end, "2.1k" → 210000. Null when no amount can be read.
 */
export function parseRentCents(text: string): number | null {
  const amounts = [
    ...cleanLine(text).matchAll(/(?<![\d.,])(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d{1,2})?(?![\d.]*\d)\s*(k\b)?/gi),
  ]
    .map(
      ([, whole = "", fraction = "", thousands]) =>
        Number(whole.replace(/[, ]/g, "") + fraction) * (thousands ? 1000 : 1),
    )
    .filter((dollars) => dollars > 0 && dollars < 1_000_000);
  const first = amounts[0];
  if (first === undefined) return null;
  const isRange = amounts.length > 1 && /\d\s*(?:k\b)?\s*(?:-|–|—|\bto\b)\s*\$?\s*\d/i.test(text);
  return Math.round((isRange ? Math.min(first, amounts[1] ?? first) : first) * 100);
}

/** Whether an address starts a street with a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"). */
export function hasStreetNumber(address: string): boolean {
  const withoutPostalCode = address.replace(/\b[a-z]\d[a-z](?:\s*\d[a-z]\d)?\b/gi, " ");
  return /(?:^|[\s,#-])\d+[a-z]?(?:\s*(?:-|–|&|and)\s*\d+[a-z]?)*\s+(?:\d+(?:st|nd|rd|th)\s+)?\p{L}/iu.test(
    withoutPostalCode,
  );
}

/** Street part of an address: its first comma-separated segment. */
export function streetOf(address: string): string {
  return address.split(",")[0]?.trim() ?? "";
}

const MUNICIPALITIES = [
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
  "Mississauga",
  "Brampton",
  "Vaughan",
  "Markham",
  "Richmond Hill",
  "Thornhill",
  "Woodbridge",
  "Concord",
  "Pickering",
  "Ajax",
  "Whitby",
  "Oshawa",
  "Oakville",
  "Burlington",
  "Milton",
  "Aurora",
  "Newmarket",
  "Caledon",
  "Halton Hills",
  "King City",
  "Stouffville",
  "Toronto",
] as const;
const TORONTO_DISTRICTS: ReadonlySet<string> = new Set([
  "Toronto",
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
]);

/** The municipality (or former municipality of Toronto) an address names; "Toronto" when it names none. */
export function municipalityOf(address: string): string {
  const segments = address
    .split(/[,\n]/)
    .slice(1)
    .map((part) => part.trim().toLowerCase());
  const words = new Set(
    segments.map((segment) =>
      segment.replace(/\b(?:on|ont|ontario|canada)\b\.?|\b[a-z]\d[a-z]\s*(?:\d[a-z]\d)?\b/g, "").trim(),
    ),
  );
  return MUNICIPALITIES.find((name) => words.has(name.toLowerCase())) ?? "Toronto";
}

/** Whether a municipality lies in the City of Toronto, for which the market benchmarks were measured. */
export function isInToronto(municipality: string): boolean {
  return TORONTO_DISTRICTS.has(municipality);
}

function hyphenated(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** Slug of a listing's page: `2-bedrooms-123-main-st`; "4+" gives "4" (decisions.md 3). */
export function listingSlug(bedrooms: Bedrooms, address: string): string {
  return hyphenated(`${bedrooms} ${streetOf(address)}`);
}

/** Title of a listing: `2 Bedrooms - 123 Main St`. */
export function listingTitle(bedrooms: Bedrooms, address: string): string {
  return `${bedrooms} - ${streetOf(address)}`;
}

/** Path of a listing's page. */
export function listingPath(listing: { id: number; slug: string }): string {
  return `/listing/${listing.id}/${listing.slug}`;
}

const PHONE_CHARACTERS = /^[\d+().x -]+$/;

/** A phone number: digits and `+ ( ) - . x` only, 7 to 20 digits with an extension. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 20;
}

/** Answer to a submission. */
export interface Submitted {
  success: true;
  message: string;
  id: number;
}

/** A listing as everyone may read it. No e-mail, no unit, no addresses of people. Dates are ISO 8601 UTC. */
export interface PublicListing {
  id: number;
  slug: string;
  /** `2 Bedrooms - 123 Main St` */
  title: string;
  address: string;
  /** As the landlord typed it. */
  rent: string;
  rentCents: number | null;
  /** `rent` without a leading $. */
  price: string;
  moveInDate: string;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  phone: string | null;
  additionalInfo: string;
  /** additionalInfo, else 'Available {moveInDate}. Contact for details.' */
  description: string;
  /** `/photos/…`; add `?w=400`, `800` or `1600`. */
  images: string[];
  imageCount: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  isRentControlled: boolean | null;
  rentControlConfidence: "high" | "medium" | "low" | null;
  yearBuilt: number | null;
  /** Kilometres to downtown Toronto, one decimal. */
  distanceToDowntown: string | null;
  closestSubwayStation: string | null;
  subwayLines: string[];
  /** Metres. */
  distanceToSubway: number | null;
  /** JSON text: {@link Amenities}. */
  amenities: string | null;
  latitude: number | null;
  longitude: number | null;
  neighbourhood: string | null;
  landlordName: string;
  /** round((market − rent) / market · 100); null when the rent cannot be compared. */
  belowMarketPercent: number | null;
  /** Monthly dollars. */
  marketRent: number | null;
  marketSource: string | null;
  /** Month of the benchmark, `2025-10`. */
  marketAsOf: string | null;
  /** The benchmark is derived or from elsewhere than Toronto: say 'estimate'. */
  marketIsEstimate: boolean;
  pets: string | null;
  parking: string | null;
  laundry: string | null;
  utilitiesIncluded: boolean | null;
  furnished: boolean | null;
  leaseMonths: number | null;
}

/** A place near a listing; `distance` in metres. */
export interface NearbyPlace {
  name: string;
  distance: number;
}
export interface Amenities {
  schools: NearbyPlace[];
  groceryStores: NearbyPlace[];
  medicalFacilities: NearbyPlace[];
  parks: NearbyPlace[];
  daycares: NearbyPlace[];
}

export const LISTING_STATUSES = ["pending", "approved", "rejected", "expired", "rented", "deleted"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** Something a moderator should look at before approving. */
export interface ReviewNote {
  code: "rent_unparsed" | "above_market" | "below_market_unlikely" | "duplicate" | "no_phone";
  text: string;
}

/** A listing as moderators read it. */
export interface AdminListing {
  id: number;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  address: string;
  unit: string | null;
  rent: string;
  rentCents: number | null;
  moveInDate: string;
  email: string;
  phone: string | null;
  additionalInfo: string | null;
  landlordName: string | null;
  images: string[];
  imageCount: number;
  approved: boolean;
  status: ListingStatus;
  reportCount: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  belowMarketPercent: number | null;
  reviewNotes: ReviewNote[];
  /** The public page once it exists. */
  path: string;
}

export const SUBMITTED_MESSAGE = "Your property has been submitted successfully.";
