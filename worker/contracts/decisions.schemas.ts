import * as z from "zod/mini";
import { banReason } from "./bans.schemas.ts";
import { BEDROOMS, HOME_TYPES } from "./bedrooms.ts";
import * as decisions from "./decisions.ts";
import {
  BULK_ACTIONS,
  type BulkAction,
  BULK_BAN_KINDS,
  BULK_MAX,
  REJECTION_CODES,
  REJECTION_MAX,
  REJECTIONS,
} from "./decisions.ts";
import { declare } from "./operation-rules.ts";
import { questionText } from "./questions.schemas.ts";
import { idOf, paragraph, positiveInteger } from "./text.schemas.ts";

/** The revision that the moderator saw. By default, the decision applies to the current revision. */
const seen = { revision: z.optional(positiveInteger) };

const several = {
  ids: z
    .array(positiveInteger, "ids must be a list of numbers.")
    .check(
      z.minLength(1, "Choose at least one listing."),
      z.maxLength(BULK_MAX, `Choose at most ${BULK_MAX} listings.`),
    ),
  /**
   * The revisions that the moderator saw, in the order of the ids. By default, the decision applies to the current
   * revisions.
   */
  revisions: z.optional(z.array(positiveInteger).check(z.maxLength(BULK_MAX))),
};

const NO_REASON = "Please give a reason.";

/**
 * A predefined reason given by its code, or a reason in the moderator's own words. Yields the text for the landlord,
 * and the code or null.
 */
const rejectionReason = z.pipe(
  z.pipe(paragraph(REJECTION_MAX, NO_REASON), z.string().check(z.minLength(1, NO_REASON))),
  z.transform((given) => {
    const code = REJECTION_CODES.find((known) => known === given) ?? null;
    return { code, text: code === null ? given : REJECTIONS[code].text };
  }),
);

/** Schemas of the decisions that need more input than the listings' ids. */
const INPUTS = {
  /** Confirms the approval of units with a scam sign. Without it, the response is 409 `listing.confirm_scam`. */
  approve: { confirmScam: z.optional(z.boolean()) },
  reject: { reason: rejectionReason },
  ask: { text: questionText },
  retype: {
    homeType: z.optional(z.enum(HOME_TYPES, "Please choose one of the kinds of home.")),
    bedrooms: z.optional(z.enum(BEDROOMS, "This is not a type.")),
  },
  /** A ban needs a reason of its own, because a rejection code stands for a text that addresses landlords. */
  ban: { kind: z.enum(BULK_BAN_KINDS, `kind must be one of ${BULK_BAN_KINDS.join(", ")}.`), reason: banReason },
};

export const listingStatusChange = z.object({
  approved: z.boolean("approved must be true or false."),
  ...seen,
  ...INPUTS.approve,
});
export const listingConfirmation = z.object(seen);
export const listingRejection = z.object({ ...seen, ...INPUTS.reject });
export const listingRemoval = z.object({ revision: z.optional(idOf("revision must be a number.")) });
export const bulkApproval = z.object({ ...several, ...INPUTS.approve });
export const bulkRejection = z.object({ ...several, ...INPUTS.reject });

const choice = <Action extends BulkAction, Input extends object>(action: Action, input: Input) =>
  z.object({ action: z.literal(action), ...several, ...input });

export const bulkDecision = z.discriminatedUnion(
  "action",
  [
    choice("approve", INPUTS.approve),
    choice("unapprove", {}),
    choice("reject", INPUTS.reject),
    choice("delete", {}),
    choice("confirm", {}),
    choice("dismiss", {}),
    choice("ask", INPUTS.ask),
    choice("retype", INPUTS.retype).check(
      z.refine(({ homeType, bedrooms }) => (homeType ?? bedrooms) !== undefined, {
        error: "Please choose a type.",
        path: ["homeType"],
      }),
    ),
    choice("ban", INPUTS.ban),
  ],
  `action must be one of ${BULK_ACTIONS.join(", ")}.`,
);

type OfEach<Decision> = Decision extends unknown ? Omit<Decision, keyof typeof several> : never;
/** A moderator's decision on one listing or on several. */
export type Choice = OfEach<z.output<typeof bulkDecision>>;

export const decisionRules = declare(decisions, { undoDecision: { access: "moderator" } });
