import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { recordNothingPosted, withFailureRecorded, readSettings } from "./automation.settings.service.ts";
import {
  addComments,
  NO_COMMENT,
  MAX_PER_TICK,
  duePosts,
  dueTick,
  torontoDayStart,
  createThread,
  NO_THREAD,
} from "./automation.posts.service.ts";
import { countPosts, deleteActivityBefore } from "./automation.repo.ts";

/**
 * Posts a thread if one is due. The quota depends only on the scheduled time, so late or repeated ticks post no extra
 * threads.
 */
async function postDueThread(deps: Deps, time: Date): Promise<void> {
  const due = duePosts(await readSettings(deps), time).threads;
  if (due === 0) return;
  const day = torontoDay(time);
  if ((await countPosts(deps, day)).threads >= due) return;
  const posted = await createThread(deps, { quota: { day, below: due }, by: null });
  if (!posted) await recordNothingPosted(deps, "threads_skipped", NO_THREAD, torontoDayStart(deps.now()));
}

/** Adds the comments that are due, at most two per tick. */
async function addDueComments(deps: Deps, time: Date): Promise<void> {
  const settings = await readSettings(deps);
  const due = duePosts(settings, time).comments;
  if (due === 0) return;
  const day = torontoDay(time);
  const missing = due - (await countPosts(deps, day)).comments;
  if (missing <= 0) return;
  const count = Math.min(MAX_PER_TICK.comments, missing);
  const added = await addComments(deps, settings.targetThreads, { count, quota: { day, below: due }, by: null });
  if (added === 0) await recordNothingPosted(deps, "comments_skipped", NO_COMMENT, torontoDayStart(deps.now()));
}

const ACTIVITY_KEPT_MS = 365 * DAY_MS;

const THREAD_FAILED = {
  actionType: "thread_failed",
  message: "A thread could not be posted. The next scheduled run tries again.",
} as const;
const COMMENT_FAILED = {
  actionType: "comment_error",
  message: "Comments could not be added. The next scheduled run tries again.",
} as const;

/** Threads and comments have separate jobs, so that a failure of one does not stop the other. */
export const automationJobs: readonly ScheduledJob[] = [
  {
    name: "automation.threads",
    due: dueTick,
    run: (deps, time) => withFailureRecorded(deps, THREAD_FAILED, () => postDueThread(deps, time)),
  },
  {
    name: "automation.comments",
    due: dueTick,
    run: (deps, time) => withFailureRecorded(deps, COMMENT_FAILED, () => addDueComments(deps, time)),
  },
  {
    name: "automation.forget",
    due: daily,
    run: (deps, time) => deleteActivityBefore(deps, new Date(time.getTime() - ACTIVITY_KEPT_MS)),
  },
];
