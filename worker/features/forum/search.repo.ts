import { type SQL, sql } from "drizzle-orm";
import type { SimilarThread, ThreadSort } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { ORDERS } from "./threads.repo.ts";

/** Of threads and of comments, so many of the newest hits are looked at: a word that is everywhere costs no more. */
const HITS = 500;

/** Put around found words by FTS5, and in no stored text, which has no control characters. */
export const MARKS = { from: "\u0002", to: "\u0003" } as const;
const SNIPPET_WORDS = 24;

/** A thread that was found: itself, or by a comment. */
export interface FoundThread {
  id: number;
  /** 1 when the thread's own title or content was found. */
  isItself: number;
  /** The newest of its comments that were found, or null. */
  commentId: number | null;
}

const newestHits = (table: string, query: string): SQL =>
  sql`SELECT rowid AS id FROM ${sql.raw(table)} WHERE ${sql.raw(table)} MATCH ${query} ORDER BY rowid DESC LIMIT ${HITS}`;

/** All threads that a query finds, in an order; at most {@link HITS} by themselves and as many by comments. */
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

/** A piece of a text with marks around what was found. */
export interface Snippet {
  id: number;
  text: string;
}

const snippets = (deps: Deps, table: string, query: string, ids: readonly number[]): Promise<Snippet[]> =>
  deps.db.all<Snippet>(sql`
    SELECT rowid AS id, snippet(${sql.raw(table)}, -1, ${MARKS.from}, ${MARKS.to}, '…', ${SNIPPET_WORDS}) AS text
    FROM ${sql.raw(table)} WHERE ${sql.raw(table)} MATCH ${query}
      AND rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Where a query was found in these threads' titles and contents. */
export const threadSnippets = (deps: Deps, query: string, ids: readonly number[]) =>
  snippets(deps, "forum_threads_search", query, ids);

/** Where a query was found in these comments. */
export const commentSnippets = (deps: Deps, query: string, ids: readonly number[]) =>
  snippets(deps, "forum_comments_search", query, ids);

/** The newest threads whose title a query finds, at most `limit`. */
export function threadsByTitle(deps: Deps, query: string, limit: number): Promise<SimilarThread[]> {
  return deps.db.all<SimilarThread>(sql`
    SELECT thread.id, thread.title, thread.seo_slug AS seoSlug, thread.comment_count AS commentCount
    FROM (SELECT rowid AS id FROM forum_threads_search WHERE forum_threads_search MATCH ${query}
      ORDER BY rowid DESC LIMIT ${limit}) AS hit
    CROSS JOIN forum_threads AS thread ON thread.id = hit.id
    WHERE thread.is_deleted = 0`);
}
