import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  BuildingFacts,
  GeocodeMethod,
  NearbyOnMap,
  PlaceConfidence,
  RentControlReason,
} from "../../../contracts/places.ts";

/** How the facts about a listing's place were found. The facts that lists show and sort by are columns of the listing. */
export const listingPlaces = sqliteTable(
  "listing_places",
  {
    listingId: integer().primaryKey(),
    method: text().$type<GeocodeMethod>(),
    confidence: text().$type<PlaceConfidence>(),
    source: text(),
    /** Of the open data behind the facts, in one text: see placesVersion(). */
    dataVersion: text().notNull(),
    municipality: text(),
    building: text({ mode: "json" }).$type<BuildingFacts>(),
    rentControlReason: text().$type<RentControlReason>(),
    /** The station and the amenities with their places, for the map. */
    onMap: text({ mode: "json" }).$type<NearbyOnMap[]>().notNull().default([]),
    enrichedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("listing_places_version").on(table.dataVersion, table.listingId)],
);

/**
 * How many listings that are neither deleted nor rented have their place known in each way, and from which data. Triggers
 * count (migrations/). Empty texts stand for what is not known.
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
