import * as z from "zod/mini";
import * as appeals from "./appeals.ts";
import { APPEAL_MAX } from "./appeals.ts";
import { declare, json } from "./operation-rules.ts";
import { paragraph } from "./text.schemas.ts";

const NO_TEXT = "Please tell us why.";

const appealInput = z.object({
  text: z.pipe(paragraph(APPEAL_MAX, NO_TEXT), z.string().check(z.minLength(1, NO_TEXT))),
});

export const appealDecision = z.object({
  /**
   * `approve` and `review` uphold the appeal: the first publishes the listing, and the second sends it to review again.
   */
  outcome: z.enum(["approve", "review", "deny"], "outcome must be approve, review or deny."),
  /** Message emailed to the landlord. */
  text: z.optional(z.nullable(paragraph(APPEAL_MAX))),
  /** Confirms the approval of a unit with a scam sign. */
  confirmScam: z.optional(z.boolean()),
});

export const appealRules = declare(appeals, {
  getAppeal: { access: "public" },
  sendAppeal: { access: "public", worksWhenBanned: true, limit: "answers", body: json(appealInput) },
  listAppeals: { access: "reader" },
  decideAppeal: { access: "moderator", body: json(appealDecision) },
});
