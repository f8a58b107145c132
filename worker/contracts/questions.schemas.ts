import * as z from "zod/mini";
import { ANSWER_MAX, QUESTION_MAX } from "./questions.ts";
import { paragraph, positiveInteger } from "./text.schemas.ts";

const written = (max: number, missing: string) =>
  z.pipe(paragraph(max, missing), z.string().check(z.minLength(1, missing)));

/** The words of a question to a landlord. */
export const questionText = written(QUESTION_MAX, "Please write a question.");
/** Body of POST /api/admin/listings/{id}/ask. */
export const question = z.object({
  text: questionText,
  /** The revision that the moderator saw; without it, the current one is asked about. */
  revision: z.optional(positiveInteger),
});
/** Body of POST /api/manage/{token}/answer. */
export const answer = z.object({ text: written(ANSWER_MAX, "Please write an answer.") });
