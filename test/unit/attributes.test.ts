import { describe, expect, it } from "vitest";
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
  leaseText,
  type ListingAttributes,
} from "../../worker/contracts/attributes.ts";
import { LISTING_FIELDS } from "../../worker/contracts/listing-fields.ts";
import { listingDraft, listingEdit } from "../../worker/contracts/listings.schemas.ts";
import { fieldValues } from "../../src/features/listings/submission/form-fields.ts";

const NOTHING_SAID = eachAttribute<ListingAttributes>(() => null);

/** Returns the possible values of an attribute. */
function valuesOf(key: AttributeKey): unknown[] {
  const attribute = ATTRIBUTES[key];
  if (attribute.kind === "number") return [attribute.min, attribute.min + 1, attribute.max];
  return Object.keys(attribute.texts).map((text) => (attribute.kind === "boolean" ? text === "true" : text));
}
const CASES = ATTRIBUTE_KEYS.flatMap((key) => valuesOf(key).map((value) => [key, value] as const));

describe("a lease in words", () => {
  it.each([
    [0, "Month to month"],
    [1, "1 month"],
    [12, "12 months"],
  ])("for %i is %s", (months, text) => expect(leaseText(months)).toBe(text));
});

describe("the fields of a form", () => {
  const { unit, yearBuilt } = LISTING_FIELDS;
  const attributes = Object.fromEntries(CASES.map(([key, value]) => [key, value]));
  const said = { unit: "4B", yearBuilt: yearBuilt.max, ...attributes } as const;

  it("contain the stored values, and the schema parses them back", () => {
    const { unit: typedUnit, yearBuilt: typedYear, ...rest } = fieldValues(said);
    const typed = Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, rest[key]]));
    expect(listingEdit.parse({ unit: typedUnit, yearBuilt: typedYear, ...typed })).toEqual(said);
  });

  it("are empty for missing values, and the schema parses them as removed", () => {
    const blank = fieldValues({});
    const typed = Object.fromEntries(
      [...ATTRIBUTE_KEYS, "unit", "yearBuilt"].map((key) => [key, blank[key as AttributeKey]]),
    );
    expect(listingEdit.parse(typed)).toEqual({ ...NOTHING_SAID, unit: null, yearBuilt: null });
    expect(blank.addressPrecision).toBe("exact");
  });

  it("are rejected beyond their limits", () => {
    const beyond = ATTRIBUTE_KEYS.flatMap((key) => {
      const attribute = ATTRIBUTES[key];
      return [[key, attribute.kind === "number" ? String(attribute.max + 1) : "castle"]];
    });
    const fields = { ...Object.fromEntries(beyond), yearBuilt: "old", unit: "x".repeat(unit.max + 1) };
    const paths = listingDraft.safeParse(fields).error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});
