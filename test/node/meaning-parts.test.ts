import { describe, expect, it } from "vitest";
import type { SearchMeaning } from "../../worker/contracts/search.ts";
import { toSearchMeaning } from "../../worker/features/listings/search/understand/meaning.ts";
import { understand } from "../../worker/features/listings/search/understand/understand.ts";
import { meaningParts, wordsWithout } from "../../src/features/listings/filters/meaning-parts.ts";
import { goldenCases } from "../support/node/real-data.ts";

const QUERIES = (JSON.parse(goldenCases("queries")) as { q: string }[]).map(({ q }) => q);
const meaningOf = (q: string): SearchMeaning => toSearchMeaning(understand(q));
/** Returns the parts of a meaning, with the texts of the chips. */
const textsOf = (meaning: SearchMeaning) => meaningParts(meaning).map(({ text }) => text);

describe("the parts of a search by words", () => {
  it.each<[q: string, parts: string[]]>([
    ["2br liberty village under 2000", ["2 Bedrooms", "Up to $2,000", "Liberty Village"]],
    ["etobicoke basement", ["Basement", "Etobicoke"]],
    ["kipling station no pets", ["Kipling station", "“no pets”"]],
    ["1500-1900 near subway parking", ["From $1,500", "Up to $1,900", "Within 800 m of the subway", "Parking"]],
  ])("for %s are %j", (q, parts) => expect(textsOf(meaningOf(q))).toEqual(parts));

  it.each(QUERIES)("can be removed one by one: %s", (q) => {
    const meaning = meaningOf(q);
    const parts = meaningParts(meaning);
    for (const part of parts) {
      const left = wordsWithout(parts, part);
      const texts = parts.filter((other) => other !== part).map(({ text }) => text);
      expect(left === null ? [] : textsOf(meaningOf(left)).toSorted(), `without ${part.text}`).toEqual(
        texts.toSorted(),
      );
    }
  });
});
