import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { MINUTE_MS } from "../../contracts/days.ts";
import type { passkeyAssertion, passkeyRegistration } from "../../contracts/people.schemas.ts";
import { LOGIN_CODE, type Passkey } from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Staff } from "../../platform/http.ts";
import { sendOnce, notifyOfExpiredMail } from "../../platform/mail-once.ts";
import { mailedCode } from "../../platform/mailed-code.ts";
import { doSoonOrStore, type OutboxHandler, outboxForEach, relaySoon } from "../../platform/outbox.ts";
import { perDay, countAttempt } from "../../platform/rate-limits.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { equalInConstantTime, sha256Hex } from "../../platform/tokens.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { codeMail } from "./people.mail.ts";
import { personByEmail, personById } from "./people.repo.ts";
import type { PasskeyRow } from "./people.table.ts";
import {
  deleteLoginCode,
  insertLoginCode,
  countLoginCodeAttempt,
  deletePasskey,
  insertPasskey,
  MAX_PASSKEYS,
  passkeyByCredential,
  passkeysOf,
  recordUse,
} from "./sign-in.repo.ts";

const CODE_MS = LOGIN_CODE.minutes * MINUTE_MS;
/** Maximum number of login codes emailed to one address per day, for all requesters together. */
const CODES_PER_DAY = 20;
/**
 * Number of digits in a login code: eight, because a guesser may know a moderator's email address. With 20 codes and 5
 * attempts each, the chance of a correct guess is one in a million per day.
 */
const DIGITS = 8;

const codeOf = (deps: Deps, request: string) => mailedCode(deps, "login-code-digits", request, DIGITS);

/**
 * Emails a login code to a person who works on the site. The response and the work are the same for every address: a
 * request is always stored, and the code is emailed after the response.
 * @param isKnown whether someone logged in from the caller's network before; if so, requests by strangers do not count
 * against the caller's limit
 * @returns the request's id, which {@link redeemLoginCode} needs
 */
export async function requestLoginCode(deps: Deps, typed: string, isKnown: boolean): Promise<string> {
  const email = typed.toLowerCase();
  const request = deps.newId();
  const key = `login-code:${isKnown ? "known:" : ""}${await addressHashOf(deps, email)}`;
  const { allowed } = await countAttempt(deps, key, perDay(CODES_PER_DAY));
  const personId = (await personByEmail(deps, email))?.id ?? null;
  const expiresAt = new Date(deps.now().getTime() + CODE_MS);
  await insertLoginCode(deps, {
    idHash: await sha256Hex(request),
    personId: allowed ? personId : null,
    triesLeft: LOGIN_CODE.tries,
    expiresAt,
  });
  const payload = { request, personId: allowed ? personId : null, expiresAt: expiresAt.getTime() };
  doSoonOrStore(deps, "person.code_mail", payload, sendLoginCode);
  return request;
}

/** Emails a login code. Retries failed emails until the code expires. */
export const sendLoginCode: OutboxHandler<"person.code_mail"> = async (deps, { request, personId, expiresAt }) => {
  const person = personId === null ? null : await personById(deps, personId);
  if (!person) return;
  if (expiresAt <= deps.now().getTime()) return notifyOfExpiredMail(deps, "A code to log in");
  const mail = codeMail(deps.config, { email: person.email, code: await codeOf(deps, request) });
  await sendOnce(deps, `login-code:${await sha256Hex(request)}`, mail);
};

/**
 * Checks a login code. A code works only once.
 * @returns the id of the person that the code belongs to
 * @throws AppError 401 `session.wrong_code` when the code is wrong, expired or used, or no attempts are left
 */
export async function redeemLoginCode(deps: Deps, request: string, code: string): Promise<number> {
  const idHash = await sha256Hex(request);
  const stored = await countLoginCodeAttempt(deps, idHash);
  const isRight = await equalInConstantTime(code, await codeOf(deps, request));
  if (stored === null || stored.personId === null || !isRight) throw new AppError("session.wrong_code");
  if (!(await deleteLoginCode(deps, idHash))) throw new AppError("session.wrong_code");
  return stored.personId;
}

/** How long a passkey challenge is valid. */
const CHALLENGE_MS = 5 * MINUTE_MS;

const webauthn = () => import("./webauthn.ts");

/** Returns the relying party for passkeys, which is always the configured site, never the host of the request. */
function relyingParty({ config }: Deps): { rpID: string; origin: string } {
  const { hostname: rpID, origin } = new URL(config.siteUrl);
  return { rpID, origin };
}

/**
 * The purpose of a passkey challenge. A challenge for a login cannot be used to add a passkey, and a challenge for one
 * person cannot be used for another.
 */
type Purpose = "login" | `person-${number}`;

const challengeKind = (purpose: Purpose) => `passkey-${purpose}`;

/** Creates a signed passkey challenge. Because it is signed, nothing is stored before it is used. */
const makeChallenge = (deps: Deps, purpose: Purpose): Promise<string> =>
  deps.tokens.sign(challengeKind(purpose), `${deps.now().getTime()}-${deps.newId()}`);

/** Returns whether a challenge was created by this site for this purpose, is recent, and is used for the first time. */
async function takeChallenge(deps: Deps, purpose: Purpose, encoded: string): Promise<boolean> {
  const { isoBase64URL } = await webauthn();
  const value = await deps.tokens.open(challengeKind(purpose), isoBase64URL.toUTF8String(encoded));
  if (value === null) return false;
  const [time = "", id = ""] = value.split("-");
  const age = deps.now().getTime() - Number(time);
  if (age < 0 || age > CHALLENGE_MS) return false;
  // The count is strongly consistent, so only one of two simultaneous uses succeeds. RATE_LIMIT_SCALE does not affect
  // it.
  return (await deps.attempts.take(`passkey:${id}`, { count: 1, windowMs: CHALLENGE_MS })).allowed;
}

