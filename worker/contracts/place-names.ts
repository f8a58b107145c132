import { AREAS, isInToronto } from "./areas.ts";
import { NAMES_OF_MUNICIPALITIES } from "./communities.ts";

/**
 * The 158 neighbourhoods of the City of Toronto. Each belongs to the former municipality that contains most of the
 * neighbourhood (2022 boundaries, Open Data Toronto).
 */
const NEIGHBOURHOODS_BY_DISTRICT: Readonly<Record<string, string>> = {
  "Old Toronto":
    "Annex; Bay-Cloverhill; Blake-Jones; Cabbagetown-South St. James Town; Casa Loma; Church-Wellesley; Corso Italia-Davenport; Danforth; Dovercourt Village; Downtown Yonge East; Dufferin Grove; East End-Danforth; Forest Hill North; Forest Hill South; Fort York-Liberty Village; Greenwood-Coxwell; Harbourfront-CityPlace; High Park North; High Park-Swansea; Junction Area; Junction-Wallace Emerson; Kensington-Chinatown; Lawrence Park North; Lawrence Park South; Little Portugal; Moss Park; Mount Pleasant East; North Riverdale; North St. James Town; North Toronto; Palmerston-Little Italy; Playter Estates-Danforth; Regent Park; Roncesvalles; Rosedale-Moore Park; South Eglinton-Davisville; South Parkdale; South Riverdale; St Lawrence-East Bayfront-The Islands; The Beaches; Trinity-Bellwoods; University; Wellington Place; West Queen West; Weston-Pelham Park; Woodbine Corridor; Wychwood; Yonge-Bay Corridor; Yonge-Eglinton; Yonge-St. Clair",
  Scarborough:
    "Agincourt North; Agincourt South-Malvern West; Bendale South; Bendale-Glen Andrew; Birchcliffe-Cliffside; Centennial Scarborough; Clairlea-Birchmount; Cliffcrest; Dorset Park; East L'Amoreaux; Eglinton East; Golfdale-Cedarbrae-Woburn; Guildwood; Highland Creek; Ionview; Kennedy Park; L'Amoreaux West; Malvern East; Malvern West; Milliken; Morningside; Morningside Heights; Oakridge; Scarborough Village; Steeles; Tam O'Shanter-Sullivan; West Hill; West Rouge; Wexford/Maryvale; Woburn North",
  "North York":
    "Avondale; Banbury-Don Mills; Bathurst Manor; Bayview Village; Bayview Woods-Steeles; Bedford Park-Nortown; Black Creek; Bridle Path-Sunnybrook-York Mills; Brookhaven-Amesbury; Clanton Park; Don Valley Village; Downsview; East Willowdale; Englemount-Lawrence; Fenside-Parkwoods; Flemingdon Park; Glenfield-Jane Heights; Henry Farm; Hillcrest Village; Humber Summit; Humbermede; Lansing-Westgate; Maple Leaf; Newtonbrook East; Newtonbrook West; Oakdale-Beverley Heights; Parkwoods-O'Connor Hills; Pelmo Park-Humberlea; Pleasant View; Rustic; St. Andrew-Windfields; Victoria Village; Westminster-Branson; Willowdale West; Yonge-Doris; York University Heights; Yorkdale-Glen Park",
  Etobicoke:
    "Alderwood; Edenbridge-Humber Valley; Elms-Old Rexdale; Eringate-Centennial-West Deane; Etobicoke City Centre; Etobicoke West Mall; Humber Bay Shores; Humber Heights-Westmount; Islington; Kingsview Village-The Westway; Kingsway South; Long Branch; Markland Wood; Mimico-Queensway; Mount Olive-Silverstone-Jamestown; New Toronto; Princess-Rosethorn; Rexdale-Kipling; Stonegate-Queensway; Thistletown-Beaumond Heights; West Humber-Clairville; Willowridge-Martingrove-Richview",
  York: "Beechborough-Greenbrook; Briar Hill-Belgravia; Caledonia-Fairbank; Humewood-Cedarvale; Keelesdale-Eglinton West; Lambton Baby Point; Mount Dennis; Oakwood Village; Rockcliffe-Smythe; Runnymede-Bloor West Village; Weston",
  "East York":
    "Broadview North; Danforth East York; Leaside-Bennington; O'Connor-Parkview; Old East York; Taylor-Massey; Thorncliffe Park; Woodbine-Lumsden",
};

