import { DAY_MS } from "../../../contracts/days.ts";
import type { Receipt } from "../../../contracts/listings.ts";
import type { ListingMail } from "../../../platform/outbox.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener, Work } from "../../../platform/events.ts";
import { layOutCountedMail } from "../../../platform/mail-layout.ts";
import { sendOnce } from "../../../platform/mail-once.ts";
import { reserveMailSlot } from "../../../platform/mail-slots.ts";
import { invitingReply } from "../../../platform/inbound-reply.ts";
import {
  deleteRequested,
  type OutboxHandler,
  type OutboxHandlers,
  outboxEntry,
  relaySoon,
} from "../../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { closeUndoWindow } from "../../decisions/decisions.service.ts";
import { appealOfDecision } from "../decisions/appeals.repo.ts";
import { appealMail, linksMail, listingMail, noAnswerMail, questionMail } from "./listings.mail.ts";
import { questionOfDecision } from "../decisions/questions.repo.ts";
import { answerAddress } from "../decisions/questions.service.ts";
import { listingsToRemind, markReminded } from "../listing/listings.jobs.repo.ts";
import { listingById, listingOfPhotoPrefix, listingsOfEmail } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";

/** Maximum number of listings in one email with the links to a landlord's listings. */
const LISTINGS_PER_MAIL = 10;
/** Value of `about` in the outbox entry of the email that confirms a submission. */
const SUBMISSION = "submission";
/** Time before a listing's expiry at which the landlord is asked whether the unit is still available. */
const REMIND_BEFORE_MS = 5 * DAY_MS;
const BATCH = 50;

/**
 * Queues an email to the landlord. The outbox entry identifies the listing by its photo prefix, which is known before
 * the id. `about` identifies the state that the email is about; for a decision, it is the decision's id, so that each
 * decision is emailed once.
 */
export const queueSubmittedMail: Listener<"listing.submitted"> = ({ photoPrefix }) => ({
  kind: "listing.mail",
  payload: { kind: "submitted", photoPrefix, about: SUBMISSION },
});
export const queueNewAddressMail: Listener<"listing.edited"> = ({ photoPrefix, newAddressee: about }) =>
  about ? { kind: "listing.mail", payload: { kind: "new_email", photoPrefix, about } } : null;
export const queueRetypedMail: Listener<"listing.retyped"> = ({ photoPrefix, about, decision }) =>
  decision
    ? decisionMail("retyped", { photoPrefix, ...decision })
    : { kind: "listing.mail", payload: { kind: "retyped", photoPrefix, about } };
export const queueApprovedMail: Listener<"listing.approved"> = (event) =>
  event.isAppeal ? null : decisionMail("approved", event);
export const queueQuestionMail: Listener<"listing.asked"> = (event) => decisionMail("question", event);
export const queueAppealMail: Listener<"appeal.decided"> = (event) => decisionMail("appeal", event);
export const queueRejectedMail: Listener<"listing.rejected"> = (event) => decisionMail("rejected", event);

const decisionMail = (
  kind: ListingMail,
  { photoPrefix, decisionId, dueAt }: { photoPrefix: string; decisionId: string; dueAt: Date },
): Work => ({ kind: "listing.mail", payload: { kind, photoPrefix, about: decisionId, decisionId }, dueAt });

/** Returns the deduplication key of an email about a listing. */
const mailKey = (kind: ListingMail, { photoPrefix }: Pick<Listing, "photoPrefix">, about: string | number) =>
  `listing:${photoPrefix}:${kind}:${about}`;

/** Returns a text that identifies a listing's email address without containing it. */
export const addresseeOf = (deps: Deps, { id, email }: Pick<Listing, "id" | "email">) =>
  deps.tokens.addresseeOf("manage", id, email);

/**
 * Reserves part of a day's email quota for the email that confirms a submission. Returns `dropped` if every day of the
 * coming week is full.
 */
export async function reserveReceipt(deps: Deps, listing: Listing): Promise<Receipt> {
  const mail = { kind: "listing.submitted" as const, to: listing.email };
  const place = await reserveMailSlot(deps, mailKey("submitted", listing, SUBMISSION), mail);
  if (place === null) return "dropped";
  return place > deps.now() ? "later" : "now";
}

/**
 * Queues an email with the links of the listings of an email address. Only the job that sends the email looks up the
 * listings.
 */
export async function queueLinksMail(deps: Deps, email: string): Promise<void> {
  await outboxEntry(deps, "listing.links_mail", { email: email.toLowerCase(), about: deps.newId() });
}

