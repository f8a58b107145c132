import type { PublicListing } from "../../../../worker/contracts/listings.ts";

/**
 * Returns a listing's address for a worldwide map service. Adds the municipality (Toronto if unknown), province and
 * country, unless the address names its municipality, Toronto, Ontario or Canada.
 */
export function mapsQuery({ address, municipality }: Pick<PublicListing, "address" | "municipality">): string {
  const place = municipality ?? "Toronto";
  const [street = "", ...rest] = address
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  // In "400 Ontario St", Ontario is a street, not the province.
  const isNamed = (name: string) => street.endsWith(` ${name}`) || rest.some((part) => part.startsWith(name));
  return ["toronto", "ontario", "canada", place.toLowerCase()].some(isNamed)
    ? address
    : `${address}, ${place}, Ontario, Canada`;
}
