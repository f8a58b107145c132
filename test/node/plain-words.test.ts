import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SOURCES = globSync("{src,worker,scripts,test}/**/*.{ts,tsx}").filter(
  (file) => !file.endsWith("plain-words.test.ts"),
);

/**
 * Matches a comment that begins with a subordinate clause or a preposition instead of a verb or the name of the thing.
 */
const BEGINNING = /(?:\/\*\*\s*(?:\n\s*\*\s*)?|(?<!\/\/[^\n]*\n\s*)\/\/\s*)(?:What|Whether|Of|Who|So many)\b[^\n]*/g;
/** Matches phrases that read as if they were translated. */
const PHRASES =
  /(?:\/\/|\*).*\b(?:comes by|kept since when|learns of|such a one|at present|(?:is|are|was|were) told(?! apart))\b.*/gi;
/** Matches pronouns for which the domain has nouns: a visitor, a recipient, the caller. */
const PRONOUNS = /(?:\/\/|\*).*\b(?:somebody|whoever)\b.*/gi;

const foundIn = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => (readFileSync(file, "utf8").match(pattern) ?? []).map((text) => `${file}: ${text.trim()}`));

describe("comments", () => {
  it("begin with a verb or the name of the thing", () => {
    expect(foundIn(SOURCES, BEGINNING)).toEqual([]);
  });

  it("have no phrases that sound translated", () => {
    expect(foundIn([...SOURCES, ...globSync("{docs/**/*,README}.md")], PHRASES)).toEqual([]);
    expect(foundIn(SOURCES, PRONOUNS)).toEqual([]);
  });
});
