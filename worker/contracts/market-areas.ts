import { isInToronto } from "./areas.ts";

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

/** Parts of a municipality that addresses name like one. Thornhill is of two: the region's figure serves it. */
const PART_OF: Readonly<Record<string, string>> = { Woodbridge: "Vaughan", Concord: "Vaughan", "King City": "King" };

const DISTRICTS = ["North York", "East York", "Scarborough", "Etobicoke"];

/** All areas that a figure can be of. The former municipality of York has none: its name alone means the region. */
export const MARKET_AREAS: readonly string[] = [
  CITY,
  ...DISTRICTS,
  ...Object.keys(REGIONS),
  ...Object.values(REGIONS)
    .flat()
    .filter((name) => !(name in PART_OF)),
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
  return [...new Set([municipality, PART_OF[municipality] ?? municipality, region])];
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
