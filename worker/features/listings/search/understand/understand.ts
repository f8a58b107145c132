import type { AttributeFilter } from "../../../../contracts/attributes.ts";
import { type Bedrooms, BEDROOMS, type HomeType } from "../../../../contracts/bedrooms.ts";
import { LISTS } from "../../../../contracts/kind-rules.ts";
import { isMainStreet, withFullName } from "../../../../contracts/known-streets.ts";
import { CITY } from "../../../../contracts/market.ts";
import { SEARCH_RENT_MAX } from "../../../../contracts/search.ts";
import { isSignificant, SEARCH_WORDS_MAX } from "../../../../contracts/search-words.ts";
import {
  directionOf,
  isFinalStreetType,
  isPlainStreetType,
  joinStreet,
  keysOf,
  streetName,
  streetParts,
  streetWords,
} from "../../../../contracts/street-words.ts";
import { EVERYDAY_WORDS } from "./everyday-words.ts";
import { NAME_WORDS, type PlaceMeant, placeNamedAt } from "./place-meant.ts";
import { type QueryToken, queryTokens, Wordings } from "./query-tokens.ts";
import {
  ALSO_ROOMS,
  ARTICLES,
  BATHS,
  BEDROOM_UNITS,
  BEDROOMS_BEFORE,
  BEHIND_NEGATION,
  BETWEEN,
  DENS,
  HALVES,
  type Meaning,
  MONEY,
  NEGATED,
  NEGATIONS,
  NUMBERS,
  OTHER_ROOMS,
  VOCABULARY,
} from "./search-vocabulary.ts";

/** What the words of a search mean; null, false and empty where they say nothing of it. */
export interface Understood {
  bedrooms: Bedrooms[];
  homeType: HomeType | null;
  /** Dollars a month. */
  minRent: number | null;
  maxRent: number | null;
  place: PlaceMeant | null;
  isNearSubway: boolean;
  with: AttributeFilter[];
  /** Parking at extra cost is parking, too. */
  isPaidParkingFine: boolean;
  without: HomeType[];
  /** Words that remain, and negations as they are typed. */
  words: string[];
}

const NOTHING_UNDERSTOOD: Understood = {
  bedrooms: [],
  homeType: null,
  minRent: null,
  maxRent: null,
  place: null,
  isNearSubway: false,
  with: [],
  isPaidParkingFine: false,
  without: [],
  words: [],
};

/** What some tokens say. */
type Said =
  | { kind: "meaning"; meaning: Meaning }
  | { kind: "bedrooms"; bedrooms: readonly Bedrooms[]; isUnsure?: boolean }
  | { kind: "rent"; minRent: number | null; maxRent: number | null }
  | { kind: "place"; place: PlaceMeant }
  | { kind: "without"; homeType: HomeType }
  | { kind: "phrase"; text: string }
  | { kind: "word" };
type Reading = Said & { length: number };

const phrases = new Wordings<Meaning>();
for (const { means, says } of VOCABULARY) for (const text of Object.values(says)) phrases.add(text, means);
const table = <Value>(entries: readonly (readonly [string, Value])[]) =>
  entries.reduce((wordings, [text, value]) => wordings.add(text, value), new Wordings<Value>());
const counts = table([...NUMBERS]);
const units = table([[BEDROOM_UNITS, true]]);
const unitsBefore = table([[BEDROOMS_BEFORE, true]]);
const otherRooms = table(OTHER_ROOMS.map((text) => [text, true] as const));
const most = table([
  [MONEY.most, true],
  ["<", true],
]);
const mostBehind = table([[MONEY.mostBehind, true]]);
const least = table([
  [MONEY.least, true],
  [">", true],
]);
const leastBehind = table([
  [MONEY.leastBehind, true],
  ["+", true],
]);
const between = table([[MONEY.between, true]]);
const to = table(MONEY.to.split("|").map((text) => [text, true] as const));
const moneyUnits = table([[MONEY.unit, true]]);
const negated = table([[NEGATED, true]]);
const behindNegation = table([[BEHIND_NEGATION, true]]);

const lengthOf = (wordings: Wordings<boolean>, tokens: readonly string[], at: number) =>
  wordings.at(tokens, at)?.length ?? 0;

const typeOfCount = (count: number): Bedrooms =>
  (["1 Bedroom", "2 Bedrooms", "3 Bedrooms"] as const)[count - 1] ?? (count === 0 ? "Studio" : "4+ Bedrooms");

