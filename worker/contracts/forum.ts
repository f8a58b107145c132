import { FORUM_PATH } from "./pages.ts";

export { FORUM_PATH };

export const SORTS = ["hot", "newest", "popular"] as const;
export type ThreadSort = (typeof SORTS)[number];

/** Limits of what people write (docs/product.md, Discussions), in characters after cleaning. */
export const TITLE = { min: 3, max: 200 } as const;
export const CONTENT = { min: 10, max: 10_000 } as const;
/** Of a thread's content when it is edited. */
export const EDITED_CONTENT_MIN = 3;
export const COMMENT = { min: 3, max: 10_000 } as const;
/** Links a post; identities that are no longer new may set more of them. */
export const LINKS_MAX = 2;
export const LINKS_MAX_LATER = 5;
/** Deeper replies join the replies at this depth; 0 is a comment on the thread itself. */
export const DEPTH_MAX = 6;
const EXCERPT_LENGTH = 150;
/** Threads of a page of the list. */
export const THREADS_A_PAGE = 25;
/** Comments rendered at the edge, and loaded at a time after them. */
export const COMMENTS_A_PAGE = 100;
/** Comments that one answer holds at most. */
export const COMMENTS_MAX = 5_000;
/** A thread with more comments than this is hot (docs/product.md, Discussions). */
export const HOT_ABOVE = 20;
/** What a new identity may write in a day (docs/contract.md, Limits), and what it may write once it is a week old. */
export const A_DAY = { threads: 3, comments: 20 } as const;
export const A_DAY_LATER = { threads: 10, comments: 100 } as const;
export const NEW_FOR_DAYS = 7;

export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;

/** A vote; 0 takes it back. */
export type Vote = 1 | 0 | -1;

/** Who writes here. `anonymousId` is the secret of the one whom the answer is for, and of nobody else. */
export interface ForumUser {
  id: number;
  username: string;
  anonymousId: string;
}

/** Whoever wrote a post, as everybody sees it. */
interface Author {
  username: string;
}

/** A thread; dates are ISO 8601 UTC. */
export interface Thread {
  id: number;
  title: string;
  content: string;
  seoSlug: string;
  /** The author's public number, which opens nothing. */
  authorId: number;
  user: Author;
  createdAt: string;
  /** Null when it is as it was posted. */
  editedAt: string | null;
  /** Comments that are not deleted. */
  commentCount: number;
  upvotes: number;
  downvotes: number;
  isSticky: boolean;
  isLocked: boolean;
  isDeleted: boolean;
  /** Written by the site's own labelled account. */
  isAutomated: boolean;
  /** For moderators only: the address it was posted from; masked after 90 days. */
  ipAddress?: string | null;
  /** For moderators only. What its author deleted stays away; null for a post that is there. */
  deletedBy?: "author" | "admin" | null;
}

/** A piece of text that a search found; what was searched for stands between the marks. */
interface SearchHit {
  /** Null: in the thread itself. */
  commentId: number | null;
  /** Parts of the text, found words marked. */
  parts: readonly { text: string; isFound: boolean }[];
}

/** A thread of the list; with `q`, where the words were found in it. */
export interface ListedThread extends Thread {
  hit?: SearchHit;
}

export interface ThreadList {
  threads: ListedThread[];
  hasMore: boolean;
  totalCount: number;
}

/**
 * A comment; dates are ISO 8601 UTC. Deleted ones are in moderators' answers alone, as placeholders among their replies;
 * in everybody else's their replies stand under the nearest comment above that is there.
 */
export interface Comment {
  id: number;
  threadId: number;
  content: string;
  authorId: number;
  user: Author;
  /** Null for a comment on the thread itself. Always older than its replies. */
  parentId: number | null;
  /** 0 … {@link DEPTH_MAX} */
  depth: number;
  createdAt: string;
  editedAt: string | null;
  upvotes: number;
  downvotes: number;
  isDeleted: boolean;
  isAutomated: boolean;
  /** For moderators only; masked after 90 days. */
  ipAddress?: string | null;
  /** For moderators only. What its author deleted stays away; null for a post that is there. */
  deletedBy?: "author" | "admin" | null;
}

/** Answer to a vote. */
export interface VoteResult {
  upvotes: number;
  downvotes: number;
  myVote: Vote;
}

/** The asker's own votes in a thread: on itself, and by the id of a comment. */
export interface MyVotes {
  thread: Vote;
  comments: Record<number, Vote>;
}

/** A thread whose title sounds like the one that is being written. */
export interface SimilarThread {
  id: number;
  title: string;
  seoSlug: string;
  commentCount: number;
}

/** Totals over all threads, for moderators. Net votes are upvotes minus downvotes of threads. */
export interface ForumStats {
  totalThreads: number;
  totalComments: number;
  netVotes: number;
  activeBans: number;
}

/** A post of an author, for moderators. */
export interface AuthorPost {
  kind: "thread" | "comment";
  id: number;
  threadId: number;
  threadSlug: string;
  /** The thread's title, or the beginning of the comment. */
  excerpt: string;
  createdAt: string;
  isDeleted: boolean;
  ipAddress: string | null;
}

/** What moderators see of an author; numbers are of all posts, deleted ones included, and `posts` are the newest 50. */
export interface AuthorHistory {
  authorId: number;
  username: string;
  isAutomated: boolean;
  createdAt: string;
  threads: number;
  comments: number;
  deleted: number;
  posts: AuthorPost[];
  /** Bans that hold, or held, for the addresses of these posts. */
  bans: IpBan[];
}

/** A ban of an address, where an IPv6 one holds for its /64, or of a range. */
export interface IpBan {
  id: number;
  /** An address, or a range in CIDR. */
  ipAddress: string;
  reason: string;
  isActive: boolean;
  createdAt: string;
  /** When the ban of a range wider than an IPv4 /24 or an IPv6 /48 ends by itself; null for all others. */
  expiresAt: string | null;
}

/** Words that stand in the API where a slug may stand. */
const TAKEN: ReadonlySet<string> = new Set(["comments", "votes"]);

/** The moderator's own address, and the network that a ban of it would hold for. */
export interface OwnAddress {
  ipAddress: string;
  network: string;
}

/** Answer to the deletion of all that an author wrote: how many were deleted now. */
export interface DeletedPosts {
  threads: number;
  comments: number;
}

/** The address part of a thread: its words in lower case, joined by hyphens. */
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

/** The newest discussions as an Atom feed. */
export const FEED_PATH = `${FORUM_PATH}/feed.xml`;

/** Canonical address of a thread. */
export const threadPath = ({ id, seoSlug }: Pick<Thread, "id" | "seoSlug">) => `${FORUM_PATH}/thread/${id}/${seoSlug}`;

/** Name of a comment's place on its thread's page. */
export const commentAnchor = (id: number) => `comment-${id}`;

const LINK = /\bhttps?:\/\/(?:www\.)?|\bwww\./gi;

/** How many links a text would show. */
export const countLinks = (text: string) => text.match(LINK)?.length ?? 0;

/** At most {@link EXCERPT_LENGTH} characters of a text on one line; never half a character. */
export function excerptOf(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, " ").trim());
  return characters.length <= EXCERPT_LENGTH
    ? characters.join("")
    : `${characters.slice(0, EXCERPT_LENGTH).join("").trimEnd()}…`;
}
