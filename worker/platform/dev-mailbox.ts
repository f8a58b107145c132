import { desc, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Deps } from "./deps.ts";
import { assertHeadersAreSafe, type MailTransport, type Sender } from "./mail.ts";
import { devMailbox } from "./tables.ts";

const SHOWN = 200;

/** Mail of a development server: kept in the local database and read at /dev/mailbox. */
export function developmentMailbox(db: DrizzleD1Database, from: Sender, now: () => Date): MailTransport {
  return {
    async send(mail) {
      assertHeadersAreSafe(mail);
      const [row] = await db
        .insert(devMailbox)
        .values({
          to: mail.to,
          from: `${from.name} <${from.email}>`,
          replyTo: mail.replyTo ?? null,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: mail.headers ?? {},
          sentAt: now(),
        })
        .returning({ id: devMailbox.id });
      return { messageId: `dev-${row?.id}` };
    },
  };
}

/** Mails of the mailbox, newest first, at most {@link SHOWN} (index dev_mailbox_to). */
export async function mailsInMailbox(db: DrizzleD1Database, to: string | undefined) {
  return await db
    .select()
    .from(devMailbox)
    .where(to ? eq(devMailbox.to, to) : undefined)
    .orderBy(desc(devMailbox.id))
    .limit(SHOWN);
}

const KEPT_MS = 30 * 86_400_000;

/** Deletes mails of more than 30 days before `time`: ids are in the order of time. */
export async function pruneMailbox(deps: Pick<Deps, "db">, time: Date): Promise<void> {
  const before = time.getTime() - KEPT_MS;
  await deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM dev_mailbox WHERE id IN (
      SELECT id FROM (SELECT id, sent_at FROM dev_mailbox ORDER BY id LIMIT ${limit}) WHERE sent_at < ${before})`,
  );
}

/** One mail by its id. */
export async function mailInMailbox(db: DrizzleD1Database, id: number) {
  const [mail] = await db.select().from(devMailbox).where(eq(devMailbox.id, id)).limit(1);
  return mail ?? null;
}
