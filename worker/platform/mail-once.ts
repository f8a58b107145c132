import { and, eq, isNull } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { type Mail, type MailFailure, mailFailureOf } from "./mail.ts";
import { storeSuppression, suppressionOf } from "./suppressions.ts";
import { mailClaims } from "./tables.ts";

const FINAL: ReadonlySet<MailFailure> = new Set(["suppressed", "refused", "unknown"]);

/** Whether an error says that a mail was not sent, and may be later: a quota was used up, or the service is not set up. */
export const mayBeSentLater = (error: unknown) => !FINAL.has(mailFailureOf(error));

async function isSuppressed(deps: Deps, mail: Mail): Promise<boolean> {
  const row = await suppressionOf(deps, mail.to);
  if (row) deps.log.info("mail.suppressed", { reason: row.reason });
  return row !== null;
}

/** An address that the mail service refuses for good is remembered as one that gets no mail. */
async function hand(deps: Deps, mail: Mail): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (error) {
    if (mailFailureOf(error) === "suppressed") await storeSuppression(deps, mail.to, "refused");
    throw error;
  }
}

/**
 * Sends a mail, unless its address bounced or complained before.
 * @throws what the transport throws
 */
export async function sendMail(deps: Deps, mail: Mail): Promise<void> {
  if (!(await isSuppressed(deps, mail))) await hand(deps, mail);
}

/**
 * Sends a mail at most once, and none to an address that bounced or complained before. The claim is stored before the
 * send and the outcome after it: a send that surely did not happen and may happen later gives the claim back, so that
 * it is tried again; any other failure is logged and never repeated, because the send API has no idempotency key.
 * @param key names the mail: what it is about and the state that it tells of
 * @throws what the transport throws when the mail may be sent later
 */
export async function sendOnce(deps: Deps, key: string, mail: Mail): Promise<void> {
  if (await isSuppressed(deps, mail)) return;
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
      return;
    }
    await deps.db.delete(mailClaims).where(and(eq(mailClaims.key, key), isNull(mailClaims.sentAt)));
    throw error;
  }
  await deps.db.update(mailClaims).set({ sentAt: deps.now() }).where(eq(mailClaims.key, key));
}
