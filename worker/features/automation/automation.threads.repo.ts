import { type SQL, sql } from "drizzle-orm";
import type { AutomationTarget, AutomationThread } from "../../contracts/automation.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";

const union = (parts: readonly SQL[]) => sql.join([...parts], sql` UNION ALL `);

/** Threads that are not deleted, by one of their indexes, which list sticky threads separately. */
const along = (index: string, order: SQL, limit: number) =>
  union(
    [0, 1].map(
      (isSticky) => sql`SELECT * FROM (SELECT id, title, content, comment_count, net, is_locked, is_automated
        FROM forum_threads INDEXED BY ${sql.raw(index)}
        WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))} ORDER BY ${order} LIMIT ${limit})`,
    ),
  );

/**
 * A page of threads that are not deleted, newest first, by merging the sticky and other parts of index
 * forum_threads_newest. Rows read: limit + offset + 2.
 */
export async function newestThreads(deps: Deps, { limit, offset }: PageWindow): Promise<AutomationThread[]> {
  if (offset > MAX_OFFSET) return [];
  const of = (isSticky: 0 | 1) => sql`SELECT id, title, comment_count AS commentCount
    FROM forum_threads INDEXED BY forum_threads_newest WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))}`;
  return deps.db.all<AutomationThread>(
    sql`${of(0)} UNION ALL ${of(1)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** A thread that may get a comment, with the beginning of its text. */
export interface Candidate {
  id: number;
  title: string;
  content: string;
}

const TEXT_LENGTH = 4_000;
/** Threads searched for candidates. */
const MAX_SEARCHED = 200;
const CANDIDATES = 50;
/** Latest comments that determine which threads are active. */
const MAX_COMMENTS = 500;

const THREAD = sql`id, title, content, comment_count, net, is_locked, is_automated`;

/**
 * Threads of a target that may get an automated comment, best first: not deleted or locked, by people, and without one.
 * 'smart' are threads created or commented on since `since`, most comments first.
 * @param random 0 ≤ n < 1; for 'random', where in the forum to start
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
        SELECT id FROM (SELECT id, created_at FROM forum_threads ORDER BY id DESC LIMIT ${MAX_SEARCHED})
          WHERE created_at >= ${from}
        UNION
        SELECT thread_id FROM (SELECT thread_id, created_at, is_deleted FROM forum_comments
          ORDER BY id DESC LIMIT ${MAX_COMMENTS}) WHERE created_at >= ${from} AND is_deleted = 0)`,
      order: sql`comment_count DESC, id DESC`,
    },
    newest: { found: along("forum_threads_newest", sql`id DESC`, MAX_SEARCHED), order: sql`id DESC` },
    popular: {
      found: along("forum_threads_popular", sql`net DESC, comment_count DESC, id DESC`, MAX_SEARCHED),
      order: sql`net DESC, comment_count DESC, id DESC`,
    },
    random: {
      // From a random id downwards, then from the newest.
      found: sql`SELECT ${THREAD} FROM forum_threads WHERE is_deleted = 0 AND id IN (
        SELECT id FROM (SELECT id FROM forum_threads
          WHERE id <= 1 + CAST(${random} * (SELECT max(id) FROM forum_threads) AS INTEGER)
          ORDER BY id DESC LIMIT ${MAX_SEARCHED})
        UNION SELECT id FROM (SELECT id FROM forum_threads ORDER BY id DESC LIMIT ${MAX_SEARCHED}))`,
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

/** By primary key; null when deleted. */
export async function threadToComment(deps: Deps, id: number): Promise<(Candidate & { isLocked: number }) | null> {
  const [row] = await deps.db.all<Candidate & { isLocked: number }>(sql`
    SELECT id, title, substr(content, 1, ${TEXT_LENGTH}) AS content, is_locked AS isLocked
    FROM forum_threads WHERE id = ${id} AND is_deleted = 0 LIMIT 1`);
  return row ?? null;
}
