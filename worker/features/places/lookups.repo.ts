import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type OutboxPayload, readPayload } from "../../platform/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { listings } from "../listings/listing/listings.table.ts";
import { listingPlaces, listingPlaceStates } from "../listings/listing/listing-places.table.ts";
import { datasets } from "../../address/index.ts";

/** Most pending entries read per query. */
const MAX_PENDING = 2_000;

/** Listings after an id, by id, with the data version of their facts (primary keys). */
export async function listingsAfter(deps: Deps, afterId: number, limit: number) {
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
 * Payloads of look-ups that are pending or failed for good after `since` (indexes outbox_undone_kind and
 * outbox_given_up_kind).
 */
export async function pendingLookUps(deps: Deps, since: Date): Promise<OutboxPayload<"places.enrich">[]> {
  const kind = "places.enrich";
  // Literal conditions, so that SQLite uses the partial indexes.
  const [open, givenUp] = await deps.db.batch([
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`done_at IS NULL AND gave_up_at IS NULL`, eq(outbox.kind, kind)))
      .limit(MAX_PENDING),
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.gaveUpAt, since), eq(outbox.kind, kind)))
      .limit(MAX_PENDING),
  ]);
  return [...open, ...givenUp].flatMap(({ payload }) => readPayload(kind, payload) ?? []);
}

/** The statement that queues a look-up for each listing, with a single bound value. */
export function insertLookUps(deps: Deps, listingIds: readonly number[]) {
  const from = sql`FROM json_each(${JSON.stringify(listingIds)})`;
  return outboxForEach(deps, "places.enrich", { listingId: sql`value` }, from);
}

/**
 * Counts of listings that are neither deleted nor rented by how their place is known and by data version. Triggers
 * (migrations/) maintain these few rows.
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

/** More than there are kinds of open data. */
const MAX_DATASETS = 50;

/** Imported data sets by name. */
export async function importedDatasets(deps: Deps) {
  return deps.db.select().from(datasets).orderBy(datasets.name).limit(MAX_DATASETS);
}
