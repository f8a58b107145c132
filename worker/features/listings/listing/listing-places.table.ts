import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  BuildingFacts,
  GeocodeMethod,
  NearbyOnMap,
  PlaceConfidence,
  RentControlReason,
} from "../../../contracts/places.ts";

/** Details of how a listing was located. Facts that lists show or sort by are columns of the listing. */
export const listingPlaces = sqliteTable(
  "listing_places",
  {
    listingId: integer().primaryKey(),
    method: text().$type<GeocodeMethod>(),
    confidence: text().$type<PlaceConfidence>(),
    source: text(),
    /** Version of the open data that the facts are based on (PlaceData.version). */
    dataVersion: text().notNull(),
    municipality: text(),
    building: text({ mode: "json" }).$type<BuildingFacts>(),
    rentControlReason: text().$type<RentControlReason>(),
    /** Nearest subway station and amenities, with coordinates for the map. */
    onMap: text({ mode: "json" }).$type<NearbyOnMap[]>().notNull().default([]),
    enrichedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("listing_places_version").on(table.dataVersion, table.listingId)],
);

/**
 * Counts of listings that are neither deleted nor rented, by location method and data version. Triggers (migrations/)
 * maintain them. Empty strings represent null.
 */
export const listingPlaceStates = sqliteTable(
  "listing_place_states",
  {
    method: text().$type<GeocodeMethod | "">().notNull(),
    confidence: text().$type<PlaceConfidence | "">().notNull(),
    dataVersion: text().notNull(),
    listings: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.method, table.confidence, table.dataVersion] })],
);

export type ListingPlace = typeof listingPlaces.$inferSelect;
