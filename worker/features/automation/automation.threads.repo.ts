import { type SQL, sql } from "drizzle-orm";
import type { AutomationTarget, AutomationThread } from "../../contracts/automation.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";

const union = (parts: readonly SQL[]) => sql.join([...parts], sql` UNION ALL `);

/** Threads that are not deleted along one of their indexes, which keep sticky ones apart. */
const along = (index: string, order: SQL, limit: number) =>
  union(
    [0, 1].map(
      (isSticky) => sql`SELECT * FROM (SELECT id, title, content, comment_count, net, is_locked, is_automated
        FROM forum_threads INDEXED BY ${sql.raw(index)}
        WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))} ORDER BY ${order} LIMIT ${limit})`,
    ),
  );

/**
 * A page of threads that are not deleted, newest first (index forum_threads_newest, which keeps sticky ones apart: its two
 * ends are merged as they are read). Rows read: limit and offset, and two more.
 */
export async function newestThreads(deps: Deps, { limit, offset }: PageWindow): Promise<AutomationThread[]> {
  if (offset > MAX_OFFSET) return [];
  const of = (isSticky: 0 | 1) => sql`SELECT id, title, comment_count AS commentCount
    FROM forum_threads INDEXED BY forum_threads_newest WHERE is_deleted = 0 AND is_sticky = ${sql.raw(String(isSticky))}`;
  return deps.db.all<AutomationThread>(
    sql`${of(0)} UNION ALL ${of(1)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** A thread that may get a comment, with as much of its text as is looked at. */
export interface Candidate {
  id: number;
  title: string;
  content: string;
}

const TEXT_LOOKED_AT = 4_000;
/** Threads that are looked through, of which so many may become candidates. */
const LOOKED_THROUGH = 200;
const CANDIDATES = 50;
/** The latest comments that tell which threads are active. */
const COMMENTS_LOOKED_THROUGH = 500;

const THREAD = sql`id, title, content, comment_count, net, is_locked, is_automated`;

/**
 * Threads of a target, best first, that may get an automated comment: not deleted, not locked, by people, and without
 * one. 'smart' are those made or commented since, most comments first.
 * @param random 0 ≤ n < 1, for 'random': where in the forum to look
 */
export async function candidatesOf(
  deps: Deps,
  target: AutomationTarget,
  { since, random }: { since: Date; random: number },
): Promise<Candidate[]> {
  const from = since.getTime();
  const parts: Record<AutomationTarget, { found: SQL; order: SQL }> = {
    smart: {
      // By primary key: ids grow with time.
      found: sql`SELECT ${THREAD} FROM forum_threads WHERE is_deleted = 0 AND id IN (
        SELECT id FROM (SELECT id, created_at FROM forum_threads ORDER BY id DESC LIMIT ${LOOKED_THROUGH})
          WHERE created_at >= ${from}
        UNION
        SELECT thread_id FROM (SELECT thread_id, created_at, is_deleted FROM forum_comments
          ORDER BY id DESC LIMIT ${COMMENTS_LOOKED_THROUGH}) WHERE created_at >= ${from} AND is_deleted = 0)`,
      order: sql`comment_count DESC, id DESC`,
    },
    newest: { found: along("forum_threads_newest", sql`id DESC`, LOOKED_THROUGH), order: sql`id DESC` },
    popular: {
      found: along("forum_threads_popular", sql`net DESC, comment_count DESC, id DESC`, LOOKED_THROUGH),
      order: sql`net DESC, comment_count DESC, id DESC`,
    },
    random: {
      // Downwards from somewhere, and from the top again.
      found: sql`SELECT ${THREAD} FROM forum_threads WHERE is_deleted = 0 AND id IN (
        SELECT id FROM (SELECT id FROM forum_threads
          WHERE id <= 1 + CAST(${random} * (SELECT max(id) FROM forum_threads) AS INTEGER)
          ORDER BY id DESC LIMIT ${LOOKED_THROUGH})
        UNION SELECT id FROM (SELECT id FROM forum_threads ORDER BY id DESC LIMIT ${LOOKED_THROUGH}))`,
      order: sql`abs(id - 1 - CAST(${random} * (SELECT max(id) FROM forum_threads) AS INTEGER)), id`,
    },
  };
  const { found, order } = parts[target];
  return deps.db.all<Candidate>(sql`
    SELECT id, title, substr(content, 1, ${TEXT_LOOKED_AT}) AS content FROM (${found}) AS thread
    WHERE is_locked = 0 AND is_automated = 0 AND NOT EXISTS (
      SELECT 1 FROM automation_posts WHERE automation_posts.thread_id = thread.id AND comment_id IS NOT NULL)
    ORDER BY ${order} LIMIT ${CANDIDATES}`);
}

/** A thread by its id, unless it is deleted. */
export async function threadToComment(deps: Deps, id: number): Promise<(Candidate & { isLocked: number }) | null> {
  const [row] = await deps.db.all<Candidate & { isLocked: number }>(sql`
    SELECT id, title, substr(content, 1, ${TEXT_LOOKED_AT}) AS content, is_locked AS isLocked
    FROM forum_threads WHERE id = ${id} AND is_deleted = 0 LIMIT 1`);
  return row ?? null;
}
