import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Photos of accepted forms that could not be re-encoded or stored yet, in parts, until they are. Never served. */
export const waitingPhotos = sqliteTable(
  "waiting_photos",
  {
    /** The listing's photo prefix. */
    prefix: text().notNull(),
    hash: text().notNull(),
    /** From 0. */
    part: integer().notNull(),
    /** The bytes of this part. */
    base64: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.prefix, table.hash, table.part] }),
    // The oldest photos first, by their first parts.
    index("waiting_photos_first").on(table.part, table.createdAt),
  ],
);
