import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type OutboxPayload, readPayload } from "../../contracts/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { listings } from "../listings/core/listings.table.ts";
import { listingPlaces, listingPlaceStates } from "../listings/core/listing-places.table.ts";
import { datasets } from "./places.table.ts";

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
export async function storedLookUps(deps: Deps, since: Date): Promise<OutboxPayload<"places.enrich">[]> {
  const kind = "places.enrich";
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
  return [...open, ...givenUp].flatMap(({ payload }) => readPayload(kind, payload) ?? []);
}

/** The statement that stores a look-up for each of some listings: one value is bound, however many they are. */
export function insertLookUps(deps: Deps, listingIds: readonly number[]) {
  const from = sql`FROM json_each(${JSON.stringify(listingIds)})`;
  return outboxForEach(deps, "places.enrich", { listingId: sql`value` }, from);
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

/** Kinds of open data there can be, and some more. */
const MOST_DATASETS = 50;

/** What was imported, by name. */
export async function importedDatasets(deps: Deps) {
  return deps.db.select().from(datasets).orderBy(datasets.name).limit(MOST_DATASETS);
}
