import { streetParts, streetWords } from "./street-words.ts";

/** Main streets in and near Toronto that ads name without a type in intersections. The keys have no type. */
const MAIN_STREETS: ReadonlySet<string> = new Set(
  (
    "yonge, bloor, finch, sheppard, eglinton, lawrence, keele, jane, dufferin, bathurst, spadina, dundas, queen, king, " +
    "college, danforth, st clair, steeles, warden, kennedy, mccowan, brimley, markham, midland, birchmount, victoria park, " +
    "don mills, leslie, bayview, wilson, weston, islington, kipling, royal york, martin grove, browns line, lake shore, " +
    "lakeshore, queensway, park lawn, ossington, dovercourt, lansdowne, roncesvalles, avenue rd, mount pleasant, pape, coxwell, " +
    "greenwood, woodbine, broadview, jarvis, church, parliament, sherbourne, bay, wellesley, gerrard, carlton, front, dupont, " +
    "davenport, rogers, ellesmere, morningside, meadowvale, kingston, huntingwood, york mills, wynford, oconnor, cosburn, " +
    "mortimer, donlands, main, christie, caledonia, oakwood, marlee, allen, albion, rexdale, dixon, " +
    "runnymede, parkside, strachan, bremner, university, queens quay, highway 7, highway 27, hurontario, burnhamthorpe, mavis, " +
    "rathburn, dixie, bovaird, rutherford, langstaff, major mackenzie, elgin mills, sixteenth, fourteenth"
  ).split(", "),
);

/** Common abbreviations of street names, by key. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  "vic pk": "victoria park",
  "vic park": "victoria park",
  "victoria pk": "victoria park",
  "major mac": "major mackenzie",
  eg: "eglinton",
  egl: "eglinton",
  shep: "sheppard",
  "mt pleasant": "mount pleasant",
};

/** Expands an abbreviated street key: "vic park ave" becomes "victoria park ave". */
export function withFullName(key: string): string {
  if (Object.hasOwn(SHORT_NAMES, key)) return SHORT_NAMES[key] ?? key;
  const { name, type, direction } = streetParts(key);
  if (!Object.hasOwn(SHORT_NAMES, name)) return key;
  return [SHORT_NAMES[name], type, direction].filter((part) => part !== null).join(" ");
}

/** Returns whether a key is exactly a main street's name: "york mills", not "mount pleasant e". */
export const isMainStreetName = (key: string): boolean => MAIN_STREETS.has(key);

/** Returns whether a street, with or without its type, is so well known that its name alone identifies it. */
export const isMainStreet = (key: string): boolean => MAIN_STREETS.has(key) || MAIN_STREETS.has(streetParts(key).name);

/**
 * Streets outside Toronto, by municipality. A street through several municipalities is listed under their region, and a
 * street through several regions under "". A key includes a type or direction if Toronto has a street of the same name
 * with another one.
 */
const STREETS_AROUND: Readonly<Record<string, string>> = {
  Mississauga:
    "mavis, cawthra, tomken, confederation pkwy, erin mills, glen erin, erin centre, erindale station, central pkwy, " +
    "matheson blvd, truscott, southdown, lorne park, terry fox, mississauga valley, city centre dr, square one dr, eastgate",
  Brampton:
    "bovaird, sandalwood, williams pkwy, chinguacousy, ray lawson, countryside, castlemore rd, gore rd, mcvean, vodden, " +
    "wanless, peter robertson, bramalea, great lakes dr, father tobin",
  "Peel Region":
    "hurontario, creditview, winston churchill, airport rd, dixie, goreway, torbram, mclaughlin, mississauga rd, mayfield, " +
    "highway 10, highway 410",
  Vaughan: "rutherford rd, teston, pine valley, ansley grove, huntington rd",
  Markham:
    "fourteenth ave, bur oak, denison st, enterprise blvd, esna park, apple creek blvd, rodick, bullock, highway 48",
  "Richmond Hill": "red maple rd, carrville",
  Newmarket: "mulock",
  "York Region":
    "major mackenzie, sixteenth ave, nineteenth ave, elgin mills, langstaff, kirby rd, bloomington rd, stouffville rd, davis dr",
  Pickering: "whites rd, liverpool rd, brock rd, altona rd",
  Ajax: "westney, harwood ave, salem rd, bayly",
  Whitby: "thickson",
  Oshawa: "simcoe st n, simcoe st s, harmony rd, ritson, stevenson rd n, stevenson rd s, thornton rd n, thornton rd s",
  "Durham Region": "rossland",
  Oakville: "neyagawa, ford dr, dorval dr, cornwall rd",
  Burlington: "walkers line, mainway, fairview st, harvester",
  Milton: "ontario st s, ontario st n, thompson rd, louis st laurent",
  "Halton Region": "trafalgar rd, upper middle, bronte rd, guelph line, appleby line, burloak",
  "": "highway 7, highway 403, highway 407, derry rd, britannia rd, ninth line, tenth line, eighth line, sixth line",
};
/**
 * Streets outside Toronto that share their name with a street in Toronto. Such streets count only in an intersection,
 * because their namesakes in Toronto cross no main street, or different main streets.
 */
