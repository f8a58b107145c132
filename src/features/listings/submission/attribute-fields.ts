import type { ListingAttributes } from "../../../../worker/contracts/attributes.ts";

/** What a form asks of a unit besides what every listing has, in the order it is shown. */
export const ATTRIBUTE_FIELDS = [
  "unit",
  "pets",
  "parking",
  "laundry",
  "utilitiesIncluded",
  "furnished",
  "leaseMonths",
  "yearBuilt",
] as const;
export type AttributeField = (typeof ATTRIBUTE_FIELDS)[number];

/** A listing as far as these fields tell it. */
export type SaidAttributes = ListingAttributes & { unit: string | null; yearBuilt: number | null };

/** What the fields hold: texts, empty for what is not said. */
export function attributeValues(said: Partial<SaidAttributes>): Record<AttributeField, string> {
  const text = (name: AttributeField) => String(said[name] ?? "");
  return {
    unit: text("unit"),
    pets: text("pets"),
    parking: text("parking"),
    laundry: text("laundry"),
    utilitiesIncluded: text("utilitiesIncluded"),
    furnished: text("furnished"),
    leaseMonths: text("leaseMonths"),
    yearBuilt: text("yearBuilt"),
  };
}

/** Whether any of these fields is filled. */
export function saysMore(said: SaidAttributes): boolean {
  return Object.values(attributeValues(said)).some((value) => value !== "");
}
