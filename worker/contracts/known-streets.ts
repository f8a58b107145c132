import { streetParts } from "./street-words.ts";

/** Main streets of Toronto, and those around it that ads name the corners of without a type: as in keys, without one. */
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

/** What people write for a street, by its name in keys. */
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

/** The key of a street whose name people shorten: "vic park ave" is "victoria park ave". */
export function withFullName(key: string): string {
  if (Object.hasOwn(SHORT_NAMES, key)) return SHORT_NAMES[key] ?? key;
  const { name, type, direction } = streetParts(key);
  if (!Object.hasOwn(SHORT_NAMES, name)) return key;
  return [SHORT_NAMES[name], type, direction].filter((part) => part !== null).join(" ");
}

/** Whether a key is the very name of a main street: "york mills", not "mount pleasant e". */
export const isMainStreetName = (key: string): boolean => MAIN_STREETS.has(key);

/** Whether a street, with or without its type, is so well known that its name alone says it is one. */
export const isMainStreet = (key: string): boolean => MAIN_STREETS.has(key) || MAIN_STREETS.has(streetParts(key).name);

/**
 * Streets that lie around Toronto and not in it, by the municipality, or the region where they pass through several of it; ""
 * where they are in several regions. With a type or direction where Toronto has a street of the name with another.
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
/** The same, where Toronto has a street of the name that crosses no other main street, or other streets alone. */
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
/** Streets of Etobicoke that are called by numbers cross these. */
const CROSSED_BY_NUMBERED = /^(?:lake ?shore|birmingham|judson|evans|horner|elder|garnett|morrison)\b/;

const byStreet = (streets: Readonly<Record<string, string>>) =>
  new Map(Object.entries(streets).flatMap(([place, names]) => names.split(", ").map((name) => [name, place] as const)));
const AROUND = byStreet(STREETS_AROUND);
const AROUND_AT_CORNERS = byStreet(CORNERS_AROUND);

/** "simcoe st n", "simcoe st", "simcoe": what a street is looked for by. */
function namesOf(key: string): string[] {
  const { name, type } = streetParts(key);
  return [key, ...(type === null ? [] : [`${name} ${type}`]), name];
}

const found = (places: ReadonlyMap<string, string>, key: string): string | null =>
  namesOf(key)
    .map((name) => places.get(name))
    .find((place) => place !== undefined) ?? null;

/**
 * Where a street lies that is not in Toronto: a municipality or region of the GTA, "" where that cannot be told; null for a
 * street that may be in Toronto.
 */
export const placeOfStreet = (key: string): string | null => found(AROUND, key);

/** The same for two streets that cross: what is told of either, the nearer where both are. */
export function placeOfCorner([first, second]: readonly [string, string]): string | null {
  const places = [
    [first, second],
    [second, first],
  ].flatMap(([street = "", other = ""]) => {
    if (CROSSED_BY_NUMBERED.test(other)) return [];
    return found(AROUND, street) ?? found(AROUND_AT_CORNERS, street) ?? [];
  });
  const told = places.filter((place) => place !== "");
  return told.find((place) => !place.endsWith(" Region")) ?? told[0] ?? places[0] ?? null;
}
