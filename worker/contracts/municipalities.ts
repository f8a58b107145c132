import { ADDRESS_MAX, areaCalled, houseNumbersIn, NAMED_UNITS, POSTAL_CODES, withoutProvince } from "./addresses.ts";
import { AREAS, isInToronto } from "./areas.ts";
import { municipalityOfCommunity } from "./communities.ts";
import { crossingIn, HAN, isTownOfStreets, townInFront } from "./crossings.ts";
import { isMainStreet, placeOfCorner, placeOfStreet } from "./known-streets.ts";
import { neighbourhoodsCalled } from "./place-names.ts";
import { municipalityOfPostalArea } from "./postal-areas.ts";
import { endsAsStreet, joinStreet, streetLength, streetWords } from "./street-words.ts";
import { isTownElsewhere } from "./towns-elsewhere.ts";

/** Where parts of an address end. */
const PART_END = /[,\n•;|()]|\s[-–—]\s/;
/** Where a name at the end of a street may stand, also of the first of two that cross. */
const STREET_END = /[,\n•;|()&+/@]|\s(?:[-–—]|and|at)\s/i;
/** Another province, or a state, at the end of a part: "Montreal QC", "Buffalo NY 14222", "New York". */
const OTHER_PROVINCE =
  /(?:^|\s)(?:b\.?c|alberta|ab|saskatchewan|sk|manitoba|mb|qu[eé]bec|q\.?c|new brunswick|nb|nova scotia|n\.s|newfoundland|nfld|nl|prince edward island|p\.?e\.?i|yukon|nunavut|new york|n\.?y|michigan|florida|ohio|california|u\.?s\.?a|united states|[a-z]{2}\s\d{5})\.?(?:\s\d{5})?$/iu;
/** Nothing but letters and what stands between them in names. */
const NAME = /^[\p{L}\p{M}.'’ -]+$/u;
/** Words by which a part of an address is no town: it says more of the home or the way to it. */
const NO_TOWN =
  /(?:^|\s)(?:units?|apt|apartments?|suite|ste|floor|flr|level|basement|bsmt|upper|lower|main|rear|front|penthouse|ph|lph|th|townhouse|room|rm|bedrooms?|bdrm|bachelor|studio|condos?|tower|building|bldg|house|home|side|entrance|lane|laneway|garden|coach|near|close|steps|at|between|behind|beside|by|corner|intersection|area|east|west|north|south|end|centre|center|mall|plaza|station|subway|line|park|university|college|hospital|school|and|of|or|the|all|no|please|null|tba|tbd|exact|location|address|request|viewing|located|neighbourhood|neighborhood|village|heights)(?:\s|$)/iu;

/** The parts of an address behind its first one, in lower case, without province, country and postal code. */
const partsBehind = (address: string) =>
  address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, "").split(PART_END).slice(1).map(withoutProvince);

/** The names of one, two and three words behind streets that end before them: "Danforth Ave East York". */
function namesAtEnds(address: string): string[] {
  const parts = address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, "").split(STREET_END);
  return parts.flatMap((part) => {
    const words = streetWords(withoutProvince(part));
    return [3, 2, 1]
      .filter((length) => words.length > length && endsAsStreet(words.slice(0, -length)))
      .map((length) => words.slice(-length).join(" "));
  });
}

/** What stands in front of a street or of two: "Mississauga, Hurontario & Dundas", "Markham 19 Fred Varley Dr", "万锦 …". */
function namesInFront(address: string): string[] {
  const text = address.slice(0, ADDRESS_MAX);
  const [first = "", ...others] = text.split(PART_END).map(withoutProvince);
  const inHan = (text.match(HAN) ?? []).filter((name) => municipalityOfCommunity(name) !== null);
  const isApart = others.some((part) => part !== "") && areaCalled(first) !== null;
  const before = houseNumbersIn(text)[0]?.before;
  const words = streetWords(before ?? (crossingIn(text) === null ? "" : (first.split(STREET_END)[0] ?? "")));
  const town = townInFront(words);
  // "Markham & Ellesmere" is a street's name, "Markham 19 Ellesmere St" a town's.
  const isTown = town !== null && (before !== undefined || words.join(" ") !== town);
  return [...inHan, ...(isApart ? [first] : []), ...(isTown ? [town] : [])];
}

/** Names of towns behind the second of two streets that cross, without a type: "Simcoe and Taunton Oshawa". */
function namesBehindCorner(address: string): string[] {
  if (crossingIn(address) === null) return [];
  const parts = address
    .slice(0, ADDRESS_MAX)
    .split(STREET_END)
    .map((part) => streetWords(withoutProvince(part)));
  return parts.flatMap((words) =>
    [2, 1].filter((length) => words.length > length).map((length) => words.slice(-length).join(" ")),
  );
}

