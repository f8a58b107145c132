import { isInToronto, TORONTO_DISTRICTS } from "./areas.ts";

/** The City of Toronto, as the benchmark table calls it; its former municipalities are parts of it. */
export const CITY = "Toronto";

/** The upper-tier municipalities around the City with what lies in them, as a listing's municipality is called. */
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

/** Parts of municipalities that addresses name like one, with what they lie in. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Woodbridge", ["Vaughan"]],
  ["Concord", ["Vaughan"]],
  ["Thornhill", ["Vaughan", "Markham"]],
  ["King City", ["King"]],
]);

/** The one municipality that a place is a part of. Thornhill is of two: the region's figure serves it. */
function partOf(name: string): string | undefined {
  const [only, ...others] = PARTS.get(name) ?? [];
  return others.length === 0 ? only : undefined;
}

const DISTRICTS = ["North York", "East York", "Scarborough", "Etobicoke"];

/** All areas that a figure can be of. The former municipality of York has none: its name alone means the region. */
export const MARKET_AREAS: readonly string[] = [
  CITY,
  ...DISTRICTS,
  ...Object.keys(REGIONS),
  ...Object.values(REGIONS)
    .flat()
    .filter((name) => partOf(name) === undefined),
];

/**
 * The areas whose figures may serve a home of a municipality (none where it is not known), the nearest first: its own, then its region's, the City's
 * for the City and its former municipalities alone. Empty for a place that is not known.
 */
export function areasServing(municipality: string | null): readonly string[] {
  if (municipality === null || municipality === "") return [];
  if (isInToronto(municipality)) return DISTRICTS.includes(municipality) ? [municipality, CITY] : [CITY];
  const region = Object.keys(REGIONS).find((name) => name === municipality || REGIONS[name]?.includes(municipality));
  if (region === undefined) return [];
  return [...new Set([municipality, partOf(municipality) ?? municipality, region])];
}

/**
 * What the addresses in a municipality name as theirs: itself and its parts, which Thornhill is of two; for the City its
 * former municipalities too, for a region all that lies in it.
 */
export function municipalitiesIn(name: string): readonly string[] {
  if (name === CITY) return TORONTO_DISTRICTS;
  const [, ofRegion = []] = Object.entries(REGIONS).find(([region]) => region === name) ?? [];
  const parts = [...PARTS].flatMap(([part, of]) => (of.includes(name) ? [part] : []));
  return [name, ...ofRegion, ...parts];
}

/** The place whose own listings a home is compared with: the City as a whole, else its municipality; null for none. */
export function ownAreaOf(municipality: string | null): string | null {
  if (municipality !== null && isInToronto(municipality)) return CITY;
  return areasServing(municipality)[0] ?? null;
}

const BLANKS = /\s+/g;
const KIND_OF_AREA = /^(?:region|city|town|municipality) of | region$/g;

/** An area as somebody writes it: "peel", "Region of Peel", "City of Toronto"; null for one that is not known. */
export function marketAreaNamed(text: string): string | null {
  const name = text.trim().toLowerCase().replace(BLANKS, " ");
  const plain = name.replace(KIND_OF_AREA, "");
  const isCalled = (area: string) => [name, plain, `${plain} region`].includes(area.toLowerCase());
  return MARKET_AREAS.find(isCalled) ?? null;
}

/** An area as renters read it: 'City of Toronto', 'Mississauga', 'Peel Region'. */
export const areaName = (area: string): string => (area === CITY ? "City of Toronto" : area);
