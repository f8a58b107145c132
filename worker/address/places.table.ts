import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { NearbyKind } from "./place-data.ts";

/** Imported open data: the version of each kind. */
export const datasets = sqliteTable("datasets", {
  /**
   * 'addresses', 'buildings', 'schools', 'daycares', 'grocery', 'medical', 'parks', 'neighbourhoods', 'municipalities'.
   */
  name: text().primaryKey(),
  /** Starts with the day of the import, and changes when the content changes. */
  version: text().notNull(),
  /** Attribution of the data set. */
  source: text().notNull(),
  loaded: integer().notNull(),
  refused: integer().notNull(),
  importedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Houses with known coordinates. */
export const addressPoints = sqliteTable(
  "address_points",
  {
    id: integer().primaryKey(),
    /** Street in the address parser's spelling: "danforth ave". */
    street: text().notNull(),
    number: integer().notNull(),
    /** The "A" of 12A; empty for most houses. */
    suffix: text().notNull().default(""),
    /** Former municipality, if the source needs it to distinguish streets with the same name; else empty. */
    municipality: text().notNull().default(""),
    latitude: real().notNull(),
    longitude: real().notNull(),
    source: text().notNull(),
    version: text().notNull(),
  },
  (table) => [
    uniqueIndex("address_points_place").on(table.street, table.number, table.suffix, table.municipality),
    // For deleting the previous version after an import.
    index("address_points_version").on(table.version),
  ],
);

/** Schools, daycares, shops, doctors and parks. */
export const nearbyPlaces = sqliteTable(
  "nearby_places",
  {
    id: integer().primaryKey(),
    kind: text().$type<NearbyKind>().notNull(),
    /** The place's identifier in the source. */
    sourceId: text().notNull(),
    name: text().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    cellRow: integer().notNull(),
    cellColumn: integer().notNull(),
    version: text().notNull(),
  },
  (table) => [
    uniqueIndex("nearby_places_source").on(table.kind, table.sourceId),
    index("nearby_places_cell").on(table.kind, table.cellRow, table.cellColumn),
  ],
);

/** Rental buildings of three and more storeys registered with the City (RentSafeTO). */
export const rentalBuildings = sqliteTable(
  "rental_buildings",
  {
    /** The City's registration number. */
    rsn: integer().primaryKey(),
    address: text().notNull(),
    /** Street in the address parser's spelling. */
    street: text().notNull(),
    /** Both numbers are equal unless the address is a range. */
    lowestNumber: integer().notNull(),
    highestNumber: integer().notNull(),
    fsa: text(),
    /** Year of construction, as stated by the landlord. */
    yearBuilt: integer(),
    storeys: integer(),
    units: integer(),
    propertyType: text().notNull(),
    /** Score of the latest evaluation, 0 to 100. */
    score: integer(),
    /** Day of the evaluation, YYYY-MM-DD. */
    evaluatedOn: text(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    version: text().notNull(),
  },
  (table) => [index("rental_buildings_address").on(table.street, table.lowestNumber)],
);

/** Neighbourhoods and former municipalities. */
export const areas = sqliteTable("areas", {
  /** Such as 'neighbourhood:174' or 'municipality:York'. */
  id: text().primaryKey(),
  kind: text().$type<"neighbourhood" | "municipality">().notNull(),
  name: text().notNull(),
  /** Coordinates of a GeoJSON MultiPolygon: [longitude, latitude]. */
  polygons: text({ mode: "json" }).$type<[number, number][][][]>().notNull(),
  version: text().notNull(),
});

/** The grid cells that an area overlaps. */
export const areaCells = sqliteTable(
  "area_cells",
  {
    cellRow: integer().notNull(),
    cellColumn: integer().notNull(),
    areaId: text().notNull(),
  },
  (table) => [uniqueIndex("area_cells_cell").on(table.cellRow, table.cellColumn, table.areaId)],
);

/** Cached responses of the remote geocoder, without coordinates if the geocoder does not know the address. */
export const geocodeAnswers = sqliteTable(
  "geocode_answers",
  {
    /** The normalized address. */
    query: text().primaryKey(),
    latitude: real(),
    longitude: real(),
    requestedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("geocode_answers_requested").on(table.requestedAt)],
);
