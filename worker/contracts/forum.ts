import { operation, type PageQuery, types } from "./operation.ts";
import { FORUM_PATH } from "./pages.ts";
import { cleanText, maxRawLength, tooLongMessage } from "./text.ts";

export { FORUM_PATH };

export const SORTS = ["hot", "newest", "popular"] as const;
export type ThreadSort = (typeof SORTS)[number];

/** Length limits of posts (docs/product.md, Discussions), in characters after cleaning. */
export const TITLE = { min: 3, max: 200 } as const;
export const CONTENT = { min: 10, max: 10_000 } as const;
/** Minimum length of a thread's content when the thread is edited. */
export const EDITED_CONTENT_MIN = 3;
export const COMMENT = { min: 3, max: 10_000 } as const;
/** Maximum number of links in a post. Established identities have the higher limit. */
export const LINKS_MAX = 2;
export const ESTABLISHED_LINKS_MAX = 5;
/** Maximum depth of a reply; deeper replies are attached at this depth. 0 is a comment on the thread itself. */
export const DEPTH_MAX = 6;
export const EXCERPT_LENGTH = 150;
/** Number of threads on a page of the list. */
export const THREADS_PER_PAGE = 25;
/** Number of comments that the worker renders in a page, and that each further request loads. */
export const COMMENTS_PER_PAGE = 100;
/** Maximum number of comments in a response. */
export const COMMENTS_MAX = 5_000;
/** A thread with more comments than this is hot (docs/product.md, Discussions). */
export const HOT_THREAD_COMMENTS = 20;
/** Badge on posts by the site's own account. */
export const BOT_BADGE = "Automated";
/**
 * Daily limits of a new identity (docs/contract.md, Limits). The next constant applies once an identity is a week old.
 */
export const NEW_IDENTITY_LIMITS = { threads: 3, comments: 20 } as const;
export const ESTABLISHED_LIMITS = { threads: 10, comments: 100 } as const;
export const NEW_IDENTITY_DAYS = 7;

export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;

/** A vote; 0 withdraws it. */
export type Vote = 1 | 0 | -1;

/** The current identity. `anonymousId` is its secret, sent only to the visitor who owns it. */
export interface ForumUser {
  id: number;
  username: string;
  anonymousId: string;
}

/** The public author of a post. */
interface Author {
  username: string;
}

/** A thread; dates are ISO 8601 UTC. */
export interface Thread {
  id: number;
  title: string;
  content: string;
  seoSlug: string;
  /** The author's public number, which grants no access. */
  authorId: number;
  user: Author;
  createdAt: string;
  /** Time of the latest edit; null if the thread was never edited. */
  editedAt: string | null;
  /** Number of comments, without deleted ones. */
  commentCount: number;
  /** Time of the newest comment; null without comments. */
  lastReplyAt: string | null;
  upvotes: number;
  downvotes: number;
  isSticky: boolean;
  isLocked: boolean;
  isDeleted: boolean;
  /** True if the site's own labelled account wrote the thread. */
  isAutomated: boolean;
  /** Only for moderators: the IP address that the thread was posted from; masked after 90 days. */
  ipAddress?: string | null;
  /**
   * Only for moderators: who deleted the post; null for a visible post. Posts deleted by their author cannot be
   * restored.
   */
  deletedBy?: "author" | "admin" | null;
  /** Only in moderators' lists: number of open reports of the thread, excluding reports of its comments. */
  reportCount?: number;
}

/** An excerpt around a search match. */
interface SearchHit {
  /** Id of the matching comment; null for a match in the thread itself. */
  commentId: number | null;
  /** Parts of the text, with matches marked. */
  parts: readonly { text: string; isFound: boolean }[];
}

/** A thread in the list. With `q`, the thread also contains the places where the words matched. */
export interface ListedThread extends Thread {
  hit?: SearchHit;
}

export interface ThreadList {
  threads: ListedThread[];
  hasMore: boolean;
  totalCount: number;
}

/**
 * A comment. Dates are ISO 8601 UTC. Only moderators get deleted comments, as placeholders above their replies. For
 * everyone else, such replies move up to the nearest visible comment.
 */
export interface Comment {
  id: number;
  threadId: number;
  content: string;
  authorId: number;
  user: Author;
  /** The comment that this comment replies to, which is always older; null for a comment on the thread itself. */
  parentId: number | null;
  /** Depth in the tree of replies, 0 … {@link DEPTH_MAX}. */
  depth: number;
  createdAt: string;
  editedAt: string | null;
  upvotes: number;
  downvotes: number;
  isDeleted: boolean;
  isAutomated: boolean;
  /** Only for moderators: the IP address that the comment was posted from; masked after 90 days. */
  ipAddress?: string | null;
  /**
   * Only for moderators: who deleted the comment; null for a visible one. Comments deleted by their author cannot be
   * restored.
   */
  deletedBy?: "author" | "admin" | null;
}

/** Votes on a post after the caller voted. */
export interface VoteResult {
  upvotes: number;
  downvotes: number;
  myVote: Vote;
}

/** The caller's own votes in a thread: on the thread itself, and by comment id. */
export interface MyVotes {
  thread: Vote;
  comments: Record<number, Vote>;
}

/** The caller's own votes on listed threads, by thread id. A thread without a vote has no entry. */
export type ListVotes = Record<number, Vote>;

