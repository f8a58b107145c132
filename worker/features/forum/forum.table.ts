import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AddressTable } from "../../platform/database.ts";
import { URLS_PER_SITEMAP } from "../../contracts/pages.ts";

/** The base-10 logarithms of 1 … 99, by index. Index 0 is unused. */
const LOGARITHMS = JSON.stringify(Array.from({ length: 100 }, (_, n) => (n === 0 ? 0 : Math.log10(n))));

/** SQL for the score whose log10 is taken. The cap is higher than any realistic score. */
export const SCORE_SQL = "min(999999, max(1, upvotes - downvotes + comment_count))";
/** SQL that keeps only the first two digits of {@link SCORE_SQL}: 3,456 becomes 3,400. */
export const SCORE_HEAD_SQL = `CASE WHEN score < 100 THEN score WHEN score < 1000 THEN score / 10 * 10
  WHEN score < 10000 THEN score / 100 * 100 WHEN score < 100000 THEN score / 1000 * 1000
  ELSE score / 10000 * 10000 END`;

/**
 * SQL of a thread's hotness (docs/product.md, Discussions): log10(score) + seconds / 45,000. D1 has no logarithm
 * function, so the SQL looks up the log of the first two digits, counts the other digits, and approximates the
 * remainder with the Padé approximant of atanh: log(a/b) = 2·atanh((a − b)/(a + b)). The error is at most 10⁻¹⁰.
 */
export const HOT_SQL = `json_extract('${LOGARITHMS}', '$[' || substr(score_head, 1, 2) || ']')
  + max(length(score_head), 2) - 2
  + 0.8685889638065036 * (score - score_head)
    * (15.0 * (score + score_head) * (score + score_head) - 4 * (score - score_head) * (score - score_head))
    / (score + score_head)
    / (15.0 * (score + score_head) * (score + score_head) - 9 * (score - score_head) * (score - score_head))
  + created_at / 45000000.0`;

const moment = () => integer({ mode: "timestamp_ms" });
const flag = () => integer({ mode: "boolean" }).notNull().default(false);

/** Forum identities. Only the browser has the secret of an identity. */
export const forumUsers = sqliteTable(
  "forum_users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: text().notNull(),
    /** SHA-256 of the secret. Null for the automation's account, so that nobody can write with that account. */
    secretHash: text(),
    isAutomated: flag(),
    createdAt: moment().notNull(),
    /** Time of the last use of the identity, accurate to a day. */
    seenAt: moment().notNull(),
    /**
     * True if the identity ever wrote or voted (set by triggers). Other identities are deleted after 60 days without
     * use.
     */
    hasActed: flag(),
  },
  (table) => [
    uniqueIndex("forum_users_username").on(table.username),
    uniqueIndex("forum_users_secret").on(table.secretHash),
    index("forum_users_readers")
      .on(table.seenAt)
      .where(sql`has_acted = 0 AND is_automated = 0`),
  ],
);

/**
 * Returns the columns that threads and comments share. Each post stores its author's name, so that lists do not need a
 * join.
 */
const post = () => ({
  authorId: integer()
    .notNull()
    .references(() => forumUsers.id),
  authorName: text().notNull(),
  content: text().notNull(),
  createdAt: moment().notNull(),
  editedAt: moment(),
  /** Maintained by triggers on forum_votes. */
  upvotes: integer().notNull().default(0),
  downvotes: integer().notNull().default(0),
  isAutomated: flag(),
  isDeleted: flag(),
  /** Posts deleted by a moderator can be restored. */
  deletedBy: text().$type<"author" | "admin">(),
  deletedAt: moment(),
  /** IP address of the writer, masked after 90 days, when the network is deleted. Null for automated posts. */
  ipAddress: text(),
  network: text(),
  /** Hash of the normalized text, used to refuse duplicates. */
  textKey: text().notNull(),
});

