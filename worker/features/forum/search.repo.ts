import { type SQL, sql } from "drizzle-orm";
import type { SimilarThread, ThreadSort } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { ORDERS } from "./threads.repo.ts";

/** Newest hits considered in threads and in comments, so that common words cost no more. */
const HITS = 500;

/** A search hit in a thread, or in its comments. */
export interface FoundThread {
  id: number;
  /** 1 when the thread's title or content matches. */
  isItself: number;
  /** Its newest matching comment, or null. */
  commentId: number | null;
}

const newestHits = (table: string, query: string): SQL =>
  sql`SELECT rowid AS id FROM ${sql.raw(table)} WHERE ${sql.raw(table)} MATCH ${query} ORDER BY rowid DESC LIMIT ${HITS}`;

/** Threads matching a query, in an order; at most {@link HITS} by themselves and as many by comments. */
export function foundThreads(deps: Deps, query: string, sort: ThreadSort): Promise<FoundThread[]> {
  return deps.db.all<FoundThread>(sql`
    WITH hits (thread_id, comment_id) AS (
      SELECT id, NULL FROM (${newestHits("forum_threads_search", query)})
      UNION ALL
      SELECT comment.thread_id, comment.id FROM (${newestHits("forum_comments_search", query)}) AS hit
      CROSS JOIN forum_comments AS comment ON comment.id = hit.id
    ),
    found AS (
      SELECT thread_id, max(comment_id IS NULL) AS is_itself, max(comment_id) AS comment_id FROM hits GROUP BY thread_id
    )
    SELECT thread.id, is_itself AS isItself, comment_id AS commentId
    FROM found CROSS JOIN forum_threads AS thread ON thread.id = thread_id
    WHERE thread.is_deleted = 0 ORDER BY ${ORDERS[sort]}`);
}

/** Texts of a page's comments by primary key. */
export const commentTexts = (deps: Deps, ids: readonly number[]): Promise<{ id: number; content: string }[]> =>
  deps.db.all(
    sql`SELECT id, content FROM forum_comments WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );

/** The newest threads with a matching title, at most `limit`. */
export function threadsByTitle(deps: Deps, query: string, limit: number): Promise<SimilarThread[]> {
  return deps.db.all<SimilarThread>(sql`
    SELECT thread.id, thread.title, thread.seo_slug AS seoSlug, thread.comment_count AS commentCount
    FROM (SELECT rowid AS id FROM forum_threads_search WHERE forum_threads_search MATCH ${query}
      ORDER BY rowid DESC LIMIT ${limit}) AS hit
    CROSS JOIN forum_threads AS thread ON thread.id = hit.id
    WHERE thread.is_deleted = 0`);
}
