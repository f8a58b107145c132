import * as z from "zod/mini";
import { AREAS } from "./areas.ts";
import { BEDROOMS } from "./bedrooms.ts";
import { declare, json } from "./operation-rules.ts";
import * as subscribers from "./subscribers.ts";
import { FREQUENCIES, MAX_RENT, MAX_RENT_PROBLEM, SIGN_UP_KEY } from "./subscribers.ts";
import { emailAddress, emailProblem, line, textOrNumber } from "./text.schemas.ts";

export const signUp = z.object({ email: emailAddress, sessionId: z.optional(z.nullable(line(60))) });

/** A request body with only an email address. */
export const emailOnly = z.object({ email: emailAddress });

/** A request body with an access code, in which spaces are ignored. */
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

const preferencesInput = z.object({
  bedrooms: z.array(z.enum(BEDROOMS)).check(z.maxLength(BEDROOMS.length)),
  maxRent: z.nullable(
    z
      .number(MAX_RENT_PROBLEM)
      .check(z.int(MAX_RENT_PROBLEM), z.gte(MAX_RENT.min, MAX_RENT_PROBLEM), z.lte(MAX_RENT.max, MAX_RENT_PROBLEM)),
  ),
  areas: z.array(z.enum(AREAS)).check(z.maxLength(AREAS.length)),
  frequency: z.enum(FREQUENCIES),
});

const signUpWishes = z.extend(z.omit(preferencesInput, { frequency: true }), {
  email: emailAddress,
  signUpKey: z.string().check(z.regex(SIGN_UP_KEY, "signUpKey must be 32 hexadecimal digits.")),
});

const emailBody = json(emailOnly, { error: emailProblem });

/**
 * Subscriptions, access by email, and the data stored about an email address. The token in the path authorises the
 * request.
 */
export const subscriberRules = declare(subscribers, {
  createSubscription: { access: "public", limit: "sign_ups", body: json(signUp, { error: emailProblem }) },
  addWishes: { access: "public", body: json(signUpWishes, { error: "subscriber.invalid_preferences" }) },
  checkSubscription: { access: "public", limit: "subscription_checks", worksWhenBanned: true, body: emailBody },
  getConfirmation: { access: "public" },
  confirmSubscription: { access: "public", worksWhenBanned: true },
  getUnsubscription: { access: "public" },
  endSubscription: { access: "public", minute: null, worksWhenBanned: true },
  getPreferences: { access: "public" },
  savePreferences: {
    access: "public",
    worksWhenBanned: true,
    body: json(preferencesInput, { error: "subscriber.invalid_preferences" }),
  },
  getOptOut: { access: "public" },
  createOptOut: { access: "public", minute: null, worksWhenBanned: true },
  removeOptOut: { access: "public", minute: null, worksWhenBanned: true },
  // Finds one person by email address.
  findSubscribers: { access: "moderator" },
  getAudience: { access: "stats" },
  // The email provider's signature of the request body authorises the request.
  reportDelivery: { access: "public", minute: null, worksWhenBanned: true, body: { kind: "signed" } },
  requestAccessCode: { access: "public", limit: "access_codes", body: emailBody },
  tryAccessCode: { access: "public", limit: "access_tries", body: json(accessCode, { error: emailProblem }) },
  getAccess: { access: "public" },
  requestPersonalData: { access: "public", limit: "privacy", worksWhenBanned: true, body: emailBody },
  getPersonalData: { access: "public" },
  erasePersonalData: { access: "public", worksWhenBanned: true },
});
