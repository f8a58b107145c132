import * as z from "zod/mini";
import { banReason } from "./bans.schemas.ts";
import { BEDROOMS, HOME_TYPES } from "./bedrooms.ts";
import * as decisions from "./decisions.ts";
import { BULK_ACTIONS, BULK_BAN_KINDS, BULK_MAX, REJECTION_CODES, REJECTION_MAX, REJECTIONS } from "./decisions.ts";
import { declare } from "./operation-rules.ts";
import { questionText } from "./questions.schemas.ts";
import { idOf, paragraph, positiveInteger } from "./text.schemas.ts";

/** Confirms the approval of units with a scam sign, which otherwise answers 409 `listing.confirm_scam`. */
const confirmScam = z.optional(z.boolean());

export const listingStatusChange = z.object({
  approved: z.boolean("approved must be true or false."),
  /** The revision that the moderator saw; without it, the current one is approved. */
  revision: z.optional(positiveInteger),
  confirmScam,
});

export const listingConfirmation = z.object({
  /** The revision that the moderator saw; without it, the current one is confirmed. */
  revision: z.optional(positiveInteger),
});

const several = {
  ids: z
    .array(positiveInteger, "ids must be a list of numbers.")
    .check(
      z.minLength(1, "Choose at least one listing."),
      z.maxLength(BULK_MAX, `Choose at most ${BULK_MAX} listings.`),
    ),
  /** The revisions that the moderator saw, in the order of the ids; without them, the current ones are used. */
  revisions: z.optional(z.array(positiveInteger).check(z.maxLength(BULK_MAX))),
};

export const bulkApproval = z.object({ ...several, confirmScam });

const NO_REASON = "Please give a reason.";

/** A predefined reason by its code, or a moderator's own words. */
const rejectionReason = z.pipe(
  z.pipe(paragraph(REJECTION_MAX, NO_REASON), z.string().check(z.minLength(1, NO_REASON))),
  z.transform((given) => {
    const code = REJECTION_CODES.find((known) => known === given) ?? null;
    return { code, text: code === null ? given : REJECTIONS[code].text };
  }),
);
/** Why a listing is rejected: the text for its landlord, and the code, which is null for a moderator's own words. */
export type RejectionReason = z.output<typeof rejectionReason>;

export const listingRejection = z.object({
  reason: rejectionReason,
  /** The revision that the moderator saw; without it, the current one is rejected. */
  revision: z.optional(positiveInteger),
});

/** The revision that the moderator saw; without it, the current one goes. */
export const listingRemoval = z.object({ revision: z.optional(idOf("revision must be a number.")) });

export const bulkRejection = z.object({ ...several, reason: rejectionReason });

/** The words of a ban are its own: a rejection's code stands for a text for landlords. */
const bulkBan = z.object({
  ...several,
  action: z.literal("ban"),
  /** What of each listing is banned. */
  kind: z.enum(BULK_BAN_KINDS, `kind must be one of ${BULK_BAN_KINDS.join(", ")}.`),
  reason: banReason,
});

/** A rejection needs a `reason`, a question its `text`, a change of type `homeType` or `bedrooms`. */
const otherBulkDecision = z
  .object({
    ...several,
    action: z.enum(BULK_ACTIONS.filter((action) => action !== "ban")),
    reason: z.optional(z.nullable(rejectionReason)),
    text: z.optional(questionText),
    homeType: z.optional(z.enum(HOME_TYPES, "This is not a kind of home.")),
    bedrooms: z.optional(z.enum(BEDROOMS, "This is not a type.")),
    confirmScam,
  })
  .check(
    z.refine(({ action, reason }) => action !== "reject" || reason != null, { error: NO_REASON, path: ["reason"] }),
    z.refine(({ action, text }) => action !== "ask" || text !== undefined, {
      error: "Please write a question.",
      path: ["text"],
    }),
    z.refine(({ action, homeType, bedrooms }) => action !== "retype" || (homeType ?? bedrooms) !== undefined, {
      error: "Please choose a type.",
      path: ["homeType"],
    }),
  );

export const bulkDecision = z.discriminatedUnion(
  "action",
  [bulkBan, otherBulkDecision],
  `action must be one of ${BULK_ACTIONS.join(", ")}.`,
);
export type BulkDecisionInput = z.output<typeof bulkDecision>;

export const decisionRules = declare(decisions, { undoDecision: { access: "moderator" } });
