import { and, eq, isNull, lt, sql, desc, gt } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { transportFor } from "./bulk-mail.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { failureText } from "./log.ts";
import { mailRule, type MailKind, type MailFailure, type TransportName } from "./mail-kinds.ts";
import { MailDeferred, reserveMailSlot } from "./mail-slots.ts";
import { type Mail, mailFailureOf } from "./mail.ts";
import { notifyOperator } from "./operator-notices.ts";
import { refundSiteAttempt, countSiteAttempt } from "./rate-limits.ts";
import { addressHashOf, suppressTemporarily, suppressionOf } from "./suppressions.ts";
import { mailClaims, mailHours, mailRefusals } from "./tables.ts";

/** Failures of the service itself, whose cause the operator can fix. */
const OF_SERVICE: ReadonlySet<MailFailure> = new Set(["rate", "quota", "misconfigured", "unknown"]);

/** Returns the statement that counts emails passed to their transport. */
export function countSent(deps: Deps, kind: MailKind, count: number) {
  const hour = new Date(Math.floor(deps.now().getTime() / HOUR_MS) * HOUR_MS);
  return deps.db
    .insert(mailHours)
    .values({ hour, transport: transportFor(deps.config, kind), sent: count })
    .onConflictDoUpdate({
      target: [mailHours.hour, mailHours.transport],
      set: { sent: sql`${mailHours.sent} + ${count}` },
    });
}

/** Records that a transport rejected an email because of its own fault. Never throws. */
export async function recordRefusal(deps: Deps, kind: MailKind, failure: MailFailure): Promise<void> {
  if (!OF_SERVICE.has(failure)) return;
  const at = deps.now();
  try {
    await deps.db
      .insert(mailRefusals)
      .values({ transport: transportFor(deps.config, kind), failure, at })
      .onConflictDoUpdate({ target: [mailRefusals.transport, mailRefusals.failure], set: { at } });
  } catch (error) {
    deps.log.error("mail.refusal_not_stored", error, { failure });
  }
}

/** Returns the number of emails in the last 24 hours (whole hours) by transport, and the latest refusal. */
export async function readMailCounts(deps: Deps): Promise<{
  sent: { transport: TransportName; count: number }[];
  lastRefusal: { transport: TransportName; failure: MailFailure; at: Date } | null;
}> {
  const since = new Date(deps.now().getTime() - DAY_MS);
  const [sent, [lastRefusal]] = await Promise.all([
    deps.db
      .select({ transport: mailHours.transport, count: sql<number>`sum(${mailHours.sent})` })
      .from(mailHours)
      .where(gt(mailHours.hour, since))
      .groupBy(mailHours.transport),
    deps.db.select().from(mailRefusals).orderBy(desc(mailRefusals.at)).limit(1),
  ]);
  return { sent, lastRefusal: lastRefusal ?? null };
}

const FINAL: ReadonlySet<MailFailure> = new Set(["suppressed", "refused", "unknown"]);
/** Longest time for which a repeatable email waits for the end of a suppression. */
const LONGEST_WAIT_MS = 26 * HOUR_MS;

/** Thrown when it is unclear whether an email was sent and a second copy does no harm. */
class MailUnclear extends Error {
  constructor(cause: unknown) {
    super(`The email service did not report whether it sent an email: ${failureText(cause)}`, { cause });
  }
}

/**
 * Returns whether an email can be retried after an error: either it was not sent because a quota was reached or the
 * service is not configured, or a second copy does no harm.
 */
export const isRetryable = (error: unknown) =>
  error instanceof MailDeferred || error instanceof MailUnclear || !FINAL.has(mailFailureOf(error));

/** Returns whether to retry soon, because the service is overloaded or failed, which usually lasts only minutes. */
export const isRetriedSoon = (error: unknown) => error instanceof MailUnclear || mailFailureOf(error) === "rate";

/**
 * Returns whether an email may be sent now: its address is not suppressed, and the limit of its kind is not reached.
 * This is the only function that counts emails: each once, by its key, so that retries and duplicate deliveries do not
 * count again.
 * @throws MailDeferred when the email must be sent later
 */
async function maySendNow(deps: Deps, key: string, mail: Mail): Promise<boolean> {
  const { causedBy, whenTooMany, isToOperator } = mailRule(mail.kind);
  const suppression = isToOperator ? null : await suppressionOf(deps, mail.to);
  if (suppression) {
    deps.log.info("mail.suppressed", { reason: suppression.reason });
    deferUntil(deps, mail, suppression.endsAt);
    return false;
  }
  const place = await reserveMailSlot(deps, key, mail);
  if (place === null) {
    deps.log.info("mail.one_too_many", { kind: mail.kind });
    return false;
  }
  if (place > deps.now()) throw new MailDeferred(place);
  const answer = causedBy === "anybody" ? await countSiteAttempt(deps, "mails") : { allowed: true as const };
  if (answer.allowed) return true;
  deps.log.info("mail.paused", { kind: mail.kind });
  if (whenTooMany === "waits") throw new MailDeferred(new Date(deps.now().getTime() + answer.retryAfterSeconds * 1000));
  return false;
}

/** @throws MailDeferred for an email that is worth delaying until the suppression ends */
function deferUntil(deps: Deps, { kind }: Mail, endsAt: Date | null): void {
  const isNear = endsAt !== null && endsAt.getTime() - deps.now().getTime() <= LONGEST_WAIT_MS;
  if (isNear && mailRule(kind).mayRepeat) throw new MailDeferred(endsAt);
}

