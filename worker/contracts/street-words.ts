/**
 * Street types: the spelling in keys, the full word, and other spellings. Keys follow the City's files and Canada Post.
 * Do not change their spelling, because listings store their keys.
 */
const TYPES = [
  ["st", "street", "str"],
  ["ave", "avenue", "av aven"],
  ["rd", "road", ""],
  ["dr", "drive", "drv"],
  ["blvd", "boulevard", "bl blv bvd boul"],
  ["cres", "crescent", "cr crs crsnt cresc"],
  ["crt", "court", "ct"],
  ["pl", "place", ""],
  ["ln", "lane", ""],
  ["terr", "terrace", "ter tr"],
  ["gdns", "gardens", "gdn grdns"],
  ["sq", "square", ""],
  ["cir", "circle", "crcl circ"],
  ["crct", "circuit", "circt cct"],
  ["pkwy", "parkway", "pky pkway"],
  ["trl", "trail", ""],
  ["hts", "heights", "hgts"],
  ["way", "way", "wy"],
  ["grv", "grove", "gr"],
  ["gt", "gate", ""],
  ["grn", "green", ""],
  ["pk", "park", "prk"],
  ["prom", "promenade", ""],
  ["espl", "esplanade", ""],
  ["vw", "view", ""],
  ["rdge", "ridge", "rdg"],
] as const;
/** Types that rarely occur within a street's name, so words after them do not belong to the street. */
const CLOSING: ReadonlySet<string> = new Set(
  "st ave rd dr blvd cres crt pl ln terr gdns sq cir crct pkwy trl".split(" "),
);

const DIRECTIONS: Readonly<Record<string, string>> = { north: "n", south: "s", east: "e", west: "w" };
/** Alternative spellings of words within names. */
const NAMES: Readonly<Record<string, string>> = { saint: "st", mt: "mount", ft: "fort", hwy: "highway" };

const UNITS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth".split(" ");
const TENS = "- - twent thirt fort fift sixt sevent eight ninet".split(" ");
const TEENS = "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(" ");

/**
 * Spells out ordinals as the City does in the names of numbered streets: "7th" → "seventh", "25th" → "twenty fifth".
 * Leaves other words unchanged.
 */
function spelledOut(word: string): string {
  const n = Number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0);
  if (n === 0) return word;
  const ordinals = [...UNITS, ...TEENS];
  if (n < 20) return ordinals[n] ?? word;
  const tens = TENS[Math.floor(n / 10)] ?? "";
  return n % 10 === 0 ? `${tens}ieth` : `${tens}y ${ordinals[n % 10] ?? ""}`;
}

const TYPE_OF: ReadonlyMap<string, string> = new Map(
  TYPES.toReversed().flatMap(([key, full, others]) =>
    [key, full, ...others.split(" ")].filter((word) => word !== "").map((word) => [word, key] as const),
  ),
);
const FULL_OF: ReadonlyMap<string, string> = new Map(TYPES.map(([key, full]) => [key, full]));

/** Returns the direction that a word means, as spelled in keys: "west" and "w" → "w". */
export function directionOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  return /^[nsew]$/.test(word) ? word : Object.hasOwn(DIRECTIONS, word) ? DIRECTIONS[word] : undefined;
}

/** Normalises a word within a street's name, before its type or direction. */
function nameWord(word: string): string {
  const direction = Object.entries(DIRECTIONS).find(([, letter]) => letter === word)?.[0];
  if (direction !== undefined) return direction;
  if (Object.hasOwn(NAMES, word)) return NAMES[word] ?? word;
  // "St" before a name is always Saint.
  const type = word === "st" ? undefined : TYPE_OF.get(word);
  return type === undefined ? spelledOut(word) : (FULL_OF.get(type) ?? word);
}

/** Splits a street name into lower-case words of letters and digits. "O'Connor" is one word, "de-Savery" two. */
export function streetWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(?<![\p{M}'’‘`.])[\p{M}'’‘`.]+(?=[\p{L}\p{N}])/gu, (marks) => (marks.includes(".") ? " " : ""))
    .replace(/[\p{M}'’‘`]+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\b(?:o|mc) (?=\p{L}{3})/gu, (prefix) => prefix.trim())
    .replace(/\blakeshore (?=b|$)/u, "lake shore ")
    .replace(/\bstclair\b/u, "st clair")
    .trim()
    .split(" ")
    .filter((word) => word !== "");
}

/**
 * Returns the number of words that belong to the street, judged by its type: "king st w near the park" has three.
 * Without a type, all words belong to the street.
 */
export function streetLength(words: readonly string[]): number {
  for (const [index, word] of words.entries()) {
    const type = TYPE_OF.get(word);
    const next = words[index + 1];
    if (index === 0 || next === undefined || type === undefined || !CLOSING.has(type)) continue;
    // The number belongs to the street in "County Road 25".
    if (/^(?:county|regional|township|concession)$/.test(words[index - 1] ?? "") && /^\d{1,3}$/.test(next))
      return index + (directionOf(words[index + 2]) === undefined ? 2 : 3);
    if (TYPE_OF.has(next)) continue;
    return directionOf(next) === undefined ? index + 1 : index + 2;
  }
  return words.length;
}

