import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import type { QueueRole } from "./queues.ts";
import { deadMessages } from "./tables.ts";
import { sha256Hex } from "./tokens.ts";
import { requireRow } from "./run-all-or-none.ts";

/** Maximum number of stored messages. Further messages, and messages that are too long, are only logged. */
const MAX_STORED = 1_000;
const BODY_LENGTH = 4_000;
const KEPT_MS = 30 * DAY_MS;

/**
 * Message that repeats an email's delivery event through another queue, because the events' own queue has no producer.
 */
export interface MailEventMessage {
  mailEvent: unknown;
}

/**
 * Stores a message without an outbox entry from a dead-letter queue, so that it can be sent again. Reopens a message
 * that was sent again and failed again.
 * @param queue the queue in which it failed
 */
export async function storeDeadMessage(deps: Deps, queue: QueueRole, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  const key = await sha256Hex(`${queue}\n${text}`);
  const stored = text.length <= BODY_LENGTH ? text : JSON.stringify({ tooLong: text.length });
  await deps.db.run(sql`INSERT INTO dead_messages (key, queue, body, came_at)
    SELECT ${key}, ${queue}, ${stored}, ${deps.now().getTime()}
    WHERE (SELECT count(*) FROM dead_messages) < ${MAX_STORED}
    ON CONFLICT (key) DO UPDATE SET retried_at = NULL, came_at = excluded.came_at`);
}

/** Returns the messages that were not sent again, newest first. */
export const openDeadMessages = (deps: Deps, limit: number) =>
  deps.db
    .select()
    .from(deadMessages)
    .where(isNull(deadMessages.retriedAt))
    .orderBy(desc(deadMessages.cameAt))
    .limit(limit);

/**
 * Sends a message to its queue again. Repeated calls send it only once.
 * @returns "kept" when it had already been sent again
 * @throws what the queue throws; the message is then open again
 */
export async function resendDeadMessage(deps: Deps, id: number): Promise<"sent" | "kept" | "unknown"> {
  const [row] = await deps.db
    .update(deadMessages)
    .set({ retriedAt: deps.now() })
    .where(and(eq(deadMessages.id, id), isNull(deadMessages.retriedAt)))
    .returning();
  if (!row) return (await isStored(deps, id)) ? "kept" : "unknown";
  try {
    const isEvent = row.queue === "mail-events";
    const queue = row.queue === "mails" ? deps.mailQueue : row.queue === "slow-jobs" ? deps.slowQueue : deps.queue;
    await queue.sendBatch([{ body: isEvent ? ({ mailEvent: row.body } satisfies MailEventMessage) : row.body }]);
  } catch (error) {
    await deps.db.update(deadMessages).set({ retriedAt: null }).where(eq(deadMessages.id, id));
    throw error;
  }
  return "sent";
}

async function isStored(deps: Deps, id: number): Promise<boolean> {
  const [row] = await deps.db.select({ id: deadMessages.id }).from(deadMessages).where(eq(deadMessages.id, id));
  return row !== undefined;
}

/** Returns the statement that deletes a message that was not sent again. */
export const dropDeadMessage = (deps: Deps, id: number) =>
  deps.db
    .delete(deadMessages)
    .where(requireRow(deadMessages, id, isNull(deadMessages.retriedAt)))
    .returning({ id: deadMessages.id });

/** Returns the statement that deletes messages that contain an email address, such as delivery reports. */
export const deleteDeadMessagesAbout = (deps: Deps, email: string) =>
  deps.db.delete(deadMessages).where(sql`instr(lower(body), ${email.toLowerCase()}) > 0`);

/** Deletes old messages, and messages that were resent more than a day ago (uses index dead_messages_came). */
export async function pruneDeadMessages(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "dead_messages", sql`came_at < ${time.getTime() - KEPT_MS}`);
  await deps.db
    .delete(deadMessages)
    .where(and(isNotNull(deadMessages.retriedAt), sql`retried_at < ${time.getTime() - DAY_MS}`));
}
