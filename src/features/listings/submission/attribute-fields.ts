import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
  type ListingAttributes,
} from "../../../../worker/contracts/attributes.ts";

/** Attributes asked one after another. */
export const LISTED_ATTRIBUTES = ATTRIBUTE_KEYS.filter((key) => !ATTRIBUTES[key].isApart);
/** Optional fields in display order. */
export const ATTRIBUTE_FIELDS = ["unit", ...LISTED_ATTRIBUTES, "yearBuilt"] as const;
export type AttributeField = AttributeKey | "unit" | "yearBuilt";

/** A listing's values of the optional fields. */
export type StatedAttributes = ListingAttributes & { unit: string | null; yearBuilt: number | null };

/** Form values; empty strings for unstated fields. */
export function attributeValues(attributes: Partial<StatedAttributes>): Record<AttributeField, string> {
  const text = (name: AttributeField) => String(attributes[name] ?? "");
  return { ...eachAttribute<Record<AttributeKey, string>>(text), unit: text("unit"), yearBuilt: text("yearBuilt") };
}

/** Whether any of {@link ATTRIBUTE_FIELDS} is filled. */
export const hasOptionalFields = (attributes: StatedAttributes): boolean =>
  ATTRIBUTE_FIELDS.some((name) => (attributes[name] ?? "") !== "");
