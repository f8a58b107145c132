import { and, desc, eq, gt, gte, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import {
  type AutomationActivity,
  BOT_NAME,
  type SettingKey,
  type AutomationTarget,
  type AutomationThread,
} from "../../contracts/automation.ts";
import { threadSlug } from "../../contracts/forum.ts";
import { deleteInBatches, isAmongOldest } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import { settings } from "../../platform/tables.ts";
import { valueIf } from "../../platform/run-all-or-none.ts";
import { forumComments, forumThreads, forumUsers } from "../forum/forum.table.ts";
import { textKeyOf } from "../forum/posts.text.ts";
import { listings } from "../listings/listing/listings.table.ts";
import { automationActivity, automationPosts } from "./automation.table.ts";

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
/**
 * Matches dates such as "November 21, 2026" and "October 2025". Texts that differ only in the date count as duplicates.
 */
const DATES = new RegExp(`\\b(?:${MONTHS}) (?:\\d{1,2}, )?\\d{4}\\b`, "g");

/** Returns the key by which posted texts are compared. The key ignores dates. */
export const postTextKeyOf = (body: string): Promise<string> => textKeyOf(body.replace(DATES, ""), 0, null);

const PREFIX = "automation.";
/** Returns the name of a setting in the site's settings table. */
export const settingName = (key: SettingKey) => `${PREFIX}${key}`;

/** Returns the stored settings by name (by primary key). Leaves out settings that are not set. */
export async function storedSettings(deps: Deps, keys: readonly SettingKey[]): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.db
    .select()
    .from(settings)
    .where(inArray(settings.name, keys.map(settingName)))
    .limit(keys.length);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Returns a page of the activity log, newest first (by primary key). */
export async function latestActivity(deps: Deps, { limit, offset }: PageWindow) {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(automationActivity).orderBy(desc(automationActivity.id)).limit(limit).offset(offset);
}

/** Returns the statement that writes an activity entry. */
export function insertActivity(deps: Deps, actionType: string, details: AutomationActivity["details"]) {
  return deps.db.insert(automationActivity).values({ actionType, details, createdAt: deps.now() });
}

/** Number of the newest entries that are searched for an entry of today. */
const ENTRIES_SEARCHED = 100;

/** Returns whether the latest {@link ENTRIES_SEARCHED} activity entries include an action recorded since a time. */
export async function wasRecordedSince(deps: Deps, actionType: string, since: Date): Promise<boolean> {
  const latest = deps.db
    .select({ actionType: automationActivity.actionType, createdAt: automationActivity.createdAt })
    .from(automationActivity)
    .orderBy(desc(automationActivity.id))
    .limit(ENTRIES_SEARCHED)
    .as("latest");
  const [row] = await deps.db
    .select({ actionType: latest.actionType })
    .from(latest)
    .where(and(eq(latest.actionType, actionType), gte(latest.createdAt, since)))
    .limit(1);
  return row !== undefined;
}

/** Deletes activity recorded before `time` (by primary key). */
export const deleteActivityBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    "automation_activity",
    sql`${isAmongOldest("automation_activity")} AND created_at < ${time.getTime()}`,
  );

/** Counts the posts of a Toronto day, YYYY-MM-DD (uses index automation_posts_day). */
export async function countPosts(deps: Deps, day: string): Promise<{ threads: number; comments: number }> {
  const [row] = await deps.db
    .select({
      threads: sql<number>`count(*) - count(${automationPosts.commentId})`,
      comments: sql<number>`count(${automationPosts.commentId})`,
    })
    .from(automationPosts)
    .where(eq(automationPosts.day, day));
  return { threads: row?.threads ?? 0, comments: row?.comments ?? 0 };
}

