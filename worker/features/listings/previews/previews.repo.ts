import { and, desc, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { outboxForEach } from "../../../platform/outbox.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;

/**
 * Stores the name of a public listing's latest preview image, unless another name was stored since the listing was
 * read. The revision stays the same, because moderators do not decide on the image.
 * @returns whether the name was stored
 */
export async function setPreview(deps: Deps, asRead: Pick<Listing, "id" | "preview">, hash: string): Promise<boolean> {
  const rows = await deps.db
    .update(listings)
    .set({ preview: hash })
    .where(and(eq(listings.id, asRead.id), isApproved, sql`${listings.preview} IS ${asRead.preview}`))
    .returning({ id: listings.id });
  return rows.length > 0;
}

/**
 * Returns public listings with an id below `beforeId`, last approved or renewed before a time, by descending id (uses
 * index listings_approved).
 */
export async function publicListingsBefore(
  deps: Deps,
  { beforeId, approvedBefore, limit }: { beforeId: number; approvedBefore: Date; limit: number },
): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(
      and(
        isApproved,
        lt(listings.id, beforeId),
        gt(listings.expiresAt, deps.now()),
        lte(listings.approvedAt, approvedBefore),
      ),
    )
    .orderBy(desc(listings.id))
    .limit(limit);
}

/** Returns the statement that stores one outbox entry for each group of listings. */
export function insertPreviewWork(deps: Deps, groups: readonly (readonly number[])[]) {
  const from = sql`FROM json_each(${JSON.stringify(groups)})`;
  return outboxForEach(deps, "listing.draw_previews", { listingIds: sql`json(value)` }, from);
}