/** A number of rooms. */
function countAt(tokens: readonly string[], at: number): { count: number; length: number } | null {
  const text = tokens[at] ?? "";
  if (/^\d$|^1\d$/.test(text)) return { count: Number(text), length: 1 };
  const named = counts.at(tokens, at);
  return named && { count: named.value, length: named.length };
}

/** "and", "or", "-", "/" between two numbers of rooms. */
const JOINING: ReadonlySet<string> = new Set(["and", "or", "-", "–", "/", "&", "to", "ou", "o", "et", "y", "e"]);

/** "2br", "two bedrooms", "1+den", "2 or 3 bedrooms", "两室一厅", "방 2개", "3 1/2". */
function bedroomsAt(tokens: readonly string[], at: number): Reading | null {
  if (/^(?:jr|junior)$/.test(tokens[at] ?? "")) {
    const size = bedroomsAt(tokens, at + 1);
    return size && { ...size, length: size.length + 1 };
  }
  const before = lengthOf(unitsBefore, tokens, at);
  const behind = before === 0 ? null : countAt(tokens, at + before);
  if (behind) {
    let end = at + before + behind.length;
    while (tokens[end] === "개" || tokens[end] === "칸") end += 1;
    return { kind: "bedrooms", bedrooms: [typeOfCount(behind.count)], length: end - at };
  }
  const first = countAt(tokens, at);
  if (!first) return null;
  const half = tokens.slice(at + 1, at + 4).join(" ");
  if (half === "1 / 2" || half.startsWith("1 ⁄ 2"))
    return { kind: "bedrooms", bedrooms: [HALVES[first.count - 1] ?? "4+ Bedrooms"], length: 4 };
  const all = [first.count];
  let end = at + first.length;
  while (JOINING.has(tokens[end] ?? "")) {
    const next = countAt(tokens, end + 1);
    if (!next) break;
    all.push(next.count);
    end += 1 + next.length;
  }
  const hasDen = tokens[end] === "+" && DENS.has(tokens[end + 1] ?? "");
  if (hasDen) end += 2;
  const isOrMore = !hasDen && tokens[end] === "+";
  let unit = end;
  while (unit < end + 3 && BETWEEN.has(tokens[unit] ?? "") && lengthOf(units, tokens, unit) === 0) unit += 1;
  const length = lengthOf(units, tokens, unit);
  if (length === 0) return hasDen ? { kind: "bedrooms", bedrooms: [typeOfCount(first.count)], length: end - at } : null;
  let behindUnit = unit + length;
  if (
    (tokens[behindUnit] === "+" || /^(?:plus|with|and)$/.test(tokens[behindUnit] ?? "")) &&
    DENS.has(tokens[behindUnit + 1] ?? "")
  )
    behindUnit += 2;
  // "一室一厅一卫": the rooms beside the bedrooms.
  for (;;) {
    const other = countAt(tokens, behindUnit);
    const room = other ? lengthOf(otherRooms, tokens, behindUnit + other.length) : 0;
    if (!other || room === 0) break;
    behindUnit += other.length + room;
  }
  const types = new Set(all.map(typeOfCount));
  if (isOrMore && all.length === 1)
    for (const type of BEDROOMS.slice(BEDROOMS.indexOf(typeOfCount(first.count)), -1)) types.add(type);
  // "un cuarto", and "one room": a room to let, unless a whole home is meant.
  const word = tokens[unit] ?? "";
  const isUnsure = all.length === 1 && ARTICLES.has(tokens[at] ?? "") && ALSO_ROOMS.has(word);
  return { kind: "bedrooms", bedrooms: [...types], length: behindUnit - at, ...(isUnsure && { isUnsure }) };
}

/** "2 bath": as the texts say it. */
function bathsAt(tokens: readonly string[], at: number): Reading | null {
  const [count = "", unit = ""] = tokens.slice(at, at + 2);
  if (!/^\d(?:\.5)?$/.test(count) || !BATHS.has(unit)) return null;
  return { kind: "phrase", text: `${count} ${count === "1" ? "bathroom" : "bathrooms"}`, length: 2 };
}

interface Amount {
  dollars: number;
  hasSign: boolean;
  length: number;
}

