import { desc, eq, sql } from "drizzle-orm";
import { deleteInBatches } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { type DecisionOnListing, ofDecision } from "../listing/decision-rows.ts";
import { listingMessages as messages, type StoredMessage } from "./questions.table.ts";

/** Maximum number of a listing's messages that are read, newest first. Daily limits keep the actual number lower. */
const THREAD_MAX = 200;

/** Returns the statement that stores a question. */
export const insertQuestion = (deps: Deps, question: Pick<StoredMessage, "listingId" | "text" | "decisionId">) =>
  deps.db.insert(messages).values({ ...question, author: "moderator", createdAt: deps.now() });

/**
 * Stores an answer. Stores an emailed answer only once (uses index listing_messages_mail).
 * @returns whether the answer was stored
 */
export async function insertAnswer(
  deps: Deps,
  answer: Pick<StoredMessage, "listingId" | "via" | "text" | "mailKey">,
): Promise<boolean> {
  const rows = await deps.db
    .insert(messages)
    .values({ ...answer, author: "landlord", createdAt: deps.now() })
    .onConflictDoNothing()
    .returning({ id: messages.id });
  return rows.length > 0;
}

/** Returns a listing's messages, oldest first (uses index listing_messages_listing). */
export async function messagesOf(deps: Deps, listingId: number): Promise<StoredMessage[]> {
  const rows = await deps.db
    .select()
    .from(messages)
    .where(eq(messages.listingId, listingId))
    .orderBy(desc(messages.id))
    .limit(THREAD_MAX);
  return rows.toReversed();
}

/** Returns the question that a decision asked, or null (uses index listing_messages_decision). */
export async function questionOfDecision(deps: Deps, decision: DecisionOnListing): Promise<string | null> {
  const [row] = await deps.db
    .select({ text: messages.text })
    .from(messages)
    .where(ofDecision(messages, decision))
    .limit(1);
  return row?.text ?? null;
}

/** Returns the statement that deletes the question that a decision asked (uses index listing_messages_decision). */
export const deleteQuestion = (deps: Deps, decision: DecisionOnListing) =>
  deps.db.delete(messages).where(ofDecision(messages, decision));

/** Returns the statement that deletes a listing's messages (uses index listing_messages_listing). */
export const deleteMessagesOf = (deps: Deps, listingId: number) =>
  deps.db.delete(messages).where(eq(messages.listingId, listingId));

/** Deletes messages written before `time` (uses index listing_messages_created). */
export const deleteMessagesBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "listing_messages", sql`created_at < ${time.getTime()}`);