/**
 * Sends an email. If the email service refuses the address, suppresses the address for the time in which the service
 * accepts no email to it.
 * @throws MailDeferred, MailUnclear for an email that may be repeated; otherwise what the transport throws
 */
async function sendOrSuppress(deps: Deps, mail: Mail): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (error) {
    const failure = mailFailureOf(error);
    const { mayRepeat, causedBy } = mailRule(mail.kind);
    await recordRefusal(deps, mail.kind, failure);
    if (failure === "suppressed")
      deferUntil(deps, mail, await suppressTemporarily(deps, await addressHashOf(deps, mail.to), "refusal"));
    const isUnclear = failure === "unknown" && mayRepeat;
    // Refunded, because the next attempt counts again, and an outage must not use up the site's limit.
    if (causedBy === "anybody" && (isUnclear || isRetryable(error))) await refundSiteAttempt(deps, "mails");
    throw isUnclear ? new MailUnclear(error) : error;
  }
}

/**
 * Sends an email, unless its address is suppressed or has reached its daily limit.
 * @throws what the transport throws
 */
export async function sendMail(deps: Deps, mail: Mail): Promise<void> {
  if (!(await maySendNow(deps, deps.newId(), mail))) return;
  await sendOrSuppress(deps, mail);
  await countSent(deps, mail.kind, 1);
}

/**
 * Time after which a sender that has not reported is assumed to be dead. The queue redelivers the work after 15 minutes
 * (outbox.ts).
 */
const ABANDONED_MS = 14 * MINUTE_MS;
/** Number of attempts to release a claim after its statement failed, and to store an outcome. */
const TRIES = 3;

/**
 * Sends an email at most once, and not to suppressed addresses or beyond the daily limit. Stores the claim before
 * sending and the outcome afterwards. If sending certainly failed and can be retried, the claim is released. Any other
 * failure is logged and never retried, because the send API has no idempotency key. Kinds of email whose second copy
 * does no harm are also retried when the outcome is unclear.
 * @param key identifies the email: its subject matter and the state that it reports
 * @param settled statements to run in one batch with the final outcome, whether sent or not
 * @throws what the transport throws when the email can be retried; MailDeferred when the address has reached its daily
 * limit
 */
export async function sendOnce(
  deps: Deps,
  key: string,
  mail: Mail,
  settled: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  if (!(await maySendNow(deps, key, mail))) return storeOutcome(deps, settled);
  if (!(await claim(deps, key, mail))) {
    deps.log.info("mail.repeat_skipped");
    return;
  }
  try {
    await sendOrSuppress(deps, mail);
  } catch (error) {
    if (!isRetryable(error)) {
      deps.log.error("mail.not_sent", error, { failure: mailFailureOf(error) });
      return storeOutcome(deps, settled);
    }
    await deps.db.delete(mailClaims).where(and(eq(mailClaims.key, key), isNull(mailClaims.sentAt)));
    throw error;
  }
  await storeOutcome(deps, [
    deps.db.update(mailClaims).set({ sentAt: deps.now() }).where(eq(mailClaims.key, key)),
    countSent(deps, mail.kind, 1),
    ...settled,
  ]);
}

/** Notifies the operator that an email was given up because its content has expired. @param what "A code", "A link" */
export async function notifyOfExpiredMail(deps: Deps, what: string): Promise<void> {
  const text = `${what} could not be emailed before it expired. The person who requested it can request another. The log shows the response of the email service.`;
  await notifyOperator(deps, "mail.given_up", "An email was not sent in time", text);
}

/**
 * Claims an email; returns false if it is already claimed. A claim whose statement failed may have been stored anyway
 * and would prevent every later attempt, so the claim is released; no email has been sent under this claim. A
 * repeatable email is claimed again if its first sender died.
 */
async function claim(deps: Deps, key: string, { kind }: Mail): Promise<boolean> {
  const claimedAt = deps.now();
  const isAbandoned = and(
    isNull(mailClaims.sentAt),
    lt(mailClaims.claimedAt, new Date(claimedAt.getTime() - ABANDONED_MS)),
  );
  const insert = deps.db.insert(mailClaims).values({ key, claimedAt });
  try {
    const claimed = mailRule(kind).mayRepeat
      ? insert.onConflictDoUpdate({ target: mailClaims.key, set: { claimedAt }, setWhere: isAbandoned })
      : insert.onConflictDoNothing();
    return (await claimed.returning()).length > 0;
  } catch (error) {
    for (let tries = 0; tries < TRIES; tries += 1) {
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

/**
 * Stores an outcome, with several attempts. Without a stored outcome, a repeatable email is sent again once its sender
 * is assumed to be dead.
 */
async function storeOutcome(deps: Deps, [first, ...others]: readonly BatchItem<"sqlite">[]): Promise<void> {
  if (!first) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await deps.db.batch([first, ...others]);
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      deps.log.error("mail.outcome_not_stored", error);
    }
  }
}

/**
 * How long claims are stored. Work is retried for at most three days, and a restored database is at most thirty days
 * old.
 */
const CLAIMS_KEPT_MS = 60 * DAY_MS;

/** Deletes old claims (uses index mail_claims_claimed). */
export async function pruneMailClaims(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - CLAIMS_KEPT_MS;
  await deleteInBatches(deps, "mail_claims", sql`claimed_at < ${before}`);
}