/** "$1,800", "1.8k", "1800 a month". */
function amountAt(tokens: readonly string[], at: number): Amount | null {
  let end = at;
  let hasSign = tokens[end] === "$" || tokens[end] === "cad";
  if (hasSign) end += 1;
  const number = Number(/^\d+(?:\.\d+)?$/.test(tokens[end] ?? "") ? tokens[end] : Number.NaN);
  if (Number.isNaN(number)) return null;
  end += 1;
  let dollars = number;
  if (tokens[end] === "k") {
    dollars *= 1_000;
    hasSign = true;
    end += 1;
  }
  for (let unit = lengthOf(moneyUnits, tokens, end); unit > 0; unit = lengthOf(moneyUnits, tokens, end)) {
    hasSign = true;
    end += unit;
  }
  return { dollars: Math.round(dollars), hasSign, length: end - at };
}

/** Least amount that a word such as "under" makes a rent, and that is one with a sign of money. */
const LEAST_RENT = 200;
/** Bare numbers that are a rent. */
const BARE_RENTS = { from: 600, to: 9_999 };
const isRent = ({ dollars }: Amount) => dollars >= LEAST_RENT && dollars <= SEARCH_RENT_MAX;
const MONTHS: ReadonlySet<string> = new Set(LISTS.month.split("|"));

function rentAt(tokens: readonly string[], at: number): Reading | null {
  const start = at + lengthOf(between, tokens, at);
  const low = amountAt(tokens, start);
  const joint = low ? lengthOf(to, tokens, start + low.length) : 0;
  const high = low && joint > 0 ? amountAt(tokens, start + low.length + joint) : null;
  if (low && high && isRent(high)) {
    // "1.5-2k"
    const least = low.dollars < 20 && high.dollars >= 1_000 ? low.dollars * 1_000 : low.dollars;
    if (least >= LEAST_RENT && least <= high.dollars)
      return {
        kind: "rent",
        minRent: least,
        maxRent: high.dollars,
        length: start + low.length + joint + high.length - at,
      };
  }
  for (const [words, isMost] of [
    [most, true],
    [least, false],
  ] as const) {
    const word = lengthOf(words, tokens, at);
    const amount = word > 0 ? amountAt(tokens, at + word) : null;
    if (amount && isRent(amount))
      return rentOf(amount, isMost, word + amount.length + behindAmount(tokens, at + word + amount.length));
  }
  const amount = amountAt(tokens, at);
  if (!amount || !isRent(amount)) return null;
  const end = at + amount.length;
  if (lengthOf(leastBehind, tokens, end) > 0)
    return rentOf(amount, false, amount.length + lengthOf(leastBehind, tokens, end));
  if (lengthOf(mostBehind, tokens, end) > 0)
    return rentOf(amount, true, amount.length + lengthOf(mostBehind, tokens, end));
  const isBare = amount.dollars >= BARE_RENTS.from && amount.dollars <= BARE_RENTS.to && streetAt(tokens, end) === null;
  if (!amount.hasSign && (!isBare || MONTHS.has(tokens[at - 1] ?? ""))) return null;
  return rentOf(amount, true, amount.length);
}
/** "under 1800 or less" */
const behindAmount = (tokens: readonly string[], at: number) => lengthOf(mostBehind, tokens, at);
const rentOf = ({ dollars }: Amount, isMost: boolean, length: number): Reading => ({
  kind: "rent",
  minRent: isMost ? null : dollars,
  maxRent: isMost ? dollars : null,
  length,
});

/** Streets of the City's table that a search may name, by key. */
export type KnownStreets = ReadonlySet<string>;
const NO_STREETS: KnownStreets = new Set();

/** Most words of a street's name. */
const STREET_WORDS = 4;
const isLetters = (token: string | undefined) =>
  token !== undefined && /^[\p{L}\p{M}]+$|^\d+(?:st|nd|rd|th)$/u.test(token);
const keyOf = (words: readonly string[]) => withFullName(joinStreet(streetWords(words.join(" "))));

/** The key of a street with its type at a position: "queen st w", and "bloor w". */
function streetAt(tokens: readonly string[], at: number, known = NO_STREETS): { key: string; length: number } | null {
  for (let length = 2; length <= STREET_WORDS + 1; length += 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !words.every(isLetters)) return null;
    const last = words.at(-1) ?? "";
    const name = words.slice(0, -1);
    const isDirection = directionOf(last) !== undefined;
    if (isDirection && isMainStreet(name.join(" "))) return { key: keyOf(words), length };
    // "St Clair" begins with its saint.
    if (!isFinalStreetType(last) || (last === "st" && tokens[at + length] === "clair")) continue;
    const direction = directionOf(tokens[at + length]) === undefined ? 0 : 1;
    const whole = tokens.slice(at, at + length + direction);
    const key = keyOf(whole);
    const isKnown = [key, ...keysOf(streetParts(key))].some((one) => known.has(one));
    if (
      isKnown ||
      (isPlainStreetType(last) && name.every((word) => phrases.at([word], 0) === null && isSignificant(word)))
    )
      return { key, length: length + direction };
    return null;
  }
  return null;
}

