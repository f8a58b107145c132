import * as z from "zod/mini";
import { AREAS } from "./addresses.ts";
import { BEDROOMS } from "./bedrooms.ts";
import { FREQUENCIES } from "./subscribers.ts";
import { emailAddress, line } from "./text.schemas.ts";

/** Body of POST /api/subscribe. The landing form sends its analytics session as well. */
export const signUp = z.object({ email: emailAddress, sessionId: z.optional(z.nullable(line(60))) });

/** A body that is a mail address alone. */
export const emailOnly = z.object({ email: emailAddress });

/** Body of POST /api/access/verify-code. Spaces in the code are forgiven. */
export const accessCode = z.object({
  email: emailAddress,
  code: z.pipe(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((code) => String(code).replace(/\s/g, "")),
    ),
    z.string().check(z.regex(/^\d{6}$/, "Please enter the six digits of the code.")),
  ),
});

/** Body of PUT /api/preferences/{token}. */
export const preferencesInput = z.object({
  bedrooms: z.array(z.enum(BEDROOMS)).check(z.maxLength(BEDROOMS.length)),
  maxRent: z.nullable(z.number("Please enter a number.").check(z.int(), z.gte(100), z.lte(20_000))),
  areas: z.array(z.enum(AREAS)).check(z.maxLength(AREAS.length)),
  frequency: z.enum(FREQUENCIES),
});