/** Returns one row per kind, with the day of its latest post (uses index automation_posts_kind). */
export async function lastPostsOf(deps: Deps, kinds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.db.all<{ kind: string; day: string }>(sql`
    SELECT kind.value AS kind, post.day AS day FROM json_each(${JSON.stringify(kinds)}) AS kind
    JOIN ${automationPosts} AS post
      ON post.id = (SELECT max(latest.id) FROM ${automationPosts} AS latest WHERE latest.kind = kind.value)`);
  return new Map(rows.map(({ kind, day }) => [kind, day]));
}

/** Upper bound on the number of threads of one kind during the period in which a title may not be reused. */
const MAX_TITLES = 500;

/** Returns the titles of a kind's threads posted after a day (uses index automation_posts_kind). */
export async function titlesAfter(deps: Deps, kind: string, day: string): Promise<ReadonlySet<string>> {
  const latest = deps.db
    .select({ threadId: automationPosts.threadId, day: automationPosts.day })
    .from(automationPosts)
    .where(eq(automationPosts.kind, kind))
    .orderBy(desc(automationPosts.id))
    .limit(MAX_TITLES)
    .as("latest");
  const rows = await deps.db
    .select({ title: forumThreads.title })
    .from(latest)
    .innerJoin(forumThreads, eq(forumThreads.id, latest.threadId))
    .where(gt(latest.day, day));
  return new Set(rows.map(({ title }) => title));
}

/** Returns the hashes among `textKeys` of texts that were already posted (uses index automation_posts_text). */
export async function postedTexts(deps: Deps, textKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await deps.db.all<{ textKey: string }>(sql`
    SELECT text_key AS textKey FROM ${automationPosts}
    WHERE text_key IN (SELECT value FROM json_each(${JSON.stringify(textKeys)}))`);
  return new Set(rows.map(({ textKey }) => textKey));
}

/** Returns whether a thread has an automated comment (uses index automation_posts_thread). */
export async function hasAutomatedComment(deps: Deps, threadId: number): Promise<boolean> {
  const [row] = await deps.db
    .select({ id: automationPosts.id })
    .from(automationPosts)
    .where(and(eq(automationPosts.threadId, threadId), isNotNull(automationPosts.commentId)))
    .limit(1);
  return row !== undefined;
}

/** The quota of a Toronto day, YYYY-MM-DD. Posts are made only while the day has fewer than `below` posts. */
export interface Quota {
  day: string;
  /** The quota. Null means no limit, for posts that a moderator requests. */
  below: number | null;
}

interface NewPost {
  kind: string;
  content: string;
  textKey: string;
  quota: Quota;
}

/**
 * Returns the SQL condition that the quota is not used up. The INSERT itself checks the quota, because two ticks may
 * run at once.
 */
const withinQuota = ({ day, below }: Quota, what: "threads" | "comments") =>
  below === null
    ? sql`1`
    : sql`(SELECT count(*) FROM automation_posts WHERE day = ${day}
        AND comment_id IS ${what === "threads" ? sql`` : sql`NOT`} NULL) < ${below}`;
const isNew = (textKey: string) => sql`NOT EXISTS (SELECT 1 FROM automation_posts WHERE text_key = ${textKey})`;
/** The automation's account (uses index forum_users_username). */
const bot = sql`(SELECT id FROM ${forumUsers} WHERE username = ${BOT_NAME} AND is_automated = 1)`;

/**
 * Returns the statement that posts a thread and returns its id, unless the text was posted before or the quota is used
 * up. Must be followed by {@link insertPost}.
 */
export function insertThread(deps: Deps, { title, content, textKey, quota }: NewPost & { title: string }) {
  // Values are in the order of the table's columns; NULL lets SQLite assign the id.
  return deps.db
    .insert(forumThreads)
    .select(
      sql`SELECT NULL, ${title}, ${threadSlug(title)}, ${bot}, ${BOT_NAME}, ${content}, ${deps.now().getTime()},
        NULL, 0, 0, 1, 0, NULL, NULL, NULL, NULL, ${textKey}, 0, 0, 0, NULL, NULL
      WHERE ${valueIf(sql`${withinQuota(quota, "threads")} AND ${isNew(textKey)}`, 1)}`,
    )
    .returning({ id: forumThreads.id });
}

