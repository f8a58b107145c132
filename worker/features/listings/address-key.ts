/** Street types and directions in one spelling (Canada Post's abbreviations, lower-case). */
const WORDS: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  av: "ave",
  road: "rd",
  drive: "dr",
  boulevard: "blvd",
  crescent: "cres",
  court: "crt",
  ct: "crt",
  place: "pl",
  lane: "ln",
  terrace: "terr",
  gardens: "gdns",
  square: "sq",
  circle: "cir",
  parkway: "pkwy",
  trail: "trl",
  heights: "hts",
  west: "w",
  east: "e",
  north: "n",
  south: "s",
  saint: "st",
};
const UNIT = /(?:^|[\s,])(?:unit|apt|apartment|suite|ste|#)\s*[\w-]+/g;
const UNIT_BEFORE_NUMBER = /^\s*\w{1,5}\s*-\s*(?=\d+\s+\p{L}{2,}.*\b(?:st|ave|rd|dr|blvd|street|avenue|road|drive)\b)/u;

/**
 * An address in one spelling, so that the same place is found twice: number and street with abbreviated types and
 * directions, without unit, city, province and postal code. "Unit 4, 12 King Street West, Toronto, ON" → "12 king st w".
 */
export function addressKey(address: string): string {
  const lower = address.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const withoutUnit = lower
    .replace(UNIT, " ")
    .replace(/^[\s,]+/, "")
    .replace(UNIT_BEFORE_NUMBER, "");
  const street = withoutUnit.split(",")[0] ?? "";
  return street
    .replace(/\b[a-z]\d[a-z]\s?\d[a-z]\d\b/g, " ")
    .replace(/[^\p{L}\p{N}\s&-]+/gu, " ")
    .trim()
    .split(/\s+/)
    .map((word) => WORDS[word] ?? word)
    .join(" ");
}

const UNIT_NAMED = /(?:^|[\s,])(?:unit|apt|apartment|suite|ste|#)\s*([\w-]+)/;
const NUMBER_BEFORE = /^\s*(\w{1,5})\s*-\s*(?=\d+\s+\p{L}{2,}.*\b(?:st|ave|rd|dr|blvd|street|avenue|road|drive)\b)/u;

/**
 * A unit in one spelling, from the field for it or from the address: "#4B", "Unit 4b, 12 King St" and "4b-12 King St" are
 * all "4b". Null when neither names one.
 */
export function unitKey({ unit, address }: { unit: string | null; address: string }): string | null {
  const lower = address.toLowerCase();
  const named = unit ?? UNIT_NAMED.exec(lower)?.[1] ?? NUMBER_BEFORE.exec(lower)?.[1] ?? "";
  const key = named
    .toLowerCase()
    .replace(/^\s*(?:unit|apt|apartment|suite|ste)\b\.?/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return key === "" ? null : key;
}
