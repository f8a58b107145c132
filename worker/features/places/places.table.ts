import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What was imported, and when: the version of each kind of open data. */
export const datasets = sqliteTable("datasets", {
  /** 'addresses', 'buildings', 'schools', 'daycares', 'grocery', 'medical', 'parks', 'neighbourhoods', 'municipalities'. */
  name: text().primaryKey(),
  /** Begins with the day of the import, and changes with the content. */
  version: text().notNull(),
  /** Whom the site names for it. */
  source: text().notNull(),
  loaded: integer().notNull(),
  refused: integer().notNull(),
  importedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Houses whose place is known. */
export const addressPoints = sqliteTable(
  "address_points",
  {
    id: integer().primaryKey(),
    /** As the address parser writes streets: "danforth ave". */
    street: text().notNull(),
    number: integer().notNull(),
    /** "A" of 12A; empty for most. */
    suffix: text().notNull().default(""),
    /** Former municipality, where the source tells streets of one name apart; empty otherwise. */
    municipality: text().notNull().default(""),
    latitude: real().notNull(),
    longitude: real().notNull(),
    source: text().notNull(),
    version: text().notNull(),
  },
  (table) => [
    uniqueIndex("address_points_place").on(table.street, table.number, table.suffix, table.municipality),
    // What an import leaves behind of the version before it.
    index("address_points_version").on(table.version),
  ],
);

/** Schools, daycares, shops, doctors and parks. */
export const nearbyPlaces = sqliteTable(
  "nearby_places",
  {
    id: integer().primaryKey(),
    kind: text().$type<NearbyKind>().notNull(),
    /** The source's own name of it. */
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

/** Convenience stores and marketplaces are kept apart from supermarkets: only those count as groceries. */
export type NearbyKind = "school" | "daycare" | "supermarket" | "convenience" | "marketplace" | "medical" | "park";

/** Rental buildings of three and more storeys registered with the City (RentSafeTO). */
export const rentalBuildings = sqliteTable(
  "rental_buildings",
  {
    /** The City's registration number. */
    rsn: integer().primaryKey(),
    address: text().notNull(),
    /** As the address parser writes streets. */
    street: text().notNull(),
    /** Both the same unless the address is a range. */
    lowestNumber: integer().notNull(),
    highestNumber: integer().notNull(),
    fsa: text(),
    /** Declared by the landlord. */
    yearBuilt: integer(),
    storeys: integer(),
    units: integer(),
    propertyType: text().notNull(),
    /** Latest evaluation, 0 to 100. */
    score: integer(),
    /** YYYY-MM-DD */
    evaluatedOn: text(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    version: text().notNull(),
  },
  (table) => [index("rental_buildings_address").on(table.street, table.lowestNumber)],
);

/** Neighbourhoods and former municipalities. */
export const areas = sqliteTable("areas", {
  /** 'neighbourhood:174', 'municipality:York'. */
  id: text().primaryKey(),
  kind: text().$type<"neighbourhood" | "municipality">().notNull(),
  name: text().notNull(),
  /** Coordinates of a GeoJSON MultiPolygon: [longitude, latitude]. */
  polygons: text({ mode: "json" }).$type<[number, number][][][]>().notNull(),
  version: text().notNull(),
});

/** The cells an area may reach into. */
export const areaCells = sqliteTable(
  "area_cells",
  {
    cellRow: integer().notNull(),
    cellColumn: integer().notNull(),
    areaId: text().notNull(),
  },
  (table) => [uniqueIndex("area_cells_cell").on(table.cellRow, table.cellColumn, table.areaId)],
);

/** What the remote geocoder said, also that it knows nothing: it is asked once. */
export const geocodeAnswers = sqliteTable(
  "geocode_answers",
  {
    /** The address in one spelling. */
    query: text().primaryKey(),
    latitude: real(),
    longitude: real(),
    askedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("geocode_answers_asked").on(table.askedAt)],
);
