import type { PublicListing } from "../../../../worker/contracts/listings.ts";

/**
 * A listing's address for a map service of the whole world. One that names neither Toronto, Ontario, Canada nor its
 * municipality gets the municipality, Toronto if none is known, with province and country.
 */
export function mapsQuery({ address, municipality }: Pick<PublicListing, "address" | "municipality">): string {
  const place = municipality ?? "Toronto";
  const [street = "", ...rest] = address
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  // "400 Ontario St" names a street.
  const isNamed = (name: string) => street.endsWith(` ${name}`) || rest.some((part) => part.startsWith(name));
  return ["toronto", "ontario", "canada", place.toLowerCase()].some(isNamed)
    ? address
    : `${address}, ${place}, Ontario, Canada`;
}
