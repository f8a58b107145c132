import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import type { OutboxHandler, OutboxHandlers } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { findNewComments, FOLLOW_JOB, notifyFollowers } from "./follows.service.ts";
import { alreadyFollowingMail, followQuestionMail } from "./follows.mail.ts";
import { followById, deleteOldFollows } from "./follows.repo.ts";

/** Times after which unconfirmed and stopped follows are deleted. */
const ASKED_MS = 7 * DAY_MS;
const STOPPED_MS = 30 * DAY_MS;
const BATCH = 500;
const ROUNDS = 20;

/**
 * Emails an address a request to confirm a follow, or a note that the address already follows the thread. Sends nothing
 * if the follow was stopped or the thread was deleted.
 */
const sendQuestion: OutboxHandler<"forum.follow_question"> = async (deps, { followId, about }) => {
  const found = await followById(deps, followId);
  if (!found || found.title === null || found.follow.stoppedAt !== null) return;
  const { follow } = found;
  const mail = await (follow.confirmedAt === null ? followQuestionMail : alreadyFollowingMail)(deps, follow);
  await sendOnce(deps, `follow:${follow.id}:question:${about}`, mail);
};

async function forget(deps: Deps, time: Date): Promise<void> {
  const limits = {
    askedBefore: new Date(time.getTime() - ASKED_MS),
    stoppedBefore: new Date(time.getTime() - STOPPED_MS),
    limit: BATCH,
  };
  for (let round = 0; round < ROUNDS; round += 1) if ((await deleteOldFollows(deps, limits)) < BATCH) return;
}

export const followOutbox = {
  "forum.follow_question": sendQuestion,
  "forum.follow_news": notifyFollowers,
} satisfies Partial<OutboxHandlers>;

export const followJobs: readonly ScheduledJob[] = [
  { name: FOLLOW_JOB, due: everyTick, run: findNewComments },
  { name: "forum.forget_follows", due: daily, run: forget },
];
