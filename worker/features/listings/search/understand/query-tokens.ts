/** A word, a number, a character of a script without spaces, or a symbol in a search text. */
export interface QueryToken {
  text: string;
  /** True if no space precedes the token. */
  isGlued: boolean;
}

const LATIN_MARKS = /[\u0300-\u036f]/g;
/** Matches hyphens and apostrophes that join letters, or a number and letters. */
const JOINTS = /(?<=[\p{L}\p{M}])[-'’‘`´.](?=[\p{L}\p{M}])|(?<=\d)-(?=\p{L})/gu;
const TOKENS =
  /(?<![\p{L}\d])[a-z]{1,2}\d[a-z\d]*|\d{1,3}(?:,\d{3})+(?!\d)|\d{1,2} (?:000(?!\d)|\d{3}(?= ?\$))|\d{1,3}(?:st|nd|rd|th)(?!\p{L})|\d+(?:\.\d+)?|[\p{Script=Han}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{M}])+|[+$&@/<>~–-]/gu;

/** Matches short counts of bedrooms and bathrooms: "2b2b" and "1b". */
const SHORT_COUNTS = /(?<![\p{L}\d])(\d)b(?:(\d)b)?(?![\p{L}\d])/gu;
const withWholeCounts = (text: string) =>
  text.replace(
    SHORT_COUNTS,
    (_, beds: string, baths?: string) => `${beds}br${baths === undefined ? "" : ` ${baths}ba`}`,
  );

/** Returns a text in lower case without accents. Keeps the marks of other scripts. */
export const foldQuery = (text: string): string =>
  text
    .replaceAll("½", " 1/2")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(LATIN_MARKS, "")
    .normalize("NFC");

/** Splits a search text into tokens. The phrases in the vocabulary tables are split in the same way. */
export function queryTokens(text: string): QueryToken[] {
  let end = -1;
  return Array.from(withWholeCounts(foldQuery(text)).replace(JOINTS, " ").matchAll(TOKENS), ({ 0: found, index }) => {
    const isGlued = index === end;
    end = index + found.length;
    return { text: /^\d/.test(found) ? found.replace(/[, ]/g, "") : found, isGlued };
  });
}

const tokenTexts = (text: string): string[] => queryTokens(text).map((token) => token.text);

/** Returns all wordings of a vocabulary entry, as tokens. Expands its alternatives. */
export function expandWordings(source: string): string[] {
  return source.split(",").flatMap((phrase) => {
    const parts = phrase.trim().split(/\s+/).filter(Boolean);
    return parts.reduce<string[]>(
      (begun, part) => {
        const isOptional = part.endsWith("?");
        const words = (isOptional ? part.slice(0, -1) : part)
          .split("|")
          .map((word) => tokenTexts(word.replaceAll("_", " ")).join(" "));
        const any = isOptional ? [...words, ""] : words;
        return begun.flatMap((start) => any.map((word) => `${start} ${word}`.trim()));
      },
      [""],
    );
  });
}

/** A table of wordings that finds the longest wording at a position. */
export class Wordings<Value> {
  readonly #values = new Map<string, Value>();
  #longest = 0;
  /**
   * Vocabulary entries that are not expanded yet, because expanding all of them at once would slow down the start of
   * the worker.
   */
  readonly #waiting: (readonly [source: string, value: Value])[] = [];

  /** Adds a wording, unless the table already has it. */
  add(source: string, value: Value): this {
    this.#waiting.push([source, value]);
    return this;
  }

  #spellOut(): void {
    for (const [source, value] of this.#waiting.splice(0)) {
      for (const wording of expandWordings(source)) {
        if (wording === "" || this.#values.has(wording)) continue;
        this.#values.set(wording, value);
        this.#longest = Math.max(this.#longest, wording.split(" ").length);
      }
    }
  }

  at(tokens: readonly string[], from: number): { value: Value; length: number } | null {
    this.#spellOut();
    for (let length = Math.min(this.#longest, tokens.length - from); length > 0; length -= 1) {
      const value = this.#values.get(length === 1 ? (tokens[from] ?? "") : tokens.slice(from, from + length).join(" "));
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  get words(): string[] {
    this.#spellOut();
    return [...this.#values.keys()].flatMap((wording) => wording.split(" "));
  }
}

/** Builds a table of wordings with their values. */
export const createWordingTable = <Value>(
  entries: readonly (readonly [source: string, value: Value])[],
): Wordings<Value> => entries.reduce((wordings, [source, value]) => wordings.add(source, value), new Wordings<Value>());

/** Builds a table of wordings that all have the same meaning. */
export const createWordings = (...sources: readonly string[]): Wordings<true> =>
  createWordingTable(sources.map((source) => [source, true] as const));

/** Returns the length of the wording at a position, in tokens. Returns 0 if there is none. */
export const wordingLengthAt = (wordings: Wordings<true>, tokens: readonly string[], at: number): number =>
  wordings.at(tokens, at)?.length ?? 0;
