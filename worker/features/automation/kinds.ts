import type { Facts } from "./facts.ts";

/** A thread as it could be posted. */
export interface Draft {
  title: string;
  content: string;
  /** What it says, without the question and the last line that close it: no thread says the same again. */
  says: string;
}

/** A kind of thread in the library. */
export interface ThreadKind {
  /** As stored: kinds are never renamed. */
  name: string;
  /** What it cannot be made without. */
  needs: "nothing" | "benchmarks" | "listings";
  /** Days until its turn can come again. */
  restDays: number;
  /** Its wordings as the facts are; none while they are missing or too thin. @param random 0 ≤ n < 1 */
  write(facts: Facts, random: () => number): Draft[];
}

/** Days until a kind can come again: of many subjects, of this week's figures, one question a week, of one standing text. */
export const REST_DAYS = { subjects: 2, figures: 6, questions: 7, standing: 30 } as const;

/** A kind's texts as content/ has them, with names of values in braces. */
export interface Texts {
  titles: readonly string[];
  bodies: readonly string[];
  asks: readonly string[];
}

/** What stands in for the names in braces. */
export type Values = Readonly<Record<string, string | number>>;

/** @throws when a name has no value */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing stands in for {${name}}.`);
    return String(value);
  });
}

/** Every title with every body and every question, the last line below. */
export function wordings({ titles, bodies, asks }: Texts, values: Values, signature: string): Draft[] {
  const [heads, says, questions] = [titles, bodies, asks].map((texts) => texts.map((text) => filled(text, values)));
  return (heads ?? []).flatMap((title) =>
    (says ?? []).flatMap((body) =>
      (questions ?? []).map((ask) => ({ title, content: `${body}\n\n${ask}\n\n${signature}`, says: body })),
    ),
  );
}

/** A kind that rests on the site's listings. */
export const fromListings = (
  name: string,
  write: ThreadKind["write"],
  restDays: number = REST_DAYS.figures,
): ThreadKind => ({ name, needs: "listings", restDays, write });

/** One of some items. */
export const picked = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];
