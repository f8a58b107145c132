import { sql, type SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  ATTRIBUTE_FILTERS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
  type ListingAttributes,
} from "../../../contracts/attributes.ts";
import {
  eachField,
  type FieldKey,
  FIELDS,
  LISTING_FIELDS,
  type ListingFacts,
} from "../../../contracts/listing-fields.ts";
import { type ListingStatus, type ReviewNote } from "../../../contracts/listings.ts";
import { URLS_PER_SITEMAP } from "../../../contracts/pages.ts";
import type { PreviousListing, StoredRent } from "./history.table.ts";
import { type AddressTable, IS_UNMASKED } from "../../../platform/database.ts";
import { CELL_LATITUDE, CELL_LONGITUDE } from "../../../platform/grid.ts";
import { AWAITS_CONFIRMATION, floorSql, WAITING_SINCE, WITHOUT_CITY_BENCHMARK } from "./listings.expressions.ts";

/** Columns that a search filters or sorts by. The covering index of searches contains them. */
export const SEARCH_COLUMNS =
  `id expires_at first_approved_at bedrooms rent_cents below_market_percent awaits_confirmation bathrooms home_type
  municipality neighbourhood closest_subway_station subway_lines distance_to_subway is_rent_controlled rent_control_confidence
  move_in_date ${ATTRIBUTE_FILTERS.map(({ key }) => toSnakeCase(key)).join(" ")} latitude longitude drop_percent`
    .split(/\s+/)
    .map((column) => sql.raw(column)) as [SQL, ...SQL[]];

const COLUMNS = {
  enum: <Value extends string>() => text().$type<Value>(),
  boolean: () => integer({ mode: "boolean" }),
  number: () => integer(),
};
type ColumnOf<Value> = [Value] extends [string]
  ? ReturnType<typeof COLUMNS.enum<Value>>
  : ReturnType<[Value] extends [boolean] ? typeof COLUMNS.boolean : typeof COLUMNS.number>;
type AttributeColumns = { [Key in AttributeKey]: ColumnOf<NonNullable<ListingAttributes[Key]>> };
/**
 * The cast is necessary, because TypeScript cannot tell that an attribute's kind determines both its value type and its
 * column type.
 */
const attributeColumns = eachAttribute<AttributeColumns>(
  (key) => COLUMNS[ATTRIBUTES[key].kind]() as AttributeColumns[typeof key],
);

const FIELD_COLUMNS = {
  required: <Value extends string>() => text().$type<Value>().notNull(),
  withStandard: <Value extends string>(standard: Value) => text().$type<Value>().notNull().default(standard),
  stated: () => text(),
  number: () => integer(),
};
type FieldColumn<Field, Value> = Field extends { standard: string }
  ? ReturnType<typeof FIELD_COLUMNS.withStandard<Value & string>>
  : Field extends { isRequired: true }
    ? ReturnType<typeof FIELD_COLUMNS.required<Value & string>>
    : Field extends { kind: "number" }
      ? ReturnType<typeof FIELD_COLUMNS.number>
      : ReturnType<typeof FIELD_COLUMNS.stated>;
type FieldColumns = { [Key in FieldKey]: FieldColumn<(typeof LISTING_FIELDS)[Key], ListingFacts[Key]> };
/** The cast is necessary, because TypeScript cannot tell that a field's definition determines its column type. */
const fieldColumns = eachField<FieldColumns>((key) => {
  const field = FIELDS[key];
  const column =
    field.kind === "choice" && field.standard !== undefined
      ? FIELD_COLUMNS.withStandard(field.standard)
      : field.isRequired
        ? FIELD_COLUMNS.required()
        : FIELD_COLUMNS[field.kind === "number" ? "number" : "stated"]();
  return column as FieldColumns[typeof key];
});

/** A photo of a listing. Photos are stored in display order. */
export interface StoredPhoto {
  /** Hash that identifies the photo in R2 and in the photo's URL: 32 hexadecimal digits. */
  hash: string;
}

// Sort orders of the lists, shared by indexes and queries.
const NEWEST_FIRST = [sql`first_approved_at DESC`, sql`id DESC`] as const;
// Listings that await confirmation have no percentage. They come after the other listings without a percentage.
const BY_DISCOUNT = [sql`below_market_percent DESC`, sql`awaits_confirmation`, ...NEWEST_FIRST] as const;
const BY_DROP = [sql`drop_percent DESC`, ...NEWEST_FIRST] as const;
const BY_PRICE = [sql`(rent_cents IS NULL)`, sql`rent_cents`, ...NEWEST_FIRST] as const;
const BY_DISTANCE = [sql`(distance_to_subway IS NULL)`, sql`distance_to_subway`, ...NEWEST_FIRST] as const;

