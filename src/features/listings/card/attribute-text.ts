import type { Laundry, ListingAttributes, Parking, Pets } from "../../../../worker/contracts/attributes.ts";
import { leaseText } from "./listing-text.ts";

/** What a landlord may say, in the words of the form and of a listing's details. */
export const PETS_TEXT: Record<Pets, string> = { yes: "Allowed", limited: "Limited", no: "Not allowed" };
export const PARKING_TEXT: Record<Parking, string> = {
  included: "Included",
  extra: "At extra cost",
  none: "None",
};
export const LAUNDRY_TEXT: Record<Laundry, string> = {
  unit: "In the unit",
  building: "In the building",
  none: "None",
};
type YesNo = "true" | "false";
export const UTILITIES_TEXT: Record<YesNo, string> = { true: "Included", false: "Not included" };
export const FURNISHED_TEXT: Record<YesNo, string> = { true: "Yes", false: "No" };

/** What a landlord says of the unit, as pairs of name and value; what is not said is left out. */
export function attributeFacts(listing: ListingAttributes): [name: string, value: string][] {
  const pairs: [string, string | null][] = [
    ["Utilities", listing.utilitiesIncluded === null ? null : UTILITIES_TEXT[`${listing.utilitiesIncluded}`]],
    ["Furnished", listing.furnished === null ? null : FURNISHED_TEXT[`${listing.furnished}`]],
    ["Laundry", listing.laundry && LAUNDRY_TEXT[listing.laundry]],
    ["Parking", listing.parking && PARKING_TEXT[listing.parking]],
    ["Pets", listing.pets && PETS_TEXT[listing.pets]],
    ["Lease", listing.leaseMonths === null ? null : leaseText(listing.leaseMonths)],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}