/** First halves of the postal codes of an address in capitals; of whole codes alone where there is one. */
function postalAreas(address: string): string[] {
  const text = address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, "");
  const codes = [...text.matchAll(POSTAL_CODES)];
  const whole = codes.filter(([, , second]) => second !== undefined);
  // Half of one may be anything within a street: it counts behind a comma or at the end.
  const half = codes.filter(({ 0: code, index }) => {
    const after = text.slice(index + code.length).replace(/[\s.,]+/g, "");
    return after === "" || /^(?:canada|ontario|on)$/i.test(after) || text.slice(0, index).includes(",");
  });
  return (whole.length > 0 ? whole : half).map(([, first = ""]) => first.toUpperCase());
}

/**
 * The municipality (or former municipality of Toronto) that an address names behind its street, also by one of its
 * communities ("Maple" is Vaughan) or a neighbourhood of Toronto; null when it names none that is known.
 */
export function namedMunicipality(address: string): string | null {
  const parts = partsBehind(address);
  const names = [...parts, ...namesAtEnds(address), ...namesInFront(address)];
  const atCorner = namesBehindCorner(address).filter(isTownOfStreets);
  const found = [...names, ...atCorner].map(areaCalled).filter((name) => name !== null);
  // "North York, Toronto" is the former municipality: of several the one that says most.
  const area = AREAS.find((name) => found.includes(name)) ?? found[0];
  if (area !== undefined && area !== "Toronto") return area;
  return area ?? (parts.some((part) => neighbourhoodsCalled(part).length > 0) ? "Toronto" : null);
}

/** Whether an address names a town behind its street that is not known. */
function namesUnknownTown(address: string): boolean {
  return partsBehind(address).some((part) => {
    if (part === "" || NO_TOWN.test(part) || isMainStreet(joinStreet(streetWords(part)))) return false;
    if (!NAME.test(part) || endsAsStreet(streetWords(part))) return false;
    return part.length > 1;
  });
}

/**
 * The municipality of an address: the one that it names, else that of its postal code, else Toronto. "" where that cannot be
 * told: it names a town that is not known, or says two things.
 */
export function municipalityOf(address: string): string {
  const named = namedMunicipality(address);
  if (named !== null && !isInToronto(named)) return named;
  const [ofCode] = postalAreas(address).map(municipalityOfPostalArea);
  if (ofCode === null || ofCode === "") return "";
  // "Toronto" is said of all around it; a postal code is not.
  if (ofCode !== undefined) return ofCode === "Toronto" ? (named ?? ofCode) : ofCode;
  const ofStreets = placeOfStreets(address);
  if (ofStreets !== null && (named === null || named === "Toronto")) return ofStreets;
  if (named !== null) return named;
  return namesUnknownTown(address) || namesTownElsewhere(address) ? "" : "Toronto";
}

/** Where the streets of an address lie that are not in Toronto; null for others. */
function placeOfStreets(address: string): string | null {
  const streets = houseNumbersIn(address).map(({ after }) => streetWords(after.split(PART_END)[0] ?? ""));
  if (streets.length > 0) {
    const places = streets.map((words) => placeOfStreet(joinStreet(words.slice(0, streetLength(words)))));
    return places.find((place) => place !== null) ?? null;
  }
  const crossing = crossingIn(address);
  return crossing && placeOfCorner(crossing);
}

function namesTownElsewhere(address: string): boolean {
  const [first = "", ...others] = address.slice(0, ADDRESS_MAX).split(PART_END).map(withoutProvince);
  // "Hamilton, 12 King St W"
  const inFront = others.some((part) => part !== "") ? [first] : [];
  return [...inFront, ...partsBehind(address), ...namesAtEnds(address)].some(isTownElsewhere);
}

/** Whether a part of an address ends with another province or a state. */
function namesOtherProvince(address: string): boolean {
  const text = address.slice(0, ADDRESS_MAX).replace(POSTAL_CODES, " ");
  const names = [...text.split(PART_END).slice(1), ...namesAtEnds(text)].map((part) =>
    part.replace(/\bcanada\b/gi, " ").trim(),
  );
  return names.some((name) => OTHER_PROVINCE.test(name));
}

/**
 * Whether an address is outside the Greater Toronto Area: by its postal code, by a province or a state, by a town of
 * elsewhere where it names none of the GTA and has no postal code of it.
 */
export function isOutsideArea(address: string): boolean {
  const areas = postalAreas(address).map(municipalityOfPostalArea);
  if (areas.length > 0) return areas.every((area) => area === null);
  if (namesOtherProvince(address)) return true;
  return namedMunicipality(address) === null && namesTownElsewhere(address);
}
