import { areaOf } from "./address-check.ts";
import { locationsIn, provinceCandidates } from "./address-parts.ts";
import { ADDRESS_MAX, NAMED_UNITS, POSTAL_CODES } from "./addresses.ts";
import { isInToronto } from "./areas.ts";
import { parseIntersection } from "./crossings.ts";
import { houseNumbersIn } from "./house-in-address.ts";
import { placeOfCorner, placeOfStreet } from "./known-streets.ts";
import { applicableAreas, municipalitiesIn } from "./market.ts";
import { joinStreet, streetLength, streetWords } from "./street-words.ts";

/**
 * Municipality of each postal area around Toronto, by prefix of the forward sortation area (Canada Post). Rural areas
 * that span several municipalities of the GTA have their region. L0A, L0G and L0N extend beyond the GTA and stay
 * unknown.
 */
const MUNICIPALITIES: Readonly<Record<string, string>> = {
  Toronto: "M",
  Ajax: "L1S L1T L1Z",
  Aurora: "L4G",
  Brampton: "L6P L6R L6S L6T L6V L6W L6X L6Y L6Z L7A",
  Burlington: "L7L L7M L7N L7P L7R L7S L7T",
  Caledon: "L7C L7E L7K",
  Clarington: "L1B L1C L1E",
  "Durham Region": "L0B L0C",
  "East Gwillimbury": "L9N",
  Georgina: "L4P",
  "Halton Hills": "L7G L7J",
  "Halton Region": "L0P",
  "King City": "L7B",
  Markham: "L3P L3R L3S L6B L6C L6E L6G",
  Milton: "L9E L9T",
  Mississauga: "L4T L4V L4W L4X L4Y L4Z L5",
  Newmarket: "L3X L3Y",
  Oakville: "L6H L6J L6K L6L L6M",
  Oshawa: "L1G L1H L1J L1K L1L",
  Pickering: "L1V L1W L1X L1Y",
  "Richmond Hill": "L4B L4C L4E L4S",
  Scugog: "L9L",
  Stouffville: "L4A",
  Thornhill: "L3T L4J",
  Uxbridge: "L9P",
  Vaughan: "L3L L4H L4K L4L L6A",
  Whitby: "L1M L1N L1P L1R",
  "York Region": "L0E L0H L0J",
};
const MUNICIPALITY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(MUNICIPALITIES).flatMap(([name, areas]) => areas.split(" ").map((area) => [area, name] as const)),
);
/** Postal areas that lie partly in the GTA. */
const MIXED: ReadonlySet<string> = new Set(["L0A", "L0G", "L0N"]);

/**
 * Returns the municipality of a forward sortation area (given in capitals); "" when ambiguous, null outside the GTA.
 * Excludes all postal areas that start with K, N, P or the letter of another province, and the L areas of Hamilton,
 * Niagara and Barrie.
 */
function municipalityOfPostalArea(fsa: string): string | null {
  if (MIXED.has(fsa)) return "";
  return (
    MUNICIPALITY_OF.get(fsa) ?? MUNICIPALITY_OF.get(fsa.slice(0, 2)) ?? MUNICIPALITY_OF.get(fsa.slice(0, 1)) ?? null
  );
}

/** Separators between parts of an address. */
const PART_END = /[,\n•;|()]|\s[-–—]\s/;
/** Another province or state at the end of an address part: "Montreal QC", "Buffalo NY 14222", "New York". */
const OTHER_PROVINCE =
  /(?:^|\s)(?:b\.?\s?c|alberta|ab|saskatchewan|sk|manitoba|mb|qu[eé]bec|q\.?c|new brunswick|nb|nova scotia|n\.s|newfoundland|nfld|nl|prince edward island|p\.?e\.?i|yukon|nunavut|new york|n\.?\s?y|michigan|florida|ohio|california|u\.?s\.?a|united states|[a-z]{2}\s\d{5})\.?(?:\s\d{5})?$/iu;

/**
 * Returns the forward sortation areas in an address, in capitals. If there are full postal codes, returns only their
 * areas.
 */
function postalAreas(address: string): string[] {
  const text = address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, "");
  const codes = [...text.matchAll(POSTAL_CODES)];
  const whole = codes.filter(([, , second]) => second !== undefined);
  // Half a postal code counts only after a comma or at the end, because elsewhere it may be part of a street.
  const half = codes.filter(({ 0: code, index }) => {
    const after = text.slice(index + code.length).replace(/[\s.,]+/g, "");
    return after === "" || /^(?:canada|ontario|on)$/i.test(after) || text.slice(0, index).includes(",");
  });
  return (whole.length > 0 ? whole : half).map(([, first = ""]) => first.toUpperCase());
}

const isRegion = (area: string) => area.endsWith(" Region");

/**
 * Reduces several areas in an address to one. Returns the more specific area for "North York, Toronto" and "Woodbridge,
 * Vaughan", the region for two municipalities, "" for unrelated areas, and null for no area.
 */