/**
 * Returns whether a passkey was used in a frame on another site's page (WebAuthn, 5.8.1). The library accepts such a
 * use; the site does not.
 */
async function isFramed({ clientDataJSON }: { clientDataJSON: string }): Promise<boolean> {
  const { crossOrigin = false, topOrigin } = (await webauthn()).decodeClientDataJSON(clientDataJSON);
  return crossOrigin || topOrigin !== undefined;
}

type SignedIn = Staff & { person: NonNullable<Staff["person"]> };

/** @throws AppError `passkey.needs_person` for the shared password */
function requirePerson(staff: Staff): SignedIn["person"] {
  if (staff.person === null) throw new AppError("passkey.needs_person");
  return staff.person;
}

const toPasskey = ({ id, name, createdAt, lastUsedAt, isSynced }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isSynced,
});

/** Returns a person's passkeys, newest first. */
export const readPasskeys = async (deps: Deps, personId: number): Promise<Passkey[]> =>
  (await passkeysOf(deps, personId)).map(toPasskey);

/**
 * Returns the user id that authenticators store. It is made from a number, because it must not identify a person on its
 * own.
 */
const userHandle = (personId: number) => new TextEncoder().encode(`person-${personId}`) as Uint8Array<ArrayBuffer>;

/**
 * Returns the options with which the browser creates a passkey for the logged-in person.
 * @throws AppError `passkey.needs_person`
 */
export async function passkeyCreationOptions(deps: Deps, staff: Staff) {
  const person = requirePerson(staff);
  const { generateRegistrationOptions } = await webauthn();
  const known = await passkeysOf(deps, person.id);
  return generateRegistrationOptions({
    rpName: deps.config.siteName,
    rpID: relyingParty(deps).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: userHandle(person.id),
    challenge: await makeChallenge(deps, `person-${person.id}`),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // Passkeys are discoverable, so that a person can log in without typing an email address.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Adds the passkey that the browser created, and notifies the person by email.
 * @throws AppError 400 `passkey.invalid`, 409 `passkey.known`, `passkey.needs_person`
 */
export async function addPasskey(
  deps: Deps,
  staff: Staff,
  { name, response }: z.output<typeof passkeyRegistration>,
  by: Moderator,
): Promise<Passkey> {
  const person = requirePerson(staff);
  const { verifyRegistrationResponse, isoBase64URL } = await webauthn();
  const { rpID, origin } = relyingParty(deps);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(deps, `person-${person.id}`, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("passkey.invalid", { cause });
  });
  if (!registrationInfo || (await isFramed(response.response))) throw new AppError("passkey.invalid");
  const { credential, credentialBackedUp } = registrationInfo;
  const [[row]] = await runAllOrNone(deps, [
    insertPasskey(deps, {
      personId: person.id,
      credentialId: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: name ?? "Passkey",
      isSynced: credentialBackedUp,
    }),
    auditEntry(deps, {
      ...by,
      action: "passkey.add",
      targetType: "person",
      targetId: person.id,
      after: { passkey: name ?? "Passkey" },
    }),
    outboxForEach(
      deps,
      "person.mail",
      { what: "passkey", id: person.id, passkey: sql`id` },
      sql`FROM passkeys WHERE credential_id = ${credential.id}`,
    ),
  ]);
  if (!row)
    throw new AppError(
      (await passkeysOf(deps, person.id)).length >= MAX_PASSKEYS ? "passkey.invalid" : "passkey.known",
    );
  relaySoon(deps);
  return toPasskey(row);
}

/**
 * Removes one of the person's own passkeys, and ends the sessions that it opened.
 * @throws AppError `passkey.needs_person`, `passkey.not_found`
 */
export async function removePasskey(deps: Deps, staff: Staff, id: number | null, by: Moderator): Promise<void> {
  const person = requirePerson(staff);
  const [[gone]] = await runAllOrNone(deps, [
    deletePasskey(deps, id ?? 0, person.id),
    auditEntry(deps, { ...by, action: "passkey.remove", targetType: "person", targetId: person.id }),
  ]);
  if (!gone) throw new AppError("passkey.not_found");
}

/** Returns the options for logging in with a passkey in the browser. They are the same for all people. */
export async function passkeyLoginOptions(deps: Deps) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    challenge: await makeChallenge(deps, "login"),
    timeout: CHALLENGE_MS,
    userVerification: "required",
  });
}

/**
 * Checks a login with a passkey: its signature, challenge, origin, frame, user verification and counter.
 * @returns the id of the person that the passkey belongs to
 * @throws AppError 401 `passkey.refused`
 */
export async function verifyPasskey(
  deps: Deps,
  { response }: z.output<typeof passkeyAssertion>,
): Promise<{ personId: number; passkeyId: number }> {
  const passkey = await passkeyByCredential(deps, response.id);
  if (!passkey) throw new AppError("passkey.refused");
  const { verifyAuthenticationResponse, isoBase64URL } = await webauthn();
  const { rpID, origin } = relyingParty(deps);
  const handle = isoBase64URL.fromBuffer(userHandle(passkey.personId));
  const given = response.response.userHandle ?? null;
  if (given !== null && given !== handle) throw new AppError("passkey.refused");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(deps, "login", challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: isoBase64URL.toBuffer(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("passkey.refused", { cause });
  });
  if (
    !verified ||
    (await isFramed(response.response)) ||
    !(await recordUse(deps, passkey, authenticationInfo.newCounter))
  ) {
    throw new AppError("passkey.refused");
  }
  return { personId: passkey.personId, passkeyId: passkey.id };
}
