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
  /** Kinds of one series share a rest too: none comes so many days after another. */
  series?: { name: string; restDays: number };
  /** Its wordings as the facts are; none while they are missing or too thin. @param random 0 ≤ n < 1 */
  write(facts: Facts, random: () => number): Draft[];
}

/** Days until a kind that rests on this week's figures can come again, and one that says the same every time. */
export const REST_DAYS = { figures: 6, standing: 30 } as const;

/** Every title with every body and every question, the last line below. */
export function wordings(
  titles: readonly string[],
  bodies: readonly string[],
  asks: readonly string[],
  signature: string,
): Draft[] {
  return titles.flatMap((title) =>
    bodies.flatMap((body) => asks.map((ask) => ({ title, content: `${body}\n\n${ask}\n\n${signature}`, says: body }))),
  );
}

/** A kind that needs no data and comes round once in a while. */
export function standing(
  name: string,
  signature: string,
  texts: { titles: readonly string[]; bodies: readonly string[]; asks: readonly string[] },
): ThreadKind {
  return {
    name,
    needs: "nothing",
    restDays: REST_DAYS.standing,
    write: () => wordings(texts.titles, texts.bodies, texts.asks, signature),
  };
}

/** A kind that rests on the site's listings. */
export const fromListings = (name: string, write: ThreadKind["write"]): ThreadKind => ({
  name,
  needs: "listings",
  restDays: REST_DAYS.figures,
  write,
});

/** One of some items. */
export const picked = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];
