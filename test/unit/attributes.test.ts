import { describe, expect, it } from "vitest";
import { eachAttribute, leaseText, type ListingAttributes } from "../../worker/contracts/attributes.ts";
import { listingDraft, listingEdit } from "../../worker/contracts/listings.schemas.ts";
import { attributeValues } from "../../src/features/listings/submission/attribute-fields.ts";
import { attributesText } from "../../src/features/listings/card/listing-text.ts";

const NOTHING_SAID = eachAttribute<ListingAttributes>(() => null);
const textOf = (said: Partial<ListingAttributes>) =>
  attributesText({ ...NOTHING_SAID, ...said })?.replaceAll("\u00a0", " ") ?? null;

describe("the line of a card about the unit", () => {
  it("is left out when nothing is said, or nothing that is good to know", () => {
    expect(textOf({})).toBeNull();
    const none = { parking: "none", laundry: "none", utilitiesIncluded: false, furnished: false } as const;
    expect(textOf({ pets: "no", ...none, leaseMonths: 12 })).toBeNull();
  });

  it("says everything good in one order", () => {
    expect(
      textOf({
        furnished: true,
        parking: "included",
        pets: "yes",
        laundry: "unit",
        utilitiesIncluded: true,
        leaseMonths: 0,
      }),
    ).toBe("Utilities included · In-unit laundry · Pets allowed · Parking included · Furnished · Month to month");
  });

  it("says what is only half as good as that", () => {
    expect(textOf({ laundry: "building", pets: "limited", parking: "extra", leaseMonths: 6 })).toBe(
      "Laundry in building · Some pets allowed · Paid parking · 6-month lease",
    );
    expect(textOf({ leaseMonths: 7 })).toBeNull();
  });
});

describe("a lease in words", () => {
  it.each([
    [0, "Month to month"],
    [1, "1 month"],
    [12, "12 months"],
  ])("%i is %s", (months, text) => expect(leaseText(months)).toBe(text));
});

describe("a form's fields about the unit", () => {
  const said = {
    unit: "4B",
    pets: "limited",
    parking: "none",
    laundry: "building",
    utilitiesIncluded: false,
    furnished: true,
    leaseMonths: 0,
    homeType: "condo",
    yearBuilt: 1987,
  } as const;

  it("hold what was said, and the schema reads the same out of them", () => {
    expect(listingEdit.parse(attributeValues(said))).toEqual(said);
  });

  it("are empty for what is not said, which the schema takes as taken back", () => {
    const blank = listingEdit.parse(attributeValues({}));
    expect(blank).toEqual({ ...NOTHING_SAID, unit: "", yearBuilt: null });
  });

  it("refuse what is no lease and no year", () => {
    const fields = { leaseMonths: "61", yearBuilt: "old", unit: "x".repeat(21) };
    const paths = listingDraft.safeParse(fields).error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(expect.arrayContaining(["leaseMonths", "yearBuilt", "unit"]));
  });
});
