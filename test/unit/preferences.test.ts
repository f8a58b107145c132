import { describe, expect, it } from "vitest";
import { areasText } from "../../src/lib/format.ts";
import { parseDollars } from "../../worker/contracts/rents.ts";
import { MAX_RENT } from "../../worker/contracts/subscribers.ts";

describe("a typed maximum rent", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["2000", 2000],
    ["$2,100 ", 2100],
    ["100", 100],
    ["20 000", 20_000],
    ["99", undefined],
    ["20001", undefined],
    ["1e3", undefined],
    ["1800.50", undefined],
    ["-500", undefined],
    ["cheap", undefined],
  ])("%j is parsed as %j", (typed, rent) => expect(parseDollars(typed, MAX_RENT)).toBe(rent));
});

describe("the chosen areas", () => {
  it.each([
    [[], "All areas"],
    [["Toronto"], "Toronto"],
    [["Toronto", "York", "Ajax"], "Toronto, York, Ajax"],
    [["Toronto", "York", "Ajax", "Milton", "Aurora"], "Toronto, York and 3 more"],
  ])("%j are shown as %j", (areas, text) => expect(areasText(areas)).toBe(text));
});
