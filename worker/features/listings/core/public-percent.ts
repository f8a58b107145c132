import { sql } from "drizzle-orm";
import { BELOW_MARKET_MIN_PERCENT, UNLIKELY_PERCENT } from "../../../contracts/market.ts";
import { isKindNote } from "../review/review-notes.ts";
import { type Listing, listings } from "./listings.table.ts";

type Standing = Pick<Listing, "comparedPercent" | "confirmedAt" | "reviewNotes">;

/**
 * Whether a listing waits for a moderator to confirm that type and rent are what they say: it reads like something else,
 * or is so far below the market that it probably is. Until then it is public without a percentage, last in the order of
 * discounts, and in no edition, feed or alert. The table's column of the same name says the same in SQL.
 */
export const awaitsConfirmation = ({ comparedPercent, confirmedAt, reviewNotes }: Standing): boolean =>
  confirmedAt === null &&
  ((comparedPercent ?? 0) >= UNLIKELY_PERCENT || reviewNotes.some(({ code }) => isKindNote(code)));

/** The percentage below the market as the public reads it. */
export const publicPercent = (standing: Standing): number | null =>
  awaitsConfirmation(standing) ? null : standing.comparedPercent;

/**
 * What goes into editions, feeds and alerts: not what is above the market rent, nor what waits for a moderator to confirm
 * what it is.
 */
export const isAnnounced = sql`${listings.awaitsConfirmation} = 0
  AND coalesce(${listings.belowMarketPercent}, 0) > ${sql.raw(String(-BELOW_MARKET_MIN_PERCENT))}`;
