import type { Deps } from "../../../platform/deps.ts";
import { layOutCountedMail } from "../../../platform/counted-mail.ts";
import { sendOnce } from "../../../platform/mail-once.ts";
import { placeOf } from "../../../platform/mail-places.ts";
import { forgetAsked, outboxEntry, outboxIfChanged, type OutboxHandlers, relaySoon } from "../../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { tell } from "../../decisions/decisions.service.ts";
import { linksMail, LISTING_MAILS, type ListingMail, listingMail } from "./listings.mail.ts";
import { listingsToRemind, markReminded } from "../core/listings.jobs.repo.ts";
import { listingById, listingOfPhotoPrefix, listingsOfEmail } from "../core/listings.repo.ts";
import type { Listing } from "../core/listings.table.ts";

const LISTING_MAIL = "listing.mail";
const LINKS_MAIL = "listing.links_mail";
/** A mail with lost links holds those of so many listings. */
const LISTINGS_PER_MAIL = 10;
/** What the receipt of a submission is about, as mailIfChanged() takes it. */
export const SUBMISSION = "submission";
/** How long before its expiry a landlord is asked whether the unit is still available. */
const REMIND_BEFORE_MS = 5 * 86_400_000;
const BATCH = 50;

/**
 * The statement that stores a mail to be written, behind the change it tells of in the same batch. The listing is named
 * by its photo prefix, which is known before the listing has an id; `about` names the state the mail tells of.
 */
export function mailIfChanged(
  deps: Deps,
  kind: ListingMail,
  listing: Pick<Listing, "photoPrefix">,
  about: string | number,
) {
  return outboxIfChanged(deps, LISTING_MAIL, { kind, photoPrefix: listing.photoPrefix, about });
}

/**
 * The same for a moderator's decision: the mail waits until the decision can no longer be undone, and names it, so that
 * there is one mail about it however often it is stored.
 */
export function decisionMailIfChanged(
  deps: Deps,
  kind: ListingMail,
  { photoPrefix }: Pick<Listing, "photoPrefix">,
  { decisionId, dueAt }: { decisionId: string; dueAt: Date },
) {
  return outboxIfChanged(deps, LISTING_MAIL, { kind, photoPrefix, about: decisionId, decisionId }, dueAt);
}

/** Names a mail about a listing, and the state it tells of. */
const mailKey = (kind: ListingMail, { photoPrefix }: Pick<Listing, "photoPrefix">, about: string) =>
  `listing:${photoPrefix}:${kind}:${about}`;

/** What stands for the mail address of a listing where a mail about it is named. */
export const addresseeOf = (deps: Deps, { id, email }: Pick<Listing, "id" | "email">) =>
  deps.tokens.addresseeOf("manage", id, email);

/** What becomes of a submission's receipt: it goes out now, on a day to come, or not at all, for a week of days is full. */
export type Receipt = "now" | "later" | "dropped";

/** Takes the place of a submission's receipt among the mails of the day. */
export async function placeReceipt(deps: Deps, listing: Listing): Promise<Receipt> {
  const mail = { kind: "listing.submitted" as const, to: listing.email };
  const place = await placeOf(deps, mailKey("submitted", listing, SUBMISSION), mail);
  if (place === null) return "dropped";
  return place > deps.now() ? "later" : "now";
}

/** Stores that the links of an address's listings are to be mailed to it; whether it has any is looked up then. */
export async function queueLinksMail(deps: Deps, email: string): Promise<void> {
  await outboxEntry(deps, LINKS_MAIL, { email: email.toLowerCase(), about: deps.newId() });
}

/** The statements that forget that an address's links were asked for. */
export const forgetLinksMails = (deps: Deps, email: string) => forgetAsked(deps, LINKS_MAIL, email.toLowerCase());

/** Whether the mail is still true: who was approved and unapproved since is not told of the approval. */
function isStillTrue(kind: ListingMail, { status }: Listing): boolean {
  if (status === "deleted") return false;
  if (kind === "approved" || kind === "expiring") return status === "approved";
  return kind !== "rejected" || status === "rejected";
}

async function sendListingMail(deps: Deps, payload: Record<string, unknown>): Promise<void> {
  const kind = LISTING_MAILS.find((name) => name === payload.kind);
  const listing = await listingOfPhotoPrefix(deps, String(payload.photoPrefix));
  if (!kind || !listing) return;
  // A decision that was undone, or followed by another, is not told of.
  if (typeof payload.decisionId === "string" && (await tell(deps, payload.decisionId, listing.id)) !== "latest") return;
  if (!isStillTrue(kind, listing)) return;
  // The address was changed again since.
  if (kind === "new_email" && payload.about !== (await addresseeOf(deps, listing))) return;
  const mail = await layOutCountedMail(deps, await listingMail(deps, kind, listing));
  await sendOnce(deps, mailKey(kind, listing, String(payload.about)), mail);
}

/** One mail with the links of an address's listings, if it has any. */
async function sendLinksMail(deps: Deps, payload: Record<string, unknown>): Promise<void> {
  const listings = await listingsOfEmail(deps, String(payload.email), LISTINGS_PER_MAIL);
  if (listings.length === 0) return;
  const mail = await layOutCountedMail(deps, await linksMail(deps, listings));
  await sendOnce(deps, `listings:links:${String(payload.about)}`, mail);
}

/** Asks landlords, once a term, whether the unit is still available. */
async function remindLandlords(deps: Deps, time: Date): Promise<void> {
  const before = new Date(time.getTime() + REMIND_BEFORE_MS);
  const due = await listingsToRemind(deps, before, BATCH);
  for (const { id } of due) {
    const listing = await listingById(deps, id);
    if (!listing) continue;
    await deps.db.batch([
      markReminded(deps, listing, before),
      mailIfChanged(deps, "expiring", listing, listing.approvedAt?.getTime() ?? 0),
    ]);
  }
  if (due.length > 0) relaySoon(deps);
}

export const listingMailOutbox: OutboxHandlers = { [LISTING_MAIL]: sendListingMail, [LINKS_MAIL]: sendLinksMail };

export const listingMailJobs: readonly ScheduledJob[] = [
  { name: "listings.remind", due: everyTick, run: remindLandlords },
];