/** A thread whose title is similar to the title that the visitor is writing. */
export interface SimilarThread {
  id: number;
  title: string;
  seoSlug: string;
  commentCount: number;
}

/** Words that cannot be slugs, because API paths use them in the same position. */
const TAKEN: ReadonlySet<string> = new Set(["comments", "votes"]);

/** The slug of a thread: its words in lower case, joined by hyphens. */
export function threadSlug(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|(?<!-)-+$/g, "");
  if (slug === "") return "discussion";
  return TAKEN.has(slug) ? `discussion-${slug}` : slug;
}

/** Path of the newest discussions as an Atom feed. */
export const FEED_PATH = `${FORUM_PATH}/feed.xml`;

/** Returns the canonical path of a thread. */
export const threadPath = ({ id, seoSlug }: Pick<Thread, "id" | "seoSlug">) => `${FORUM_PATH}/thread/${id}/${seoSlug}`;

/** Fragment id of a comment on its thread's page. */
export const commentAnchor = (id: number) => `comment-${id}`;

const LINK = /\bhttps?:\/\/(?:www\.)?|\bwww\./gi;

/** Counts the links that a text contains when it is shown. */
export const countLinks = (text: string) => text.match(LINK)?.length ?? 0;

/** Returns the first {@link EXCERPT_LENGTH} characters of a text on one line, without splitting a surrogate pair. */
export function excerptOf(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, " ").trim());
  return characters.length <= EXCERPT_LENGTH
    ? characters.join("")
    : `${characters.slice(0, EXCERPT_LENGTH).join("").trimEnd().replace(/\.$/, "")}…`;
}

/** Error messages, quoted from docs/contract.md, Discussions. */
export const COMMENT_TOO_SHORT = {
  comment: "Comments must be at least 3 characters long",
  reply: "Replies must be at least 3 characters long",
} as const;

/**
 * States the limit for established identities, because only the server knows whether the lower limit for new identities
 * applies.
 */
export const TOO_MANY_LINKS = `At most ${ESTABLISHED_LINKS_MAX} links a post.`;

/**
 * Returns a comment as it would be stored, and its first problem. Repeats the rules of `commentDraft` and `commentEdit`
 * (forum.schemas.ts), so that the form works without the validation code.
 */
export function checkedComment(
  raw: string,
  what: keyof typeof COMMENT_TOO_SHORT,
): { content: string; problem?: string } {
  if (raw.length > maxRawLength(COMMENT.max)) return { content: raw, problem: tooLongMessage(COMMENT.max) };
  const content = cleanText(raw);
  const length = Array.from(content).length;
  if (content.length > COMMENT.max) return { content, problem: tooLongMessage(COMMENT.max) };
  if (length < COMMENT.min) return { content, problem: COMMENT_TOO_SHORT[what] };
  if (countLinks(content) > ESTABLISHED_LINKS_MAX) return { content, problem: TOO_MANY_LINKS };
  return { content };
}

/** Query parameter of the public pages. With `public=1`, moderators get the public response. */
type Audience = { public?: 1 };
/** Lists threads. Malformed numbers are clamped or ignored. With `q`, 429 when the network searches too often. */
export const listThreads = operation(
  "GET",
  "/api/discussion/threads",
  types<{ query: PageQuery & Audience & { sort?: ThreadSort; q?: string }; answer: ThreadList }>,
);
/** Finds threads with similar titles; 429 when the network searches too often. */
export const findSimilarThreads = operation(
  "GET",
  "/api/discussion/threads/similar",
  types<{ query: { title: string }; answer: SimilarThread[] }>,
);
/** Returns the caller's votes on the first 100 of the comma-separated `ids`. */
export const getListVotes = operation(
  "GET",
  "/api/discussion/threads/votes",
  types<{ query: { ids: string }; answer: ListVotes }>,
);
type ThreadTypes = { query: Audience; answer: Thread };
export const getThread = operation("GET", "/api/discussion/thread/:id", types<ThreadTypes>);
/** Works like {@link getThread}, with any slug after the id. */
export const getThreadWithSlug = operation("GET", "/api/discussion/thread/:id/:slug", types<ThreadTypes>);
/**
 * Lists comments, oldest first: at most {@link COMMENTS_MAX} or 4 MB of text. X-Total-Count is the number of all
 * comments, including those up to `after`.
 */
export const listComments = operation(
  "GET",
  "/api/discussion/thread/:id/comments",
  types<{ query: { after?: number } & PageQuery & Audience; answer: Comment[] }>,
);
export const getMyVotes = operation("GET", "/api/discussion/thread/:id/votes", types<{ answer: MyVotes }>);

/**
 * The writer's identity: from the cookie, else from the secret `anonymousId`. 401 `forum.identity_required` if both are
 * missing. 403 `forum.not_author` if `authorId` names another author.
 */
export interface Credentials {
  authorId?: number | null;
  anonymousId?: string | null;
}
/** Returns the identity of the cookie, or else the identity of the secret, or else a new identity. Sets the cookie. */
export const identifyVisitor = operation(
  "POST",
  "/api/discussion/user",
  types<{ body: { anonymousId?: string | null }; answer: ForumUser }>,
);
type Voting = { body: { value: Vote } & Credentials; answer: VoteResult };
export const voteOnThread = operation("PUT", "/api/discussion/threads/:id/vote", types<Voting>);
export const voteOnComment = operation("PUT", "/api/discussion/comments/:id/vote", types<Voting>);
