import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import * as questions from "./questions.ts";
import { ANSWER_MAX, QUESTION_MAX } from "./questions.ts";
import { paragraph, positiveInteger } from "./text.schemas.ts";

const written = (max: number, missing: string) =>
  z.pipe(paragraph(max, missing), z.string().check(z.minLength(1, missing)));

/** The text of a question to a landlord. */
export const questionText = written(QUESTION_MAX, "Please write a question.");
const question = z.object({
  text: questionText,
  /** The revision that the moderator saw. By default, the question is about the current revision. */
  revision: z.optional(positiveInteger),
});
export const answer = z.object({ text: written(ANSWER_MAX, "Please write an answer.") });

export const questionRules = declare(questions, {
  getListingThread: { access: "reader" },
  askLandlord: { access: "moderator", body: json(question) },
});
