import type { PublicListing } from "../../../../worker/contracts/listings.ts";

/**
 * Returns a listing's address for a worldwide map service. If it names neither Toronto, Ontario, Canada nor its
 * municipality, the municipality (Toronto if unknown), province and country are added.
 */
export function mapsQuery({ address, municipality }: Pick<PublicListing, "address" | "municipality">): string {
  const place = municipality ?? "Toronto";
  const [street = "", ...rest] = address
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  // "400 Ontario St" only names a street, not the province.
  const isNamed = (name: string) => street.endsWith(` ${name}`) || rest.some((part) => part.startsWith(name));
  return ["toronto", "ontario", "canada", place.toLowerCase()].some(isNamed)
    ? address
    : `${address}, ${place}, Ontario, Canada`;
}
