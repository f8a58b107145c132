import { and, eq, isNull } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { type Mail, mailFailureOf } from "./mail.ts";
import { mailClaims } from "./tables.ts";

/**
 * Sends a mail at most once. The claim is stored before the send and the outcome after it: a send that surely did not
 * happen and may happen later gives the claim back, so that it is tried again; any other failure is logged and never
 * repeated, because the send API has no idempotency key.
 * @param key names the mail: what it is about and the state that it tells of
 * @throws what the transport throws when the mail may be sent later
 */
export async function sendOnce(deps: Deps, key: string, mail: Mail): Promise<void> {
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
    await deps.mail.send(mail);
  } catch (error) {
    const failure = mailFailureOf(error);
    if (failure !== "quota" && failure !== "misconfigured") {
      deps.log.error("mail.not_sent", error, { failure });
      return;
    }
    await deps.db.delete(mailClaims).where(and(eq(mailClaims.key, key), isNull(mailClaims.sentAt)));
    throw error;
  }
  await deps.db.update(mailClaims).set({ sentAt: deps.now() }).where(eq(mailClaims.key, key));
}
