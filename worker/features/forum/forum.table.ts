import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AddressTable } from "../../platform/database.ts";
import { URLS_PER_SITEMAP } from "../../contracts/pages.ts";

/** log10 of 1 … 99; nothing has the score 0. */
const LOGARITHMS = JSON.stringify(Array.from({ length: 100 }, (_, n) => (n === 0 ? 0 : Math.log10(n))));

/** What log10 is taken of; no discussion has a million of it. */
export const SCORE_SQL = "min(999999, max(1, upvotes - downvotes + comment_count))";
/** {@link SCORE_SQL} down to its first two digits: 3,456 becomes 3,400. */
export const SCORE_HEAD_SQL = `CASE WHEN score < 100 THEN score WHEN score < 1000 THEN score / 10 * 10
  WHEN score < 10000 THEN score / 100 * 100 WHEN score < 100000 THEN score / 1000 * 1000
  ELSE score / 10000 * 10000 END`;

/**
 * How hot a thread is (docs/product.md, Discussions): log10(score) + seconds / 45,000. D1 has no logarithm, so that of
 * the first two digits is looked up, their power of ten counted, and the rest of the way is atanh's Padé approximant,
 * 10⁻¹⁰ off at most: log(a/b) = 2·atanh((a − b)/(a + b)).
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

/** Identities. The secret itself is known to its browser alone. */
export const forumUsers = sqliteTable(
  "forum_users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: text().notNull(),
    /** SHA-256 of the secret; null for the site's own account, as which nobody can write. */
    secretHash: text(),
    isAutomated: flag(),
    createdAt: moment().notNull(),
    /** When its browser was last here, to the day. */
    seenAt: moment().notNull(),
    /** Wrote or voted once, kept by triggers. Identities of mere readers are forgotten after a while. */
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

/** What threads and comments have in common. The author's name stands here, so that a list reads no row but its own. */
const post = () => ({
  authorId: integer()
    .notNull()
    .references(() => forumUsers.id),
  authorName: text().notNull(),
  content: text().notNull(),
  createdAt: moment().notNull(),
  editedAt: moment(),
  /** Kept by triggers, from forum_votes. */
  upvotes: integer().notNull().default(0),
  downvotes: integer().notNull().default(0),
  isAutomated: flag(),
  isDeleted: flag(),
  /** Who deleted it: its author, or a moderator, who can bring it back. */
  deletedBy: text().$type<"author" | "admin">(),
  deletedAt: moment(),
  /** Masked after 90 days, when the network is forgotten too. Null for automated posts. */
  ipAddress: text(),
  network: text(),
  /** Hash of the text as it is compared, so that nobody posts the same twice. */
  textKey: text().notNull(),
});

export const forumThreads = sqliteTable(
  "forum_threads",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    seoSlug: text().notNull(),
    ...post(),
    /** Comments that are not deleted, kept by triggers. */
    commentCount: integer().notNull().default(0),
    isSticky: flag(),
    isLocked: flag(),
    /** When a moderator last changed the title. From then on it is theirs: the author can change it no more. */
    renamedAt: moment(),
    /** When its own text or title last became what it is, by its author or by a moderator. */
    changedAt: moment().generatedAlwaysAs(sql`(max(created_at, ifnull(edited_at, 0), ifnull(renamed_at, 0)))`, {
      mode: "virtual",
    }),
    /**
     * How hot it is (docs/product.md, Discussions). It grows with the day a thread is made, never with the clock, so an
     * index can hold it.
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
    // Moderators read these among the others, merged in one order.
    index("forum_threads_deleted_hot")
      .on(sql`is_sticky DESC`, sql`hot DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    index("forum_threads_deleted_newest")
      .on(sql`is_sticky DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    index("forum_threads_deleted_popular")
      .on(sql`is_sticky DESC`, sql`net DESC`, sql`comment_count DESC`, sql`id DESC`)
      .where(sql`is_deleted = 1`),
    // When those of a window of ids last changed.
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
    /** What it answers. */
    parentId: integer(),
    /** Of the parents, deleted ones included: 0 … 6. */
    depth: integer().notNull().default(0),
    /** Ids of the comments above it, outermost first: `/12/40/`; `/` for a comment on the thread. */
    path: text().notNull().default("/"),
    /** The nearest comment above that is not deleted, and the depth below it: what everybody sees. */
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

/** One vote per identity and post. Triggers count them. */
export const forumVotes = sqliteTable(
  "forum_votes",
  {
    userId: integer().notNull(),
    targetType: text().$type<"thread" | "comment">().notNull(),
    targetId: integer().notNull(),
    /** The thread it belongs to, so that a person's votes of a page are one range. */
    threadId: integer().notNull(),
    value: integer().$type<1 | -1>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.threadId, table.targetType, table.targetId] })],
);

/** Who wants to hear of a thread. An address gets nothing but the question until it was confirmed. */
export const forumFollows = sqliteTable(
  "forum_follows",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer()
      .notNull()
      .references(() => forumThreads.id),
    email: text().notNull(),
    /** As addresses are compared. */
    emailKey: text().notNull(),
    createdAt: moment().notNull(),
    confirmedAt: moment(),
    stoppedAt: moment(),
    /** Comments up to this one were told of. */
    toldUpTo: integer().notNull().default(0),
    /** The mail that is on its way tells of comments up to this one; null while none is. */
    tellingUpTo: integer(),
    /** Raised when links to it are to hold no longer. */
    tokenVersion: integer().notNull().default(1),
    /** Keyed hash of the address, by which a link that ends all mail finds it. */
    addressHash: text().notNull().default(""),
  },
  (table) => [
    uniqueIndex("forum_follows_once").on(table.threadId, table.emailKey),
    index("forum_follows_told")
      .on(table.threadId, table.toldUpTo)
      .where(sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`),
    index("forum_follows_of_address").on(table.emailKey),
    index("forum_follows_address_hash").on(table.addressHash),
    index("forum_follows_unconfirmed")
      .on(table.createdAt)
      .where(sql`confirmed_at IS NULL`),
  ],
);

/** The network is deleted when the address is masked. */
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
