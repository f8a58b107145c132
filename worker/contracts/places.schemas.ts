import * as z from "zod/mini";
import { PLACE_TEXT_MAX } from "./places.ts";
import { tooLong } from "./text.ts";

const PROBLEM = "Please give latitude and longitude as numbers.";

/** Body of PUT /api/admin/listings/{id}/place. */
export const pinDrop = z.object({
  latitude: z.number(PROBLEM).check(z.gte(-90, PROBLEM), z.lte(90, PROBLEM)),
  longitude: z.number(PROBLEM).check(z.gte(-180, PROBLEM), z.lte(180, PROBLEM)),
  /** The revision that the moderator saw; without it, the pin applies to the current one. */
  revision: z.optional(z.number().check(z.int(), z.gte(1))),
});
export type PinDrop = z.output<typeof pinDrop>;

const NOTHING_TYPED = "Please type a place.";

/** Body of POST /api/places/find. */
export const placeQuestion = z.object({
  text: z
    .string(NOTHING_TYPED)
    .check(z.maxLength(PLACE_TEXT_MAX, tooLong(PLACE_TEXT_MAX)), z.trim(), z.minLength(1, NOTHING_TYPED)),
});