/**
 * Returns the statements that delete the queued emails that an email address requested, and queued replies to emails
 * from it.
 */
export const deleteRequestedMails = (deps: Deps, email: string) =>
  [
    ...deleteRequested(deps, "listing.links_mail", email.toLowerCase()),
    ...deleteRequested(deps, "listing.no_answer_mail", email.toLowerCase()),
  ] as const;

/** Returns whether the listing is still in the state that the email is about. */
function isCurrentFor(kind: ListingMail, { status }: Listing): boolean {
  if (status === "deleted") return false;
  if (kind === "approved" || kind === "expiring") return status === "approved";
  return kind !== "rejected" || status === "rejected";
}

/** Composes an email to a landlord. Returns null if the question or appeal that it is about no longer exists. */
async function contentOf(deps: Deps, kind: ListingMail, listing: Listing, decisionId: string | undefined) {
  if (kind !== "question" && kind !== "appeal") return listingMail(deps, kind, listing);
  const decision = { decisionId: decisionId ?? "", listingId: listing.id };
  if (kind === "appeal") {
    const appeal = await appealOfDecision(deps, decision);
    return appeal && appealMail(deps, listing, appeal);
  }
  const question = await questionOfDecision(deps, decision);
  return question === null ? null : questionMail(deps, listing, question);
}

const sendListingMail: OutboxHandler<"listing.mail"> = async (deps, { kind, photoPrefix, about, decisionId }) => {
  const listing = await listingOfPhotoPrefix(deps, photoPrefix);
  if (!listing) return;
  // Decisions that were undone or replaced are not emailed. An appeal is always answered.
  if (decisionId !== undefined) {
    const state = await closeUndoWindow(deps, decisionId, listing.id);
    if (state === "undone" || (state === "overtaken" && kind !== "appeal")) return;
  }
  if (!isCurrentFor(kind, listing)) return;
  // The listing's email address has changed again since.
  if (kind === "new_email" && about !== (await addresseeOf(deps, listing))) return;
  const content = await contentOf(deps, kind, listing, decisionId);
  if (content === null) return;
  const mail = await layOutCountedMail(deps, content);
  const sent = kind === "question" ? invitingReply(mail, await answerAddress(deps, listing)) : mail;
  await sendOnce(deps, mailKey(kind, listing, about), sent);
};

/** Emails instructions to a sender whose reply to a question had no text, at most once a day for each listing. */
const sendNoAnswerMail: OutboxHandler<"listing.no_answer_mail"> = async (deps, { listingId, email, day }) => {
  const listing = await listingById(deps, listingId);
  if (!listing || listing.status === "deleted") return;
  const mail = await layOutCountedMail(deps, noAnswerMail(email));
  const sent = invitingReply(mail, await answerAddress(deps, listing));
  await sendOnce(deps, `listing:${listing.photoPrefix}:no_answer:${day}`, sent);
};

/** Emails an address the links of its listings, if it has any. */
const sendLinksMail: OutboxHandler<"listing.links_mail"> = async (deps, { email, about }) => {
  const listings = await listingsOfEmail(deps, email, { limit: LISTINGS_PER_MAIL });
  if (listings.length === 0) return;
  const mail = await layOutCountedMail(deps, await linksMail(deps, listings));
  await sendOnce(deps, `listings:links:${about}`, mail);
};

/** Asks landlords once per term whether their unit is still available. */
async function remindLandlords(deps: Deps, time: Date): Promise<void> {
  const before = new Date(time.getTime() + REMIND_BEFORE_MS);
  const due = await listingsToRemind(deps, before, BATCH);
  for (const { id } of due) {
    const listing = await listingById(deps, id);
    if (!listing) continue;
    await runAllOrNone(deps, [
      markReminded(deps, listing, before),
      outboxEntry(deps, "listing.mail", {
        kind: "expiring",
        photoPrefix: listing.photoPrefix,
        about: listing.approvedAt?.getTime() ?? 0,
      }),
    ]);
  }
  if (due.length > 0) relaySoon(deps);
}

export const listingMailOutbox = {
  "listing.mail": sendListingMail,
  "listing.no_answer_mail": sendNoAnswerMail,
  "listing.links_mail": sendLinksMail,
} satisfies Partial<OutboxHandlers>;

export const listingMailJobs: readonly ScheduledJob[] = [
  { name: "listings.remind", due: everyTick, run: remindLandlords },
];