const CORNERS_AROUND: Readonly<Record<string, string>> = {
  Vaughan: "rutherford",
  "York Region": "sixteenth",
  Markham: "fourteenth",
  Pickering: "whites, liverpool",
  Ajax: "harwood",
  "Durham Region": "taunton",
  "Halton Region": "trafalgar, bronte",
  "": "derry, britannia",
};
/** Streets that cross Etobicoke's numbered streets. */
const CROSSED_BY_NUMBERED = /^(?:lake ?shore|birmingham|judson|evans|horner|elder|garnett|morrison)\b/;

const byStreet = (streets: Readonly<Record<string, string>>) =>
  new Map(Object.entries(streets).flatMap(([place, names]) => names.split(", ").map((name) => [name, place] as const)));
const AROUND = byStreet(STREETS_AROUND);
const AROUND_AT_CORNERS = byStreet(CORNERS_AROUND);

/** The lookup keys of a street: "simcoe st n", "simcoe st", "simcoe". */
function namesOf(key: string): string[] {
  const { name, type } = streetParts(key);
  return [key, ...(type === null ? [] : [`${name} ${type}`]), name];
}

const found = (places: ReadonlyMap<string, string>, key: string): string | null =>
  namesOf(key)
    .map((name) => places.get(name))
    .find((place) => place !== undefined) ?? null;

/**
 * Returns the municipality or region of a street outside Toronto, "" if the street is ambiguous, or null if it may be
 * in Toronto.
 */
export const placeOfStreet = (key: string): string | null => found(AROUND, key);

/**
 * Works like {@link placeOfStreet} for an intersection. If both streets have a result, returns the more specific one.
 */
export function placeOfCorner([first, second]: readonly [string, string]): string | null {
  const places = [
    [first, second],
    [second, first],
  ].flatMap(([street = "", other = ""]) => {
    if (CROSSED_BY_NUMBERED.test(other)) return [];
    return found(AROUND, street) ?? found(AROUND_AT_CORNERS, street) ?? [];
  });
  const named = places.filter((place) => place !== "");
  return named.find((place) => !place.endsWith(" Region")) ?? named[0] ?? places[0] ?? null;
}

/**
 * Towns outside the Greater Toronto Area that appear in ads: cities of Canada, towns of Ontario, cities across the
 * lake.
 */
const ELSEWHERE =
  "Hamilton, Ancaster, Stoney Creek, Waterdown, Bradford, Bradford West Gwillimbury, Barrie, Brantford, Cambridge, Guelph, " +
  "Innisfil, Kingston, Kitchener, London, Niagara Falls, Niagara-on-the-Lake, Orangeville, Ottawa, Peterborough, " +
  "St. Catharines, St Catharines, Waterloo, Windsor, Sudbury, Thunder Bay, Sault Ste Marie, Sault Ste. Marie, Sarnia, " +
  "Belleville, Cornwall, North Bay, Timmins, Welland, Grimsby, Thorold, Fort Erie, Port Colborne, Orillia, " +
  "Collingwood, Wasaga Beach, Alliston, Angus, Cobourg, Port Hope, Lindsay, Kawartha Lakes, Woodstock, Stratford, " +
  "St. Thomas, St Thomas, Chatham, Leamington, Owen Sound, Brockville, Pembroke, Kanata, Nepean, Orleans, Gloucester, " +
  "Vancouver, Burnaby, Surrey, Richmond, Coquitlam, New Westminster, Langley, Maple Ridge, Victoria, Saanich, Kelowna, Nanaimo, Abbotsford, Kamloops, Calgary, Edmonton, " +
  "Red Deer, Airdrie, Sherwood Park, St. Albert, Spruce Grove, Okotoks, Lethbridge, Medicine Hat, Fort McMurray, Grande Prairie, Saskatoon, Regina, Moose Jaw, Winnipeg, Brandon, " +
  "Montreal, Montréal, Laval, Longueuil, Brossard, Gatineau, Québec, Quebec City, Sherbrooke, Trois-Rivières, Halifax, " +
  "Dartmouth, Lower Sackville, Moncton, Fredericton, Saint John, St. John's, St John's, Charlottetown, Whitehorse, Yellowknife, Iqaluit, " +
  "Buffalo, Niagara Falls NY, Rochester, Detroit, New York City, Chicago, Boston, Los Angeles, Miami, Seattle, Houston, Dallas, San Francisco";

const inWords = (name: string) => streetWords(name).join(" ");
const TOWNS: ReadonlySet<string> = new Set(ELSEWHERE.split(", ").map(inWords));
/** Towns whose names are also streets that cross Toronto's main streets. */
const STREETS: ReadonlySet<string> = new Set(
  "brandon cambridge gloucester kingston pembroke richmond victoria".split(" "),
);

/** Returns whether a name is a town outside the GTA. */
export function isTownElsewhere(name: string): boolean {
  return TOWNS.has(inWords(name));
}

/** Returns whether a lower-case town name may also be a street if another street is named beside it. */
export function isTownOrStreet(name: string): boolean {
  return STREETS.has(name);
}