export const forumThreads = sqliteTable(
  "forum_threads",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    seoSlug: text().notNull(),
    ...post(),
    /** Number of comments that are not deleted. Triggers maintain it. */
    commentCount: integer().notNull().default(0),
    isSticky: flag(),
    isLocked: flag(),
    /** Time at which a moderator last changed the title. The author can then no longer change the title. */
    renamedAt: moment(),
    /** Time of the newest comment that is not deleted. Triggers maintain it. */
    lastReplyAt: moment(),
    /** Time of the last change of text or title. */
    changedAt: moment().generatedAlwaysAs(sql`(max(created_at, ifnull(edited_at, 0), ifnull(renamed_at, 0)))`, {
      mode: "virtual",
    }),
    /**
     * The hotness (docs/product.md, Discussions). It depends on the thread's creation time instead of the current time,
     * so it can be indexed.
     */
    score: integer().generatedAlwaysAs(sql.raw(`(${SCORE_SQL})`), { mode: "virtual" }),
    scoreHead: integer().generatedAlwaysAs(sql.raw(`(${SCORE_HEAD_SQL})`), { mode: "virtual" }),
    hot: real().generatedAlwaysAs(sql.raw(`(${HOT_SQL})`), { mode: "virtual" }),
    net: integer().generatedAlwaysAs(sql`(upvotes - downvotes)`, { mode: "virtual" }),
  },
  (table) => [
    index("forum_threads_hot")
      .on(sql`is_sticky DESC`, sql`hot DESC`, sql`id DESC`)
      .where(sql`is_deleted = 0`),
    index("forum_threads_newest")
      .on(sql`is_sticky DESC`, sql`id DESC`)
      .where(sql`is_deleted = 0`),
    index("forum_threads_popular")
      .on(sql`is_sticky DESC`, sql`net DESC`, sql`comment_count DESC`, sql`id DESC`)
      .where(sql`is_deleted = 0`),
    // Indexes of deleted threads. Moderators' lists merge them with the indexes above.
    index("forum_threads_deleted_hot")
      .on(sql`is_sticky DESC`, sql`hot DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    index("forum_threads_deleted_newest")
      .on(sql`is_sticky DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    index("forum_threads_deleted_popular")
      .on(sql`is_sticky DESC`, sql`net DESC`, sql`comment_count DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    // Index for finding the last change in each range of ids.
    index("forum_threads_changed")
      .on(sql.raw(`((id - 1) / ${URLS_PER_SITEMAP})`), sql`changed_at DESC`)
      .where(sql`is_deleted = 0`),
    index("forum_threads_of_author").on(table.authorId, table.id),
    index("forum_threads_text").on(table.textKey),
    index("forum_threads_unmasked")
      .on(table.createdAt)
      .where(sql`network IS NOT NULL`),
  ],
);

export const forumComments = sqliteTable(
  "forum_comments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer()
      .notNull()
      .references(() => forumThreads.id),
    /** The comment that this comment answers. */
    parentId: integer(),
    /** Number of ancestors, including deleted ones: 0 … 6. */
    depth: integer().notNull().default(0),
    /** Ids of the ancestors, outermost first: `/12/40/`; `/` for a comment on the thread. */
    path: text().notNull().default("/"),
    /** The position in the public view: the nearest ancestor that is not deleted, and the depth below it. */
    shownParentId: integer(),
    shownDepth: integer().notNull().default(0),
    ...post(),
  },
  (table) => [
    index("forum_comments_shown").on(table.threadId, table.isDeleted, table.id),
    index("forum_comments_all").on(table.threadId, table.id),
    index("forum_comments_of_author").on(table.authorId, table.id),
    index("forum_comments_text").on(table.textKey),
    index("forum_comments_unmasked")
      .on(table.createdAt)
      .where(sql`network IS NOT NULL`),
  ],
);

/** Votes, one per identity and post. Triggers maintain the totals. */
export const forumVotes = sqliteTable(
  "forum_votes",
  {
    userId: integer().notNull(),
    targetType: text().$type<"thread" | "comment">().notNull(),
    targetId: integer().notNull(),
    /** The post's thread. It is in the key, so that an identity's votes in one thread are one range of keys. */
    threadId: integer().notNull(),
    value: integer().$type<1 | -1>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.threadId, table.targetType, table.targetId] })],
);

/** Followers of threads. An unconfirmed follower only gets the email that asks to confirm the follow. */
export const forumFollows = sqliteTable(
  "forum_follows",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer()
      .notNull()
      .references(() => forumThreads.id),
    email: text().notNull(),
    /** The email address in lower case. */
    emailKey: text().notNull(),
    createdAt: moment().notNull(),
    confirmedAt: moment(),
    stoppedAt: moment(),
    /** Id of the last comment of which the follower was notified. */
    notifiedUpTo: integer().notNull().default(0),
    /** Id of the last comment in the email that is being sent. Null while none is being sent. */
    notifyingUpTo: integer(),
    /** Incremented to revoke links. */
    tokenVersion: integer().notNull().default(1),
    /** Keyed hash of the email address, for opt-out links. */
    addressHash: text().notNull(),
  },
  (table) => [
    uniqueIndex("forum_follows_once").on(table.threadId, table.emailKey),
    index("forum_follows_notified")
      .on(table.threadId, table.notifiedUpTo)
      .where(sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`),
    index("forum_follows_of_address").on(table.emailKey),
    index("forum_follows_address_hash").on(table.addressHash),
    index("forum_follows_unconfirmed")
      .on(table.createdAt)
      .where(sql`confirmed_at IS NULL`),
  ],
);

/** Tables with the IP addresses of writers. The network is deleted when the address is masked. */
export const POST_ADDRESSES = ["forum_threads", "forum_comments"].map((table): AddressTable => ({
  table,
  writtenAt: "created_at",
  isUnmasked: "network IS NOT NULL",
  alsoSet: "network = NULL",
}));

export type ForumUserRow = typeof forumUsers.$inferSelect;
export type ThreadRow = typeof forumThreads.$inferSelect;
export type CommentRow = typeof forumComments.$inferSelect;
export type FollowRow = typeof forumFollows.$inferSelect;
