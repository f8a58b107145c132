import type { Span } from "../../../contracts/signal-rules.ts";

/** A sentence with its position in the text. */
export interface Sentence {
  start: number;
  text: string;
}

/** Converts positions in a sentence to positions in the text. */
export const toTextSpans = ({ start }: Sentence, spans: readonly Span[]): Span[] =>
  spans.map((span) => ({ start: start + span.start, end: start + span.end }));
