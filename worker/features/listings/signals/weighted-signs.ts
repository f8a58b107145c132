import { matchSpans, type Span } from "../../../contracts/signal-rules.ts";
import { isNegated } from "./negation.ts";

// Matches freely worded statements: each sign is a few words, and enough weight of signs makes a note.

/** A sign for a note (positive weight) or against it (negative). */
export interface Sign {
  words: RegExp;
  /** Weight in the sentence itself. */
  here: number;
  /** Weight in the sentence before or after. */
  near: number;
}

/** A sentence with its position in the text. */
export interface Sentence {
  start: number;
  text: string;
}

/** Weighs the signs in a sentence, by its index, and its neighbours. Linear, because each sentence is matched once. */
export function weigh(sentences: readonly Sentence[], signs: readonly Sign[]): (at: number) => number {
  const known = new Map<number, boolean[]>();
  const signsOf = (at: number) => {
    const found = known.get(at) ?? signs.map(({ words }) => words.test(sentences[at]?.text ?? ""));
    known.set(at, found);
    return found;
  };
  return (at) => {
    const [own, before, after] = [signsOf(at), signsOf(at - 1), signsOf(at + 1)];
    return signs.reduce(
      (sum, { here, near }, sign) => sum + (own[sign] ? here : before[sign] || after[sign] ? near : 0),
      0,
    );
  };
}

/** Matches of a pattern in a sentence that are not negated. @param words is global */
export const spansIn = (text: string, words: RegExp): Span[] =>
  matchSpans(text, words).filter(({ start, end }) => !isNegated(text, start, end));

/** Converts positions in a sentence to positions in the text. */
export const toTextSpans = ({ start }: Sentence, spans: readonly Span[]): Span[] =>
  spans.map((span) => ({ start: start + span.start, end: start + span.end }));
