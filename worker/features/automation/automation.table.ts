import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AutomationActivity } from "../../contracts/automation.ts";

/** The automation's activity, including failures. */
export const automationActivity = sqliteTable("automation_activity", {
  id: integer().primaryKey({ autoIncrement: true }),
  actionType: text().notNull(),
  details: text({ mode: "json" }).$type<AutomationActivity["details"]>().notNull(),
  createdAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Posts by the automation's account, so that no text is posted twice and the kinds alternate. */
export const automationPosts = sqliteTable(
  "automation_posts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The kind of the post (kinds.ts, automation.posts.service.ts). */
    kind: text().notNull(),
    threadId: integer().notNull(),
    /** The comment. Null for a thread. */
    commentId: integer(),
    /** Hash of the normalized text. */
    textKey: text().notNull(),
    /** The Toronto day whose quota the post used, YYYY-MM-DD. */
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
