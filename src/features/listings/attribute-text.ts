import {
  type AttributeFilter,
  type Laundry,
  type ListingAttributes,
  type Parking,
  type Pets,
  SHORT_LEASE_MONTHS,
} from "../../../worker/contracts/attributes.ts";

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
export function attributeFacts(
  listing: ListingAttributes & { yearBuilt: number | null },
): [name: string, value: string][] {
  const pairs: [string, string | null][] = [
    ["Year built", listing.yearBuilt === null ? null : String(listing.yearBuilt)],
    ["Utilities", listing.utilitiesIncluded === null ? null : UTILITIES_TEXT[`${listing.utilitiesIncluded}`]],
    ["Furnished", listing.furnished === null ? null : FURNISHED_TEXT[`${listing.furnished}`]],
    ["Laundry", listing.laundry && LAUNDRY_TEXT[listing.laundry]],
    ["Parking", listing.parking && PARKING_TEXT[listing.parking]],
    ["Pets", listing.pets && PETS_TEXT[listing.pets]],
    ["Lease", listing.leaseMonths === null ? null : leaseText(listing.leaseMonths)],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}

/** The filters, by their names in an address. */
export const FILTER_TEXT: Record<AttributeFilter, string> = {
  pets: "Pets allowed",
  parking: "Parking included",
  laundry: "In-unit laundry",
  utilities: "Utilities included",
  furnished: "Furnished",
  "short-lease": `Short lease (${SHORT_LEASE_MONTHS} months or less)`,
};

/** 'Month to month', '1 month', '12 months'. */
export function leaseText(months: number): string {
  if (months === 0) return "Month to month";
  return months === 1 ? "1 month" : `${months} months`;
}
