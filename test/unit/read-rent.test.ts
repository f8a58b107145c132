import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRent } from "../../worker/contracts/read-rent.ts";
import { fullSize } from "../support/full-size.ts";
import { TYPED_RENTS } from "../support/typed-rents.ts";

const amount = fc.integer({ min: 300, max: 15_000 });
const comma = (dollars: number) => String(dollars).replace(/\B(?=(\d{3})+$)/, ",");
/** Ways to write an amount of whole dollars. */
const FORMATS: readonly ((dollars: number) => string)[] = [
  String,
  (dollars) => `$${dollars}`,
  (dollars) => `${dollars} $`,
  (dollars) => `$${comma(dollars)}`,
  (dollars) => `$${comma(dollars)}.00`,
  (dollars) => comma(dollars).replace(",", "."),
  (dollars) => `${comma(dollars).replace(",", "\u00a0")},00 $`,
  (dollars) => comma(dollars).replace(",", "'"),
  (dollars) => comma(dollars).replace(",", "’"),
  (dollars) => `CAD ${comma(dollars)}`,
  (dollars) => `${dollars / 1000}k`,
  (dollars) => `${String(dollars / 1000).replace(".", ",")}K`,
  (dollars) => String(dollars).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (dollars) => String(dollars).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
];
/** Words around an amount that do not change the amount. */
const AROUND: readonly ((amount: string) => string)[] = [
  (text) => text,
  (text) => `${text} per month`,
  (text) => `${text}/mo`,
  (text) => `${text} / mois`,
  (text) => `月租 ${text}`,
  (text) => `Rent: ${text} + utilities`,
  (text) => `${text}, parking $120`,
  (text) => `2 bedroom for ${text}, one year lease`,
];
const PIECES = [
  ..."$ € £ ¥ % - – / + , . ( ) ' 0 1 9 12 300 450 1800 2027 1,850 2.3k 416-555-0123 １２ ½ ₂".split(" "),
  ..."was now from to per a each every week weekly two night year parking deposit plus less off x of for room".split(
    " ",
  ),
  ..."mois semaine 月 每人 월 மாதம் unit st rue sqft usd us built jan the included extra".split(" "),
  " ",
];

describe("a rent as typed", () => {
  it.each(TYPED_RENTS)("is $dollars a month ($note) in each of its forms", ({ typed, dollars, note, monthly }) => {
    for (const text of typed) {
      const { monthlyCents, ...read } = readRent(text);
      expect(read, text).toEqual({ rentCents: dollars === null ? null : dollars * 100, note });
      if (monthly !== undefined) expect(monthlyCents, text).toBeCloseTo(monthly * 100, -2);
    }
  });

  it("has the same amount in every format and with any words around it", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...FORMATS), fc.constantFrom(...AROUND), (dollars, format, around) => {
        expect(readRent(around(format(dollars)))).toEqual({ rentCents: dollars * 100, note: null, monthlyCents: null });
      }),
      { numRuns: fullSize(20_000, 2_000) },
    );
  });

  it("is null or an amount within the bounds for any text, and the same each time", { tags: ["rest"] }, () => {
    const junk = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(" ")),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(junk, (text) => {
        const { rentCents, note, monthlyCents } = readRent(text);
        expect(readRent(text)).toEqual({ rentCents, note, monthlyCents });
        const isUnderstood = note === null || note === "rent_range";
        expect(rentCents !== null).toBe(isUnderstood);
        expect(monthlyCents !== null).toBe(note === "rent_period");
        for (const cents of [rentCents, monthlyCents])
          if (cents !== null) expect(Number.isInteger(cents) && cents >= 300_00 && cents <= 15_000_00).toBe(true);
      }),
      { numRuns: fullSize(50_000, 5_000) },
    );
  });
});
