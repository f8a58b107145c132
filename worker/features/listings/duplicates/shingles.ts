import { foldText } from "../../../contracts/folded-text.ts";
import { fnvHash } from "../../../platform/fnv-hash.ts";

/** Minimum number of words of a distinctive description. Shorter descriptions are not compared. */
const WORDS_MIN = 40;
/** Number of words in a shingle. Texts are compared by their shingles. */
const SHINGLE = 3;
/**
 * Minimum share of common shingles from which one text counts as a copy of another. Two ordinary advertisements share
 * less than 0.05.
 */
const ALIKE = 0.5;
/**
 * Number of hashes stored per text. Two texts with half of their shingles in common share a hash with a probability of
 * 99.6 %.
 */
const HASHES = 8;

/** Returns the sequences of three words in a text; an empty set if the text has fewer than 40 words. */
export function shinglesOf(text: string | null | undefined): Set<string> {
  const words = foldText(text ?? "").text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < WORDS_MIN) return new Set();
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(" ")));
}

/** Returns the smallest hashes of a text's shingles. Similar texts share some of them. */
export const sketchOf = (shingles: ReadonlySet<string>): number[] =>
  [...new Set([...shingles].map(fnvHash))].toSorted((a, b) => a - b).slice(0, HASHES);

/** Returns the hashes by which similar texts are found; none for a short text. */
export const textHashes = (text: string | null | undefined): number[] => sketchOf(shinglesOf(text));

/** Returns whether two texts have most of their shingles in common. */
export function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((shingle) => other.has(shingle)).length;
  return common > 0 && common / (one.size + other.size - common) >= ALIKE;
}

/** Returns whether a text of at least 40 words is nearly the same as another text. */
export const isNearlySame = (text: string, other: string): boolean => areAlike(shinglesOf(text), shinglesOf(other));
