import * as z from "zod/mini";
import { ADDRESS_MAX } from "./addresses.ts";
import { ADDRESS_QUERY_MIN } from "./address-suggestions.ts";
import { line } from "./text.schemas.ts";
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

const TOO_SHORT = `Please type at least ${ADDRESS_QUERY_MIN} characters.`;

/** Parameters of GET /api/addresses. */
export const addressQuery = z.object({
  q: z.pipe(line(ADDRESS_MAX, TOO_SHORT), z.string().check(z.minLength(ADDRESS_QUERY_MIN, TOO_SHORT))),
});

const NOTHING_TYPED = "Please type a place.";

/** Body of POST /api/places/find. */
export const placeQuestion = z.object({
  text: z
    .string(NOTHING_TYPED)
    .check(z.maxLength(PLACE_TEXT_MAX, tooLong(PLACE_TEXT_MAX)), z.trim(), z.minLength(1, NOTHING_TYPED)),
});
