import { DAY_MS } from "./contracts/days.ts";
import { AUDIT_ADDRESSES } from "./features/audit/audit.table.ts";
import { pruneAudit } from "./features/audit/audit.service.ts";
import { alertJobs, alertOutbox, matchApproved, matchConfirmed, matchDropped } from "./features/alerts/alerts.jobs.ts";
import { adJobs } from "./features/ads/ads.service.ts";
import { automationJobs } from "./features/automation/automation.jobs.ts";
import { accessJobs, accessOutbox } from "./features/access/access.service.ts";
import { claimJobs } from "./features/claims/claims.service.ts";
import { backupJobs, backupOutbox } from "./features/backups/backups.jobs.ts";
import { banJobs } from "./features/bans/bans.service.ts";
import { timetableJobs } from "./features/commute/commute.service.ts";
import { decisionJobs } from "./features/decisions/decisions.service.ts";
import { pruneAlerts } from "./features/digest/alerts.service.ts";
import { digestJobs, digestOutbox } from "./features/digest/digest.jobs.ts";
import { emailOutbox } from "./features/emails/emails.service.ts";
import { privacyJobs, privacyOutbox } from "./features/privacy/privacy.service.ts";
import { subscriberJobs, subscriberOutbox, welcomeConfirmed } from "./features/subscribers/subscribers.jobs.ts";
import { interestJobs } from "./features/listings/listing/interest.service.ts";
import { historyJobs } from "./features/listings/history/history.service.ts";
import { pruneAppeals } from "./features/listings/decisions/appeals.service.ts";
import { phoneReviewJobs } from "./features/listings/listing/phone-review.service.ts";
import { pruneMessages } from "./features/listings/decisions/questions.service.ts";
import { transparencyJobs } from "./features/transparency/transparency.service.ts";
import { LISTING_ADDRESSES } from "./features/listings/listing/listings.table.ts";
import { listingJobs, listingOutbox } from "./features/listings/listings.jobs.ts";
import {
  listingMailJobs,
  listingMailOutbox,
  queueAppealMail,
  queueApprovedMail,
  queueNewAddressMail,
  queueQuestionMail,
  queueRejectedMail,
  queueRetypedMail,
  queueSubmittedMail,
} from "./features/listings/mail/listings.mail.jobs.ts";
import {
  startComparison,
  listedRents,
  listingMarketOutbox,
} from "./features/listings/market/listings.market.service.ts";
import { compareEdited, compareSubmitted } from "./features/listings/duplicates/fingerprints.service.ts";
import { shrinkPhotosOfEdited, shrinkPhotosOfShown } from "./features/listings/photos/photos.service.ts";
import { drawPreviewOfEdited, drawPreviewOfShown } from "./features/listings/previews/previews.service.ts";
import { waitingPhotoJobs } from "./features/listings/photos/waiting-photos.service.ts";
import { lookUpEdited, lookUpSubmitted, placeJobs, placeOutbox } from "./features/places/places.jobs.ts";
import { marketJobs } from "./features/market/market.jobs.ts";
import { peopleJobs, peopleOutbox } from "./features/people/people.jobs.ts";
import { POST_ADDRESSES } from "./features/forum/forum.table.ts";
import { pruneUnusedIdentities } from "./features/forum/identity.service.ts";
import { followJobs, followOutbox } from "./features/forum/follows.jobs.ts";
import { REPORT_ADDRESSES } from "./features/reports/reports.table.ts";
import { pruneReports } from "./features/reports/reports.service.ts";
import { pruneVisitorDays } from "./features/visitors/visitors.service.ts";
import { pushJobs, pushOutbox } from "./platform/push.ts";
import { savedJobs } from "./features/saved/shortlists.service.ts";
import { loginLinkOutbox } from "./features/sessions/login-links.service.ts";
import { pruneSessions } from "./features/sessions/sessions.service.ts";
import { canaryJobs, healthJobs, secretJobs } from "./features/system/health.service.ts";
import { operatorStatsJobs } from "./features/stats/operator-mails.service.ts";
import { vipJobs } from "./features/vip/vip.service.ts";
import { buildJobs } from "./platform/build-upkeep.ts";
import { maskOldAddresses } from "./platform/database.ts";
import { pruneDeadMessages } from "./platform/dead-messages.ts";
import { pruneErrors } from "./platform/error-record.ts";
import type { Listeners } from "./platform/events.ts";
import { pruneMailbox } from "./platform/mail.ts";
import { pruneMailClaims } from "./platform/mail-once.ts";
import { mailSlotJobs } from "./platform/mail-slots.ts";
import { suppressionJobs } from "./platform/suppressions.ts";
import { operatorJobs } from "./platform/operator-notices.ts";
import { type OutboxHandlers, pruneOutbox, reopenOutbox } from "./platform/outbox.ts";
import { retryPurge, retryGivenUpPurges, continueWaitingPurges } from "./platform/purge.ts";
import { relayAll } from "./platform/relay.ts";
import { daily, everyTick, pruneLedger, type ScheduledJob } from "./platform/schedule.ts";

