import { areaOf } from "../../../contracts/address-check.ts";
import { parseAddress, parseUnit } from "../../../contracts/parse-address.ts";
import type { Listing } from "./listings.table.ts";

/**
 * Returns a normalized address for finding duplicates: house number and street, with abbreviated street types and
 * directions, without unit, city, province and postal code. "Unit 4, 12 King Street West, Toronto, ON" → "12 king st
 * w". For an area instead of an address, the result includes the postal code, because an area has many homes.
 */
export function addressKey(address: string): string {
  return areaOf(address)?.postalCode.toLowerCase() ?? parseAddress(address).key;
}

/**
 * Returns the normalized unit, from the unit field or from the address: "#4B", "Unit 4b, 12 King St" and "4b-12 King
 * St" all become "4b". Returns null if the field and the address name no unit.
 */
export function unitKey({ unit, address }: { unit: string | null; address: string }): string | null {
  return unit === null ? parseAddress(address).unit : parseUnit(unit);
}

/** The keys that identify a landlord. An erased listing has no email address. */
export type Landlord = Pick<Listing, "email" | "phoneKey">;

/** Returns whether two listings have the same landlord, by email address or phone number. */
export const isSameLandlord = (a: Landlord, b: Landlord): boolean =>
  (a.email !== "" && a.email.toLowerCase() === b.email.toLowerCase()) ||
  (a.phoneKey !== null && a.phoneKey === b.phoneKey);