/**
 * Colloquial place names, each with the neighbourhoods that contain at least a sixth of the place (the area within half
 * a kilometre of its centre). Sources are the City's neighbourhood profiles and common use. Parts of official names
 * ("Swansea") are not repeated.
 */
const COLLOQUIAL_NAMES: Readonly<Record<string, string>> = {
  Leslieville: "South Riverdale; Greenwood-Coxwell",
  Riverside: "South Riverdale",
  "Port Lands": "South Riverdale",
  "East Chinatown": "North Riverdale; South Riverdale",
  "Little India": "Greenwood-Coxwell",
  "Gerrard India Bazaar": "Greenwood-Coxwell",
  Greektown: "Playter Estates-Danforth; North Riverdale",
  Riverdale: "North Riverdale; South Riverdale",
  "Upper Beaches": "East End-Danforth; The Beaches",
  "Danforth Village": "East End-Danforth; Woodbine Corridor; Danforth",
  Beach: "The Beaches",
  Yorkville: "Annex",
  Koreatown: "Palmerston-Little Italy; Annex",
  "Seaton Village": "Annex; Dovercourt Village",
  "Christie Pits": "Dovercourt Village; Palmerston-Little Italy; Annex",
  "Financial District": "Yonge-Bay Corridor",
  "Entertainment District": "Wellington Place",
  "Fashion District": "Wellington Place",
  "King West": "Wellington Place; Fort York-Liberty Village",
  "Queen West": "West Queen West; Kensington-Chinatown; Wellington Place",
  Ossington: "Trinity-Bellwoods; Little Portugal",
  "Dundas West": "Little Portugal; Trinity-Bellwoods",
  "Brockton Village": "Little Portugal; Dufferin Grove",
  "Distillery District": "St Lawrence-East Bayfront-The Islands",
  "West Don Lands": "St Lawrence-East Bayfront-The Islands",
  "Canary District": "St Lawrence-East Bayfront-The Islands",
  "St. Lawrence Market": "St Lawrence-East Bayfront-The Islands",
  "Toronto Islands": "St Lawrence-East Bayfront-The Islands",
  Corktown: "Moss Park; St Lawrence-East Bayfront-The Islands",
  "Garden District": "Moss Park; Downtown Yonge East",
  "Gay Village": "Church-Wellesley",
  "St. James Town": "North St. James Town; Cabbagetown-South St. James Town",
  "Bathurst Quay": "Fort York-Liberty Village; Harbourfront-CityPlace",
  "Queens Quay": "Harbourfront-CityPlace; St Lawrence-East Bayfront-The Islands",
  "South Core": "St Lawrence-East Bayfront-The Islands; Harbourfront-CityPlace",
  "Kensington Market": "Kensington-Chinatown",
  "Grange Park": "Kensington-Chinatown",
  "Alexandra Park": "Kensington-Chinatown",
  "Harbord Village": "University",
  "Mirvish Village": "Annex; University; Palmerston-Little Italy",
  Bloorcourt: "Palmerston-Little Italy; Dovercourt Village; Dufferin Grove",
  Bloordale: "Junction-Wallace Emerson; Dufferin Grove",
  Junction: "Junction Area",
  "Junction Triangle": "Junction-Wallace Emerson; High Park North; Roncesvalles",
  Stockyards: "Junction Area",
  "Carleton Village": "Weston-Pelham Park",
  Earlscourt: "Corso Italia-Davenport",
  Parkdale: "South Parkdale; Roncesvalles",
  "High Park": "High Park North; High Park-Swansea",
  "Bloor West Village": "Runnymede-Bloor West Village; High Park-Swansea",
  "Baby Point": "Lambton Baby Point",
  Hillcrest: "Wychwood; Casa Loma",
  "St. Clair West": "Wychwood; Humewood-Cedarvale",
  Summerhill: "Rosedale-Moore Park; Yonge-St. Clair",
  "Deer Park": "Yonge-St. Clair; Rosedale-Moore Park",
  "South Hill": "Casa Loma; Yonge-St. Clair",
  Davisville: "South Eglinton-Davisville; Mount Pleasant East",
  "Davisville Village": "Mount Pleasant East; South Eglinton-Davisville",
  "Chaplin Estates": "Yonge-Eglinton",
  "Forest Hill": "Forest Hill North; Forest Hill South",
  "Lawrence Park": "Lawrence Park North; Lawrence Park South",
  Midtown: "Yonge-Eglinton; South Eglinton-Davisville; Mount Pleasant East; North Toronto; Yonge-St. Clair",
  "Yonge and Eglinton": "Yonge-Eglinton; North Toronto; South Eglinton-Davisville; Mount Pleasant East",
  Downtown:
    "Yonge-Bay Corridor; Downtown Yonge East; Church-Wellesley; Bay-Cloverhill; Wellington Place; Harbourfront-CityPlace; Fort York-Liberty Village; St Lawrence-East Bayfront-The Islands; Kensington-Chinatown; Moss Park; Regent Park; University; West Queen West; North St. James Town; Cabbagetown-South St. James Town; Annex",
  Leaside: "Leaside-Bennington",
  "Crescent Town": "Taylor-Massey",
  "Pape Village": "Broadview North; Old East York; Danforth East York",
  "Woodbine Heights": "Woodbine-Lumsden",
  Willowdale: "East Willowdale; Willowdale West; Yonge-Doris; Lansing-Westgate",
  "North York Centre": "Willowdale West; Yonge-Doris; East Willowdale; Lansing-Westgate",
  Newtonbrook: "Newtonbrook East; Newtonbrook West",
  "Hoggs Hollow": "Bridle Path-Sunnybrook-York Mills; St. Andrew-Windfields; Bedford Park-Nortown",
  "Armour Heights": "Lansing-Westgate",
  "Ledbury Park": "Bedford Park-Nortown",
  "Wilson Heights": "Clanton Park",
  "Lawrence Manor": "Englemount-Lawrence",
  "Jane and Finch": "Glenfield-Jane Heights; Black Creek",
  Emery: "Humbermede",
  Fairbank: "Caledonia-Fairbank; Briar Hill-Belgravia; Oakwood Village",
  Silverthorn: "Keelesdale-Eglinton West",
  "Six Points": "Islington; Etobicoke City Centre",
  "Islington Village": "Islington; Etobicoke City Centre",
  "Sherway Gardens": "Etobicoke City Centre",
  Kingsway: "Kingsway South",
  Sunnylea: "Stonegate-Queensway",
  Rexdale:
    "Rexdale-Kipling; Elms-Old Rexdale; Mount Olive-Silverstone-Jamestown; West Humber-Clairville; Thistletown-Beaumond Heights",
  "Humber Bay": "Humber Bay Shores; Mimico-Queensway",
  Mimico: "Mimico-Queensway; Humber Bay Shores",
  Agincourt: "Agincourt North; Agincourt South-Malvern West",
  Malvern: "Malvern East; Malvern West",
  Bendale: "Bendale South; Bendale-Glen Andrew",
  "Birch Cliff": "Birchcliffe-Cliffside",
  Cliffside: "Birchcliffe-Cliffside; Cliffcrest",
  "Scarborough Bluffs": "Cliffcrest; Birchcliffe-Cliffside",
  "L'Amoreaux": "East L'Amoreaux; L'Amoreaux West",
  Woburn: "Woburn North; Golfdale-Cedarbrae-Woburn",
  "Scarborough Town Centre": "Bendale-Glen Andrew; Woburn North",
  "Golden Mile": "Wexford/Maryvale; Clairlea-Birchmount; Ionview",
  Rouge: "West Rouge; Centennial Scarborough",
  "Port Union": "West Rouge; Centennial Scarborough",
  "West Annex": "Annex",
  "Upper Annex": "Annex",
  "Shops at Don Mills": "Banbury-Don Mills",
  "Bay Street Corridor": "Bay-Cloverhill",
  "Scarborough Town Center": "Bendale-Glen Andrew",
  STC: "Bendale-Glen Andrew",
  "Cliffside Village": "Birchcliffe-Cliffside",
  Pocket: "Blake-Jones",
  "Church and Wellesley": "Church-Wellesley",
  Bluffs: "Cliffcrest",
  "Bloorcourt Village": "Dovercourt Village",
  "Downsview Park": "Downsview",
  "Little Tibet": "Dufferin Grove",
  "Humber Valley Village": "Edenbridge-Humber Valley",
  "Etobicoke Centre": "Etobicoke City Centre",
  Flemingdon: "Flemingdon Park",
  "Forest Hill Village": "Forest Hill South",
  "Exhibition Place": "Fort York-Liberty Village",
  "Guildwood Village": "Guildwood",
  "City Place": "Harbourfront-CityPlace",
  "Harbour Front": "Harbourfront-CityPlace",
  "Bloor West": "High Park North; Runnymede-Bloor West Village",
  "Upper Village": "Humewood-Cedarvale",
  "Islington City Centre": "Islington",
  "Islington-City Centre West": "Islington; Etobicoke City Centre",
  "South Etobicoke": "Mimico-Queensway; Humber Bay Shores; New Toronto; Long Branch; Alderwood",
  "Bloordale Village": "Junction-Wallace Emerson",
  Lambton: "Lambton Baby Point",
  "Lytton Park": "Lawrence Park South",
  "Bennington Heights": "Leaside-Bennington",
  "Beaconsfield Village": "Little Portugal",
  "Markland Woods": "Markland Wood",
  Distillery: "St Lawrence-East Bayfront-The Islands",
  "Midtown Toronto": "North Toronto; Yonge-Eglinton",
  "Parkview Hills": "O'Connor-Parkview",
  "Woodbine Gardens": "O'Connor-Parkview",
  "Topham Park": "O'Connor-Parkview",
  Oakwood: "Oakwood Village",
  "Oakwood-Vaughan": "Oakwood Village",
  "Princess Gardens": "Princess-Rosethorn",
  "Roncesvalles Village": "Roncesvalles",
  Roncy: "Roncesvalles",
  Esplanade: "St Lawrence-East Bayfront-The Islands",
  "Old Town": "St Lawrence-East Bayfront-The Islands",
  "Beaumonde Heights": "Thistletown-Beaumond Heights",
  Thorncliffe: "Thorncliffe Park",
  "U of T": "University",
  UofT: "University",
  "Huron-Sussex": "University",
  "King West Village": "Wellington Place",
  "Rouge Hill": "West Rouge",
  "Weston Village": "Weston",
  "Martin Grove": "Willowridge-Martingrove-Richview",
  "Beach Hill": "Woodbine Corridor",
  "Wychwood Park": "Wychwood",
  "St. Clair West Village": "Wychwood",
  "Downtown Core": "Yonge-Bay Corridor",
  "Discovery District": "Yonge-Bay Corridor",
  "Yonge and Sheppard": "Yonge-Doris",
  "Yonge and St. Clair": "Yonge-St. Clair",
  "York University": "York University Heights",
  "York U": "York University Heights",
  "Village at York": "York University Heights",
};

