import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Every moderation and operator change: who, what, before, after, when, from where. Append-only. */
export const auditLog = sqliteTable("audit_log", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer({ mode: "timestamp_ms" }).notNull(),
  /** 'admin', 'operator' or 'system'. */
  actor: text().notNull(),
  action: text().notNull(),
  targetType: text().notNull(),
  targetId: text().notNull(),
  before: text("before_json", { mode: "json" }).$type<Record<string, unknown> | null>(),
  after: text("after_json", { mode: "json" }).$type<Record<string, unknown> | null>(),
  ipAddress: text(),
});
