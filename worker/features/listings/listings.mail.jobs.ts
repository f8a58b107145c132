import type { Deps } from "../../platform/deps.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { outboxEntry, outboxIfChanged, type OutboxHandlers, relaySoon } from "../../platform/outbox.ts";
import { takeAttempt, perDay } from "../../platform/rate-limits.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { linksMail, LISTING_MAILS, type ListingMail, listingMail } from "./listings.mail.ts";
import { listingsToRemind, markReminded } from "./listings.jobs.repo.ts";
import { listingById, listingOfPhotoPrefix } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";

const LISTING_MAIL = "listing.mail";
const LINKS_MAIL = "listing.links_mail";
/** Mails about new submissions that anybody can make us send to one address in a day. */
const SUBMISSION_MAILS_PER_DAY = 10;
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

/** Stores one mail with the links of several listings of one landlord. */
export async function queueLinksMail(deps: Deps, listingIds: readonly number[]): Promise<void> {
  await outboxEntry(deps, LINKS_MAIL, { listingIds, about: deps.newId() });
}

/** Whether the mail is still true: who was approved and unapproved since is not told of the approval. */
function isStillTrue(kind: ListingMail, { status }: Listing): boolean {
  if (status === "deleted") return false;
  if (kind === "approved" || kind === "expiring") return status === "approved";
  return kind !== "rejected" || status === "rejected";
}

async function sendListingMail(deps: Deps, payload: Record<string, unknown>): Promise<void> {
  const kind = LISTING_MAILS.find((name) => name === payload.kind);
  const listing = await listingOfPhotoPrefix(deps, String(payload.photoPrefix));
  if (!kind || !listing || !isStillTrue(kind, listing)) return;
  if (kind === "submitted" && !(await mayTellOfSubmission(deps, listing))) return;
  await sendOnce(
    deps,
    `listing:${listing.id}:${kind}:${String(payload.about)}`,
    layOutMail(deps.config, await listingMail(deps, kind, listing)),
  );
}

/** Whether the address was not written to about submissions too often today: it may be somebody else's. */
async function mayTellOfSubmission(deps: Deps, { email, id }: Listing): Promise<boolean> {
  const key = `submitted:${await deps.tokens.keyedHash("address", email.toLowerCase())}`;
  const { allowed } = await takeAttempt(deps, key, perDay(SUBMISSION_MAILS_PER_DAY));
  if (!allowed) deps.log.info("listing.mail_limited", { listing: id });
  return allowed;
}

/** One mail with the links of the listings that are still there. */
async function sendLinksMail(deps: Deps, payload: Record<string, unknown>): Promise<void> {
  const ids = Array.isArray(payload.listingIds) ? payload.listingIds.map(Number) : [];
  const found = await Promise.all(ids.map((id) => listingById(deps, id)));
  const listings = found.filter((listing) => listing !== null && listing.status !== "deleted") as Listing[];
  if (listings.length === 0) return;
  await sendOnce(
    deps,
    `listings:links:${String(payload.about)}`,
    layOutMail(deps.config, await linksMail(deps, listings)),
  );
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
