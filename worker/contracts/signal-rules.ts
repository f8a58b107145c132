import type { FoldedText } from "./folded-text.ts";

/** A pattern searched in each sentence of a folded text. */
export interface SignalRule {
  find: RegExp;
  /** The sentence must also match this. */
  needs?: RegExp;
  /** The sentence must not match this. */
  unless?: RegExp;
  /** The text must match this, or all of these, anywhere. */
  inText?: RegExp | readonly RegExp[];
  /** The text must not match this anywhere. */
  notInText?: RegExp;
  /** Negation has no effect, because the words already express a refusal. */
  isPlain?: boolean;
}

/** The position of a match in a folded text. */
export interface Span {
  start: number;
  end: number;
}

/** All matches of a global pattern in a text. */
export const matchSpans = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }));

/** Most quotes in a note, and the longest quote in characters. */
const QUOTES = 3;
const QUOTE_LENGTH = 80;

/**
 * The matches of a rule in a sentence.
 * @param rule its `find` is global
 * @param isNegated whether a negation applies to the text from `start` to `end`
 */
export function findMatches(
  rule: SignalRule,
  sentence: string,
  isNegated: (sentence: string, start: number, end: number) => boolean,
): Span[] {
  const matches = matchSpans(sentence, rule.find);
  if (matches.length === 0 || rule.unless?.test(sentence) || (rule.needs && !rule.needs.test(sentence))) return [];
  return matches.filter(({ start, end }) => rule.isPlain === true || !isNegated(sentence, start, end));
}

/** The matched words in order; overlapping matches are merged and duplicates dropped. */
export function quoteSpans({ original }: FoldedText, spans: readonly Span[]): string[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  const quotes = new Map<string, string>();
  for (const { start, end } of merged) {
    const words = original(start, end).replace(/\s+/g, " ").trim().slice(0, QUOTE_LENGTH);
    if (!quotes.has(words.toLowerCase())) quotes.set(words.toLowerCase(), words);
    if (quotes.size === QUOTES) break;
  }
  return [...quotes.values()];
}
