import { HIDDEN_NUMBER } from "../../../contracts/listing-text.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { purge } from "../../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import type { Listing } from "./listings.table.ts";
import { hidePhoneOnce, showPhonesAfter } from "./phone-review.repo.ts";

export { hidePhonesAgain, idsUnderReview, showPhones } from "./phone-review.repo.ts";

/** Number of networks whose scam reports together hide a listing's phone number. */
export const SCAM_NETWORKS = 3;

type Hidden = Pick<Listing, "phoneHiddenUntil">;

/** Returns whether a listing's phone number is hidden at this time because of scam reports. */
export const isUnderReview = ({ phoneHiddenUntil }: Hidden, now: Date): boolean =>
  phoneHiddenUntil !== null && phoneHiddenUntil > now;

/**
 * Returns the column values with which a moderator's decision ends a review and shows the phone number again. Undoing
 * the decision hides it again.
 */
export const endOfReview = ({ phoneHiddenUntil }: Hidden): Partial<Listing> =>
  phoneHiddenUntil === null ? {} : { phoneHiddenUntil: null };

/**
 * Returns the note for moderators on a listing whose phone number was hidden. The note stays after the number is shown
 * again.
 */
export function hiddenNumberNotes({ phoneHiddenAt }: Pick<Listing, "phoneHiddenAt">): ReviewNote[] {
  if (phoneHiddenAt === null) return [];
  const text = `${SCAM_NETWORKS} networks reported a scam, so the phone number was hidden on ${torontoDay(phoneHiddenAt)} for a day, or until a moderator decides.`;
  return [{ code: "reported_scam", text }];
}

/** Matches phone numbers: ten or more digits, with or without a country code, or seven digits with a separator. */
const NUMBERS = /(?<![\d$.,])\+?\(?\d(?:[ ().\u2010-\u2015-]{0,3}\d){9,14}(?!\d)|(?<![\d-])\d{3}[ .-]\d{4}(?![\d-])/g;

/** Returns a text without the phone numbers in it. */
export const withoutPhoneNumbers = (text: string): string => text.replaceAll(NUMBERS, HIDDEN_NUMBER);

/** Hides the phone number of a public listing after reports of a scam, unless the number was hidden before. */
export async function hidePhone(deps: Deps, id: number): Promise<void> {
  if (await hidePhoneOnce(deps, id)) await purge(deps, "listing.questioned", id);
}

/** Purges the cached pages of listings whose phone number is shown or hidden again. */
export const purgeQuestioned = (deps: Deps, ids: readonly number[]) => purge(deps, "listing.questioned", ids);

export const phoneReviewJobs: readonly ScheduledJob[] = [
  {
    // Responses already contain these numbers, so only cached pages must be purged.
    name: "listings.end_reviews",
    due: everyTick,
    run: async (deps, time) => purgeQuestioned(deps, await showPhonesAfter(deps, time)),
  },
];
