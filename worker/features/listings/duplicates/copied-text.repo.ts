import { and, eq, ne, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { isNotDeleted } from "../listing/listings.repo.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { textShingles } from "./text-shingles.table.ts";

/** Maximum number of texts with which a text is compared. Texts with the most hashes in common come first. */
const CANDIDATES = 12;

/**
 * Returns listings at other addresses whose texts share a hash with this text (by the primary key of text_shingles).
 * Leaves out deleted listings.
 * @param beforeId limits the result to older listings; null for all
 */
export const listingsWithHashes = (
  deps: Deps,
  { hashes, addressKey, beforeId }: { hashes: readonly number[]; addressKey: string; beforeId: number | null },
) =>
  deps.db
    .select({
      id: listings.id,
      text: listings.additionalInfo,
      email: listings.email,
      phoneKey: listings.phoneKey,
      addressKey: listings.addressKey,
    })
    .from(textShingles)
    .innerJoin(listings, eq(listings.id, textShingles.listingId))
    .where(
      and(
        sql`${textShingles.hash} IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`,
        beforeId === null ? undefined : sql`${textShingles.listingId} < ${beforeId}`,
        isNotDeleted,
        ne(listings.addressKey, addressKey),
      ),
    )
    .groupBy(listings.id)
    .orderBy(sql`count(*) DESC`, listings.id)
    .limit(CANDIDATES);

type Stored = Pick<Listing, "photoPrefix" | "additionalInfo">;

/** Returns the statements that replace the stored hashes of a listing's text, if the listing still has this text. */
export function storeHashes(deps: Deps, { photoPrefix, additionalInfo }: Stored, hashes: readonly number[]) {
  const isStored = sql`${listings.photoPrefix} = ${photoPrefix} AND ${listings.additionalInfo} IS ${additionalInfo}`;
  return [
    deps.db.delete(textShingles).where(sql`${textShingles.listingId} IN (SELECT id FROM listings WHERE ${isStored})`),
    deps.db
      .insert(textShingles)
      .select(sql`SELECT value, listings.id FROM listings, json_each(${JSON.stringify(hashes)}) WHERE ${isStored}`)
      .onConflictDoNothing(),
  ] as const;
}
