import type { Span } from "../../../contracts/signal-rules.ts";
import { isTakenBack } from "./taken-back.ts";

// What is put in ever new ways is found by its signs: each is a few words, and enough of them together are a note.

/** A sign that speaks for a note, or against it. */
export interface Sign {
  words: RegExp;
  /** What it weighs in the sentence that is looked at. */
  here: number;
  /** What it weighs in the sentence before or after. */
  near: number;
}

/** A part of a text, with its position in it. */
export interface Sentence {
  start: number;
  text: string;
}

/**
 * How much the signs in a sentence and in the ones beside it weigh, by the sentence's position in the list. Each sentence is
 * read once, so the time grows with the text and no faster.
 */
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

/** Where `words` stand in a sentence and nothing takes them back. @param words is global */
export const spansIn = (text: string, words: RegExp): Span[] =>
  [...text.matchAll(words)]
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
    .filter(({ start, end }) => !isTakenBack(text, start, end));

/** Places in a sentence as places in the text. */
export const inText = ({ start }: Sentence, spans: readonly Span[]): Span[] =>
  spans.map((span) => ({ start: start + span.start, end: start + span.end }));