/** Returns the statement that records the newest thread, or the newest comment on `threadId`, as an automated post. */
export const insertPost = (deps: Deps, { kind, textKey, quota }: NewPost, threadId: number | null) =>
  deps.db.insert(automationPosts).select(
    sql`SELECT NULL, ${kind}, ${threadId ?? sql`(SELECT max(id) FROM ${forumThreads})`},
      ${threadId === null ? null : sql`(SELECT max(id) FROM ${forumComments})`}, ${textKey}, ${quota.day},
      ${deps.now().getTime()}`,
  );

/**
 * Returns the statement that posts a comment and returns its id. Nothing is posted if the thread is deleted, locked or
 * has an automated comment, if the text was posted before, or if the quota is used up. Must be followed by {@link
 * insertPost}.
 */
export function insertComment(deps: Deps, { threadId, content, textKey, quota }: NewPost & { threadId: number }) {
  const mayGetOne = sql`EXISTS (SELECT 1 FROM forum_threads WHERE id = ${threadId} AND is_deleted = 0 AND is_locked = 0)
    AND NOT EXISTS (SELECT 1 FROM automation_posts WHERE thread_id = ${threadId} AND comment_id IS NOT NULL)
    AND ${withinQuota(quota, "comments")} AND ${isNew(textKey)}`;
  return deps.db
    .insert(forumComments)
    .select(
      sql`SELECT NULL, thread.id, NULL, 0, '/', NULL, 0, ${bot}, ${BOT_NAME}, ${content}, ${deps.now().getTime()},
        NULL, 0, 0, 1, 0, NULL, NULL, NULL, NULL, ${textKey}
      FROM ${forumThreads} AS thread WHERE thread.id = ${valueIf(mayGetOne, threadId)}`,
    )
    .returning({ id: forumComments.id });
}

/**
 * Returns the newest public listings with the columns that posts use, without landlords or addresses (uses index
 * listings_public). Reads only the rows that it returns.
 */
export async function newestUnits(deps: Deps, limit: number) {
  return deps.db
    .select({
      bedrooms: listings.bedrooms,
      rentCents: listings.rentCents,
      firstApprovedAt: listings.firstApprovedAt,
      neighbourhood: listings.neighbourhood,
      marketArea: listings.marketArea,
      marketKind: listings.marketKind,
      awaitsConfirmation: listings.awaitsConfirmation,
    })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now())))
    .orderBy(desc(listings.firstApprovedAt), desc(listings.id))
    .limit(limit);
}
export type UnitRow = Awaited<ReturnType<typeof newestUnits>>[number];

const union = (parts: readonly SQL[]) => sql.join([...parts], sql` UNION ALL `);

/** Selects threads that are not deleted, in index order. The indexes contain sticky threads separately. */
const along = (index: string, order: SQL, limit: number) =>
  union(
    [0, 1].map(
      (isSticky) => sql`SELECT * FROM (SELECT id, title, content, comment_count, net, is_locked, is_automated
        FROM forum_threads INDEXED BY ${sql.raw(index)}
        WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))} ORDER BY ${order} LIMIT ${limit})`,
    ),
  );

/**
 * Returns a page of threads that are not deleted, newest first. Merges the sticky threads and the other threads of
 * index forum_threads_newest. Reads limit + offset + 2 rows.
 */
