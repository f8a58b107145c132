import { desc, eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
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

/** One mail by its id. */
export async function mailInMailbox(db: DrizzleD1Database, id: number) {
  const [mail] = await db.select().from(devMailbox).where(eq(devMailbox.id, id)).limit(1);
  return mail ?? null;
}