/**
 * Photo work that is retried once a day for three days if an outage of the Images service outlasted the queue's
 * retries.
 */
const TRIED_AGAIN = ["listing.smaller_photos", "listing.compare_photos"] as const;
const TRIED_AGAIN_MS = 3 * DAY_MS;

/** All jobs of the cron tick, in order. */
export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  // Canaries come first, because a tick that continues later would send them later than the health check expects.
  ...canaryJobs,
  ...listingJobs,
  ...phoneReviewJobs,
  ...interestJobs,
  ...historyJobs,
  ...waitingPhotoJobs,
  ...listingMailJobs,
  ...decisionJobs,
  ...marketJobs(listedRents),
  ...claimJobs,
  ...vipJobs,
  ...digestJobs,
  ...placeJobs,
  ...timetableJobs,
  ...subscriberJobs,
  ...accessJobs,
  ...peopleJobs,
  ...adJobs,
  ...banJobs,
  ...automationJobs,
  ...transparencyJobs,
  ...followJobs,
  ...alertJobs,
  ...privacyJobs,
  ...pushJobs,
  ...savedJobs,
  ...mailSlotJobs,
  ...suppressionJobs,
  ...operatorStatsJobs,
  ...buildJobs,
  ...operatorJobs,
  {
    name: "addresses.mask",
    due: everyTick,
    run: async (deps, time) => {
      for (const table of [AUDIT_ADDRESSES, LISTING_ADDRESSES, REPORT_ADDRESSES, ...POST_ADDRESSES])
        await maskOldAddresses(deps, table, time);
    },
  },
  { name: "identities.forget", due: everyTick, run: pruneUnusedIdentities },
  {
    name: "outbox.reopen",
    due: daily,
    run: (deps, time) => reopenOutbox(deps, TRIED_AGAIN, new Date(time.getTime() - TRIED_AGAIN_MS)),
  },
  { name: "cache.purge_waiting", due: everyTick, run: continueWaitingPurges },
  { name: "cache.purge_given_up", due: everyTick, run: retryGivenUpPurges },
  ...backupJobs,
  { name: "outbox.relay", due: everyTick, run: relayAll },
  ...secretJobs,
  ...healthJobs,
  // docs/data-retention.md lists which data each of these jobs deletes, and when.
  {
    name: "prune",
    due: everyTick,
    run: async (deps, time) => {
      await pruneOutbox(deps, time);
      await pruneLedger(deps, time);
      await pruneMailClaims(deps, time);
      await pruneSessions(deps, time);
      await pruneAudit(deps, time);
      await pruneReports(deps, time);
      await pruneMessages(deps, time);
      await pruneAppeals(deps, time);
      await pruneVisitorDays(deps, time);
      await pruneAlerts(deps, time);
      await pruneMailbox(deps, time);
      await pruneErrors(deps, time);
      await pruneDeadMessages(deps, time);
    },
  },
];

/** Listeners for each event, in the order in which their work is stored. */
export const LISTENERS: Listeners = {
  "listing.submitted": [queueSubmittedMail, lookUpSubmitted, compareSubmitted],
  "listing.edited": [queueNewAddressMail, drawPreviewOfEdited, shrinkPhotosOfEdited, compareEdited, lookUpEdited],
  "listing.retyped": [queueRetypedMail],
  "listing.shown": [shrinkPhotosOfShown, drawPreviewOfShown],
  "listing.approved": [queueApprovedMail, matchApproved],
  "listing.rejected": [queueRejectedMail],
  "listing.asked": [queueQuestionMail],
  "appeal.decided": [queueAppealMail],
  "listing.confirmed": [matchConfirmed],
  // No purge here, because the change itself purges lists, pages and feeds.
  "listing.rent_dropped": [matchDropped],
  "market.changed": [startComparison],
  "subscriber.confirmed": [welcomeConfirmed],
};

/** Handlers by kind of queued work. A kind without a handler does not compile. */
export const OUTBOX_HANDLERS: OutboxHandlers = {
  ...listingOutbox,
  ...listingMailOutbox,
  ...listingMarketOutbox,
  ...digestOutbox,
  ...placeOutbox,
  ...subscriberOutbox,
  ...followOutbox,
  ...alertOutbox,
  ...privacyOutbox,
  ...emailOutbox,
  ...pushOutbox,
  ...accessOutbox,
  ...loginLinkOutbox,
  ...peopleOutbox,
  ...backupOutbox,
  "cache.purge": retryPurge,
};
