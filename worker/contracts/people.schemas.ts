import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import * as people from "./people.ts";
import { PERSON_NAME_MAX, ROLES } from "./people.ts";
import { emailAddress, requiredLine, textOrNumber } from "./text.schemas.ts";

const role = z.enum(ROLES, `The role must be one of ${ROLES.join(", ")}.`);
const name = requiredLine(PERSON_NAME_MAX);

export const personDraft = z.object({ name, email: emailAddress, role: z.optional(role) });

const personChange = z.object({ name: z.optional(name), role: z.optional(role) });

const invitationDraft = z.object({ email: emailAddress, role });

const invitationAcceptance = z.object({ name });

export const loginCodeRequest = z.object({ email: emailAddress });

/** A login code as a person enters it. Spaces are ignored. */
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

/**
 * Maximum length of a field in an authenticator's response, in characters of Base64URL. A certificate chain may be
 * long.
 */
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

/** A new passkey, as returned by `startRegistration()` of @simplewebauthn/browser. */
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

/** The use of a passkey, as returned by `startAuthentication()`. */
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

export const peopleRules = declare(people, {
  listPeople: { access: "reader" },
  addPerson: { access: "operator", status: 201, body: json(personDraft) },
  changePerson: { access: "operator", body: json(personChange) },
  removePerson: { access: "operator" },
  listInvitations: { access: "operator" },
  invitePerson: { access: "operator", status: 201, body: json(invitationDraft) },
  withdrawInvitation: { access: "operator" },
  // The token in the path comes from an email and authorises the request.
  getInvitation: { access: "public" },
  acceptInvitation: { access: "public", worksWhenBanned: true, body: json(invitationAcceptance) },
  listPasskeys: { access: "reader" },
  startPasskey: { access: "reader" },
  addPasskey: { access: "reader", status: 201, body: json(passkeyRegistration) },
  removePasskey: { access: "reader" },
  startPresence: { access: "reader" },
  endPresence: { access: "reader" },
});
