import * as z from "zod/mini";

const PROBLEM = "Please give latitude and longitude as numbers.";

/** Body of PUT /api/admin/listings/{id}/place. */
export const pinDrop = z.object({
  latitude: z.number(PROBLEM).check(z.gte(-90, PROBLEM), z.lte(90, PROBLEM)),
  longitude: z.number(PROBLEM).check(z.gte(-180, PROBLEM), z.lte(180, PROBLEM)),
  /** The revision that the moderator saw; without it, the pin applies to the current one. */
  revision: z.optional(z.number().check(z.int(), z.gte(1))),
});
export type PinDrop = z.output<typeof pinDrop>;
