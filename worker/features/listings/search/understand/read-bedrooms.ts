import { type Bedrooms, BEDROOMS } from "../../../../contracts/bedrooms.ts";
import {
  ROOM_WORDS,
  ARTICLES,
  AT_LEAST,
  BATHROOM_WORDS,
  BEDROOM_UNITS,
  BEDROOMS_BEFORE,
  BEDROOM_MODIFIERS,
  DEN_WORDS,
  QUEBEC_SIZES,
  NUMBERS,
  OR_MORE,
  OTHER_ROOMS,
} from "./number-words.ts";
import { createWordings, wordingLengthAt, createWordingTable } from "./query-tokens.ts";
import type { Reading } from "./readings.ts";

const counts = createWordingTable([...NUMBERS]);
const units = createWordings(BEDROOM_UNITS);
const unitsBefore = createWordings(BEDROOMS_BEFORE);
const atLeast = createWordings(AT_LEAST);
const orMore = createWordings(OR_MORE);
const otherRooms = createWordings(...OTHER_ROOMS);

const typeOfCount = (count: number): Bedrooms =>
  (["1 Bedroom", "2 Bedrooms", "3 Bedrooms"] as const)[count - 1] ?? (count === 0 ? "Studio" : "4+ Bedrooms");

/** Adds all larger types to the given types, if these are whole homes of one size. */
function orLarger(types: readonly Bedrooms[]): readonly Bedrooms[] {
  const [only] = types;
  return only === undefined || types.length > 1 ? types : BEDROOMS.slice(BEDROOMS.indexOf(only), -1);
}

/** Parses a number of rooms at a position. */
function countAt(tokens: readonly string[], at: number): { count: number; length: number } | null {
  const text = tokens[at] ?? "";
  if (/^\d$|^1\d$/.test(text)) return { count: Number(text), length: 1 };
  const named = counts.at(tokens, at);
  return named && { count: named.value, length: named.length };
}

/** Returns the length of "plus den", "w/ den" or "+1" at a position. Returns 0 if there is none. */
function denLengthAt(tokens: readonly string[], at: number): number {
  const sign = tokens[at] ?? "";
  if (!/^(?:\+|plus|with|w|and|&)$/.test(sign)) return 0;
  const den = tokens[at + 1] === "/" ? at + 2 : at + 1;
  const isRoom = DEN_WORDS.has(tokens[den] ?? "") || (tokens[den] === "1" && (sign === "+" || sign === "plus"));
  return isRoom ? den + 1 - at : 0;
}

/** Tokens that join two numbers of rooms: "and", "or", "-", "/". */
const JOINING: ReadonlySet<string> = new Set(["and", "or", "-", "–", "/", "&", "to", "ou", "o", "et", "y", "e"]);

/** Parses a number of bedrooms such as "2br", "two bedrooms", "1+den", "2 or 3 bedrooms", "两室一厅", "방 2개" or "3 1/2". */
export function bedroomsAt(tokens: readonly string[], at: number): Reading | null {
  if (/^(?:jr|junior)$/.test(tokens[at] ?? "")) {
    const size = bedroomsAt(tokens, at + 1);
    return size && { ...size, length: size.length + 1 };
  }
  const least = wordingLengthAt(atLeast, tokens, at);
  if (least > 0) {
    const size = bedroomsAt(tokens, at + least);
    return size?.kind === "bedrooms"
      ? { kind: "bedrooms", bedrooms: orLarger(size.bedrooms), length: least + size.length }
      : null;
  }
  const before = wordingLengthAt(unitsBefore, tokens, at);
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
    return { kind: "bedrooms", bedrooms: [QUEBEC_SIZES[first.count - 1] ?? "4+ Bedrooms"], length: 4 };
  const all = [first.count];
  let end = at + first.length;
  while (JOINING.has(tokens[end] ?? "")) {
    const next = countAt(tokens, end + 1);
    if (!next) break;
    all.push(next.count);
    end += 1 + next.length;
  }
  const den = denLengthAt(tokens, end);
  const hasDen = den > 0;
  end += den;
  const more = hasDen ? 0 : tokens[end] === "+" ? 1 : wordingLengthAt(orMore, tokens, end);
  end += more;
  let unit = end;
  while (unit < end + 3 && BEDROOM_MODIFIERS.has(tokens[unit] ?? "") && wordingLengthAt(units, tokens, unit) === 0)
    unit += 1;
  const length = wordingLengthAt(units, tokens, unit);
  if (length === 0) return hasDen ? { kind: "bedrooms", bedrooms: [typeOfCount(first.count)], length: end - at } : null;
  let behindUnit = unit + length;
  behindUnit += /^dens?$/.test(tokens[behindUnit] ?? "") ? 1 : denLengthAt(tokens, behindUnit);
  // Skips the rooms in "一室一厅一卫" that are not bedrooms.
  for (;;) {
    const other = countAt(tokens, behindUnit);
    const room = other ? wordingLengthAt(otherRooms, tokens, behindUnit + other.length) : 0;
    if (!other || room === 0) break;
    behindUnit += other.length + room;
  }
  const moreBehind = wordingLengthAt(orMore, tokens, behindUnit);
  behindUnit += moreBehind;
  const types = [...new Set(all.map(typeOfCount))];
  // "un cuarto" and "one room" mean a room to let, unless the text names a whole home.
  const word = tokens[unit] ?? "";
  const isUnsure = all.length === 1 && ARTICLES.has(tokens[at] ?? "") && ROOM_WORDS.has(word);
  const bedrooms = more + moreBehind > 0 ? orLarger(types) : types;
  return { kind: "bedrooms", bedrooms, length: behindUnit - at, ...(isUnsure && { isUnsure }) };
}

/** Parses a number of bathrooms such as "2 bath". Returns it as words, in the form that listings use. */
export function bathsAt(tokens: readonly string[], at: number): Reading | null {
  const [typed = "", unit = ""] = tokens.slice(at, at + 2);
  const count = String(NUMBERS.get(typed) ?? typed);
  if (!/^\d(?:\.5)?$/.test(count) || !BATHROOM_WORDS.has(unit)) return null;
  return { kind: "phrase", text: `${count} ${count === "1" ? "bathroom" : "bathrooms"}`, length: 2 };
}
