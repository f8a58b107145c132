import * as z from "zod/mini";
import { AREAS } from "./areas.ts";
import { BEDROOMS } from "./bedrooms.ts";
import type { ErrorCode } from "./errors.ts";
import { FREQUENCIES, MAX_RENT, MAX_RENT_PROBLEM, SIGN_UP_KEY } from "./subscribers.ts";
import { emailAddress, line, textOrNumber } from "./text.schemas.ts";
import { isBlank } from "./text.ts";

/** Body of POST /api/admin/digest/pause. */
export const pauseDigest = z.object({ paused: z.boolean("paused must be true or false.") });

/** Body of POST /api/subscribe. The landing form also sends its analytics session. */
export const signUp = z.object({ email: emailAddress, sessionId: z.optional(z.nullable(line(60))) });

/** A body with only a mail address. */
export const emailOnly = z.object({ email: emailAddress });

/** An address that is missing is told apart from one that is wrong (docs/contract.md, Subscribers). */
export function emailProblem(json: unknown): ErrorCode {
  const email: unknown = (json as { email?: unknown } | null)?.email;
  return isBlank(email) ? "subscriber.missing_email" : "subscriber.invalid_email";
}

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

/** Body of POST /api/subscribe/preferences. */
export const signUpWishes = z.extend(z.omit(preferencesInput, { frequency: true }), {
  email: emailAddress,
  signUpKey: z.string().check(z.regex(SIGN_UP_KEY, "signUpKey must be 32 hexadecimal digits.")),
});
