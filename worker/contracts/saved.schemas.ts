import * as z from "zod/mini";
import {
  CHANGES_MAX,
  NOTE_MAX,
  SAVED_MAX,
  SAVED_STATES,
  SHORTLIST_MAX,
  SHORTLIST_TITLE_MAX,
  VIEWING_PATTERN,
} from "./saved.ts";
import { line, paragraph, positiveInteger } from "./text.schemas.ts";

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

const time = z.iso.datetime();

/** Body of PUT /api/saved-homes. */
export const keepingChoice = z.object({ wantsPriceDrops: z.boolean() });

/** Body of PATCH /api/saved-homes. */
export const savedChanges = z.object({
  homes: z
    .array(
      z.object({
        listingId: positiveInteger,
        savedAt: time,
        changedAt: time,
        state: z.nullable(z.enum(SAVED_STATES)),
        viewingAt: z.nullable(z.string().check(z.maxLength(16), z.regex(VIEWING_PATTERN))),
        note: paragraph(NOTE_MAX),
        isRemoved: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(CHANGES_MAX)),
});
