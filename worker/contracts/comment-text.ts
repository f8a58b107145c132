import { COMMENT, countLinks, LINKS_MAX_LATER } from "./forum.ts";
import { cleanText, rawMax, tooLong } from "./text.ts";

/** Texts of docs/contract.md, Discussions. */
export const COMMENT_TOO_SHORT = {
  comment: "Comments must be at least 3 characters long",
  reply: "Replies must be at least 3 characters long",
} as const;

/** Of anybody; new identities may set fewer, which only the server can tell. */
export const TOO_MANY_LINKS = `At most ${LINKS_MAX_LATER} links a post.`;

/**
 * A comment as it will be stored, and the first thing that is wrong with it: the rules of `commentDraft` and `commentEdit`
 * (forum.schemas.ts) for the page that it is written on, which needs no more of them.
 */
export function checkedComment(
  raw: string,
  what: keyof typeof COMMENT_TOO_SHORT,
): { content: string; problem?: string } {
  if (raw.length > rawMax(COMMENT.max)) return { content: raw, problem: tooLong(COMMENT.max) };
  const content = cleanText(raw);
  const length = Array.from(content).length;
  if (content.length > COMMENT.max) return { content, problem: tooLong(COMMENT.max) };
  if (length < COMMENT.min) return { content, problem: COMMENT_TOO_SHORT[what] };
  if (countLinks(content) > LINKS_MAX_LATER) return { content, problem: TOO_MANY_LINKS };
  return { content };
}
