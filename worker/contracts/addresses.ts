const POSTAL_CODE = /\b[a-z]\d[a-z](?:\s*\d[a-z]\d)?\b/gi;
const UNIT = /(?:\b(?:unit|apt|apartment|suite|ste)\b\.?\s*#?|#)\s*[\w-]+/gi;
/** A number, also "12A", "85 1/2", "85½", a range "1-7" or a pair "4 & 8", and the street it belongs to. */
const NUMBER_AND_STREET =
  /(?:^|[\s,–-])\d+[a-z]?(?:\s*½|\s+1\/2)?(?:\s*(?:-|–|&|and)\s*\d+[a-z]?)*\s+(?:\d+(?:st|nd|rd|th)\s+)?\p{L}/iu;

/** Whether an address has a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"); a unit's alone is none. */
export function hasStreetNumber(address: string): boolean {
  return NUMBER_AND_STREET.test(address.replace(POSTAL_CODE, " ").replace(UNIT, " "));
}

/** Street part of an address: its first comma-separated segment. */
export function streetOf(address: string): string {
  return address.split(",")[0]?.trim() ?? "";
}

/** Where listings can be: municipalities of the GTA and the former ones of Toronto. */
export const AREAS = [
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
  "Mississauga",
  "Brampton",
  "Vaughan",
  "Markham",
  "Richmond Hill",
  "Thornhill",
  "Woodbridge",
  "Concord",
  "Pickering",
  "Ajax",
  "Whitby",
  "Oshawa",
  "Oakville",
  "Burlington",
  "Milton",
  "Aurora",
  "Newmarket",
  "Caledon",
  "Halton Hills",
  "King City",
  "Stouffville",
  "Toronto",
] as const;
const TORONTO_DISTRICTS: ReadonlySet<string> = new Set([
  "Toronto",
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
]);

/** The municipality (or former municipality of Toronto) an address names; "Toronto" when it names none. */
export function municipalityOf(address: string): string {
  const segments = address
    .split(/[,\n]/)
    .slice(1)
    .map((part) => part.trim().toLowerCase());
  const words = new Set(
    segments.map((segment) =>
      segment.replace(/\b(?:on|ont|ontario|canada)\b\.?|\b[a-z]\d[a-z]\s*(?:\d[a-z]\d)?\b/g, "").trim(),
    ),
  );
  return AREAS.find((name) => words.has(name.toLowerCase())) ?? "Toronto";
}

/** Whether a municipality lies in the City of Toronto, for which the market benchmarks were measured. */
export function isInToronto(municipality: string): boolean {
  return TORONTO_DISTRICTS.has(municipality);
}
