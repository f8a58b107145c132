import * as z from "zod/mini";
import { AREAS } from "./areas.ts";
import { BEDROOMS } from "./bedrooms.ts";
import { FREQUENCIES, MAX_RENT, MAX_RENT_PROBLEM } from "./subscribers.ts";
import { emailAddress, line, textOrNumber } from "./text.schemas.ts";

/** Body of POST /api/admin/digest/pause. */
export const pauseDigest = z.object({ paused: z.boolean("paused must be true or false.") });

/** Body of POST /api/subscribe. The landing form sends its analytics session as well. */
export const signUp = z.object({ email: emailAddress, sessionId: z.optional(z.nullable(line(60))) });

/** A body that is a mail address alone. */
export const emailOnly = z.object({ email: emailAddress });

/** Body of POST /api/access/verify-code. Spaces in the code are forgiven. */
export const accessCode = z.object({
  email: emailAddress,
  code: z.pipe(
    z.pipe(
      textOrNumber(),
      z.transform((code) => code.replace(/\s/g, "")),
    ),
    z.string().check(z.regex(/^\d{6}$/, "Please enter the six digits of the code.")),
  ),
});

/** Body of PUT /api/preferences/{token}. */
export const preferencesInput = z.object({
  bedrooms: z.array(z.enum(BEDROOMS)).check(z.maxLength(BEDROOMS.length)),
  maxRent: z.nullable(
    z
      .number(MAX_RENT_PROBLEM)
      .check(z.int(MAX_RENT_PROBLEM), z.gte(MAX_RENT.min, MAX_RENT_PROBLEM), z.lte(MAX_RENT.max, MAX_RENT_PROBLEM)),
  ),
  areas: z.array(z.enum(AREAS)).check(z.maxLength(AREAS.length)),
  frequency: z.enum(FREQUENCIES),
});
