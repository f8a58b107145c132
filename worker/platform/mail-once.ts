import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { passBreaker } from "./breakers.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Deps } from "./deps.ts";
import { type Mail, type MailFailure, mailFailureOf } from "./mail.ts";
import { mailRule } from "./mail-kinds.ts";
import { MailWaits, placeOf } from "./mail-places.ts";
import { addressHashOf, storeSuppression, suppressionOf } from "./suppressions.ts";
import { mailClaims } from "./tables.ts";

const FINAL: ReadonlySet<MailFailure> = new Set(["suppressed", "refused", "unknown"]);

/** Whether an error says that a mail was not sent, and may be later: a quota was used up, or the service is not set up. */
export const mayBeSentLater = (error: unknown) => !FINAL.has(mailFailureOf(error));

/**
 * Whether a mail goes out now: not to an address that gets no mail, and no more than its kind's rule allows. This is the
 * one place where mails are counted, each once by its key, so that retries and second deliveries count no further.
 * @throws MailWaits when it goes out later
 */
async function mayGo(deps: Deps, key: string, mail: Mail): Promise<boolean> {
  const suppression = await suppressionOf(deps, mail.to);
  if (suppression) {
    deps.log.info("mail.suppressed", { reason: suppression.reason });
    return false;
  }
  const place = await placeOf(deps, key, mail);
  if (place === null) {
    deps.log.info("mail.one_too_many", { kind: mail.kind });
    return false;
  }
  if (place > deps.now()) throw new MailWaits(place);
  const { causedBy, whenTooMany } = mailRule(mail.kind);
  const answer = causedBy === "anybody" ? await passBreaker(deps, "mails") : { allowed: true as const };
  if (answer.allowed) return true;
  deps.log.info("mail.paused", { kind: mail.kind });
  if (whenTooMany === "waits") throw new MailWaits(new Date(deps.now().getTime() + answer.retryAfterSeconds * 1000));
  return false;
}

/** An address that the mail service refuses for good is remembered as one that gets no mail. */
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
 * Sends a mail, unless its address gets none, or none more today.
 * @throws what the transport throws
 */
export async function sendMail(deps: Deps, mail: Mail): Promise<void> {
  if (await mayGo(deps, deps.newId(), mail)) await hand(deps, mail);
}

/**
 * Sends a mail at most once, and none to an address that gets none, or none more today. The claim is stored before the
 * send and the outcome after it: a send that surely did not happen and may happen later gives the claim back, so that
 * it is tried again; any other failure is logged and never repeated, because the send API has no idempotency key.
 * @param key names the mail: what it is about and the state that it tells of
 * @param settled statements that note what follows from the mail's end, in one batch with it: it was sent, or never will be
 * @throws what the transport throws when the mail may be sent later; MailWaits when the address had its mails for today
 */
export async function sendOnce(
  deps: Deps,
  key: string,
  mail: Mail,
  settled: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  if (!(await mayGo(deps, key, mail))) return settle(deps, settled);
  const [claim] = await deps.db
    .insert(mailClaims)
    .values({ key, claimedAt: deps.now() })
    .onConflictDoNothing()
    .returning();
  if (!claim) {
    deps.log.info("mail.repeat_skipped");
    return;
  }
  try {
    await hand(deps, mail);
  } catch (error) {
    if (!mayBeSentLater(error)) {
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

async function settle(deps: Deps, [first, ...others]: readonly BatchItem<"sqlite">[]): Promise<void> {
  if (first) await deps.db.batch([first, ...others]);
}

/** How long claims are kept: work is repeated for three days at most, and a restored database is thirty days old. */
const CLAIMS_KEPT_MS = 60 * 86_400_000;

/** Forgets old claims (index mail_claims_claimed). */
export async function pruneMailClaims(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - CLAIMS_KEPT_MS;
  await deleteInBatches(
    deps,
    (limit) =>
      sql`DELETE FROM mail_claims WHERE key IN (SELECT key FROM mail_claims WHERE claimed_at < ${before} LIMIT ${limit})`,
  );
}
