import { STILL_LOOKING_DAYS } from "../../contracts/alerts.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Listener } from "../../platform/events.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { type OutboxHandler, type OutboxHandlers, relaySoon } from "../../platform/outbox.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { alertsAlreadyActiveMail, questionMail, stillLookingMail, tooManySearchesMail } from "./alerts.mail.ts";
import {
  readerById,
  searchById,
  searchesOf,
  askAgain,
  deleteOldSearches,
  forgetReaders,
  pauseUnanswered,
  searchesToAskAgain,
} from "./alerts.repo.ts";
import { deleteOldMatches } from "./matches.repo.ts";
import { matchListing } from "./match.service.ts";

const BATCH = 500;
const ROUNDS = 10;
/** Name of the job and of its cursor. */
const FORGET_JOB = "alerts.forget";

/**
 * Queues the matching of a listing with saved searches. The matching runs once the decision on the listing can no
 * longer be undone.
 */
export const matchApproved: Listener<"listing.approved"> = ({ listingId, decisionId, dueAt, isNews }) =>
  isNews ? { kind: "alerts.match", payload: { listingId, decisionId }, dueAt } : null;
export const matchConfirmed: Listener<"listing.confirmed"> = ({ listingId, decisionId, dueAt }) => ({
  kind: "alerts.match",
  payload: { listingId, ...(decisionId !== null && { decisionId }) },
  dueAt,
});
export const matchDropped: Listener<"listing.rent_dropped"> = ({
  listingId,
  fromCents,
  toCents,
  decisionId,
  dueAt,
}) => ({
  kind: "alerts.match",
  payload: { listingId, drop: { fromCents, toCents }, ...(decisionId !== null && { decisionId }) },
  dueAt,
});

/**
 * Sends one of three emails about a saved search: the recipient must confirm the search, the search is already active,
 * or the recipient has too many searches.
 */
const sendQuestion: OutboxHandler<"alerts.asked_mail"> = async (deps, { readerId, searchId, about }) => {
  const reader = await readerById(deps, readerId);
  if (!reader) return;
  const search = searchId === 0 ? null : await searchById(deps, searchId);
  // The search was deleted or stopped in the meantime.
  if (searchId !== 0 && (!search || search.state === "stopped")) return;
  const mail = search
    ? await (search.state === "asked" ? questionMail : alertsAlreadyActiveMail)(deps, reader, search)
    : await tooManySearchesMail(deps, reader);
  await sendOnce(deps, `alerts:${readerId}:${about}`, mail);
};

const sendStillLooking: OutboxHandler<"alerts.still_mail"> = async (deps, { readerId, about }) => {
  const reader = await readerById(deps, readerId);
  const searches = (await searchesOf(deps, readerId)).filter(
    ({ state, askedAgainAt }) => state === "active" && askedAgainAt !== null,
  );
  if (reader && searches.length > 0)
    await sendOnce(deps, `alerts:${readerId}:still:${about}`, await stillLookingMail(deps, reader, searches));
};

/**
 * Asks recipients once whether they are still looking for a home, if they last confirmed it long ago. Pauses the
 * searches of recipients who do not answer.
 */
async function askRecipientsStillLooking(deps: Deps, time: Date): Promise<void> {
  const before = (days: number) => new Date(time.getTime() - days * DAY_MS);
  for (let round = 0; round < ROUNDS; round += 1)
    if ((await pauseUnanswered(deps, before(STILL_LOOKING_DAYS.pauseAfter), BATCH)) < BATCH) break;
  const wantedBefore = before(STILL_LOOKING_DAYS.askAfter);
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = (await searchesToAskAgain(deps, wantedBefore, BATCH)).map(({ readerId }) => readerId);
    if (ids.length > 0) await deps.db.batch(askAgain(deps, ids, wantedBefore));
    if (ids.length < BATCH) break;
  }
  relaySoon(deps);
}

async function forget(deps: Deps, time: Date): Promise<void> {
  const before = (days: number) => new Date(time.getTime() - days * DAY_MS);
  await deleteOldSearches(deps, {
    askedBefore: before(RETENTION_DAYS.unconfirmedSearch),
    stoppedBefore: before(RETENTION_DAYS.stoppedSearch),
  });
  await deleteOldMatches(deps, before(RETENTION_DAYS.notifiedHome), before(RETENTION_DAYS.unconfirmedSearch));
  let after = Number((await readCursor(deps, FORGET_JOB)) ?? 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = await forgetReaders(deps, after, before(RETENTION_DAYS.stoppedSearch), BATCH);
    after = last ?? 0;
    if (last === null) break;
  }
  await writeCursor(deps, FORGET_JOB, String(after));
}

export const alertOutbox = {
  "alerts.match": matchListing,
  "alerts.asked_mail": sendQuestion,
  "alerts.still_mail": sendStillLooking,
} satisfies Partial<OutboxHandlers>;

export const alertJobs: readonly ScheduledJob[] = [
  { name: "alerts.still_looking", due: daily, run: askRecipientsStillLooking },
  { name: FORGET_JOB, due: daily, run: forget },
];