/** Returns whether a word is a type that rarely occurs within a street's name: "ave", not "park". */
export function isFinalStreetType(word: string | undefined): boolean {
  return CLOSING.has(TYPE_OF.get(word ?? "") ?? "");
}

/** Returns whether words end like a street: with a type, or a type and a direction. */
export function hasStreetType(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return TYPE_OF.has(last) || (directionOf(last) !== undefined && TYPE_OF.has(words.at(-2) ?? ""));
}

/** Returns whether a street can end with these words: a type, a direction, or a numbered street ("16th"). */
export function endsAsStreet(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return (
    (words.length > 1 && (TYPE_OF.has(last) || directionOf(last) !== undefined)) || /^\d+(?:st|nd|rd|th)$/.test(last)
  );
}

/**
 * Returns the canonical spelling of a street, with abbreviated type and direction at the end and full words before
 * them.
 */
export function joinStreet(words: readonly string[]): string {
  // "The Queensway" is often written without its article.
  const rest = words[0] === "the" && words.length > 1 ? words.slice(1) : [...words];
  const direction = rest.length > 1 ? directionOf(rest.at(-1)) : undefined;
  if (direction !== undefined) rest.pop();
  const type = rest.length > 1 ? TYPE_OF.get(rest.at(-1) ?? "") : undefined;
  if (type !== undefined) rest.pop();
  return [...rest.map(nameWord), type, direction].filter((word) => word !== undefined).join(" ");
}

/** The parts of a street key: "king st w" has the name "king", the type "st" and the direction "w". */
export interface StreetParts {
  name: string;
  type: string | null;
  direction: string | null;
}

/** Splits a key created by {@link joinStreet}. */
export function streetParts(key: string): StreetParts {
  const words = key.split(" ");
  const direction = words.length > 1 && /^[nsew]$/.test(words.at(-1) ?? "") ? (words.pop() ?? null) : null;
  const type = words.length > 1 && FULL_OF.has(words.at(-1) ?? "") ? (words.pop() ?? null) : null;
  return { name: words.join(" "), type, direction };
}

/**
 * Completes a key whose last word may be the beginning of a type: "danforth avenu" becomes "danforth ave". Leaves other
 * keys unchanged.
 */
export function completeStreetType(key: string): string {
  const words = key.split(" ");
  const last = words.pop() ?? "";
  const type = TYPES.find(([, full]) => last.length > 1 && full.startsWith(last))?.[0];
  return words.length === 0 || type === undefined || TYPE_OF.has(last) ? key : [...words, type].join(" ");
}

/** Returns all street keys that match the given parts of a key. The type and the direction may be missing. */
export function keysOf({ name, type, direction }: StreetParts): string[] {
  const types = type === null ? [...FULL_OF.keys(), ""] : [type];
  const directions = direction === null ? ["", "n", "s", "e", "w"] : [direction];
  return types.flatMap((t) => directions.map((d) => [name, t, d].filter((part) => part !== "").join(" ")));
}

/**
 * Returns the possible names in a street's key: "high pk" is either a street named High with the type Park, or High
 * Park Avenue without its type.
 */
export function namesOfStreet(key: string): string[] {
  const { name, type, direction } = streetParts(key);
  const mayBeOfName = type !== null && direction === null && !CLOSING.has(type);
  return mayBeOfName ? [name, `${name} ${FULL_OF.get(type) ?? type}`] : [name];
}

/** Types that always mean a street, unlike "terrace" or "court". */
const PLAIN_TYPES: ReadonlySet<string> = new Set(["st", "ave", "rd", "blvd", "dr", "cres"]);
/** Returns whether a word is a type that can only mean a street, even among other words of an advertisement. */
export const isPlainStreetType = (word: string): boolean => PLAIN_TYPES.has(TYPE_OF.get(word) ?? "");
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  [...TYPE_OF].filter(([word, key]) => PLAIN_TYPES.has(key) && word.length > 2),
);

/**
 * Returns the words of a text, spelled as in street keys: types, the directions after them, saints, and "Lakeshore".
 * "queen st w" then matches "Queen Street West".
 * @param words in lower case without accents
 */
export function normalizeStreetWords(words: readonly string[]): string[] {
  const spelled: string[] = [];
  for (const word of words) {
    const isBehindType = CLOSING.has(spelled.at(-1) ?? "") && spelled.length > 1;
    if (word === "lakeshore") spelled.push("lake", "shore");
    else if (word === "saint") spelled.push("st");
    else spelled.push((isBehindType ? directionOf(word) : undefined) ?? SPELLED_OUT.get(word) ?? word);
  }
  return spelled;
}

/** Formats a street key as people write it: "king st w" → "King St W". */
export const streetName = (key: string): string =>
  key
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
