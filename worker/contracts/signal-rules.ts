import type { FoldedText } from "./folded-text.ts";

/** Words that are looked for in each sentence of a folded text. */
export interface SignalRule {
  find: RegExp;
  /** Counts only in a sentence that also has this. */
  needs?: RegExp;
  /** Does not count in a sentence that has this. */
  unless?: RegExp;
  /** Counts only in a text that has this, or all of these, anywhere. */
  inText?: RegExp | readonly RegExp[];
  /** Does not count in a text that has this anywhere. */
  notInText?: RegExp;
  /** The words mean the same after a 'no' or 'not': a refusal is one already. */
  isPlain?: boolean;
}

/** Where words stand in a folded text. */
export interface Span {
  start: number;
  end: number;
}

/** Quotes that a note holds, and how long each is at most. */
const QUOTES = 3;
const QUOTE_LENGTH = 80;

/**
 * Where a rule's words stand in a sentence. @param rule its `find` is global
 * @param isTakenBack whether a 'no' or the like takes back what stands from `start` to `end`
 */
export function matchesOf(
  rule: SignalRule,
  sentence: string,
  isTakenBack: (sentence: string, start: number, end: number) => boolean,
): Span[] {
  const matches = [...sentence.matchAll(rule.find)];
  if (matches.length === 0 || rule.unless?.test(sentence) || (rule.needs && !rule.needs.test(sentence))) return [];
  return matches
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
    .filter(({ start, end }) => rule.isPlain === true || !isTakenBack(sentence, start, end));
}

/** The words in some places, in their order; places that overlap are one, and nothing is quoted twice. */
export function quotesOf({ original }: FoldedText, spans: readonly Span[]): string[] {
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
