import { and, desc, eq, gt, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { type AutomationActivity, BOT_NAME, type SettingKey } from "../../contracts/automation.ts";
import { threadSlug } from "../../contracts/forum.ts";
import { deleteInBatches, isAmongOldest } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import { settings } from "../../platform/tables.ts";
import { forumComments, forumThreads, forumUsers } from "../forum/forum.table.ts";
import { textKeyOf } from "../forum/posts.text.ts";
import { automationActivity, automationPosts } from "./automation.table.ts";

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
/** "November 21, 2026" and "October 2025": with another date a text is none the newer. */
const DATES = new RegExp(`\\b(?:${MONTHS}) (?:\\d{1,2}, )?\\d{4}\\b`, "g");

/** What a text is known by among the automation's own: what it says, whatever its date. */
export const keyOf = (says: string): Promise<string> => textKeyOf(says.replace(DATES, ""), 0, null);

const PREFIX = "automation.";
/** Name of a setting among the site's switches. */
export const settingName = (key: SettingKey) => `${PREFIX}${key}`;

/** The settings that somebody has set, by name (primary key). */
export async function storedSettings(deps: Deps, keys: readonly SettingKey[]): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.db
    .select()
    .from(settings)
    .where(inArray(settings.name, keys.map(settingName)))
    .limit(keys.length);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** A page of deeds, newest first (primary key). */
export async function latestActivity(deps: Deps, { limit, offset }: PageWindow) {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(automationActivity).orderBy(desc(automationActivity.id)).limit(limit).offset(offset);
}

/** The statement that notes a deed. */
export function insertActivity(deps: Deps, actionType: string, details: AutomationActivity["details"]) {
  return deps.db.insert(automationActivity).values({ actionType, details, createdAt: deps.now() });
}

/** Deeds that are looked through for one of today. */
const LOOKED_THROUGH = 100;

/** Whether a deed of a kind was noted since a moment, as far as the latest {@link LOOKED_THROUGH} tell. */
export async function wasNotedSince(deps: Deps, actionType: string, since: Date): Promise<boolean> {
  const latest = deps.db
    .select({ actionType: automationActivity.actionType, createdAt: automationActivity.createdAt })
    .from(automationActivity)
    .orderBy(desc(automationActivity.id))
    .limit(LOOKED_THROUGH)
    .as("latest");
  const [row] = await deps.db
    .select({ actionType: latest.actionType })
    .from(latest)
    .where(and(eq(latest.actionType, actionType), gte(latest.createdAt, since)))
    .limit(1);
  return row !== undefined;
}

/** Deletes activity recorded before `time` (primary key). */
export const deleteActivityBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    "automation_activity",
    sql`${isAmongOldest("automation_activity")} AND created_at < ${time.getTime()}`,
  );

/** How many threads and comments count for a day in Toronto, YYYY-MM-DD (index automation_posts_day). */
export async function postsOn(deps: Deps, day: string): Promise<{ threads: number; comments: number }> {
  const [row] = await deps.db
    .select({
      threads: sql<number>`count(*) - count(${automationPosts.commentId})`,
      comments: sql<number>`count(${automationPosts.commentId})`,
    })
    .from(automationPosts)
    .where(eq(automationPosts.day, day));
  return { threads: row?.threads ?? 0, comments: row?.comments ?? 0 };
}

/** The day of the latest post of each of some kinds (index automation_posts_kind): one row a kind. */
export async function lastPostsOf(deps: Deps, kinds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.db.all<{ kind: string; day: string }>(sql`
    SELECT kind.value AS kind, post.day AS day FROM json_each(${JSON.stringify(kinds)}) AS kind
    JOIN ${automationPosts} AS post
      ON post.id = (SELECT max(latest.id) FROM ${automationPosts} AS latest WHERE latest.kind = kind.value)`);
  return new Map(rows.map(({ kind, day }) => [kind, day]));
}

/** More threads than a kind can have had in the days that a title rests. */
const TITLES_LOOKED_THROUGH = 100;

/** Titles of a kind's threads that count for a day after one (index automation_posts_kind). */
export async function titlesAfter(deps: Deps, kind: string, day: string): Promise<ReadonlySet<string>> {
  const latest = deps.db
    .select({ threadId: automationPosts.threadId, day: automationPosts.day })
    .from(automationPosts)
    .where(eq(automationPosts.kind, kind))
    .orderBy(desc(automationPosts.id))
    .limit(TITLES_LOOKED_THROUGH)
    .as("latest");
  const rows = await deps.db
    .select({ title: forumThreads.title })
    .from(latest)
    .innerJoin(forumThreads, eq(forumThreads.id, latest.threadId))
    .where(gt(latest.day, day));
  return new Set(rows.map(({ title }) => title));
}

/** Which of some texts were posted before (index automation_posts_text). */
export async function postedTexts(deps: Deps, textKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await deps.db.all<{ textKey: string }>(sql`
    SELECT text_key AS textKey FROM ${automationPosts}
    WHERE text_key IN (SELECT value FROM json_each(${JSON.stringify(textKeys)}))`);
  return new Set(rows.map(({ textKey }) => textKey));
}

