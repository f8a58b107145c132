import { isInToronto, TORONTO_DISTRICTS } from "./areas.ts";

/** The City of Toronto as named in the benchmark table; it includes its former municipalities. */
export const CITY = "Toronto";

/** The regions around the City with their municipalities, as named in listings. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  "Peel Region": ["Mississauga", "Brampton", "Caledon"],
  "York Region": [
    "Vaughan",
    "Markham",
    "Richmond Hill",
    "Thornhill",
    "Woodbridge",
    "Concord",
    "Aurora",
    "Newmarket",
    "King",
    "King City",
    "Stouffville",
    "Georgina",
    "East Gwillimbury",
  ],
  "Durham Region": ["Pickering", "Ajax", "Whitby", "Oshawa", "Clarington", "Uxbridge", "Scugog", "Brock"],
  "Halton Region": ["Oakville", "Burlington", "Milton", "Halton Hills"],
};

/** Parts of municipalities that addresses treat like municipalities, with the municipalities they belong to. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Woodbridge", ["Vaughan"]],
  ["Concord", ["Vaughan"]],
  ["Thornhill", ["Vaughan", "Markham"]],
  ["King City", ["King"]],
]);

/** The municipality that a place belongs to. Thornhill belongs to two, so the region's figure applies. */
function partOf(name: string): string | undefined {
  const [only, ...others] = PARTS.get(name) ?? [];
  return others.length === 0 ? only : undefined;
}

const DISTRICTS = ["North York", "East York", "Scarborough", "Etobicoke"];

/**
 * All areas that can have a figure. The former municipality of York has none, because the name alone means the region.
 */
export const MARKET_AREAS: readonly string[] = [
  CITY,
  ...DISTRICTS,
  ...Object.keys(REGIONS),
  ...Object.values(REGIONS)
    .flat()
    .filter((name) => partOf(name) === undefined),
];

/**
 * The areas whose figures apply to a municipality, nearest first: its own, then its region's, or the City's for the
 * City and its former municipalities. Empty for an unknown place.
 */
export function applicableAreas(municipality: string | null): readonly string[] {
  if (municipality === null || municipality === "") return [];
  if (isInToronto(municipality)) return DISTRICTS.includes(municipality) ? [municipality, CITY] : [CITY];
  const region = Object.keys(REGIONS).find((name) => name === municipality || REGIONS[name]?.includes(municipality));
  if (region === undefined) return [];
  return [...new Set([municipality, partOf(municipality) ?? municipality, region])];
}

/**
 * The municipality names in addresses that belong to an area: itself and its parts, of which Thornhill belongs to two;
 * for the City also its former municipalities, for a region everything in it.
 */
export function municipalitiesIn(name: string): readonly string[] {
  if (name === CITY) return TORONTO_DISTRICTS;
  const [, ofRegion = []] = Object.entries(REGIONS).find(([region]) => region === name) ?? [];
  const parts = [...PARTS].flatMap(([part, of]) => (of.includes(name) ? [part] : []));
  return [name, ...ofRegion, ...parts];
}

/** The area whose own listings a home is compared with: the City as a whole, else its municipality; null for none. */
export function ownAreaOf(municipality: string | null): string | null {
  if (municipality !== null && isInToronto(municipality)) return CITY;
  return applicableAreas(municipality)[0] ?? null;
}

const BLANKS = /\s+/g;
const KIND_OF_AREA = /^(?:region|city|town|municipality) of | region$/g;

/** Parses an area: "peel", "Region of Peel", "City of Toronto"; null when unknown. */
export function parseMarketArea(text: string): string | null {
  const name = text.trim().toLowerCase().replace(BLANKS, " ");
  const plain = name.replace(KIND_OF_AREA, "");
  const isCalled = (area: string) => [name, plain, `${plain} region`].includes(area.toLowerCase());
  return MARKET_AREAS.find(isCalled) ?? null;
}

/** The displayed name of an area: 'City of Toronto', 'Mississauga', 'Peel Region'. */
export const areaName = (area: string): string => (area === CITY ? "City of Toronto" : area);