const MARKS = /[\p{M}'’‘`´]/gu;
const APOSTROPHES = /['’‘`´]/g;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;
/**
 * Connecting words within names, which people write in different ways: "Jane and Finch", "Jane & Finch", "Jane Finch".
 */
const JOINING = new Set(["", "and", "at", "of", "the"]);

/** Returns whether a lower-case word only connects the other words of a name. */
export const isConnective = (word: string): boolean => JOINING.has(word);

/**
 * Returns the normalised form of a name. "The Annex" equals "annex", "L’Amoreaux" equals "lamoreaux", and "St. Clair"
 * and "Saint Clair" equal "st clair".
 */
const placeNameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .split(NO_LETTERS)
    .filter((word) => !isConnective(word))
    .join(" ")
    .replace(/^saint /, "st ");

/**
 * Returns every normalised form to look up. There may be two forms, because people write "O'Connor" as one word, but
 * the word search splits it into two.
 */
export const placeNameKeys = (name: string): string[] =>
  [...new Set([name, name.replace(APOSTROPHES, " ")].map(placeNameKey))].filter((key) => key !== "");

const listed = (names: string) => names.split("; ");

/** The former municipalities of Toronto with their neighbourhoods. */
export const DISTRICTS: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] = Object.entries(
  NEIGHBOURHOODS_BY_DISTRICT,
).map(([name, names]) => [name, listed(names)]);

/** Colloquial place names, with the neighbourhoods that each covers. */
export const COLLOQUIAL_PLACES: readonly (readonly [name: string, neighbourhoods: readonly string[]])[] =
  Object.entries(COLLOQUIAL_NAMES).map(([name, names]) => [name, listed(names)]);

/** The meaning of a place name: neighbourhoods, or a municipality. The name is spelled as in addresses. */
export type NamedPlace =
  | { name: string; neighbourhoods: readonly string[]; municipality?: undefined }
  | { name: string; neighbourhoods?: undefined; municipality: string };
type Neighbourhoods = Extract<NamedPlace, { municipality?: undefined }>;

const byKey = <Place>(places: readonly (readonly [name: string, place: Place])[]) =>
  new Map(places.flatMap(([name, place]) => placeNameKeys(name).map((key) => [key, place] as const)));
const placesOf = (names: readonly (readonly [string, readonly string[]])[]) =>
  byKey<Neighbourhoods>(names.map(([name, neighbourhoods]) => [name, { name, neighbourhoods }]));
const OFFICIAL_NAMES = DISTRICTS.flatMap(([, names]) => names);
const OFFICIAL = placesOf(OFFICIAL_NAMES.map((name) => [name, [name]]));
const CALLED = placesOf(COLLOQUIAL_PLACES);

/** Parts of neighbourhood names: "Swansea", "Don Mills". Some parts belong to two neighbourhoods. */
const partsInUse = new Map<string, { part: string; names: string[] }>();
for (const name of OFFICIAL_NAMES) {
  for (const part of name.split(/[-/]/)) {
    const { names } = partsInUse.get(placeNameKey(part)) ?? { names: [] };
    partsInUse.set(placeNameKey(part), { part, names: [...names, name] });
  }
}
const PARTS = placesOf([...partsInUse.values()].map(({ part, names }) => [part, names]));

const municipal = (name: string, municipality: string) => [name, { name: municipality, municipality }] as const;
const MUNICIPAL = byKey<NamedPlace>([...AREAS, "Old Toronto"].map((name) => municipal(name, name)));
const COMMUNITIES = byKey<NamedPlace>(NAMES_OF_MUNICIPALITIES.map(([name, of]) => municipal(name, of)));

/**
 * Returns the City's neighbourhoods with an official or colloquial name ("the annex", "Liberty Village"); none for
 * other names.
 */
export function neighbourhoodsByName(name: string): readonly string[] {
  const key = placeNameKey(name);
  return (OFFICIAL.get(key) ?? CALLED.get(key) ?? PARTS.get(key))?.neighbourhoods ?? [];
}

/**
 * Returns the place with a name; null when unknown. Official neighbourhoods come first, then colloquial ones,
 * municipalities, and parts of municipalities.
 */
export function placeByName(text: string): NamedPlace | null {
  const key = placeNameKey(text);
  return OFFICIAL.get(key) ?? CALLED.get(key) ?? MUNICIPAL.get(key) ?? PARTS.get(key) ?? COMMUNITIES.get(key) ?? null;
}

/** Returns the colloquial names of a neighbourhood. */
export const aliasesOf = (neighbourhood: string): string[] =>
  COLLOQUIAL_PLACES.flatMap(([alias, names]) => (names.includes(neighbourhood) ? [alias] : []));

/** Returns the neighbourhoods that a name covers; for an unknown name, the name itself. */
export const neighbourhoodsCovered = (name: string): readonly string[] => placeByName(name)?.neighbourhoods ?? [name];

/** Returns the neighbourhoods of a former municipality of Toronto; empty for other municipalities. */
export const neighbourhoodsOf = (municipality: string): readonly string[] =>
  DISTRICTS.find(([name]) => name === municipality)?.[1] ?? [];

/** The City of Toronto and its former municipalities. */
export const CITY_NAMES: readonly string[] = AREAS.filter(isInToronto);
