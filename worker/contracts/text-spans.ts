import type { FoldedText } from "./folded-text.ts";

/** The position of a match in a folded text. */
export interface Span {
  start: number;
  end: number;
}

/** Returns all matches of a global pattern in a text. */
export const matchSpans = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }));

/** Maximum number of quotes in a note, and maximum length of a quote in characters. */
const QUOTES = 3;
const QUOTE_LENGTH = 80;

/** Returns the matched words in order. Merges overlapping matches and leaves out duplicates. */
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
