import * as z from "zod/mini";
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
import { emailAddress, idOf, line, paragraph } from "./text.schemas.ts";

/** Texts of docs/contract.md, Discussions. */
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
 * all kinds of them.
 */
const anonymousId = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === "string" && value.length <= 200 ? value : null)),
  ),
);
const optionalId = z.optional(z.nullable(idOf("This is no id.")));
/** The claimed author, which is only compared with the identity. */
const authorId = z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(200))])));

/** Body of POST /api/discussion/user. */
export const identityRequest = z.object({ anonymousId });

/** Body of POST /api/discussion/threads. */
export const threadDraft = z.object({
  title,
  content: contentOf(CONTENT.min, TOO_SHORT.content),
  authorId,
  anonymousId,
});

/** Body of PUT /api/discussion/user/threads/{id}. */
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
/** Missing text counts as too short; the message depends on whether there is a parent. */
const anyText = z.pipe(
  z.unknown(),
  z.transform((value) => (typeof value === "string" ? value : "")),
);
const isLongEnough = (text: string) => Array.from(text).length >= COMMENT.min;

/** Body of POST /api/discussion/comments. */
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

/** Body of PUT /api/discussion/user/comments/{id}. */
export const commentEdit = z.object({ content: commentText, authorId, anonymousId });

/** Body of DELETE /api/discussion/user/threads/{id} and /comments/{id}. */
export const ownPost = z.object({ authorId, anonymousId });

/** Body of PUT /api/discussion/threads/{id}/vote and /comments/{id}/vote. */
export const voteInput = z.object({
  value: z.union([z.literal(1), z.literal(0), z.literal(-1)], "A vote is 1, 0 or -1."),
  authorId,
  anonymousId,
});

/** Body of POST /api/discussion/threads/{id}/follow. */
export const followInput = z.object({ email: emailAddress });

/** Body of PUT /api/discussion/threads/{id}: a moderator's new title. */
export const titleInput = z.object({ title: z.pipe(line(TITLE.max), atLeast(1, "Please enter a title.")) });

/** Body of PUT /api/discussion/admin/thread/{id}/sticky. */
export const stickyInput = z.object({ isSticky: z.boolean() });

/** Body of PUT /api/discussion/admin/thread/{id}/lock. */
export const lockInput = z.object({ isLocked: z.boolean() });
