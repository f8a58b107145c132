import type { Deps } from "../../platform/deps.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { noteNothing, notingFailure } from "./automation.activity.service.ts";
import { addComments, NO_COMMENT } from "./automation.comments.service.ts";
import { deleteActivityBefore, insertActivity, postsOn } from "./automation.repo.ts";
import { readSettings } from "./automation.settings.service.ts";
import { createThread, NO_THREAD } from "./automation.threads.service.ts";
import { A_TICK, duePosts, dueTick, torontoDayStart } from "./due.ts";
import { guidelineOf } from "./kinds-standing.ts";

/** What is due is a matter of the scheduled time alone: a tick that is run late or twice makes no more of it. */
async function postDueThread(deps: Deps, time: Date): Promise<void> {
  const due = duePosts(await readSettings(deps), time).threads;
  if (due === 0) return;
  const day = torontoDay(time);
  if ((await postsOn(deps, day)).threads >= due) return;
  const posted = await createThread(deps, { quota: { day, below: due }, by: null });
  if (!posted) await noteNothing(deps, "threads_skipped", NO_THREAD, torontoDayStart(deps.now()));
}

/** Adds the comments that are due, two at most. */
async function addDueComments(deps: Deps, time: Date): Promise<void> {
  const settings = await readSettings(deps);
  const due = duePosts(settings, time).comments;
  if (due === 0) return;
  const day = torontoDay(time);
  const missing = due - (await postsOn(deps, day)).comments;
  if (missing <= 0) return;
  const count = Math.min(A_TICK.comments, missing);
  const added = await addComments(deps, settings.targetThreads, { count, quota: { day, below: due }, by: null });
  if (added === 0) await noteNothing(deps, "comments_skipped", NO_COMMENT, torontoDayStart(deps.now()));
}

/** The first January of a year whose guideline is not in the library. Runs are remembered for longer than a month. */
function dueGuideline(time: Date): string | null {
  const [year = "", month] = torontoDay(time).split("-");
  return month === "01" && guidelineOf(Number(year)) === undefined ? year : null;
}

const noteGuideline = (deps: Deps, time: Date) =>
  insertActivity(deps, "guideline_failed", {
    message: `The rent increase guideline for ${dueGuideline(time)} is not known to the automation yet, so no thread is posted about it.`,
  });

const ACTIVITY_KEPT_MS = 365 * 86_400_000;

const THREAD_FAILED = {
  actionType: "thread_failed",
  message: "A thread could not be posted. The next tick tries again.",
} as const;
const COMMENT_FAILED = {
  actionType: "comment_error",
  message: "Comments could not be added. The next tick tries again.",
} as const;

/** Jobs of their own, so that a failure of one is kept in the ledger and leaves the others alone. */
export const automationJobs: readonly ScheduledJob[] = [
  {
    name: "automation.threads",
    due: dueTick,
    run: (deps, time) => notingFailure(deps, THREAD_FAILED, () => postDueThread(deps, time)),
  },
  {
    name: "automation.comments",
    due: dueTick,
    run: (deps, time) => notingFailure(deps, COMMENT_FAILED, () => addDueComments(deps, time)),
  },
  {
    name: "automation.guideline",
    due: dueGuideline,
    run: async (deps, time) => {
      await noteGuideline(deps, time);
    },
  },
  {
    name: "automation.forget",
    due: daily,
    run: (deps, time) => deleteActivityBefore(deps, new Date(time.getTime() - ACTIVITY_KEPT_MS)),
  },
];
