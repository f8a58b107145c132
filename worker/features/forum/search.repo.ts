import { type SQL, sql } from "drizzle-orm";
import type { SimilarThread, ThreadSort } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { ORDERS } from "./posts.repo.ts";

/**
 * Maximum number of the newest hits considered in threads, and likewise in comments, to bound the cost of common words.
 */
const HITS = 500;
/**
 * Number of the newest threads, and of the newest comments, that are scanned for text that the word index cannot find.
 */
const SCANNED = 2_000;

/** A search hit in a thread, or in its comments. */
export interface FoundThread {
  id: number;
  /** 1 if the thread's own title or content matches, otherwise 0. */
  isItself: number;
  /** The newest matching comment, or null. */
  commentId: number | null;
}

/** Conditions on a text: an FTS5 query, and pieces of text that the index cannot find. */
interface Wanted {
  words: string | null;
  pieces: readonly string[];
}

/**
 * Returns the ids of the newest posts that match. If the search consists only of pieces, scans the newest {@link
 * SCANNED} posts for them. None of D1's tokenizers recognizes emoji, or words in a sentence without spaces.
 * @param text the searched columns, joined into one
 */
function newestHits(table: "forum_threads" | "forum_comments", text: string, { words, pieces }: Wanted): SQL {
  const [index, rows] = [sql.raw(`${table}_search`), sql.raw(table)];
  const hits =
    words === null
      ? sql`SELECT id FROM ${rows} ORDER BY id DESC LIMIT ${SCANNED}`
      : sql`SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${words} ORDER BY rowid DESC LIMIT ${HITS}`;
  if (pieces.length === 0) return hits;
  const holdsAll = pieces.map((piece) => sql`instr(${sql.raw(text)}, ${piece}) > 0`);
  return sql`SELECT post.id FROM (${hits}) AS hit CROSS JOIN ${rows} AS post ON post.id = hit.id
    WHERE post.is_deleted = 0 AND ${sql.join(holdsAll, sql` AND `)} ORDER BY post.id DESC LIMIT ${HITS}`;
}

/**
 * Returns matching threads in the given order: at most {@link HITS} threads whose own text matches, and at most as many
 * with a matching comment.
 */
export function foundThreads(deps: Deps, wanted: Wanted, sort: ThreadSort): Promise<FoundThread[]> {
  return deps.db.all<FoundThread>(sql`
    WITH hits (thread_id, comment_id) AS (
      SELECT id, NULL FROM (${newestHits("forum_threads", "post.title || ' ' || post.content", wanted)})
      UNION ALL
      SELECT comment.thread_id, comment.id FROM (${newestHits("forum_comments", "post.content", wanted)}) AS hit
      CROSS JOIN forum_comments AS comment ON comment.id = hit.id
    ),
    found AS (
      SELECT thread_id, max(comment_id IS NULL) AS is_itself, max(comment_id) AS comment_id FROM hits GROUP BY thread_id
    )
    SELECT thread.id, is_itself AS isItself, comment_id AS commentId
    FROM found CROSS JOIN forum_threads AS thread ON thread.id = thread_id
    WHERE thread.is_deleted = 0 ORDER BY ${ORDERS[sort]}`);
}

/** Returns the texts of the comments on a page (by primary key). */
export const commentTexts = (deps: Deps, ids: readonly number[]): Promise<{ id: number; content: string }[]> =>
  deps.db.all(
    sql`SELECT id, content FROM forum_comments WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );

/** Returns the newest threads with a matching title, at most `limit`. */
export function threadsByTitle(deps: Deps, query: string, limit: number): Promise<SimilarThread[]> {
  return deps.db.all<SimilarThread>(sql`
    SELECT thread.id, thread.title, thread.seo_slug AS seoSlug, thread.comment_count AS commentCount
    FROM (SELECT rowid AS id FROM forum_threads_search WHERE forum_threads_search MATCH ${query}
      ORDER BY rowid DESC LIMIT ${limit}) AS hit
    CROSS JOIN forum_threads AS thread ON thread.id = hit.id
    WHERE thread.is_deleted = 0`);
}
