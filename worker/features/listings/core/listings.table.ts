import { sql, type SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TORONTO_DISTRICTS } from "../../../contracts/areas.ts";
import {
  ATTRIBUTE_FILTERS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
  type ListingAttributes,
} from "../../../contracts/attributes.ts";
import type { Bathrooms, Bedrooms } from "../../../contracts/bedrooms.ts";
import { NOTE_KINDS, type AddressPrecision, type ListingStatus, type ReviewNote } from "../../../contracts/listings.ts";
import { UNLIKELY_PERCENT } from "../../../contracts/market.ts";
import { URLS_PER_SITEMAP } from "../../../contracts/pages.ts";
import { CELL_LATITUDE, CELL_LONGITUDE } from "../../../platform/grid.ts";

/** Columns of a listing that a search has a condition or an order on, as an index of its own holds them: by id. */
export const SEARCHED =
  `id expires_at first_approved_at bedrooms rent_cents below_market_percent awaits_confirmation bathrooms home_type
  municipality neighbourhood closest_subway_station subway_lines distance_to_subway is_rent_controlled rent_control_confidence
  move_in_date ${ATTRIBUTE_FILTERS.map(({ key }) => toSnakeCase(key)).join(" ")} latitude longitude`
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
/** The cast says what the types cannot: that the kind of an attribute decides both its value's type and its column's. */
const attributeColumns = eachAttribute<AttributeColumns>(
  (key) => COLUMNS[ATTRIBUTES[key].kind]() as AttributeColumns[typeof key],
);

/** One photo of a listing, in the order shown. */
export interface StoredPhoto {
  /** Names the photo in R2 and in its address, 32 hexadecimal digits. */
  hash: string;
}

// The orders of the lists, as their indexes and their queries write them.
const NEWEST_FIRST = [sql`first_approved_at DESC`, sql`id DESC`] as const;
// What awaits a confirmation shows no percentage, and stands behind what has none for another reason.
const BY_DISCOUNT = [sql`below_market_percent DESC`, sql`awaits_confirmation`, ...NEWEST_FIRST] as const;
const BY_PRICE = [sql`(rent_cents IS NULL)`, sql`rent_cents`, ...NEWEST_FIRST] as const;
const BY_DISTANCE = [sql`(distance_to_subway IS NULL)`, sql`distance_to_subway`, ...NEWEST_FIRST] as const;

/** A quotient rounded down. SQLite's floor() belongs to its mathematical functions, which a build may lack. */
const floorSql = (column: string, size: number) =>
  sql.raw(`CAST(${column} / ${size} AS INTEGER) - (${column} / ${size} < CAST(${column} / ${size} AS INTEGER))`);

/**
 * Homes that were published and that no figure of the City serves: of another kind, or of elsewhere. Literal SQL, so that
 * SQLite can prove that the partial index of the same words serves.
 */
export const UNSERVED = `first_approved_at IS NOT NULL AND (home_type IN ('basement', 'shared_bed') OR municipality NOT IN (${TORONTO_DISTRICTS.map((name) => `'${name}'`).join(", ")}))`;
const KIND_CODES = Object.entries(NOTE_KINDS).flatMap(([code, kind]) => (kind === "kind" ? [code] : []));
/** awaitsConfirmation() of public-percent.ts. Quotes within a note's texts are escaped, so that only its code reads so. */
const AWAITS_CONFIRMATION = sql.raw(
  `confirmed_at IS NULL AND (coalesce(compared_percent, 0) >= ${UNLIKELY_PERCENT} OR ${KIND_CODES.map((code) => `instr(review_notes, '"code":"${code}"') > 0`).join(" OR ")})`,
);

