/**
 * Names used in addresses instead of the municipality, grouped by municipality of the Greater Toronto Area. Includes
 * municipalities that are too distant to be a selectable area. Excludes names that are also neighbourhoods of Toronto
 * (Milliken, Greenwood). Source: the communities listed by Ontario's municipalities.
 */
const COMMUNITIES: Readonly<Record<string, string>> = {
  Toronto:
    "City of Toronto, Old Toronto, Downtown Toronto, Downtown, Midtown, Uptown, GTA, Greater Toronto Area, Toronto GTA, TO, T.O., T O, YYZ, 多伦多, 多倫多",
  "North York": "NorthYork, Northyork, 北约克, 北約克",
  Scarborough: "Scarboro, 士嘉堡, 世嘉宝",
  Vaughan: "Maple, Kleinburg, Vellore, Vellore Village, Nashville, City of Vaughan, 旺市",
  Markham:
    "Unionville, Buttonville, Cornell, Box Grove, Cathedraltown, Greensborough, Markham Village, Berczy, City of Markham, 万锦, 萬錦, 万锦市, 萬錦市",
  "Richmond Hill": "RichmondHill, Oak Ridges, Gormley, City of Richmond Hill, 列治文山, 列治文山市",
  Stouffville: "Whitchurch-Stouffville, Whitchurch Stouffville, Ballantrae",
  Aurora: "Town of Aurora",
  Newmarket: "Town of Newmarket",
  King: "King, King Township, Nobleton, Schomberg, Kettleby",
  Georgina: "Georgina, Keswick, Sutton West, Jackson's Point, Jacksons Point, Pefferlaw",
  "East Gwillimbury": "East Gwillimbury, Holland Landing, Mount Albert, Queensville, Sharon",
  Mississauga:
    "City of Mississauga, Sauga, Port Credit, Streetsville, Meadowvale, Clarkson, Cooksville, Erin Mills, Erindale, Malton, Lorne Park, Mineola, Applewood, Churchill Meadows, Lisgar, Square One, 密西沙加",
  Brampton:
    "City of Brampton, Bramalea, Heart Lake, Castlemore, Springdale, Snelgrove, Huttonville, Mount Pleasant Village",
  Caledon: "Bolton, Caledon East, Caledon Village, Palgrave, Inglewood, Alton, Belfountain",
  Oakville: "Bronte, Glen Abbey, Town of Oakville",
  Burlington: "Aldershot, City of Burlington",
  "Halton Hills": "Georgetown, Acton, Glen Williams, Limehouse, Norval",
  Milton: "Campbellville, Town of Milton",
  Pickering: "Claremont, Brougham, Bay Ridges, City of Pickering",
  Ajax: "Pickering Village, Town of Ajax",
  Whitby: "Brooklin, Town of Whitby",
  Oshawa: "City of Oshawa",
  Clarington: "Clarington, Bowmanville, Courtice, Newcastle, Orono",
  Uxbridge: "Uxbridge",
  Scugog: "Scugog, Port Perry, Blackstock",
  Brock: "Beaverton, Cannington, Sunderland",
  "York Region": "York Region, Region of York",
  "Peel Region": "Peel, Peel Region, Region of Peel",
  "Halton Region": "Halton, Halton Region, Region of Halton",
  "Durham Region": "Durham, Durham Region, Region of Durham",
};

/** All community names, each with its municipality. */
export const NAMES_OF_MUNICIPALITIES: readonly (readonly [name: string, municipality: string])[] = Object.entries(
  COMMUNITIES,
).flatMap(([municipality, names]) => names.split(", ").map((name) => [name, municipality] as const));

const MUNICIPALITY_OF: ReadonlyMap<string, string> = new Map(
  NAMES_OF_MUNICIPALITIES.map(([name, municipality]) => [name.toLowerCase(), municipality]),
);

/**
 * Returns the GTA municipality of a community, by its lower-case name ("maple" is in Vaughan); null for other names.
 */
export function municipalityOfCommunity(name: string): string | null {
  return MUNICIPALITY_OF.get(name) ?? null;
}
