import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DecisionAction } from "./decision-kinds.ts";

/** Changes made by moderators' decisions, one row per target. Rows are kept much longer than the undo window. */
export const decisions = sqliteTable(
  "decisions",
  {
    /** Sequence number that orders the decisions about one target. */
    nth: integer().primaryKey({ autoIncrement: true }),
    /** The decision's id. Listings that were decided on together share it. */
    id: text().notNull(),
    action: text().$type<DecisionAction>().notNull(),
    targetType: text().$type<"listing" | "reports" | "ban">().notNull(),
    /** The target's id. Null for reports, because their `resolved_by` names the decision. */
    targetId: integer(),
    decidedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The earlier values of the changed columns, in their stored form, by column name. */
    before: text("before_json", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The listing's revision after the decision. A listing with a different revision has changed since. */
    revision: integer(),
    undoneAt: integer({ mode: "timestamp_ms" }),
    /**
     * Time at which the decision's emails became due or a later decision replaced it. From this time on, the decision
     * cannot be undone.
     */
    notifiedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("decisions_item").on(table.id, table.targetType, table.targetId),
    index("decisions_of_target").on(table.targetType, table.targetId, table.nth),
    index("decisions_decided").on(table.decidedAt),
  ],
);

/** One target that a decision changed. */
export type DecisionItem = typeof decisions.$inferSelect;
