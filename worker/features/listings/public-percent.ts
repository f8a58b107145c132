import type { Listing } from "./listings.table.ts";

/**
 * The percentage below the market as the public reads it.
 * @param standing as compared, and whether a moderator has confirmed what the home is and costs
 */
export function publicPercent({ comparedPercent }: Pick<Listing, "comparedPercent" | "confirmedAt" | "reviewNotes">) {
  return comparedPercent;
}
