import * as z from "zod/mini";
import { SAVED_MAX, SHORTLIST_MAX, SHORTLIST_TITLE_MAX } from "./saved.ts";
import { line, positiveInteger } from "./text.schemas.ts";

const ids = (max: number) => z.array(positiveInteger).check(z.minLength(1), z.maxLength(max, `At most ${max} homes.`));

/** Body of POST /api/saved-homes/look-up. */
export const lookUpQuestion = z.object({ ids: ids(SAVED_MAX) });

/** Body of POST /api/shortlists. A blank title is none. */
export const shortlistDraft = z.object({
  listingIds: ids(SHORTLIST_MAX),
  title: z.pipe(
    z.optional(z.nullable(line(SHORTLIST_TITLE_MAX))),
    z.transform((text) => text || null),
  ),
});
