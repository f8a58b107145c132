import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
  type ListingAttributes,
} from "../../../../worker/contracts/attributes.ts";

/** Attributes that a form asks for one after another. */
export const LISTED_ATTRIBUTES = ATTRIBUTE_KEYS.filter((key) => !ATTRIBUTES[key].isApart);
/** What a form asks of a unit besides what every listing has, in the order it is shown. */
export const ATTRIBUTE_FIELDS = ["unit", ...LISTED_ATTRIBUTES, "yearBuilt"] as const;
export type AttributeField = AttributeKey | "unit" | "yearBuilt";

/** A listing as far as these fields, and those of attributes at a place of their own, tell it. */
export type SaidAttributes = ListingAttributes & { unit: string | null; yearBuilt: number | null };

/** What the fields hold: texts, empty for what is not said. */
export function attributeValues(said: Partial<SaidAttributes>): Record<AttributeField, string> {
  const text = (name: AttributeField) => String(said[name] ?? "");
  return { ...eachAttribute<Record<AttributeKey, string>>(text), unit: text("unit"), yearBuilt: text("yearBuilt") };
}

/** Whether any of {@link ATTRIBUTE_FIELDS} is filled. */
export const saysMore = (said: SaidAttributes): boolean => ATTRIBUTE_FIELDS.some((name) => (said[name] ?? "") !== "");
