import { MINUTE_MS } from "../../contracts/days.ts";
import { LOGIN_CODE } from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { mailedCode } from "../../platform/mailed-code.ts";
import { sendOnce, tellOfLateMail } from "../../platform/mail-once.ts";
import { doSoonOrStore, type OutboxHandler } from "../../platform/outbox.ts";
import { perDay, takeAttempt } from "../../platform/rate-limits.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { equalInConstantTime, sha256Hex } from "../../platform/tokens.ts";
import { codeMail } from "./people.mail.ts";
import { personByEmail, personById } from "./people.repo.ts";
import { deleteLoginCode, insertLoginCode, useCodeTry } from "./ways-in.repo.ts";

const CODE_MS = LOGIN_CODE.minutes * MINUTE_MS;
/** Codes mailed to one address in a day, for whoever asks. */
const CODES_PER_DAY = 20;
/** Eight, because the address of a moderator may be known: 20 codes with 5 tries a day are one in a million. */
const DIGITS = 8;

const codeOf = (deps: Deps, request: string) => mailedCode(deps, "login-code-digits", request, DIGITS);

/**
 * Mails a login code to somebody who works here. Answer and work are the same for every address: a request is stored in
 * any case, and the code is mailed after the answer.
 * @param isKnown whether the caller's network logged in before; strangers' requests then do not count against it
 * @returns the request, which the answer to {@link useLoginCode} must name
 */
export async function requestLoginCode(deps: Deps, typed: string, isKnown: boolean): Promise<string> {
  const email = typed.toLowerCase();
  const request = deps.newId();
  const key = `login-code:${isKnown ? "known:" : ""}${await addressHashOf(deps, email)}`;
  const { allowed } = await takeAttempt(deps, key, perDay(CODES_PER_DAY));
  const personId = (await personByEmail(deps, email))?.id ?? null;
  const expiresAt = new Date(deps.now().getTime() + CODE_MS);
  await insertLoginCode(deps, {
    idHash: await sha256Hex(request),
    personId: allowed ? personId : null,
    triesLeft: LOGIN_CODE.tries,
    expiresAt,
  });
  const payload = { request, personId: allowed ? personId : null, expiresAt: expiresAt.getTime() };
  doSoonOrStore(deps, "person.code_mail", payload, mailLoginCode);
  return request;
}

/** Mails a code; it is tried again until the code expires. */
export const mailLoginCode: OutboxHandler<"person.code_mail"> = async (deps, { request, personId, expiresAt }) => {
  const person = personId === null ? null : await personById(deps, personId);
  if (!person) return;
  if (expiresAt <= deps.now().getTime()) return tellOfLateMail(deps, "A code to log in");
  const mail = codeMail(deps.config, { email: person.email, code: await codeOf(deps, request) });
  await sendOnce(deps, `login-code:${await sha256Hex(request)}`, mail);
};

/**
 * Checks a code, which works once.
 * @returns whose it is
 * @throws AppError 401 `session.wrong_code` when it is wrong, expired, used, or no tries are left
 */
export async function useLoginCode(deps: Deps, request: string, code: string): Promise<number> {
  const idHash = await sha256Hex(request);
  const stored = await useCodeTry(deps, idHash);
  const isRight = await equalInConstantTime(code, await codeOf(deps, request));
  if (stored === null || stored.personId === null || !isRight) throw new AppError("session.wrong_code");
  if (!(await deleteLoginCode(deps, idHash))) throw new AppError("session.wrong_code");
  return stored.personId;
}