/** Whether a thread has an automated comment (index automation_posts_thread). */
export async function hasAutomatedComment(deps: Deps, threadId: number): Promise<boolean> {
  const [row] = await deps.db
    .select({ id: automationPosts.id })
    .from(automationPosts)
    .where(and(eq(automationPosts.threadId, threadId), isNotNull(automationPosts.commentId)))
    .limit(1);
  return row !== undefined;
}

/** The day in Toronto that a post counts for, YYYY-MM-DD. It is made only while that day has fewer than `below`. */
export interface Quota {
  day: string;
  /** Null by hand: a moderator may post more. */
  below: number | null;
}

interface NewPost {
  kind: string;
  content: string;
  textKey: string;
  quota: Quota;
}

/** Two ticks at the same time must not make more than is due: the statement that writes counts, not the one that read. */
const withinQuota = ({ day, below }: Quota, what: "threads" | "comments") =>
  below === null
    ? sql`1`
    : sql`(SELECT count(*) FROM automation_posts WHERE day = ${day}
        AND comment_id IS ${what === "threads" ? sql`` : sql`NOT`} NULL) < ${below}`;
const isNew = (textKey: string) => sql`NOT EXISTS (SELECT 1 FROM automation_posts WHERE text_key = ${textKey})`;
/** The site's own account (index forum_users_username). */
const bot = sql`(SELECT id FROM ${forumUsers} WHERE username = ${BOT_NAME} AND is_automated = 1)`;

/**
 * The statement that posts a thread, unless its text was posted before or the quota is used up; gives its id. What belongs
 * to it goes right behind it in the same batch, each by `changes()`: {@link insertPostOfThread} first.
 */
export function insertThread(deps: Deps, { title, content, textKey, quota }: NewPost & { title: string }) {
  // In the order of the table's columns, here and below; the id is SQLite's to choose.
  return deps.db
    .insert(forumThreads)
    .select(
      sql`SELECT NULL, ${title}, ${threadSlug(title)}, ${bot}, ${BOT_NAME}, ${content}, ${deps.now().getTime()},
        NULL, 0, 0, 1, 0, NULL, NULL, NULL, NULL, ${textKey}, 0, 0, 0, NULL
      WHERE ${withinQuota(quota, "threads")} AND ${isNew(textKey)}`,
    )
    .returning({ id: forumThreads.id });
}

/** The statement that notes the newest thread as a post of a kind, when the statement before it changed a row. */
export function insertPostOfThread(deps: Deps, { kind, textKey, quota }: NewPost) {
  return deps.db.insert(automationPosts).select(
    sql`SELECT NULL, ${kind}, (SELECT max(id) FROM ${forumThreads}), NULL, ${textKey}, ${quota.day},
      ${deps.now().getTime()} WHERE changes() > 0`,
  );
}

/**
 * The statement that posts a comment on a thread: not on one that is deleted or locked or has an automated comment, nor a
 * text that was posted before, nor more than the quota. Gives its id. {@link insertPostOfComment} goes right behind it.
 */
export function insertComment(deps: Deps, { threadId, content, textKey, quota }: NewPost & { threadId: number }) {
  return deps.db
    .insert(forumComments)
    .select(
      sql`SELECT NULL, thread.id, NULL, 0, '/', NULL, 0, ${bot}, ${BOT_NAME}, ${content}, ${deps.now().getTime()},
        NULL, 0, 0, 1, 0, NULL, NULL, NULL, NULL, ${textKey}
      FROM ${forumThreads} AS thread
      WHERE thread.id = ${threadId} AND thread.is_deleted = 0 AND thread.is_locked = 0
        AND NOT EXISTS (SELECT 1 FROM automation_posts WHERE thread_id = ${threadId} AND comment_id IS NOT NULL)
        AND ${withinQuota(quota, "comments")} AND ${isNew(textKey)}`,
    )
    .returning({ id: forumComments.id });
}

/** The statement that notes the newest comment as a post of a kind, when the statement before it changed a row. */
export function insertPostOfComment(deps: Deps, { kind, threadId, textKey, quota }: NewPost & { threadId: number }) {
  return deps.db.insert(automationPosts).select(
    sql`SELECT NULL, ${kind}, ${threadId}, (SELECT max(id) FROM ${forumComments}), ${textKey}, ${quota.day},
      ${deps.now().getTime()} WHERE changes() > 0`,
  );
}

/** The statement that notes a deed when the statement before it changed a row. */
export function insertActivityIfChanged(deps: Deps, actionType: string, details: AutomationActivity["details"]) {
  return deps.db
    .insert(automationActivity)
    .select(sql`SELECT NULL, ${actionType}, ${JSON.stringify(details)}, ${deps.now().getTime()} WHERE changes() > 0`);
}
