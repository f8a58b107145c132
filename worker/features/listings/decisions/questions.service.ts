import { DAY_MS } from "../../../contracts/days.ts";
import { UNDO_MS } from "../../../contracts/decisions.ts";
import { ANSWER_MAX, type ListingMessage } from "../../../contracts/questions.ts";
import { RETENTION_DAYS } from "../../../contracts/retention.ts";
import { cleanText, maxRawLength } from "../../../contracts/text.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { readReply, type ReceivedMail, replyAddress } from "../../../platform/inbound-reply.ts";
import { authenticatedDomains, isAuthentic } from "../../../platform/mail-authentication.ts";
import { recordProof } from "../../../platform/mail-slots.ts";
import { outboxEntry, relaySoon } from "../../../platform/outbox.ts";
import { perDay, requireAttempt } from "../../../platform/rate-limits.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import type { EditableListing } from "../listing/listings.policy.ts";
import { listingById, markAnswered } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { decisionStatements, queueDecisionMails } from "./record-decision.service.ts";
import type { DecisionInProgressOf, Outcome } from "./moderation.service.ts";
import { deleteMessagesBefore, insertAnswer, insertQuestion, messagesOf } from "./questions.repo.ts";
import type { StoredMessage } from "./questions.table.ts";

/** Maximum number of questions about a listing per day, and maximum number of answers per day. */
const QUESTIONS_A_DAY = 10;
const ANSWERS_A_DAY = 20;

const toMessage = ({ id, author, via, text, createdAt }: StoredMessage): ListingMessage => ({
  id,
  author,
  via,
  text,
  sentAt: createdAt.toISOString(),
});

/** Returns questions and answers about a listing for moderators, oldest first. */
export const readThread = async (deps: Deps, listingId: number): Promise<ListingMessage[]> =>
  (await messagesOf(deps, listingId)).map(toMessage);

/** Returns the questions and answers for the landlord. Leaves out a question whose decision can still be undone. */
export async function readSentThread(deps: Deps, listingId: number): Promise<ListingMessage[]> {
  const sentBefore = deps.now().getTime() - UNDO_MS;
  const messages = await messagesOf(deps, listingId);
  return messages
    .filter(({ author, createdAt }) => author === "landlord" || createdAt.getTime() <= sentBefore)
    .map(toMessage);
}

/**
 * Asks the landlord of a listing a question. The email is sent once the decision can no longer be undone.
 * @throws AppError 409 `listing.changed` after a race, 429 after too many questions in a day
 */
export async function askQuestion(
  deps: Deps,
  listing: Listing,
  { id, choice, by }: DecisionInProgressOf<"ask">,
): Promise<Outcome> {
  await requireAttempt(deps, `questions:listing:${listing.id}`, perDay(QUESTIONS_A_DAY));
  const action = "ask";
  const { status } = listing;
  const [[row]] = await runAllOrNone(deps, [
    ...decisionStatements(deps, listing, { id, action, values: { answeredAt: null }, by }),
    insertQuestion(deps, { listingId: listing.id, text: choice.text, decisionId: id }),
    ...queueDecisionMails(deps, listing, { id, action, status, isFirst: false, decidedAt: deps.now() }),
  ]);
  if (!row) throw new AppError("listing.changed");
  relaySoon(deps);
  return { listing: row, change: "internal" };
}

type Answer = Pick<StoredMessage, "text" | "via" | "mailKey">;

/**
 * Stores a landlord's answer to a question that was emailed.
 * @throws AppError 409 `listing.no_question` if no question was emailed, 429 after too many answers in a day
 */
export async function answerQuestion(deps: Deps, listing: EditableListing | Listing, answer: Answer): Promise<void> {
  const thread = await readSentThread(deps, listing.id);
  if (!thread.some(({ author }) => author === "moderator")) throw new AppError("listing.no_question");
  await requireAttempt(deps, `answers:listing:${listing.id}`, perDay(ANSWERS_A_DAY));
  if (await insertAnswer(deps, { listingId: listing.id, ...answer })) await markAnswered(deps, listing.id);
}

/** Returns the email address for a landlord's replies to a question. */
export const answerAddress = async (deps: Deps, { id, tokenVersion }: Pick<Listing, "id" | "tokenVersion">) =>
  replyAddress(deps, "answer", await deps.tokens.mint("answer", id, tokenVersion));

/** Returns the listing that an answer token identifies, or null. */
async function listingOfAnswer(deps: Deps, token: string): Promise<Listing | null> {
  const id = deps.tokens.idOf(token);
  const listing = id === null ? null : await listingById(deps, id);
  if (!listing || listing.status === "deleted") return null;
  return (await deps.tokens.verify(token, "answer", listing.id, listing.tokenVersion)) ? listing : null;
}

/**
 * Stores an emailed reply to a question among the listing's messages, once. The signed address authorizes the sender to
 * answer, like the manage link. Ignores automatic replies and replies over the limits. If an authentic reply has no
 * text, emails its sender instructions. Does not email the sender of a forged reply, because that email would be
 * unsolicited.
 */
export async function receiveAnswer(deps: Deps, token: string, mail: ReceivedMail): Promise<void> {
  const listing = await listingOfAnswer(deps, token);
  const reply = listing && (await readReply(deps, mail));
  if (!listing) await mail.raw.cancel().catch(() => undefined);
  if (!listing || !reply || reply.isAutomatic || reply.hasAutomaticSubject) {
    const reason = !listing ? "address" : reply ? "automatic" : "unreadable";
    return deps.log.info("answer.ignored", { reason });
  }
  const { from } = reply;
  const isFromSender = from !== null && isAuthentic(from, authenticatedDomains(reply.headers, deps.config.authservId));
  if (isFromSender && from === listing.email.toLowerCase()) recordProof(deps, from);
  const text = cleanText(reply.text.slice(0, maxRawLength(ANSWER_MAX)))
    .slice(0, ANSWER_MAX)
    .trim();
  if (text === "") {
    deps.log.info("answer.ignored", { reason: "empty" });
    if (isFromSender) await mailInstructions(deps, listing, from);
    return;
  }
  // One email may answer the questions about several listings, and each listing gets it separately.
  const mailKey = await deps.tokens.keyedHash("answer", `${listing.id}:${reply.messageId ?? text}`);
  try {
    await answerQuestion(deps, listing, { text, via: "mail", mailKey });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    deps.log.info("answer.ignored", { reason: error.code });
  }
}

async function mailInstructions(deps: Deps, { id: listingId }: Listing, email: string): Promise<void> {
  const day = torontoDay(deps.now());
  await outboxEntry(deps, "listing.no_answer_mail", { listingId, email, day });
  relaySoon(deps);
}

/** Deletes messages whose retention period has ended by `time`. */
export const pruneMessages = (deps: Deps, time: Date): Promise<void> =>
  deleteMessagesBefore(deps, new Date(time.getTime() - RETENTION_DAYS.listingMessage * DAY_MS));
