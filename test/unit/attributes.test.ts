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
import { attributesText } from "../../src/features/listings/facts/listing-text.ts";

const NOTHING_SAID = eachAttribute<ListingAttributes>(() => null);
const textOf = (said: Partial<ListingAttributes>) =>
  attributesText({ ...NOTHING_SAID, ...said })?.replaceAll("\u00a0", " ") ?? null;

/** Each value of an attribute with its text on a card, or null where a card does not say it. */
function chipsOf(key: AttributeKey): [value: unknown, chip: string | null][] {
  const { chips, ...attribute } = ATTRIBUTES[key];
  if (attribute.kind === "number") {
    const chip = typeof chips === "function" ? chips : () => null;
    return [attribute.min, attribute.min + 1, attribute.max].map((value) => [value, chip(value)]);
  }
  const values = Object.keys(attribute.texts);
  return values.map((text) => [
    attribute.kind === "boolean" ? text === "true" : text,
    typeof chips === "object" ? (chips?.[text] ?? null) : null,
  ]);
}
const CASES = ATTRIBUTE_KEYS.flatMap((key) => chipsOf(key).map(([value, chip]) => [key, value, chip] as const));

describe("the line of a card about the unit", () => {
  it("is omitted when nothing is stated, or nothing worth a card", () => {
    expect(textOf({})).toBeNull();
    expect(textOf(Object.fromEntries(CASES.flatMap(([key, value, chip]) => (chip ? [] : [[key, value]]))))).toBeNull();
  });

  it.each(CASES)("says of %s %s: %s", (key, value, chip) => expect(textOf({ [key]: value })).toBe(chip));

  it("says everything worth it, each once, utilities and laundry first", () => {
    const good = new Map(CASES.flatMap(([key, value, chip]) => (chip ? [[key, { value, chip }]] : [])));
    const said = Object.fromEntries([...good].map(([key, { value }]) => [key, value]));
    const line = textOf(said)?.split(" · ") ?? [];
    expect(line.toSorted()).toEqual([...good.values()].map(({ chip }) => chip).toSorted());
    expect(line.slice(0, 2)).toEqual([good.get("utilitiesIncluded")?.chip, good.get("laundry")?.chip]);
  });
});

describe("a lease in words", () => {
  it.each([
    [0, "Month to month"],
    [1, "1 month"],
    [12, "12 months"],
  ])("%i is %s", (months, text) => expect(leaseText(months)).toBe(text));
});

describe("the fields of a form", () => {
  const { unit, yearBuilt } = LISTING_FIELDS;
  const attributes = Object.fromEntries(CASES.map(([key, value]) => [key, value]));
  const said = { unit: "4B", yearBuilt: yearBuilt.max, ...attributes } as const;

  it("hold the stored values, which the schema reads back", () => {
    const { unit: typedUnit, yearBuilt: typedYear, ...rest } = fieldValues(said);
    const typed = Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, rest[key]]));
    expect(listingEdit.parse({ unit: typedUnit, yearBuilt: typedYear, ...typed })).toEqual(said);
  });

  it("are empty for missing values, which the schema reads as removed", () => {
    const blank = fieldValues({});
    const typed = Object.fromEntries(
      [...ATTRIBUTE_KEYS, "unit", "yearBuilt"].map((key) => [key, blank[key as AttributeKey]]),
    );
    expect(listingEdit.parse(typed)).toEqual({ ...NOTHING_SAID, unit: null, yearBuilt: null });
    expect(blank.addressPrecision).toBe("exact");
  });

  it("are refused beyond their limits", () => {
    const beyond = ATTRIBUTE_KEYS.flatMap((key) => {
      const attribute = ATTRIBUTES[key];
      return [[key, attribute.kind === "number" ? String(attribute.max + 1) : "castle"]];
    });
    const fields = { ...Object.fromEntries(beyond), yearBuilt: "old", unit: "x".repeat(unit.max + 1) };
    const paths = listingDraft.safeParse(fields).error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});