/** A street without its type: a main street, or one of the City's that no everyday word is. */
function bareStreetAt(
  tokens: readonly string[],
  at: number,
  known: KnownStreets,
): { key: string; length: number } | null {
  for (let length = 3; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !words.every(isLetters)) continue;
    const key = keyOf(words);
    if (isMainStreet(key) || known.has(key)) return { key, length };
  }
  return null;
}

/** The one street that a key without type or direction can mean, its type if all that it can mean have one, else the key. */
function wholeKey(key: string, known: KnownStreets): string {
  const { name, type } = streetParts(key);
  if (type !== null && known.has(key)) return key;
  const streets = keysOf(streetParts(key)).filter((one) => one !== name && known.has(one));
  const [only = key, ...others] = streets;
  if (others.length === 0) return only;
  const types = new Set(streets.map((one) => streetParts(one).type));
  const [first] = types;
  return types.size === 1 && first && streetParts(key).direction === null ? `${name} ${first}` : key;
}

function streetMeant(typed: string, known: KnownStreets): PlaceMeant {
  const key = wholeKey(typed, known);
  const name = streetName(key);
  return { kind: "street", name, within: { street: key }, said: [name] };
}

const CROSSING: ReadonlySet<string> = new Set(["&", "and", "at", "@", "/", "x", "+", "et", "y", "e", "-"]);

/** "bloor & spadina", "Bay and College", "keele finch". */
function cornerAt(tokens: readonly string[], at: number, known: KnownStreets): Reading | null {
  const street = (from: number) => streetAt(tokens, from, known) ?? bareStreetAt(tokens, from, known);
  const first = street(at);
  if (!first) return null;
  const isJoined = CROSSING.has(tokens[at + first.length] ?? "");
  const from = at + first.length + (isJoined ? 1 : 0);
  const second = street(from);
  if (!second || second.key === first.key) return null;
  if (!isJoined && ![first.key, second.key].every(isMainStreet)) return null;
  const crossing = [first.key, second.key] as const;
  const name = crossing.map(streetName).join(" & ");
  const said = [name.replace(" & ", " and "), name];
  return {
    kind: "place",
    place: { kind: "corner", name, within: { crossing }, said },
    length: from + second.length - at,
  };
}

const isHouseNumber = (token: string | undefined) => token !== undefined && /^\d{1,5}$/.test(token);

/** A place at a position: of a street and a name, the longer, and the name where both are. */
function placeAt(tokens: readonly string[], at: number, known: KnownStreets): Reading | null {
  const corner = cornerAt(tokens, at, known);
  const named = placeNamedAt(tokens, at);
  const typed = streetAt(tokens, at, known);
  const street = typed ?? bareStreetAt(tokens, at, known);
  const hasNumber = typed !== null && isHouseNumber(tokens[at - 1]);
  const length = named?.length ?? 0;
  if (corner && corner.length > length) return corner;
  if (named && !(hasNumber && typed.length >= length) && length >= (street?.length ?? 0))
    return { kind: "place", place: named.place, length };
  return street && { kind: "place", place: streetMeant(street.key, known), length: street.length };
}

/** "no pets", "not basement", "no credit check". */
function negationAt(tokens: readonly string[], at: number): Reading | null {
  const no = tokens[at] ?? "";
  if (!NEGATIONS.has(no)) return null;
  let next = at + 1;
  while (/^(?:a|an|any|the|de|d)$/.test(tokens[next] ?? "")) next += 1;
  const fixed = lengthOf(negated, tokens, next);
  const meant = phrases.at(tokens, next);
  if (fixed === 0 && meant && "homeType" in meant.value) {
    let end = next + meant.length;
    while (/^(?:apartment|apartments|apt|unit|units|suite)$/.test(tokens[end] ?? "")) end += 1;
    return { kind: "without", homeType: meant.value.homeType, length: end - at };
  }
  if (fixed === 0 && meant && "bedrooms" in meant.value && meant.value.bedrooms === "Private Room")
    return { kind: "without", homeType: "room", length: next + meant.length - at };
  const isNoise = meant !== null && "noise" in meant.value;
  const length = fixed > 0 ? fixed : isNoise ? 0 : (meant?.length ?? (isLetters(tokens[next]) ? 1 : 0));
  if (length === 0) return null;
  const words = tokens.slice(next, next + length);
  // What may be said behind it says nothing more.
  while (words.length > 1 && behindNegation.at(words, words.length - 1)) words.pop();
  return {
    kind: "phrase",
    text: [no, ...words].join(" "),
    length: next + length - at + lengthOf(behindNegation, tokens, next + length),
  };
}

