import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import * as saved from "./saved.ts";
import { SAVED_MAX, SHORTLIST_MAX, SHORTLIST_TITLE_MAX } from "./saved.ts";
import { line, positiveInteger } from "./text.schemas.ts";

const ids = (max: number) => z.array(positiveInteger).check(z.minLength(1), z.maxLength(max, `At most ${max} homes.`));

const lookUpQuestion = z.object({ ids: ids(SAVED_MAX) });

/** A new shortlist. A blank title counts as no title. */
const shortlistDraft = z.object({
  listingIds: ids(SHORTLIST_MAX),
  title: z.pipe(
    z.optional(z.nullable(line(SHORTLIST_TITLE_MAX))),
    z.transform((text) => text || null),
  ),
});

/** Saved homes and shared shortlists. The token in the path authorises reading a shortlist. */
export const savedRules = declare(saved, {
  lookUpHomes: { access: "public", isQuestion: true, limit: "saved_look_ups", body: json(lookUpQuestion) },
  createShortlist: { access: "public", status: 201, body: json(shortlistDraft, { tellFirst: true }) },
  getShortlist: { access: "public" },
  removeShortlist: { access: "moderator" },
});