/** Listings in every state. A row leaves this table never; an owner's or moderator's delete is a state. */
export const listings = sqliteTable(
  "listings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    status: text().$type<ListingStatus>().notNull().default("pending"),
    address: text().notNull(),
    /** Address in one spelling, for finding the same place twice. */
    addressKey: text().notNull(),
    municipality: text().notNull(),
    /** Never public. */
    unit: text(),
    /** As typed. */
    rent: text().notNull(),
    /** Monthly, in cents; null when the text could not be read. */
    rentCents: integer(),
    /** YYYY-MM-DD */
    moveInDate: text().notNull(),
    bedrooms: text().$type<Bedrooms>().notNull(),
    bathrooms: text().$type<Bathrooms>().notNull(),
    /** How much of the address is public: all of it, or its street alone. */
    addressPrecision: text().$type<AddressPrecision>().notNull().default("exact"),
    /** Never public. */
    email: text().notNull(),
    phone: text(),
    /** Digits of the phone number without a leading 1, for finding the same one twice. */
    phoneKey: text(),
    additionalInfo: text(),
    landlordName: text(),
    /** Fingerprint of the words of the text, for finding the same one twice; null for a short one. */
    textKey: text(),
    /** Words of what everybody reads of text and street, for the search; null until they were written. */
    searchText: text(),
    ...attributeColumns,
    /** Random, 32 hexadecimal digits: nobody guesses the photos of a listing from its id. */
    photoPrefix: text().notNull(),
    photos: text({ mode: "json" }).$type<StoredPhoto[]>().notNull().default([]),
    /** Name of the preview image that was drawn last, 32 hexadecimal digits; it is shown while it says what the row says. */
    preview: text(),
    submittedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Orders the site and the mails; a re-approval does not change it. */
    firstApprovedAt: integer({ mode: "timestamp_ms" }),
    /** Latest approval or renewal. */
    approvedAt: integer({ mode: "timestamp_ms" }),
    expiresAt: integer({ mode: "timestamp_ms" }),
    /** Latest renewal by its landlord. */
    renewedAt: integer({ mode: "timestamp_ms" }),
    /**
     * What a landlord changed since a moderator last looked: by field, the approved value of each that differs now. Null
     * when none does (approved-version.service.ts).
     */
    approvedValues: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** When what everybody reads of it last changed; null only where the version before this column wrote it. */
    updatedAt: integer({ mode: "timestamp_ms" }),
    deletedAt: integer({ mode: "timestamp_ms" }),
    /** A landlord's delete is final; a moderator's can be undone while it is a tombstone. */
    deletedBy: text().$type<"admin" | "owner">(),
    /** What it was before a moderator deleted it, for the undo. */
    deletedFrom: text().$type<ListingStatus>(),
    /** When the landlord was asked whether the unit is still available; null again from each approval or renewal. */
    remindedAt: integer({ mode: "timestamp_ms" }),
    rejectionReason: text(),
    reviewNotes: text({ mode: "json" }).$type<ReviewNote[]>().notNull().default([]),
    reportCount: integer().notNull().default(0),
    /** Raised by every change: a change made from an older state of the row is refused. */
    revision: integer().notNull().default(1),
    /** Raising it revokes every mailed link of the listing. */
    tokenVersion: integer().notNull().default(1),
    /** People who opened it, and who pressed Call; a trigger counts them. */
    viewerCount: integer().notNull().default(0),
    callerCount: integer().notNull().default(0),

    /** Stated by the landlord. */
    yearBuilt: integer(),
    /** Of the registered rental building at the address. */
    buildingYear: integer(),
    isRentControlled: integer({ mode: "boolean" }),
    rentControlConfidence: text().$type<"high" | "medium" | "low">(),
    latitude: real(),
    longitude: real(),
    /** Cell of the grid that the place lies in, as cellOf() counts: found by it with an ordinary index. */
    cellRow: integer().generatedAlwaysAs(floorSql("latitude", CELL_LATITUDE)),
    cellColumn: integer().generatedAlwaysAs(floorSql("longitude", CELL_LONGITUDE)),
    neighbourhood: text(),
    /** `M5R`, where no more of the place is known. */
    postalArea: text(),
    distanceToDowntown: text(),
    closestSubwayStation: text(),
    subwayLines: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Metres. */
    distanceToSubway: integer(),

    /** As compared, whether or not the public reads it. */
    comparedPercent: integer(),
    /** As the public reads it: null while a moderator has not confirmed what reads unlikely. */
    belowMarketPercent: integer(),
    /** When a moderator confirmed type and rent; null again from each edit of rent, type or text. */
    confirmedAt: integer({ mode: "timestamp_ms" }),
    awaitsConfirmation: integer({ mode: "boolean" }).generatedAlwaysAs(AWAITS_CONFIRMATION),
    marketRentCents: integer(),
    marketSource: text(),
    /** YYYY-MM */
    marketAsOf: text(),
    /** Where the figure was measured: 'Toronto' (the City), another municipality, a region; and what it measures. */
    marketArea: text(),
    marketKind: text().$type<"asking" | "occupied" | "own">(),
    /** How a derived figure was made; null for a published one. */
    marketMethod: text(),
    marketIsEstimate: integer({ mode: "boolean" }).notNull().default(false),
    /** When the operator checked that no newer figure is published, YYYY-MM-DD. */
    marketCheckedOn: text(),
    // Last, because SQLite takes an index for covering by a table's first 63 columns alone, and searches need those (SEARCHED).
    /** JSON text as published. */
    amenities: text(),
  },
  (table) => [
    // The public lists: newest first by first approval, then id. expires_at is part of the index so that an
    // expired row is skipped without reading it.
    index("listings_public")
      .on(sql`first_approved_at DESC`, sql`id DESC`, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_public_by_type")
      .on(table.bedrooms, sql`first_approved_at DESC`, sql`id DESC`, table.expiresAt)
      .where(sql`status = 'approved'`),
    // The other orders of the public lists, what is not known last, and newest first among equals.
    index("listings_by_discount")
      .on(...BY_DISCOUNT, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_by_price")
      .on(...BY_PRICE, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_by_distance")
      .on(...BY_DISTANCE, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_by_type_discount")
      .on(table.bedrooms, ...BY_DISCOUNT, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_by_type_price")
      .on(table.bedrooms, ...BY_PRICE, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_by_type_distance")
      .on(table.bedrooms, ...BY_DISTANCE, table.expiresAt)
      .where(sql`status = 'approved'`),
    // Public listings of a place.
    index("listings_by_station")
      .on(table.closestSubwayStation, ...NEWEST_FIRST, table.expiresAt)
      .where(sql`status = 'approved' AND closest_subway_station IS NOT NULL`),
    index("listings_by_neighbourhood")
      .on(table.neighbourhood, ...NEWEST_FIRST, table.expiresAt)
      .where(sql`status = 'approved' AND neighbourhood IS NOT NULL`),
    index("listings_by_cell")
      .on(table.cellRow, table.cellColumn, table.expiresAt)
      .where(sql`status = 'approved' AND cell_row IS NOT NULL`),
    // By id; a search looks through this and not through the rows.
    index("listings_searched")
      .on(...SEARCHED)
      .where(sql`status = 'approved'`),
    // Those whose words are still to be written.
    index("listings_unread")
      .on(table.id)
      .where(sql`status = 'approved' AND search_text IS NULL`),
    // What a moderator confirmed, to join the next edition.
    index("listings_confirmed")
      .on(table.confirmedAt)
      .where(sql`status = 'approved' AND confirmed_at IS NOT NULL`),
    // What the cron expires next, and the next expiry a cached page shows.
    index("listings_expiring")
      .on(table.expiresAt)
      .where(sql`status = 'approved'`),
    // When public listings of a type, or of a window of ids, last changed.
    index("listings_changed_by_type")
      .on(table.bedrooms, sql`updated_at DESC`, table.expiresAt)
      .where(sql`status = 'approved'`),
    index("listings_changed_by_window")
      .on(sql.raw(`((id - 1) / ${URLS_PER_SITEMAP})`), sql`updated_at DESC`, table.expiresAt)
      .where(sql`status = 'approved'`),
    // Whom to ask next whether the unit is still available.
    index("listings_reminding")
      .on(table.expiresAt)
      .where(sql`status = 'approved' AND reminded_at IS NULL`),
    // A landlord's listings, for links sent again.
    index("listings_email").on(sql`lower(email)`, sql`id DESC`),
    // The moderators' queue: pending ones first, newest first in each half.
    index("listings_queue")
      .on(sql`(status <> 'pending')`, sql`id DESC`)
      .where(sql`status <> 'deleted'`),
    // The same of those whose place nobody knows, or no more of it than the postal area.
    index("listings_unplaced")
      .on(sql`(status <> 'pending')`, sql`id DESC`)
      .where(sql`latitude IS NULL AND status NOT IN ('deleted', 'rented')`),
    // The same by state. Approved listings have an index of their own: one on status for all would lure the planner
    // of the public lists away from theirs.
    index("listings_by_status")
      .on(table.status, sql`id DESC`)
      .where(sql`status <> 'approved'`),
    index("listings_approved")
      .on(sql`id DESC`)
      .where(sql`status = 'approved'`),
    uniqueIndex("listings_photo_prefix").on(table.photoPrefix),
    // Tombstones that still have photos.
    index("listings_buried")
      .on(table.deletedAt)
      .where(sql`status = 'deleted' AND photos <> '[]'`),
    // What homes were let for lately, of those that no published figure of the City serves.
    index("listings_asked_rents")
      .on(table.bedrooms, sql`first_approved_at DESC`)
      .where(sql.raw(UNSERVED)),
    index("listings_address_key").on(table.addressKey),
    index("listings_phone_key").on(table.phoneKey),
    index("listings_text_key")
      .on(table.textKey)
      .where(sql`text_key IS NOT NULL`),
  ],
);

/** A listing as stored. Never leaves the worker: mappers choose what does. */
export type Listing = typeof listings.$inferSelect;

/** Facts about a place that nobody knows (any more). */
export const UNKNOWN_PLACE = {
  latitude: null,
  longitude: null,
  neighbourhood: null,
  postalArea: null,
  distanceToDowntown: null,
  closestSubwayStation: null,
  subwayLines: [],
  distanceToSubway: null,
  amenities: null,
  buildingYear: null,
  isRentControlled: null,
  rentControlConfidence: null,
} satisfies Partial<Listing>;
