import { MINUTE_MS } from "../../contracts/days.ts";
import { type SubscriptionCheck } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutCountedMail } from "../../platform/mail-layout.ts";
import { mailedCode } from "../../platform/mailed-code.ts";
import { sendOnce, notifyOfExpiredMail } from "../../platform/mail-once.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { doSoonOrStore, deleteRequested, type OutboxHandler, type OutboxHandlers } from "../../platform/outbox.ts";
import { countAttempt, perDay } from "../../platform/rate-limits.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { equalInConstantTime } from "../../platform/tokens.ts";
import { ACCESS_MS, accessOf, findSubscriber, ensureSubscriber } from "../subscribers/subscribers.service.ts";
import type { Subscriber } from "../subscribers/subscribers.table.ts";
import { deleteCode, deleteCodesBefore, storedCodeHash, countAccessCodeAttempt, upsertCode } from "./access.repo.ts";

/** How long an access code is valid. A code also allows only five attempts (docs/contract.md, Limits). */
const CODE_MS = 10 * MINUTE_MS;
const TRIES = 5;
/** Maximum number of access codes emailed to one address per day. */
const CODES_PER_DAY = 5;

const NO_ACCESS: SubscriptionCheck = { isSubscribed: false, accessSource: null };

const codeHashOf = (deps: Deps, addressHash: string, code: string) =>
  deps.tokens.keyedHash("access-code", `${addressHash}\n${code}`);

/** Derives a six-digit code from the email address and the request. */
const codeOf = (deps: Deps, addressHash: string, about: string): Promise<string> =>
  mailedCode(deps, "access-code-digits", `${addressHash}\n${about}`, 6);

/**
 * Emails an access code to an address that has access. The response does not reveal whether the address has access: a
 * code is always stored, and the access is looked up after the response.
 */
export async function requestCode(deps: Deps, email: string): Promise<void> {
  const addressHash = await addressHashOf(deps, email);
  if (!(await countAttempt(deps, `access-code:${addressHash}`, perDay(CODES_PER_DAY))).allowed) return;
  const about = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + CODE_MS);
  const codeHash = await codeHashOf(deps, addressHash, await codeOf(deps, addressHash, about));
  await upsertCode(deps, { addressHash, codeHash, triesLeft: TRIES, expiresAt });
  const request = { email, about, expiresAt: expiresAt.getTime() };
  doSoonOrStore(deps, "access.code_mail", request, sendCode);
}

/** Emails an access code. Retries failed emails until the code expires or a newer code replaces it. */
const sendCode: OutboxHandler<"access.code_mail"> = async (deps, { email, about, expiresAt }) => {
  if (!(await accessOf(deps, email)).isSubscribed) return;
  if (expiresAt <= deps.now().getTime()) return notifyOfExpiredMail(deps, "A code to log in");
  const addressHash = await addressHashOf(deps, email);
  const code = await codeOf(deps, addressHash, String(about));
  if ((await storedCodeHash(deps, addressHash)) !== (await codeHashOf(deps, addressHash, code))) return;
  const mail = await layOutCountedMail(deps, {
    kind: "access.code",
    to: email,
    subject: `Your ${deps.config.siteName} code: ${code}`,
    body: [
      `Your code is ${code}. Enter it on the page where you requested it. It works for ten minutes.`,
      "If you did not request it, ignore this email. Nobody can get in without the code.",
    ],
    reason: "You get this email because someone requested a code for this address on our site.",
  });
  await sendOnce(deps, `access:${addressHash}:${about}`, mail);
};

/** Returns the statements that delete an address's access codes that are waiting to be emailed. */
export const deleteCodeMails = (deps: Deps, email: string) => deleteRequested(deps, "access.code_mail", email);

export const accessOutbox = { "access.code_mail": sendCode } satisfies Partial<OutboxHandlers>;

/**
 * Checks an access code.
 * @returns the source of the address's access
 * @throws AppError 401 `access.wrong_code` when the code is wrong, expired or used, or no attempts are left
 */
export async function verifyCode(deps: Deps, email: string, code: string): Promise<SubscriptionCheck> {
  const addressHash = await addressHashOf(deps, email);
  const stored = await countAccessCodeAttempt(deps, addressHash);
  const given = await codeHashOf(deps, addressHash, code);
  if (stored === null || !(await equalInConstantTime(stored, given))) throw new AppError("access.wrong_code");
  if (!(await deleteCode(deps, addressHash, stored))) throw new AppError("access.wrong_code");
  recordProof(deps, email);
  return accessOf(deps, email);
}

/**
 * Returns the signed access cookie for a verified email address with access. Its value is the subscriber's id and the
 * time of verification. A VIP buyer who is not on the list yet is added without an email subscription.
 */
export async function accessCookieValue(deps: Deps, email: string): Promise<string> {
  const subscriber = (await findSubscriber(deps, { email })) ?? (await ensureSubscriber(deps, email));
  return deps.tokens.sign("access", `${String(subscriber.id).padStart(15, "0")}-${deps.now().getTime()}`);
}

/**
 * Returns the subscriber that an access cookie identifies. Returns null if the cookie is forged or older than 60 days.
 */
async function subscriberOfCookie(deps: Deps, cookie: string | undefined): Promise<Subscriber | null> {
  const value = cookie && deps.config.sessionSecret ? await deps.tokens.open("access", cookie) : null;
  const [, id, time] = /^(\d{15})-(\d+)$/.exec(value ?? "") ?? [];
  if (!id || deps.now().getTime() - Number(time) > ACCESS_MS) return null;
  return findSubscriber(deps, { id: Number(id) });
}

/**
 * Returns the email address, in lower case, for which an access cookie was issued. Returns null if the cookie is forged
 * or older than 60 days.
 */
export const addressOfCookie = async (deps: Deps, cookie: string | undefined): Promise<string | null> =>
  (await subscriberOfCookie(deps, cookie))?.emailKey ?? null;

/**
 * Returns the access that a cookie currently grants. A cookie grants none if it is forged or older than 60 days, or if
 * the subscription has ended.
 */
export async function accessOfCookie(deps: Deps, cookie: string | undefined): Promise<SubscriptionCheck> {
  const emailKey = await addressOfCookie(deps, cookie);
  return emailKey === null ? NO_ACCESS : accessOf(deps, emailKey);
}

export const accessJobs: readonly ScheduledJob[] = [
  { name: "access.forget_codes", due: everyTick, run: deleteCodesBefore },
];
