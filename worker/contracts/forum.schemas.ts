import * as z from "zod/mini";
import * as forum from "./forum.ts";
import * as moderation from "./forum-moderation.ts";
import * as writing from "./forum-writing.ts";
import {
  COMMENT_TOO_SHORT,
  TOO_MANY_LINKS,
  COMMENT,
  CONTENT,
  EDITED_CONTENT_MIN,
  ESTABLISHED_LINKS_MAX,
  TITLE,
  countLinks,
} from "./forum.ts";
import { declare, json, optionalJson } from "./operation-rules.ts";
import { emailAddress, emailProblem, idOf, line, paragraph } from "./text.schemas.ts";

/** Error messages, quoted from docs/contract.md, Discussions. */
const TOO_SHORT = {
  title: "Thread title must be at least 3 characters long",
  content: "Thread content must be at least 10 characters long",
} as const;

const atLeast = (min: number, problem: string) =>
  z.string().check(
    z.refine((text) => Array.from(text).length >= min, { error: problem, abort: true }),
    z.refine((text) => countLinks(text) <= ESTABLISHED_LINKS_MAX, TOO_MANY_LINKS),
  );

const title = z.pipe(line(TITLE.max, TOO_SHORT.title), atLeast(TITLE.min, TOO_SHORT.title));
const contentOf = (min: number, problem: string) => z.pipe(paragraph(CONTENT.max, problem), atLeast(min, problem));

/**
 * The secret of an identity, for clients without cookies. Malformed values count as absent, because old browsers stored
 * various values.
 */
const anonymousId = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === "string" && value.length <= 200 ? value : null)),
  ),
);
const optionalId = z.optional(z.nullable(idOf("This is not an id.")));
/** The author that the client claims to be, which the server only compares with the identity. */
const authorId = z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(200))])));

const identityRequest = z.object({ anonymousId });

export const threadDraft = z.object({
  title,
  content: contentOf(CONTENT.min, TOO_SHORT.content),
  authorId,
  anonymousId,
});

export const threadEdit = z.object({
  title,
  content: contentOf(EDITED_CONTENT_MIN, "Thread content must be at least 3 characters long"),
  authorId,
  anonymousId,
});

const commentText = z.pipe(
  paragraph(COMMENT.max, COMMENT_TOO_SHORT.comment),
  atLeast(COMMENT.min, COMMENT_TOO_SHORT.comment),
);
/** A missing text counts as too short. The message depends on whether the comment has a parent. */
const anyText = z.pipe(
  z.unknown(),
  z.transform((value) => (typeof value === "string" ? value : "")),
);
const isLongEnough = (text: string) => Array.from(text).length >= COMMENT.min;

export const commentDraft = z
  .object({
    content: z.prefault(z.pipe(z.pipe(anyText, paragraph(COMMENT.max)), atLeast(0, COMMENT_TOO_SHORT.comment)), ""),
    threadId: idOf("Please name the discussion."),
    parentId: optionalId,
    authorId,
    anonymousId,
  })
  .check(
    z.refine(({ content, parentId }) => !!parentId || isLongEnough(content), {
      error: COMMENT_TOO_SHORT.comment,
      path: ["content"],
    }),
    z.refine(({ content, parentId }) => !parentId || isLongEnough(content), {
      error: COMMENT_TOO_SHORT.reply,
      path: ["content"],
    }),
  );

export const commentEdit = z.object({ content: commentText, authorId, anonymousId });

/** Request body for deleting the caller's own post. */
const ownPost = z.object({ authorId, anonymousId });

const voteInput = z.object({
  value: z.union([z.literal(1), z.literal(0), z.literal(-1)], "A vote must be 1, 0 or -1."),
  authorId,
  anonymousId,
});

const followInput = z.object({ email: emailAddress });

/** Request body with a moderator's new title of a thread. */
const titleInput = z.object({ title: z.pipe(line(TITLE.max), atLeast(1, "Please enter a title.")) });

const stickyInput = z.object({ isSticky: z.boolean() });
const lockInput = z.object({ isLocked: z.boolean() });

/** Options of a post's request body: the error text is the message of the first invalid field. */
const POST = { error: "forum.invalid", tellFirst: true } as const;

/**
 * Rules of the forum. The edge does not cache its responses. The identity cookie authorises changes to the caller's own
 * posts. The token from an email, in the path, authorises changes to a followed discussion.
 */
export const forumRules = declare(forum, {
  listThreads: { access: "public" },
  findSimilarThreads: { access: "public" },
  getListVotes: { access: "public" },
  getThread: { access: "public" },
  getThreadWithSlug: { access: "public" },
  listComments: { access: "public" },
  getMyVotes: { access: "public" },
  identifyVisitor: { access: "public", body: optionalJson(identityRequest) },
  voteOnThread: { access: "public", body: json(voteInput, POST) },
  voteOnComment: { access: "public", body: json(voteInput, POST) },
});

export const forumWritingRules = declare(writing, {
  createThread: { access: "public", status: 201, body: json(threadDraft, POST) },
  editOwnThread: { access: "public", body: json(threadEdit, POST) },
  deleteOwnThread: { access: "public", body: optionalJson(ownPost) },
  createComment: { access: "public", status: 201, body: json(commentDraft, POST) },
  editOwnComment: { access: "public", body: json(commentEdit, POST) },
  deleteOwnComment: { access: "public", body: optionalJson(ownPost) },
  requestFollow: { access: "public", body: json(followInput, { error: emailProblem }) },
  getFollow: { access: "public" },
  confirmFollow: { access: "public", worksWhenBanned: true },
  stopFollow: { access: "public", worksWhenBanned: true, minute: null },
});

export const forumModerationRules = declare(moderation, {
  renameThread: { access: "moderator", body: json(titleInput) },
  setThreadSticky: { access: "moderator", body: json(stickyInput) },
  setThreadLocked: { access: "moderator", body: json(lockInput) },
  removeThread: { access: "moderator" },
  restoreThread: { access: "moderator" },
  removeComment: { access: "moderator" },
  restoreComment: { access: "moderator" },
  getForumStats: { access: "reader" },
  getAuthor: { access: "reader" },
  deletePostsOfAuthor: { access: "moderator" },
});
