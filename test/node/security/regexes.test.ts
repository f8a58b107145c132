import { describe, expect, it, vi } from "vitest";
import { faultOf } from "../../../scripts/regex-faults.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

vi.setConfig({ testTimeout: LONG_TESTS.many });

describe("the check of regular expressions", () => {
  it.each([
    /\s+$/,
    /(?:a|a)*b/,
    /^(?:a+)+$/,
    /(?:ab|ab)*c/,
    /^(ab)*(ab)*$/,
    /<a (\{.*?\})>/,
    /(.*?,){11}P/,
    /(-0n?)+!/,
    // A slash that can be matched in two ways.
    /^(?:\d+(?:(?<!\b1)\/|\/(?!2\b)))+,/,
  ])("refuses %s", { tags: ["rest"] }, (regex) => expect(faultOf(regex)).not.toBeNull());

  it.each([/^\s+|(?<!\s)\s+$/g, /^(?:ab)*$/, /\b(?:one|two) (?:beds?|rooms?)\b/i, /[^a-z0-9]+/g, /^[\w.-]{1,64}$/])(
    "accepts %s",
    (regex) => expect(faultOf(regex)).toBeNull(),
  );

  it("accepts polynomial patterns for texts that are short enough", { tags: ["rest"] }, () => {
    expect(faultOf(/\s+$/, 200)).toBeNull();
    expect(faultOf(/^(?:a+)+$/, 200)).not.toBeNull();
  });
});
