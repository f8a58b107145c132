import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS } from "../contracts/days.ts";
import { takeSiteAttempt } from "./rate-limits.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { type Mail, type MailFailure, mailFailureOf } from "./mail.ts";
import { mailRule } from "./mail-kinds.ts";
import { MailDeferred, reserveMailSlot } from "./mail-slots.ts";
import { addressHashOf, storeSuppression, suppressionOf } from "./suppressions.ts";
import { mailClaims } from "./tables.ts";

const FINAL: ReadonlySet<MailFailure> = new Set(["suppressed", "refused", "unknown"]);

/**
 * Whether an error means that a mail was not sent but can be retried: a quota was reached, or the service is not
 * configured.
 */
export const isRetryable = (error: unknown) => !FINAL.has(mailFailureOf(error));

/**
 * Whether a mail may be sent now: its address is not suppressed, and its kind's limit is not reached. This is the only
 * place that counts mails, each once by its key, so that retries and duplicate deliveries are not counted again.
 * @throws MailDeferred when it must be sent later
 */
async function mayGo(deps: Deps, key: string, mail: Mail): Promise<boolean> {
  const suppression = await suppressionOf(deps, mail.to);
  if (suppression) {
    deps.log.info("mail.suppressed", { reason: suppression.reason });
    return false;
  }
  const place = await reserveMailSlot(deps, key, mail);
  if (place === null) {
    deps.log.info("mail.one_too_many", { kind: mail.kind });
    return false;
  }
  if (place > deps.now()) throw new MailDeferred(place);
  const { causedBy, whenTooMany } = mailRule(mail.kind);
  const answer = causedBy === "anybody" ? await takeSiteAttempt(deps, "mails") : { allowed: true as const };
  if (answer.allowed) return true;
  deps.log.info("mail.paused", { kind: mail.kind });
  if (whenTooMany === "waits") throw new MailDeferred(new Date(deps.now().getTime() + answer.retryAfterSeconds * 1000));
  return false;
}

/** Sends a mail, and suppresses the address if the mail service rejects it permanently. */
async function hand(deps: Deps, mail: Mail): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (error) {
    if (mailFailureOf(error) === "suppressed")
      await storeSuppression(deps, await addressHashOf(deps, mail.to), "refused");
    throw error;
  }
}

/**
 * Sends a mail, unless its address is suppressed or has reached its daily limit.
 * @throws what the transport throws
 */
export async function sendMail(deps: Deps, mail: Mail): Promise<void> {
  if (await mayGo(deps, deps.newId(), mail)) await hand(deps, mail);
}

/** Tries to withdraw a claim whose statement failed. */
const WITHDRAWALS = 3;

/**
 * Sends a mail at most once, and not to suppressed addresses or beyond the daily limit. The claim is stored before the
 * send and the outcome after it. A send that certainly failed and can be retried releases the claim; any other failure
 * is logged and never retried, because the send API has no idempotency key.
 * @param key identifies the mail: its subject matter and the state it reports
 * @param settled statements to run in one batch with the final outcome, sent or not
 * @throws what the transport throws when the mail can be retried; MailDeferred when the address has reached its daily
 * limit
 */
export async function sendOnce(
  deps: Deps,
  key: string,
  mail: Mail,
  settled: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  if (!(await mayGo(deps, key, mail))) return settle(deps, settled);
  if (!(await claim(deps, key))) {
    deps.log.info("mail.repeat_skipped");
    return;
  }
  try {
    await hand(deps, mail);
  } catch (error) {
    if (!isRetryable(error)) {
      deps.log.error("mail.not_sent", error, { failure: mailFailureOf(error) });
      return settle(deps, settled);
    }
    await deps.db.delete(mailClaims).where(and(eq(mailClaims.key, key), isNull(mailClaims.sentAt)));
    throw error;
  }
  await settle(deps, [
    deps.db.update(mailClaims).set({ sentAt: deps.now() }).where(eq(mailClaims.key, key)),
    ...settled,
  ]);
}

/**
 * Claims a mail; false when it is claimed already. A claim that failed may be stored all the same and would keep every
 * later try from sending the mail, so it is withdrawn: nothing has been sent under it.
 */
async function claim(deps: Deps, key: string): Promise<boolean> {
  const claimedAt = deps.now();
  try {
    return (await deps.db.insert(mailClaims).values({ key, claimedAt }).onConflictDoNothing().returning()).length > 0;
  } catch (error) {
    for (let tries = 0; tries < WITHDRAWALS; tries += 1) {
      try {
        await deps.db.delete(mailClaims).where(and(eq(mailClaims.key, key), eq(mailClaims.claimedAt, claimedAt)));
        break;
      } catch (cause) {
        deps.log.error("mail.claim_not_withdrawn", cause);
      }
    }
    throw error;
  }
}

async function settle(deps: Deps, [first, ...others]: readonly BatchItem<"sqlite">[]): Promise<void> {
  if (first) await deps.db.batch([first, ...others]);
}

/**
 * How long claims are kept: work is retried for at most three days, and a restored database is at most thirty days old.
 */
const CLAIMS_KEPT_MS = 60 * DAY_MS;

/** Deletes old claims (index mail_claims_claimed). */
export async function pruneMailClaims(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - CLAIMS_KEPT_MS;
  await deleteInBatches(deps, "mail_claims", sql`claimed_at < ${before}`);
}
