import { MINUTE_MS } from "../../contracts/days.ts";
import type { SubscriptionCheck } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutCountedMail } from "../../platform/mail-layout.ts";
import { sendMail } from "../../platform/mail-once.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { takeAttempt, perDay } from "../../platform/rate-limits.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { equalInConstantTime } from "../../platform/tokens.ts";
import { ACCESS_MS, accessOf, findSubscriber, ensureSubscriber } from "../subscribers/subscribers.service.ts";
import { deleteCode, deleteCodesBefore, useTry, upsertCode } from "./access.repo.ts";

/** A code is valid for ten minutes and five tries (docs/contract.md, Limits). */
const CODE_MS = 10 * MINUTE_MS;
const TRIES = 5;
/** Codes mailed to one address in a day. */
const CODES_PER_DAY = 5;

const NO_ACCESS: SubscriptionCheck = { isSubscribed: false, accessSource: null };

const codeHashOf = (deps: Deps, addressHash: string, code: string) =>
  deps.tokens.keyedHash("access-code", `${addressHash}\n${code}`);

/** Six random digits, uniformly distributed. */
function randomCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < 4_294_000_000 ? String(number % 1_000_000).padStart(6, "0") : randomCode();
}

/**
 * Mails a code to an address that has access. The answer does not reveal whether it has: a code is stored in any case,
 * and access is looked up after the answer.
 */
export async function requestCode(deps: Deps, email: string): Promise<void> {
  const addressHash = await addressHashOf(deps, email);
  if (!(await takeAttempt(deps, `access-code:${addressHash}`, perDay(CODES_PER_DAY))).allowed) return;
  const code = randomCode();
  const codeHash = await codeHashOf(deps, addressHash, code);
  await upsertCode(deps, {
    addressHash,
    codeHash,
    triesLeft: TRIES,
    expiresAt: new Date(deps.now().getTime() + CODE_MS),
  });
  // Only this mail contains the code, so a failed mail is not retried: a new code can be requested.
  deps.waitUntil(mailCode(deps, email, code).catch((error: unknown) => deps.log.error("access.code_not_sent", error)));
}

async function mailCode(deps: Deps, email: string, code: string): Promise<void> {
  if (!(await accessOf(deps, email)).isSubscribed) return;
  const mail = await layOutCountedMail(deps, {
    kind: "access.code",
    to: email,
    subject: `Your ${deps.config.siteName} code: ${code}`,
    body: [
      `Your code is ${code}. Type it into the page where you asked for it; it is good for ten minutes.`,
      "If you did not ask for it, do nothing. Nobody gets in without it.",
    ],
    reason: "You get this mail because somebody asked for a code for this address on our site.",
  });
  await sendMail(deps, mail);
}

/**
 * Checks a code.
 * @returns what the address has access by
 * @throws AppError 401 `access.wrong_code` when it is wrong, expired, used, or no tries are left
 */
export async function verifyCode(deps: Deps, email: string, code: string): Promise<SubscriptionCheck> {
  const addressHash = await addressHashOf(deps, email);
  const stored = await useTry(deps, addressHash);
  const given = await codeHashOf(deps, addressHash, code);
  if (stored === null || !(await equalInConstantTime(stored, given))) throw new AppError("access.wrong_code");
  if (!(await deleteCode(deps, addressHash, stored))) throw new AppError("access.wrong_code");
  recordProof(deps, email);
  return accessOf(deps, email);
}

/**
 * The signed value of the access cookie of a verified address with access: the subscriber's id and the time of
 * verification. A buyer of VIP access who is not on the list yet is added without being subscribed to its mails.
 */
export async function accessCookieValue(deps: Deps, email: string): Promise<string> {
  const subscriber = (await findSubscriber(deps, { email })) ?? (await ensureSubscriber(deps, email));
  return deps.tokens.sign("access", `${String(subscriber.id).padStart(15, "0")}-${deps.now().getTime()}`);
}

/** The access that a cookie grants now: none when it is forged, older than 60 days, or the subscription has ended. */
export async function accessOfCookie(deps: Deps, cookie: string | undefined): Promise<SubscriptionCheck> {
  const value = cookie && deps.config.sessionSecret ? await deps.tokens.open("access", cookie) : null;
  const [, id, time] = /^(\d{15})-(\d+)$/.exec(value ?? "") ?? [];
  if (!id || deps.now().getTime() - Number(time) > ACCESS_MS) return NO_ACCESS;
  const subscriber = await findSubscriber(deps, { id: Number(id) });
  return subscriber ? accessOf(deps, subscriber.emailKey) : NO_ACCESS;
}

export const accessJobs: readonly ScheduledJob[] = [
  { name: "access.forget_codes", due: everyTick, run: deleteCodesBefore },
];
