import * as z from "zod/mini";
import { PERSON_NAME_MAX, ROLES } from "./people.ts";
import { emailAddress, requiredLine, textOrNumber } from "./text.schemas.ts";

const role = z.enum(ROLES, `The role is one of ${ROLES.join(", ")}.`);
const name = requiredLine(PERSON_NAME_MAX);

/** Body of POST /api/admin/people. The first person is an operator, whose role may be left out. */
export const personDraft = z.object({ name, email: emailAddress, role: z.optional(role) });

/** Body of PATCH /api/admin/people/{id}. */
export const personChange = z.object({ name: z.optional(name), role: z.optional(role) });

/** Body of POST /api/admin/people/invitations. */
export const invitationDraft = z.object({ email: emailAddress, role });

/** Body of POST /api/admin/invitation/{token}. */
export const invitationAcceptance = z.object({ name });

/** Body of POST /api/admin/login/code. */
export const loginCodeRequest = z.object({ email: emailAddress });

/** Body of POST /api/admin/login/code/verify. Spaces in the code are forgiven. */
export const loginCodeAnswer = z.object({
  request: z.string("request is missing.").check(z.regex(/^[0-9a-f]{32}$/, "request must be 32 hexadecimal digits.")),
  code: z.pipe(
    z.pipe(
      textOrNumber(),
      z.transform((code) => code.replace(/\s/g, "")),
    ),
    z.string().check(z.regex(/^\d{8}$/, "Please enter the eight digits of the code.")),
  ),
});

/** Longest field of an authenticator's response, in characters of Base64URL; a certificate chain may be long. */
const WEBAUTHN_MAX = 20_000;
const encoded = z
  .string()
  .check(z.maxLength(WEBAUTHN_MAX, { abort: true }), z.regex(/^[\w-]*$/, "This must be Base64URL."));
const extensions = z.optional(z.record(z.string(), z.unknown()));
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal("public-key"),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
};

/** Body of POST /api/admin/passkeys/verify: a new passkey, as `startRegistration()` of @simplewebauthn/browser gives it. */
export const passkeyRegistration = z.object({
  name: z.optional(name),
  response: z.object({
    ...credential,
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
    }),
  }),
});

/** Body of POST /api/admin/login/passkey/verify: what `startAuthentication()` gives. */
export const passkeyAssertion = z.object({
  response: z.object({
    ...credential,
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: z.optional(z.nullable(encoded)),
    }),
  }),
});
