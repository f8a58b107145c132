import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A shard's final counts for a day. */
export const visitorDays = sqliteTable(
  "visitor_days",
  {
    /** Day in Toronto, YYYY-MM-DD. */
    day: text().notNull(),
    kind: text().notNull(),
    /** Page or source. Empty for kinds of counts without keys. */
    key: text().notNull(),
    shard: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.key, table.shard] })],
);
