import { describe, expect, it } from "vitest";
import { eachAttribute, leaseText, type ListingAttributes } from "../../worker/contracts/attributes.ts";
import { listingDraft, listingEdit } from "../../worker/contracts/listings.schemas.ts";
import { attributeValues } from "../../src/features/listings/submission/attribute-fields.ts";
import { attributesText } from "../../src/features/listings/facts/listing-text.ts";

const NOTHING_SAID = eachAttribute<ListingAttributes>(() => null);
const textOf = (said: Partial<ListingAttributes>) =>
  attributesText({ ...NOTHING_SAID, ...said })?.replaceAll("\u00a0", " ") ?? null;

describe("the line of a card about the unit", () => {
  it("is omitted when nothing positive is stated", () => {
    expect(textOf({})).toBeNull();
    const none = { parking: "none", laundry: "none", utilitiesIncluded: false, furnished: false } as const;
    expect(textOf({ pets: "no", ...none, leaseMonths: 12 })).toBeNull();
  });

  it("lists everything positive in a fixed order", () => {
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

  it("lists what is only partly positive", () => {
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

  it("hold the stored values, which the schema parses back", () => {
    expect(listingEdit.parse(attributeValues(said))).toEqual(said);
  });

  it("are empty for missing values, which the schema reads as removed", () => {
    const blank = listingEdit.parse(attributeValues({}));
    expect(blank).toEqual({ ...NOTHING_SAID, unit: "", yearBuilt: null });
  });

  it("refuse an invalid lease or year", () => {
    const fields = { leaseMonths: "61", yearBuilt: "old", unit: "x".repeat(21) };
    const paths = listingDraft.safeParse(fields).error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(expect.arrayContaining(["leaseMonths", "yearBuilt", "unit"]));
  });
});
