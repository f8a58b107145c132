import { env } from "cloudflare:workers";

/** Number of rows per statement, few enough for D1's time limit. */
const PER_STATEMENT = 10_000;
const START = Date.parse("2026-08-01T00:00:00Z");

async function inserted(count: number, statement: (from: number, until: number) => string): Promise<void> {
  for (let from = 1; from <= count; from += PER_STATEMENT) {
    await env.DB.prepare(statement(from, Math.min(count, from + PER_STATEMENT - 1))).run();
  }
}

const numbers = (from: number, until: number) =>
  `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${until}),
    -- Knuth's multiplicative hash spreads neighbouring numbers over 32 bits.
    mixed AS (SELECT n, (n * 2654435761) % 4294967296 AS h FROM numbers)`;

const WRITER = "(SELECT id FROM forum_users WHERE username = 'BulkWriter1')";
const writer = () =>
  env.DB.prepare(
    "INSERT OR IGNORE INTO forum_users (username, secret_hash, created_at, seen_at) VALUES ('BulkWriter1', 'bulk', 1, 1)",
  ).run();

/** Inserts threads with made-up votes over 100 days; every 5,000th is sticky and every 11th deleted. */
export async function bulkThreads(count: number): Promise<void> {
  await writer();
  await inserted(
    count,
    (from, until) => `INSERT INTO forum_threads
      (title, seo_slug, author_id, author_name, content, created_at, upvotes, downvotes, text_key, is_sticky, is_deleted, deleted_by)
      ${numbers(from, until)}
      SELECT 'Thread ' || n, 'thread-' || n, ${WRITER}, 'BulkWriter1', 'Made to be counted, number ' || n || '.',
        ${START} + n * 86400, (h / 7) % 300, (h / 1000) % 40, 'bulk-' || n, n % 5000 = 0, n % 11 = 0,
        iif(n % 11 = 0, 'admin', NULL)
      FROM mixed`,
  );
}

/** Inserts comments on a thread; every 13th is deleted. */
export async function bulkComments(threadId: number, count: number): Promise<void> {
  await writer();
  await inserted(
    count,
    (from, until) => `INSERT INTO forum_comments
      (thread_id, author_id, author_name, content, created_at, text_key, is_deleted, deleted_by)
      ${numbers(from, until)}
      SELECT ${threadId}, ${WRITER}, 'BulkWriter1', 'Comment number ' || n || '.', ${START} + n * 1000,
        'bulk-' || ${threadId} || '-' || n, n % 13 = 0, iif(n % 13 = 0, 'admin', NULL)
      FROM mixed`,
  );
}

/** Inserts a chain of replies, nested at most six levels deep in the table. @returns the id of the last */
export async function replyChain(threadId: number, length: number): Promise<number> {
  await writer();
  // All replies from the seventh on answer the sixth, because the site stores a reply to the deepest comment in this
  // way.
  await inserted(
    length,
    (from, until) => `INSERT INTO forum_comments
      (thread_id, parent_id, depth, path, shown_parent_id, shown_depth, author_id, author_name, content, created_at, text_key)
      ${numbers(from, until)},
      first AS (SELECT coalesce(max(id), 0) + 1 - ${from - 1} AS id FROM forum_comments),
      placed AS (SELECT n, min(n - 1, 6) AS depth, first.id AS id FROM mixed, first)
      SELECT ${threadId}, iif(depth = 0, NULL, id + depth - 1), depth,
        iif(depth = 0, '/', '/' || (SELECT group_concat(id + value, '/') FROM json_each('[0,1,2,3,4,5]') WHERE value < depth) || '/'),
        iif(depth = 0, NULL, id + depth - 1), depth, ${WRITER}, 'BulkWriter1', 'Reply number ' || n || '.',
        ${START} + n * 1000, 'chain-' || ${threadId} || '-' || n
      FROM placed`,
  );
  const last = await env.DB.prepare("SELECT max(id) AS id FROM forum_comments").first<{ id: number }>();
  return last?.id ?? 0;
}
