import { sql } from "drizzle-orm";
import { type AddressTable, IS_UNMASKED } from "../../platform/database.ts";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Changes by moderators, the operator, owners and the system. Append-only. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer({ mode: "timestamp_ms" }).notNull(),
    /** Kind of actor: 'admin', 'operator', 'owner' or 'system'. */
    actor: text().notNull(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: text("before_json", { mode: "json" }).$type<Record<string, unknown> | null>(),
    after: text("after_json", { mode: "json" }).$type<Record<string, unknown> | null>(),
    ipAddress: text(),
    /** The moderator or operator who made the change. Null for the shared password and for other actors. */
    personId: integer(),
    /**
     * The person's name at the time of the change. The name stays after the account is deleted. Null if the person had
     * their name erased.
     */
    personName: text(),
    /** A listing's revision after the change. */
    revision: integer(),
  },
  (table) => [
    index("audit_log_at").on(table.at),
    index("audit_log_action").on(table.action),
    index("audit_log_person")
      .on(table.personId)
      .where(sql`person_id IS NOT NULL`),
    index("audit_log_target").on(table.targetType, table.targetId),
    // Finds listings by their former email addresses.
    index("audit_log_former_email")
      .on(sql`lower(before_json ->> '$.email')`)
      .where(sql`target_type = 'listing'`),
    index("audit_log_unmasked").on(table.at).where(sql.raw(IS_UNMASKED)),
  ],
);

/** IP addresses to mask. A masked address contains its prefix length. */
export const AUDIT_ADDRESSES: AddressTable = {
  table: "audit_log",
  writtenAt: "at",
  isUnmasked: IS_UNMASKED,
};
