/**
 * Places that addresses name instead of their municipality, by municipality, and municipalities too far from Toronto to
 * be areas that readers choose. Without names that a neighbourhood of Toronto has as well (Milliken, Greenwood). From
 * what the municipalities of Ontario call their communities.
 */
const COMMUNITIES: Readonly<Record<string, string>> = {
  Vaughan: "Maple, Kleinburg, Vellore, Vellore Village",
  Markham: "Unionville, Buttonville, Cornell, Box Grove, Cathedraltown, Greensborough, Markham Village",
  "Richmond Hill": "Oak Ridges",
  Stouffville: "Whitchurch-Stouffville, Whitchurch Stouffville, Ballantrae",
  King: "King, King Township, Nobleton, Schomberg, Kettleby",
  Georgina: "Georgina, Keswick, Sutton West, Jackson's Point, Jacksons Point, Pefferlaw",
  "East Gwillimbury": "East Gwillimbury, Holland Landing, Mount Albert, Queensville, Sharon",
  Mississauga:
    "Port Credit, Streetsville, Meadowvale, Clarkson, Cooksville, Erin Mills, Erindale, Malton, Lorne Park, Mineola, Applewood, Churchill Meadows, Lisgar",
  Brampton: "Bramalea, Heart Lake, Castlemore, Springdale, Snelgrove, Huttonville",
  Caledon: "Bolton, Caledon East, Caledon Village, Palgrave, Inglewood, Alton, Belfountain",
  Oakville: "Bronte, Glen Abbey",
  Burlington: "Aldershot",
  "Halton Hills": "Georgetown, Acton, Glen Williams, Limehouse, Norval",
  Milton: "Campbellville",
  Pickering: "Claremont, Brougham, Bay Ridges",
  Ajax: "Pickering Village",
  Whitby: "Brooklin",
  Clarington: "Clarington, Bowmanville, Courtice, Newcastle, Orono",
  Uxbridge: "Uxbridge",
  Scugog: "Scugog, Port Perry",
  Brock: "Beaverton, Cannington, Sunderland",
  "York Region": "York Region, Region of York",
  "Peel Region": "Peel, Peel Region, Region of Peel",
  "Halton Region": "Halton, Halton Region, Region of Halton",
  "Durham Region": "Durham, Durham Region, Region of Durham",
  Hamilton: "Hamilton, Ancaster, Stoney Creek, Waterdown",
  Bradford: "Bradford, Bradford West Gwillimbury",
  Barrie: "Barrie",
  Brantford: "Brantford",
  Cambridge: "Cambridge",
  Guelph: "Guelph",
  Innisfil: "Innisfil",
  Kingston: "Kingston",
  Kitchener: "Kitchener",
  London: "London",
  "Niagara Falls": "Niagara Falls",
  Orangeville: "Orangeville",
  Ottawa: "Ottawa",
  Peterborough: "Peterborough",
  "St. Catharines": "St. Catharines, St Catharines",
  Waterloo: "Waterloo",
  Windsor: "Windsor",
};

const MUNICIPALITY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(COMMUNITIES).flatMap(([municipality, names]) =>
    names.split(", ").map((name) => [name.toLowerCase(), municipality] as const),
  ),
);

/** The municipality of a community outside Toronto by its name in lower case ("maple" is Vaughan's); null for others. */
export function municipalityOfCommunity(name: string): string | null {
  return MUNICIPALITY_OF.get(name) ?? null;
}
