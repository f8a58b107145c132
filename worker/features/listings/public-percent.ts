import { sql } from "drizzle-orm";
import { BELOW_MARKET_FROM } from "../../contracts/market.ts";
import { type Listing, listings } from "./listings.table.ts";

/**
 * The percentage below the market as the public reads it.
 * @param standing as compared, and whether a moderator has confirmed what the home is and costs
 */
export function publicPercent({ comparedPercent }: Pick<Listing, "comparedPercent" | "confirmedAt" | "reviewNotes">) {
  return comparedPercent;
}

/**
 * What goes into editions, feeds and alerts: not what is above the market rent, nor what waits for a moderator to confirm
 * what it is.
 */
export const isAnnounced = sql`CASE WHEN ${listings.belowMarketPercent} IS NULL THEN ${listings.comparedPercent} IS NULL
  ELSE ${listings.belowMarketPercent} > ${sql.raw(String(-BELOW_MARKET_FROM))} END`;