function vocabularyAt(tokens: readonly string[], at: number): Reading | null {
  const found = phrases.at(tokens, at);
  return found && { kind: "meaning", meaning: found.value, length: found.length };
}

/** What the tokens at a position say: the longest reading, and of equally long ones the first. */
function readingAt(tokens: readonly string[], at: number, known: KnownStreets): Reading {
  const readings = [
    vocabularyAt(tokens, at),
    negationAt(tokens, at),
    rentAt(tokens, at),
    bedroomsAt(tokens, at),
    bathsAt(tokens, at),
    placeAt(tokens, at, known),
  ];
  return readings.reduce<Reading>(
    (best, reading) => (reading && (reading.length > best.length || best.kind === "word") ? reading : best),
    { kind: "word", length: 1 },
  );
}

interface Part {
  said: Said;
  tokens: readonly QueryToken[];
}

function partsOf(q: string, known: KnownStreets): Part[] {
  const tokens = queryTokens(q);
  const texts = tokens.map(({ text }) => text);
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length;) {
    const { length, ...said } = readingAt(texts, at, known);
    parts.push({ said, tokens: tokens.slice(at, at + length) });
    at += length;
  }
  return parts;
}

const SIGN = /^[^\p{L}\p{N}]+$/u;

/** The words of tokens as they were typed: what no space divides is one. */
function wordsOfTokens(tokens: readonly QueryToken[]): string[] {
  const words: string[] = [];
  for (const { text, isGlued } of tokens) {
    const last = words.length - 1;
    if (SIGN.test(text)) continue;
    if (isGlued && last >= 0) words[last] += text;
    else words.push(text);
  }
  return words;
}

/** How much a place narrows a search down: of several, the narrowest is the condition. */
const NARROWNESS: Readonly<Record<PlaceMeant["kind"], number>> = {
  corner: 6,
  landmark: 5,
  station: 5,
  street: 4,
  line: 3,
  neighbourhood: 2,
  municipality: 1,
};

/** The place of a search, and the parts with others, whose words the texts are searched for. */
function narrowest(parts: readonly Part[]): { place: PlaceMeant | null; others: ReadonlySet<Part> } {
  const places = parts.flatMap((part) => (part.said.kind === "place" ? [{ part, place: part.said.place }] : []));
  const narrowness = ({ kind, name }: PlaceMeant) => (name === CITY ? 0 : NARROWNESS[kind]);
  const [best, ...rest] = places.toSorted((a, b) => narrowness(b.place) - narrowness(a.place));
  const others = rest.filter(({ place }) => place.kind !== "municipality" && place.name !== best?.place.name);
  return { place: best?.place ?? null, others: new Set(others.map(({ part }) => part)) };
}

/** Whole homes, which settle that "um quarto" counts bedrooms. */
const WHOLE =
  /^(?:apartamento|apartamentos|apto|departamento|depto|piso|appartement|appart|logement|casa|maison|flat|apartment)$/;

/**
 * Reads the conditions out of a search text. Longer readings win, and what is not understood remains as words.
 * @param known streets of the City's table among {@link streetsIn}
 */
