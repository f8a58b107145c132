import type { Deps } from "../../platform/deps.ts";
import { backfillHashes } from "../../platform/suppressions.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import type { OutboxHandler, OutboxHandlers } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { findNews, FOLLOW_JOB, tellFollowers } from "./follow-news.service.ts";
import { alreadyFollowingMail, questionMail } from "./follows.mail.ts";
import { fillFollowHashes, followById, followsWithoutHash, forgetFollows } from "./follows.repo.ts";
import { DAY_MS } from "./posts.limits.ts";

/** A question that nobody answered is forgotten after this time, a follow that was stopped after this. */
const ASKED_MS = 7 * DAY_MS;
const STOPPED_MS = 30 * DAY_MS;
const BATCH = 500;
const ROUNDS = 20;

/** Asks an address; one that follows already is told so. Nothing goes out when it was stopped, or the thread is gone. */
const sendQuestion: OutboxHandler<"forum.follow_question"> = async (deps, { followId, about }) => {
  const found = await followById(deps, followId);
  if (!found || found.title === null || found.follow.stoppedAt !== null) return;
  const { follow } = found;
  const mail = await (follow.confirmedAt === null ? questionMail : alreadyFollowingMail)(deps, follow);
  await sendOnce(deps, `follow:${follow.id}:question:${about}`, mail);
};

async function forget(deps: Deps, time: Date): Promise<void> {
  const limits = {
    askedBefore: new Date(time.getTime() - ASKED_MS),
    stoppedBefore: new Date(time.getTime() - STOPPED_MS),
    limit: BATCH,
  };
  for (let round = 0; round < ROUNDS; round += 1) if ((await forgetFollows(deps, limits)) < BATCH) return;
}

export const followOutbox = {
  "forum.follow_question": sendQuestion,
  "forum.follow_news": tellFollowers,
} satisfies Partial<OutboxHandlers>;

export const followJobs: readonly ScheduledJob[] = [
  { name: FOLLOW_JOB, due: everyTick, run: findNews },
  {
    name: "forum.fill_follow_hashes",
    due: everyTick,
    run: (deps) =>
      backfillHashes(
        deps,
        (limit) => followsWithoutHash(deps, limit),
        (hashes) => fillFollowHashes(deps, hashes),
      ),
  },
  { name: "forum.forget_follows", due: daily, run: forget },
];
