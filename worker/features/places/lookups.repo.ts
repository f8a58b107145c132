import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { outbox } from "../../platform/tables.ts";
import { listings } from "../listings/core/listings.table.ts";
import { listingPlaces, listingPlaceStates } from "./places.table.ts";

/** Rows of the outbox that are read to know what waits. */
const MOST_WAITING = 2_000;

/** Listings behind an id in the order of their ids, with the version of their facts (primary keys). */
export async function listingsBehind(deps: Deps, afterId: number, limit: number) {
  return deps.db
    .select({
      id: listings.id,
      status: listings.status,
      photoPrefix: listings.photoPrefix,
      dataVersion: listingPlaces.dataVersion,
      method: listingPlaces.method,
      enrichedAt: listingPlaces.enrichedAt,
    })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(gt(listings.id, afterId))
    .orderBy(asc(listings.id))
    .limit(limit);
}

/**
 * What the stored look-ups are about that are still to be done, or gave up after `since` (indexes outbox_undone_kind and
 * outbox_given_up_kind): other work that waits is not read.
 */
export async function storedLookUps(deps: Deps, kind: string, since: Date): Promise<Record<string, unknown>[]> {
  // Literal, so that the partial indexes serve.
  const [open, givenUp] = await deps.db.batch([
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`done_at IS NULL AND gave_up_at IS NULL`, eq(outbox.kind, kind)))
      .limit(MOST_WAITING),
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.gaveUpAt, since), eq(outbox.kind, kind)))
      .limit(MOST_WAITING),
  ]);
  return [...open, ...givenUp].map(({ payload }) => payload);
}

/** The statement that stores a look-up for each of some listings: one value is bound, however many they are. */
export function insertLookUps(deps: Deps, kind: string, listingIds: readonly number[]) {
  // In the order of the table's columns; the ids are SQLite's to choose.
  return deps.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, json_object('listingId', value), ${deps.now().getTime()}, NULL, NULL, NULL, NULL, NULL FROM json_each(${JSON.stringify(listingIds)})`,
    );
}

/**
 * How many listings are neither deleted nor rented, by how their place is known and from which data. A few rows, however
 * many listings there are: triggers keep them (migrations/).
 */
export async function countPlaces(deps: Deps) {
  const rows = await deps.db.select().from(listingPlaceStates);
  return rows.map(({ method, confidence, dataVersion, listings: count }) => ({
    method: method || null,
    confidence: confidence || null,
    dataVersion: dataVersion || null,
    count,
  }));
}