export function understand(q: string, known: KnownStreets = NO_STREETS): Understood {
  const parts = partsOf(q, known);
  const { place, others } = narrowest(parts);
  const found: Understood = { ...NOTHING_UNDERSTOOD, place };
  const bedrooms = new Set<Bedrooms>();
  const attributes = new Set<AttributeFilter>();
  const without = new Set<HomeType>();
  const words = new Set<string>();
  let isParkingIncluded = false;
  let previous: Part | null = null;
  const isWhole = parts.some(({ tokens }) => tokens.some(({ text }) => WHOLE.test(text)));
  const sized = parts.some(({ said }) => said.kind === "bedrooms" && !said.isUnsure);
  for (const part of parts) {
    const { said, tokens } = part;
    if (said.kind === "bedrooms") {
      const isRoom = said.isUnsure === true && !isWhole && parts.length > 1;
      for (const type of isRoom ? (["Private Room"] as const) : said.bedrooms) bedrooms.add(type);
    } else if (said.kind === "rent") {
      found.minRent = said.minRent ?? found.minRent;
      found.maxRent = said.maxRent ?? found.maxRent;
    } else if (said.kind === "without") without.add(said.homeType);
    else if (said.kind === "phrase") words.add(said.text);
    else if (said.kind === "meaning") {
      const { meaning } = said;
      if ("bedrooms" in meaning) {
        if (meaning.bedrooms !== "Private Room" || !sized) bedrooms.add(meaning.bedrooms);
      } else if ("homeType" in meaning) found.homeType ??= meaning.homeType;
      else if ("with" in meaning) {
        attributes.add(meaning.with);
        if (meaning.with === "parking" && meaning.isPaid !== true) isParkingIncluded = true;
      } else if ("near" in meaning) found.isNearSubway = true;
      else if ("words" in meaning)
        for (const word of meaning.words.length > 0 ? meaning.words : wordsOfTokens(tokens).filter(isSignificant))
          words.add(word);
    } else if (said.kind === "word" || others.has(part)) {
      const typed = wordsOfTokens(tokens).filter((word) => said.kind === "word" || isSignificant(word));
      const isJoined = said.kind === "word" && previous?.said.kind === "word" && tokens[0]?.isGlued === true;
      const last = [...words].at(-1);
      if (isJoined && last !== undefined && typed[0] !== undefined) {
        words.delete(last);
        words.add(last + typed[0]);
      } else for (const word of typed) words.add(word);
    }
    previous = part;
  }
  found.bedrooms = BEDROOMS.filter((type) => bedrooms.has(type));
  // A room in a house is a room; where it is, only the text says.
  if (bedrooms.has("Private Room") && found.homeType !== null) {
    if (found.homeType === "basement") words.add("basement");
    if (found.homeType !== "shared_bed") found.homeType = null;
  }
  if (found.homeType === "shared_bed") found.bedrooms = [];
  found.with = [...attributes];
  found.isPaidParkingFine = attributes.has("parking") && !isParkingIncluded;
  found.without = [...without];
  // Signs alone are searched for, and found nowhere.
  found.words = parts.length > 0 ? [...words].slice(0, SEARCH_WORDS_MAX) : [q];
  return found;
}

/** Most names of streets that are looked up for one search. */
const MOST_STREETS = 6;

/**
 * The names in a search that may be streets of the City: what has the type of a street, and words that mean nothing else.
 * @returns keys, without a type where none was typed
 */
export function streetsIn(q: string): string[] {
  const parts = partsOf(q, NO_STREETS);
  const texts = queryTokens(q).map(({ text }) => text);
  const keys = new Set<string>();
  for (const at of texts.keys())
    for (let length = 2; length <= STREET_WORDS + 1; length += 1) {
      const words = texts.slice(at, at + length);
      if (words.length === length && words.every(isLetters) && isFinalStreetType(words.at(-1))) keys.add(keyOf(words));
    }
  for (const { said } of parts)
    if (said.kind === "place" && "street" in said.place.within) keys.add(said.place.within.street);
  const left = parts.map(({ said, tokens }) => (said.kind === "word" ? (tokens[0]?.text ?? "") : ""));
  for (const at of left.keys())
    for (const length of [2, 1]) {
      const words = left.slice(at, at + length);
      const isName = words.every((word) => word.length > 2 && isLetters(word) && !isFinalStreetType(word));
      if (isName && !(length === 1 && EVERYDAY_WORDS.has(keyOf(words)))) keys.add(keyOf(words));
    }
  return [...keys].slice(0, MOST_STREETS);
}

const wordsToKnow = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => word.length >= 4 && /^[a-z]+$/.test(word));

/** English words with a meaning, and those of names. */
export const KNOWN_WORDS: readonly string[] = wordsToKnow([
  ...VOCABULARY.flatMap(({ says }) => table([[says.English ?? "", true]]).words),
  ...table([[LISTS.bed, true]]).words,
  ...NAME_WORDS,
]);

/** Words with a meaning in all languages. */
export const ALL_KNOWN_WORDS: readonly string[] = wordsToKnow([...KNOWN_WORDS, ...phrases.words, ...units.words]);
