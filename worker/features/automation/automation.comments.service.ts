import type { AutomationTarget, CommentsAdded } from "../../contracts/automation.ts";
import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { type PostOptions, withFailureRecorded } from "./automation.activity.service.ts";
import { readFacts } from "./automation.facts.service.ts";
import {
  hasAutomatedComment,
  insertActivity,
  insertActivityIfChanged,
  insertComment,
  insertPost,
  postTextKeyOf,
  postedTexts,
  type Quota,
} from "./automation.repo.ts";
import { readSettings } from "./automation.settings.service.ts";
import { type Candidate, candidatesOf, threadToComment } from "./automation.threads.repo.ts";
import { COMMENT_KIND, relevantFigures } from "./comment-facts.ts";
import { MAX_PER_TICK } from "./due.ts";
import type { Facts } from "./facts.ts";
import { shuffled } from "./kinds.ts";

/** Threads created or commented on within this time are active. */
const ACTIVE_MS = 14 * DAY_MS;

/**
 * Posts figures in a thread in a wording that was never posted. @returns false when there is none, or the thread may not
 * get one
 */
async function addTo(deps: Deps, thread: Candidate, facts: Facts, { quota, by }: PostOptions): Promise<boolean> {
  const found = relevantFigures(thread, facts).flatMap((wordings) => shuffled(wordings, deps.random));
  const keys = await Promise.all(found.map(({ body }) => postTextKeyOf(body)));
  const used = found.length === 0 ? new Set<string>() : await postedTexts(deps, keys);
  const index = keys.findIndex((key) => !used.has(key));
  const wording = found[index];
  const textKey = keys[index];
  if (!wording || textKey === undefined) return false;
  const values = { ...wording, kind: COMMENT_KIND, threadId: thread.id, textKey, quota };
  const [[row]] = await deps.db.batch([
    insertComment(deps, values),
    insertPost(deps, values, thread.id),
    insertActivityIfChanged(deps, "comment_added", {
      message: `Added figures to “${thread.title}”`,
      threadTitle: thread.title,
      commentCount: 1,
    }),
    ...(by
      ? [
          auditIfChanged(deps, {
            action: "automation.add_comments",
            targetType: "thread",
            targetId: thread.id,
            after: { kind: COMMENT_KIND },
            ...by,
          }),
        ]
      : []),
  ]);
  if (!row) return false;
  await purge(deps, "comment.changed", thread.id);
  return true;
}

/**
 * Adds figures to threads of a target, best threads first; threads without a matching figure are skipped.
 * @returns how many were added, at most `count`
 */
export async function addComments(
  deps: Deps,
  target: AutomationTarget,
  { count, ...asked }: PostOptions & { count: number },
): Promise<number> {
  const since = new Date(deps.now().getTime() - ACTIVE_MS);
  const candidates = await candidatesOf(deps, target, { since, random: deps.random() });
  if (candidates.length === 0) return 0;
  const facts = await readFacts(deps);
  let added = 0;
  for (const thread of candidates) {
    if (added >= count) break;
    if (await addTo(deps, thread, facts, asked)) added += 1;
  }
  return added;
}

export const NO_COMMENT = "No comment was added: there are no new figures for any open discussion that has none yet.";
const ALREADY_COMMENTED = "No comment was added: this discussion has an automated comment already.";
const NOTHING_RELEVANT =
  "No comment was added: there are no new figures for a neighbourhood or a type of home that this discussion is about.";

/** Comments added by hand count for today, but may exceed the day's quota. */
const byHand = (deps: Deps): Quota => ({ day: torontoDay(deps.now()), below: null });

/** @throws AppError `forum.thread_not_found`, `forum.locked` */
async function addToThread(deps: Deps, threadId: number, by: Moderator): Promise<{ added: number; message: string }> {
  const thread = await threadToComment(deps, threadId);
  if (!thread) throw new AppError("forum.thread_not_found");
  if (thread.isLocked) throw new AppError("forum.locked");
  if (await hasAutomatedComment(deps, threadId)) return { added: 0, message: ALREADY_COMMENTED };
  const isAdded = await addTo(deps, thread, await readFacts(deps), { quota: byHand(deps), by });
  return { added: Number(isAdded), message: NOTHING_RELEVANT };
}

async function addAsRequested(deps: Deps, threadId: number | null, by: Moderator) {
  if (threadId !== null) return addToThread(deps, threadId, by);
  const { targetThreads } = await readSettings(deps);
  const added = await addComments(deps, targetThreads, { count: MAX_PER_TICK.comments, quota: byHand(deps), by });
  return { added, message: NO_COMMENT };
}

/**
 * Adds comments on a moderator's request: one to a given thread, or several to threads of the configured target.
 * @throws AppError `forum.thread_not_found`, `forum.locked`
 */
export async function addCommentsByHand(deps: Deps, threadId: number | null, by: Moderator): Promise<CommentsAdded> {
  const failed = {
    actionType: "comment_error",
    message: "Comments could not be added.",
    unless: (error: unknown) => error instanceof AppError,
  } as const;
  return withFailureRecorded(deps, failed, async () => {
    const { added, message } = await addAsRequested(deps, threadId, by);
    if (added > 0) {
      return { success: true, message: `Added ${added === 1 ? "1 comment" : `${added} comments`}.`, added };
    }
    await insertActivity(deps, "comments_skipped", { message });
    return { success: true, message, added };
  });
}
