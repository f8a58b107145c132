import { describe, expect, it } from "vitest";
import { truncateAtWord } from "../../worker/contracts/truncate-at-word.ts";

describe("a text that is too long", () => {
  it.each([
    [
      "A corner suite on the fourteenth floor with light from two sides. The rest is below",
      "A corner suite on the fourteenth floor with light from two sides…",
    ],
    [
      "A corner suite on the fourteenth floor, with light from two sides and a large kitchen",
      "A corner suite on the fourteenth floor, with light from two sides…",
    ],
    [
      "Three rooms. A corner suite on the fourteenth floor with light from two sides and more",
      "Three rooms. A corner suite on the fourteenth floor with light from…",
    ],
    ["w".repeat(80), `${"w".repeat(71)}…`],
  ])("is cut after a sentence or phrase that ends near the limit, or else after a word: %s", (text, cut) => {
    expect(truncateAtWord(text, 72)).toBe(cut);
  });

  it("is unchanged when it fits", () => {
    expect(truncateAtWord("A corner suite. With light.", 72)).toBe("A corner suite. With light.");
  });
});
