import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AutomationActivity } from "../../contracts/automation.ts";

/** What the automation did, and what it failed to do. */
export const automationActivity = sqliteTable("automation_activity", {
  id: integer().primaryKey({ autoIncrement: true }),
  actionType: text().notNull(),
  details: text({ mode: "json" }).$type<AutomationActivity["details"]>().notNull(),
  createdAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Every post of the site's own account, so that none is made twice and the kinds take turns. */
export const automationPosts = sqliteTable(
  "automation_posts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Its kind in the library. */
    kind: text().notNull(),
    threadId: integer().notNull(),
    /** Null for a thread. */
    commentId: integer(),
    /** Hash of the text as it is compared. */
    textKey: text().notNull(),
    /** The day in Toronto that it counts for, as YYYY-MM-DD. */
    day: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    uniqueIndex("automation_posts_text").on(table.textKey),
    index("automation_posts_kind").on(table.kind, table.id),
    index("automation_posts_thread").on(table.threadId, table.commentId),
    index("automation_posts_day").on(table.day),
  ],
);