export async function newestThreads(deps: Deps, { limit, offset }: PageWindow): Promise<AutomationThread[]> {
  if (offset > MAX_OFFSET) return [];
  const of = (isSticky: 0 | 1) => sql`SELECT id, title, comment_count AS commentCount
    FROM forum_threads INDEXED BY forum_threads_newest WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))}`;
  return deps.db.all<AutomationThread>(
    sql`${of(0)} UNION ALL ${of(1)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** A thread that may get an automated comment, with the beginning of its text. */
export interface Candidate {
  id: number;
  title: string;
  content: string;
}

const TEXT_LENGTH = 4_000;
/** Number of threads that are searched for candidates. */
const THREADS_SEARCHED = 200;
const CANDIDATES = 50;
/** Number of latest comments that determine which threads are active. */
const MAX_COMMENTS = 500;

const THREAD = sql`id, title, content, comment_count, net, is_locked, is_automated`;

/**
 * Returns threads that a target selects and that may get an automated comment, best first. They were written by people,
 * are neither deleted nor locked, and have no automated comment. 'smart' means threads created or commented on since
 * `since`, with the most comments first.
 * @param random 0 ≤ n < 1; for 'random', the position in the forum to start from
 */
export async function candidatesOf(
  deps: Deps,
  target: AutomationTarget,
  { since, random }: { since: Date; random: number },
): Promise<Candidate[]> {
  const from = since.getTime();
  const parts: Record<AutomationTarget, { found: SQL; order: SQL }> = {
    smart: {
      // Uses the primary key, because ids ascend with time.
      found: sql`SELECT ${THREAD} FROM forum_threads WHERE is_deleted = 0 AND id IN (
        SELECT id FROM (SELECT id, created_at FROM forum_threads ORDER BY id DESC LIMIT ${THREADS_SEARCHED})
          WHERE created_at >= ${from}
        UNION
        SELECT thread_id FROM (SELECT thread_id, created_at, is_deleted FROM forum_comments
          ORDER BY id DESC LIMIT ${MAX_COMMENTS}) WHERE created_at >= ${from} AND is_deleted = 0)`,
      order: sql`comment_count DESC, id DESC`,
    },
    newest: { found: along("forum_threads_newest", sql`id DESC`, THREADS_SEARCHED), order: sql`id DESC` },
    popular: {
      found: along("forum_threads_popular", sql`net DESC, comment_count DESC, id DESC`, THREADS_SEARCHED),
      order: sql`net DESC, comment_count DESC, id DESC`,
    },
    random: {
      // Reads downwards from a random id, then continues from the newest id.
      found: sql`SELECT ${THREAD} FROM forum_threads WHERE is_deleted = 0 AND id IN (
        SELECT id FROM (SELECT id FROM forum_threads
          WHERE id <= 1 + CAST(${random} * (SELECT max(id) FROM forum_threads) AS INTEGER)
          ORDER BY id DESC LIMIT ${THREADS_SEARCHED})
        UNION SELECT id FROM (SELECT id FROM forum_threads ORDER BY id DESC LIMIT ${THREADS_SEARCHED}))`,
      order: sql`abs(id - 1 - CAST(${random} * (SELECT max(id) FROM forum_threads) AS INTEGER)), id`,
    },
  };
  const { found, order } = parts[target];
  return deps.db.all<Candidate>(sql`
    SELECT id, title, substr(content, 1, ${TEXT_LENGTH}) AS content FROM (${found}) AS thread
    WHERE is_locked = 0 AND is_automated = 0 AND NOT EXISTS (
      SELECT 1 FROM automation_posts WHERE automation_posts.thread_id = thread.id AND comment_id IS NOT NULL)
    ORDER BY ${order} LIMIT ${CANDIDATES}`);
}

/** Returns a thread by primary key. Returns null when the thread is deleted. */
export async function threadToComment(deps: Deps, id: number): Promise<(Candidate & { isLocked: number }) | null> {
  const [row] = await deps.db.all<Candidate & { isLocked: number }>(sql`
    SELECT id, title, substr(content, 1, ${TEXT_LENGTH}) AS content, is_locked AS isLocked
    FROM forum_threads WHERE id = ${id} AND is_deleted = 0 LIMIT 1`);
  return row ?? null;
}
