import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Perceptual fingerprints of photos. Each fingerprint has eight rows, one per 16-bit band of its 128 bits. Fingerprints
 * that differ in at most seven bits share a band, so the index finds all candidates.
 */
export const photoFingerprints = sqliteTable(
  "photo_fingerprints",
  {
    /** The band as a number: its position (0…7) · 65,536 + its bits. */
    band: integer().notNull(),
    listingId: integer().notNull(),
    /** Identifies the photo within its listing. */
    photoHash: text().notNull(),
    /** Fingerprint of 128 bits, as 32 hexadecimal digits. */
    fingerprint: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.band, table.listingId, table.photoHash] }),
    index("photo_fingerprints_listing").on(table.listingId),
  ],
);

/** Photos of accepted forms that could not be encoded or stored yet. They are split into parts and never served. */
export const waitingPhotos = sqliteTable(
  "waiting_photos",
  {
    /** Photo prefix of the listing. */
    prefix: text().notNull(),
    hash: text().notNull(),
    /** Number of the part, from 0. */
    part: integer().notNull(),
    /** Bytes of this part. */
    base64: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.prefix, table.hash, table.part] }),
    // Finds the oldest waiting photos, by the first part of each photo.
    index("waiting_photos_first").on(table.part, table.createdAt),
  ],
);