type IndexColumns = Parameters<ReturnType<typeof index>["on"]>;
const partialIndex = (name: string, where: SQL, ...columns: IndexColumns) =>
  index(name)
    .on(...columns)
    .where(where);
const publicIndex = (name: string, ...columns: IndexColumns) =>
  partialIndex(name, sql`status = 'approved'`, ...columns);

/**
 * Listings in every state. Rows are never removed, because deletion is a state. Add new columns at the end: SQLite can
 * use a covering index only for a table's first 63 columns, and lists need covering indexes.
 */
export const listings = sqliteTable(
  "listings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    status: text().$type<ListingStatus>().notNull().default("pending"),
    ...fieldColumns,
    /** Normalized address, for finding duplicates. */
    addressKey: text().notNull(),
    municipality: text().notNull(),
    /** Monthly rent in cents. Null when the rent could not be read. */
    rentCents: integer(),
    /** Phone number without a leading 1, digits only, for finding duplicates. */
    phoneKey: text(),
    /** Fingerprint of the text, for finding duplicates. Null for a short text. */
    textKey: text(),
    /** Public words of the description and the street, for searches by words. Null until they are computed. */
    searchText: text(),
    ...attributeColumns,
    /** Random prefix, 32 hexadecimal digits, so that photo URLs cannot be guessed from the id. */
    photoPrefix: text().notNull(),
    photos: text({ mode: "json" }).$type<StoredPhoto[]>().notNull().default([]),
    /** Name of the latest preview image: a hash of its content, 32 hexadecimal digits. */
    preview: text(),
    submittedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Time of the first approval, by which lists and emails are sorted. Later approvals do not change this time. */
    firstApprovedAt: integer({ mode: "timestamp_ms" }),
    /** Time of the latest approval or renewal. */
    approvedAt: integer({ mode: "timestamp_ms" }),
    expiresAt: integer({ mode: "timestamp_ms" }),
    /** Time of the landlord's latest renewal. */
    renewedAt: integer({ mode: "timestamp_ms" }),
    /**
     * Approved values of the fields that a landlord changed since a moderator last reviewed the listing. Null if no
     * field differs (approved-version.service.ts).
     */
    approvedValues: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Time of the last change to the public part of the listing. Null in rows older than this column. */
    updatedAt: integer({ mode: "timestamp_ms" }),
    deletedAt: integer({ mode: "timestamp_ms" }),
    /**
     * The person who deleted the listing. A landlord's deletion is final. A moderator's deletion can be undone while
     * the photos are kept.
     */
    deletedBy: text().$type<"admin" | "owner">(),
    /** Status before a moderator deleted the listing, for the undo. */
    deletedFrom: text().$type<ListingStatus>(),
    /**
     * Time at which the landlord was last asked whether the unit is still available. Each approval and renewal resets
     * this to null.
     */
    remindedAt: integer({ mode: "timestamp_ms" }),
    rejectionReason: text(),
    reviewNotes: text({ mode: "json" }).$type<ReviewNote[]>().notNull().default([]),
    reportCount: integer().notNull().default(0),
    /** Optimistic lock: incremented by each change. */
    revision: integer().notNull().default(1),
    /** Incremented to revoke all emailed links of the listing. */
    tokenVersion: integer().notNull().default(1),
    /**
     * Number of people who opened the listing (`viewerCount`), and number of people who clicked Call (`callerCount`). A
     * trigger maintains both columns.
     */
    viewerCount: integer().notNull().default(0),
    callerCount: integer().notNull().default(0),

    /** Year of construction of the registered rental building at the address. */
    buildingYear: integer(),
    isRentControlled: integer({ mode: "boolean" }),
    rentControlConfidence: text().$type<"high" | "medium" | "low">(),
    latitude: real(),
    longitude: real(),
    /** Grid cell of the place, computed as in cellOf(), for map searches with an ordinary index. */
    cellRow: integer().generatedAlwaysAs(floorSql("latitude", CELL_LATITUDE)),
    cellColumn: integer().generatedAlwaysAs(floorSql("longitude", CELL_LONGITUDE)),
    neighbourhood: text(),
    /** Postal area such as `M5R`, if the location is not known more precisely. */
    postalArea: text(),
    distanceToDowntown: text(),
    closestSubwayStation: text(),
    subwayLines: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Distance to the subway station in metres. */
    distanceToSubway: integer(),

    /** Percentage that results from the market comparison, public or not. */
    comparedPercent: integer(),
    /**
     * Public percentage. Null while the listing awaits confirmation. Not a generated column, because SQLite does not
     * use an index on a generated column as a covering index.
     */
    belowMarketPercent: integer(),
    /** Time at which a moderator confirmed type and rent. Each edit of rent, type or text resets this to null. */
    confirmedAt: integer({ mode: "timestamp_ms" }),
    awaitsConfirmation: integer({ mode: "boolean" }).generatedAlwaysAs(AWAITS_CONFIRMATION),
    marketRentCents: integer(),
    marketSource: text(),
    /** Month of the benchmark, YYYY-MM. */
    marketAsOf: text(),
    /**
     * Area of the benchmark: 'Toronto' (the City), another municipality or a region. `marketKind` states what the
     * benchmark measures.
     */
    marketArea: text(),
    marketKind: text().$type<"asking" | "occupied" | "own">(),
    /** Method by which an estimate was derived. Null for a published benchmark. */
    marketMethod: text(),
    marketIsEstimate: integer({ mode: "boolean" }).notNull().default(false),
    /** Day on which the operator checked that no newer benchmark was published, YYYY-MM-DD. */
    marketCheckedOn: text(),
    // The columns below come after the first 63, because SQLite uses only the first 63 for covering indexes, which
    // searches need (SEARCH_COLUMNS).
    /** Amenities as published, as JSON text. */
    amenities: text(),
    /** True if the text states the kind of home (kind-signals.ts). */
    saysKind: integer({ mode: "boolean" }).notNull().default(false),
    /** Rents that were public, oldest first. Empty in rows older than this column. Only updateListing() writes it. */
    rentHistory: text({ mode: "json" }).$type<StoredRent[]>().notNull().default([]),
    previousListing: text({ mode: "json" }).$type<PreviousListing>(),
    /** Percentage and time of the drop to the current rent (rent-history.ts). */
    dropPercent: integer(),
    droppedAt: integer({ mode: "timestamp_ms" }),
    /**
     * Time at which the listing last stopped being public. Null while the listing is public, and in rows older than
     * this column.
     */
    publicUntil: integer({ mode: "timestamp_ms" }),
    /**
     * Time at which the phone number was hidden after reports of a scam. A number is hidden at most once per listing.
     */
    phoneHiddenAt: integer({ mode: "timestamp_ms" }),
    /** Time until which the phone number is hidden. Null once a moderator decided. */
    phoneHiddenUntil: integer({ mode: "timestamp_ms" }),
    /**
     * Time of the last rejection, by which an appeal identifies the rejection. `rejectedBy` is the key of the moderator
     * who rejected the listing.
     */
    rejectedAt: integer({ mode: "timestamp_ms" }),
    rejectedBy: text(),
    /** Time of the landlord's answer to the latest question. */
    answeredAt: integer({ mode: "timestamp_ms" }),
    /** IP address from which the listing was submitted, so that it can be banned. Masked after 90 days. */
    ipAddress: text(),
    /** The rest of the address: text that is not a house number, street, place or unit. Never public. */
  },
  (table) => [
    // Public lists, newest first. The index includes expires_at, so that queries skip expired rows without reading
    // them.
    publicIndex("listings_public", ...NEWEST_FIRST, table.expiresAt),
    publicIndex("listings_public_by_type", table.bedrooms, ...NEWEST_FIRST, table.expiresAt),
    // Other sort orders of public lists. Unknown values come last, and equal values are newest first.
    publicIndex("listings_by_discount", ...BY_DISCOUNT, table.expiresAt),
    publicIndex("listings_by_price", ...BY_PRICE, table.expiresAt),
    publicIndex("listings_by_drop", ...BY_DROP, table.expiresAt),
    publicIndex("listings_by_distance", ...BY_DISTANCE, table.expiresAt),
    publicIndex("listings_by_type_discount", table.bedrooms, ...BY_DISCOUNT, table.expiresAt),
    publicIndex("listings_by_type_price", table.bedrooms, ...BY_PRICE, table.expiresAt),
    publicIndex("listings_by_type_drop", table.bedrooms, ...BY_DROP, table.expiresAt),
    publicIndex("listings_by_type_distance", table.bedrooms, ...BY_DISTANCE, table.expiresAt),
    // Public listings of a place.
    index("listings_by_station")
      .on(table.closestSubwayStation, ...NEWEST_FIRST, table.expiresAt)
      .where(sql`status = 'approved' AND closest_subway_station IS NOT NULL`),
    index("listings_by_neighbourhood")
      .on(table.neighbourhood, ...NEWEST_FIRST, table.expiresAt)
      .where(sql`status = 'approved' AND neighbourhood IS NOT NULL`),
    // The newest listings of a type in a neighbourhood, for rent checks.
    index("listings_around")
      .on(table.neighbourhood, table.bedrooms, ...NEWEST_FIRST, table.expiresAt)
      .where(sql`status = 'approved' AND neighbourhood IS NOT NULL`),
    index("listings_by_cell")
      .on(table.cellRow, table.cellColumn, table.expiresAt)
      .where(sql`status = 'approved' AND cell_row IS NOT NULL`),
    // Covering index for searches, by id.
    publicIndex("listings_searched", ...SEARCH_COLUMNS),
    // Listings whose search words are not stored yet.
    partialIndex("listings_unread", sql`status = 'approved' AND search_text IS NULL`, table.id),
    // Confirmed listings for the next edition.
    partialIndex("listings_confirmed", sql`status = 'approved' AND confirmed_at IS NOT NULL`, table.confirmedAt),
    // Latest rent reductions, for the feed and the digest.
    index("listings_dropped")
      .on(sql`dropped_at DESC`, sql`id DESC`, table.expiresAt)
      .where(sql`status = 'approved' AND dropped_at IS NOT NULL`),
    // Covering index for how fast homes go (homesOf() in listings.market.repo.ts).
    index("listings_pace")
      .on(
        table.neighbourhood,
        sql`first_approved_at DESC`,
        table.bedrooms,
        table.status,
        table.deletedBy,
        table.publicUntil,
        table.expiresAt,
      )
      .where(sql`first_approved_at IS NOT NULL AND neighbourhood IS NOT NULL`),
    // Finds listings whose term has ended, and the time at which a cached page must expire.
    publicIndex("listings_expiring", table.expiresAt),
    // Last changes of public listings, by type and by range of ids.
    publicIndex("listings_changed_by_type", table.bedrooms, sql`updated_at DESC`, table.expiresAt),
    index("listings_changed_by_window")
      .on(sql.raw(`((id - 1) / ${URLS_PER_SITEMAP})`), sql`updated_at DESC`, table.expiresAt)
      .where(sql`status = 'approved'`),
    // Listings that are next to get an availability reminder.
    partialIndex("listings_reminding", sql`status = 'approved' AND reminded_at IS NULL`, table.expiresAt),
    // A landlord's listings by email address.
    index("listings_email").on(sql`lower(email)`, sql`id DESC`),
    // Moderation queue: pending listings first, newest first in each group.
    partialIndex("listings_queue", sql`status <> 'deleted'`, sql`(status <> 'pending')`, sql`id DESC`),
    // Moderation queue of listings without a known place.
    index("listings_unplaced")
      .on(sql`(status <> 'pending')`, sql`id DESC`)
      .where(sql`latitude IS NULL AND status NOT IN ('deleted', 'rented')`),
    // Moderation queue by status. Approved listings have a separate index, because an index of all statuses would
    // mislead the query planner on public lists.
    partialIndex("listings_by_status", sql`status <> 'approved'`, table.status, sql`id DESC`),
    publicIndex("listings_approved", sql`id DESC`),
    // Pending listings, longest-waiting first.
    partialIndex("listings_waiting", sql`status = 'pending'`, WAITING_SINCE, table.id),
    // Listings whose phone number is hidden.
    partialIndex("listings_under_review", sql`phone_hidden_until IS NOT NULL`, table.phoneHiddenUntil),
    uniqueIndex("listings_photo_prefix").on(table.photoPrefix),
    // Deleted listings that still have photos.
    partialIndex("listings_buried", sql`status = 'deleted' AND photos <> '[]'`, table.deletedAt),
    // Recent rents of homes without a published benchmark.
    partialIndex("listings_asking_rents", sql.raw(WITHOUT_CITY_BENCHMARK), table.bedrooms, sql`first_approved_at DESC`),
    index("listings_address_key").on(table.addressKey),
    index("listings_phone_key").on(table.phoneKey),
    partialIndex("listings_text_key", sql`text_key IS NOT NULL`, table.textKey),
    partialIndex("listings_unmasked", sql.raw(IS_UNMASKED), table.submittedAt),
  ],
);

/** A stored listing. Only mappers may convert it into output. */
export type Listing = typeof listings.$inferSelect;

export const LISTING_ADDRESSES: AddressTable = {
  table: "listings",
  writtenAt: "submitted_at",
  isUnmasked: IS_UNMASKED,
};