function oneOf(areas: readonly string[]): string | null {
  const around = [...new Set(areas.filter((area) => !isInToronto(area)))];
  // People also use "Toronto" and "York" for the surroundings.
  const within = [...new Set(areas.filter((area) => isInToronto(area) && area !== "Toronto"))];
  const districts = within.length > 1 || around.length > 0 ? within.filter((area) => area !== "York") : within;
  if (around.length === 0) return districts.length === 1 ? (districts[0] ?? null) : areas.length > 0 ? "Toronto" : null;
  if (districts.length > 0) return "";
  const serving = (area: string) => applicableAreas(area).filter((other) => other !== area && around.includes(other));
  const isWider = (area: string) => isRegion(area) && around.some((other) => serving(other).includes(area));
  const isPart = (area: string) => serving(area).some((other) => !isRegion(other));
  const specific = around.filter(
    (area) => !isWider(area) && !isPart(area) && (area !== "Thornhill" || around.length === 1),
  );
  const regions = new Set(specific.map((area) => applicableAreas(area).at(-1)));
  return specific.length === 1 ? (specific[0] ?? "") : regions.size === 1 ? ([...regions][0] ?? "") : "";
}

/**
 * Returns the area named in an address ("" for several unrelated areas), and whether the address names an unknown town
 * or a town outside the GTA.
 */
function namesIn(address: string) {
  const places = locationsIn(address);
  const area = oneOf(places.flatMap(({ areas }) => areas));
  const isElsewhere = places.some((place) => place.isElsewhere);
  const isUnknown = isElsewhere || places.some((place) => place.isUnknown);
  // "King St W (Victoria), Toronto" is certainly in Toronto, but "Hamilton, Burlington" may be in either town.
  const isTown = places.some((place) => place.isElsewhere && !place.isStreetToo);
  const isEither = area !== null && (isTown || (isElsewhere && !isInToronto(area)));
  return { area: isEither ? "" : area, isElsewhere, isUnknown };
}

/**
 * Returns the municipality (or former municipality of Toronto) that an address names in addition to its street. A
 * community ("Maple" is in Vaughan) or a neighbourhood of Toronto also names its municipality. Two municipalities give
 * their region. Null if the address names no known place.
 */
export function namedMunicipality(address: string): string | null {
  return namesIn(address).area || null;
}

/**
 * Returns the municipality of an area with a full postal code, and whether the name of the area contradicts the postal
 * code. In that case, the postal code determines the municipality. Null for other addresses.
 */
export function municipalityByCode(address: string): { municipality: string; isNameElsewhere: boolean } | null {
  const area = areaOf(address);
  if (area === null) return null;
  const ofCode = municipalityOfPostalArea(area.postalCode.slice(0, 3)) ?? "";
  const named = namesIn(address).area ?? "";
  const agree =
    (isInToronto(named) && isInToronto(ofCode)) ||
    municipalitiesIn(ofCode).includes(named) ||
    municipalitiesIn(named).includes(ofCode);
  if (agree || ofCode === "" || named === "") return { municipality: named || ofCode, isNameElsewhere: false };
  return { municipality: ofCode, isNameElsewhere: true };
}

/**
 * Returns the municipality that an address names, else the municipality of its postal code, else Toronto. Returns ""
 * for an unknown town or a contradictory address.
 */
export function municipalityOf(address: string): string {
  const byCode = municipalityByCode(address);
  if (byCode !== null) return byCode.municipality;
  const { area: named, isUnknown } = namesIn(address);
  if (named !== null && named !== "" && !isInToronto(named)) return named;
  const [ofCode] = postalAreas(address).map(municipalityOfPostalArea);
  if (ofCode === null || ofCode === "") return "";
  // The postal code decides, because people also use "Toronto" for its surroundings.
  if (ofCode !== undefined) return ofCode === "Toronto" ? named || ofCode : ofCode;
  const ofStreets = placeOfStreets(address);
  if (ofStreets !== null && (named === null || named === "Toronto")) return ofStreets;
  if (named !== null) return named;
  return isUnknown ? "" : "Toronto";
}

/**
 * Returns the municipality or region of the streets in an address if they are outside Toronto; null for other
 * addresses.
 */
function placeOfStreets(address: string): string | null {
  const streets = houseNumbersIn(address).map(({ after }) => streetWords(after.split(PART_END)[0] ?? ""));
  if (streets.length > 0) {
    const places = streets.map((words) => placeOfStreet(joinStreet(words.slice(0, streetLength(words)))));
    return places.find((place) => place !== null) ?? null;
  }
  const crossing = parseIntersection(address);
  return crossing && placeOfCorner(crossing);
}

/** Returns whether a part of an address ends with another province or a state. */
function namesOtherProvince(address: string): boolean {
  return provinceCandidates(address.replace(POSTAL_CODES, " ")).some((text) =>
    OTHER_PROVINCE.test(text.replace(/\bcanada\b/gi, " ").trim()),
  );
}

/**
 * Returns whether an address is outside the Greater Toronto Area. The postal code decides if there is one. Otherwise,
 * another province or state decides, and then a town outside the area, if the address names no town within the area.
 */
export function isOutsideArea(address: string): boolean {
  const areas = postalAreas(address).map(municipalityOfPostalArea);
  if (areas.length > 0) return areas.every((area) => area === null);
  if (namesOtherProvince(address)) return true;
  const { area, isElsewhere } = namesIn(address);
  return area === null && isElsewhere;
}
