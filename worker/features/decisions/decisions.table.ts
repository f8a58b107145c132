import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DecisionAction } from "../../contracts/decisions.ts";

/** What each decision of a moderator changed, one row for each thing, until it can long no longer be undone. */
export const decisions = sqliteTable(
  "decisions",
  {
    /** Orders the decisions about one thing. */
    nth: integer().primaryKey({ autoIncrement: true }),
    /** Names the decision: several listings decided together share it. */
    id: text().notNull(),
    action: text().$type<DecisionAction>().notNull(),
    targetType: text().$type<"listing" | "reports">().notNull(),
    /** Null for reports, which name the decision that dismissed them. */
    targetId: integer(),
    decidedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The columns that it changed as they were, by name and as stored. */
    before: text("before_json", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Of the listing once decided: another one means that somebody changed it since. */
    revision: integer(),
    undoneAt: integer({ mode: "timestamp_ms" }),
    /** When its mails were last due and went out, or were overtaken by another decision. It can no longer be undone then. */
    toldAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("decisions_item").on(table.id, table.targetType, table.targetId),
    index("decisions_of_target").on(table.targetType, table.targetId, table.nth),
    index("decisions_decided").on(table.decidedAt),
  ],
);

/** One thing that a decision changed. */
export type DecisionItem = typeof decisions.$inferSelect;
