import type { Facts } from "./facts.ts";

/** A possible thread. */
export interface Draft {
  title: string;
  content: string;
  /** The text without closing question and signature, which is never posted twice. */
  body: string;
}

/** A kind of thread in the library. */
export interface ThreadKind {
  /** Stored with posts, so it must not be renamed. */
  name: string;
  /** The data it needs. */
  needs: "nothing" | "benchmarks" | "listings";
  /** Minimum days between two threads of the kind. */
  restDays: number;
  /** Its wordings for the current facts; none while there is too little data. @param random 0 ≤ n < 1 */
  write(facts: Facts, random: () => number): Draft[];
}

/** Days between threads of a kind: with many subjects, with this week's figures, weekly questions, fixed texts. */
export const REST_DAYS = { subjects: 2, figures: 6, questions: 7, standing: 30 } as const;

/** A kind's texts from content/, with placeholders in braces. */
export interface Texts {
  titles: readonly string[];
  bodies: readonly string[];
  questions: readonly string[];
}

/** Values of the placeholders. */
export type Values = Readonly<Record<string, string | number>>;

/** @throws Error when a placeholder has no value */
function fillPlaceholders(text: string, values: Values): string {
  return text.replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for placeholder {${name}}.`);
    return String(value);
  });
}

/** All combinations of title, body and question, with the signature. */
export function wordings(texts: Texts, values: Values, signature: string): Draft[] {
  const filled = (parts: readonly string[]) => parts.map((part) => fillPlaceholders(part, values));
  const [bodies, questions] = [filled(texts.bodies), filled(texts.questions)];
  return filled(texts.titles).flatMap((title) =>
    bodies.flatMap((body) =>
      questions.map((question) => ({ title, content: `${body}\n\n${question}\n\n${signature}`, body })),
    ),
  );
}

/** A kind based on the site's listings. */
export const fromListings = (
  name: string,
  write: ThreadKind["write"],
  restDays: number = REST_DAYS.figures,
): ThreadKind => ({ name, needs: "listings", restDays, write });

/** A random item. */
export const randomItem = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];
