import type { AutomationTarget, CommentsAdded } from "../../contracts/automation.ts";
import { tagsPurgedBy } from "../../contracts/caching.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { notingFailure } from "./automation.activity.service.ts";
import { readFacts } from "./automation.facts.service.ts";
import {
  hasAutomatedComment,
  insertActivity,
  insertActivityIfChanged,
  insertComment,
  insertPostOfComment,
  keyOf,
  postedTexts,
  type Quota,
} from "./automation.repo.ts";
import { readSettings } from "./automation.settings.service.ts";
import { type Candidate, candidatesOf, threadToComment } from "./automation.threads.repo.ts";
import { factsFor } from "./comment-facts.ts";
import { A_TICK } from "./due.ts";
import type { Facts } from "./facts.ts";
import { shuffled } from "./library.ts";

/** A thread is active when it was made or commented within these days. */
const ACTIVE_MS = 14 * 86_400_000;

interface Asked {
  quota: Quota;
  /** Whom the audit log names; null for the schedule. */
  by: Moderator | null;
}

/** Adds a fact to a thread in words that were never posted; false when there is none, or it may not get one (any more). */
async function addTo(deps: Deps, thread: Candidate, facts: Facts, { quota, by }: Asked): Promise<boolean> {
  const found = factsFor(thread, facts).flatMap(({ kind, wordings }) =>
    shuffled(wordings, deps.random).map((wording) => ({ kind, ...wording })),
  );
  const keys = await Promise.all(found.map(({ says }) => keyOf(says)));
  const used = found.length === 0 ? new Set<string>() : await postedTexts(deps, keys);
  const index = keys.findIndex((key) => !used.has(key));
  const fact = found[index];
  const textKey = keys[index];
  if (!fact || textKey === undefined) return false;
  const values = { ...fact, threadId: thread.id, textKey, quota };
  const [[row]] = await deps.db.batch([
    insertComment(deps, values),
    insertPostOfComment(deps, values),
    insertActivityIfChanged(deps, "comment_added", {
      message: `Added a fact to “${thread.title}”`,
      threadTitle: thread.title,
      commentCount: 1,
    }),
    ...(by
      ? [
          auditIfChanged(deps, {
            action: "automation.add_comments",
            targetType: "thread",
            targetId: thread.id,
            after: { kind: fact.kind },
            ...by,
          }),
        ]
      : []),
  ]);
  if (!row) return false;
  await purge(deps, tagsPurgedBy("comment.changed", thread.id));
  return true;
}

/**
 * Adds facts to threads of a target, one each, best ones first; a thread that names nothing there are figures or rules
 * about is passed over. @returns how many were added, at most `count`
 */
export async function addComments(
  deps: Deps,
  target: AutomationTarget,
  { count, ...asked }: Asked & { count: number },
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

/** What is said when no thread got a comment. */
export const NO_COMMENT =
  "No comment was added: no open discussion without one names a place, a type or a rule that there is something new to say about.";
const HAS_ONE = "No comment was added: this discussion has an automated comment already.";
const SAYS_NOTHING =
  "No comment was added: this discussion names no place, type or rule that there is something new to say about.";

/** What is added by hand counts for today, and may be more than is due. */
const byHand = (deps: Deps): Quota => ({ day: torontoDay(deps.now()), below: null });

/** @throws AppError `forum.thread_not_found`, `forum.locked` */
async function addToNamed(deps: Deps, threadId: number, by: Moderator): Promise<{ added: number; message: string }> {
  const thread = await threadToComment(deps, threadId);
  if (!thread) throw new AppError("forum.thread_not_found");
  if (thread.isLocked) throw new AppError("forum.locked");
  if (await hasAutomatedComment(deps, threadId)) return { added: 0, message: HAS_ONE };
  const isAdded = await addTo(deps, thread, await readFacts(deps), { quota: byHand(deps), by });
  return { added: Number(isAdded), message: SAYS_NOTHING };
}

async function addAsAsked(deps: Deps, threadId: number | null, by: Moderator) {
  if (threadId !== null) return addToNamed(deps, threadId, by);
  const { targetThreads } = await readSettings(deps);
  const added = await addComments(deps, targetThreads, { count: A_TICK.comments, quota: byHand(deps), by });
  return { added, message: NO_COMMENT };
}

/**
 * Adds comments at a moderator's wish: one to a named thread, or some to threads of the target that is set. A failure is
 * noted, and thrown on.
 * @throws AppError `forum.thread_not_found`, `forum.locked`
 */
export async function addCommentsByHand(deps: Deps, threadId: number | null, by: Moderator): Promise<CommentsAdded> {
  const failed = {
    actionType: "comment_error",
    message: "Comments could not be added.",
    unless: (error: unknown) => error instanceof AppError,
  } as const;
  return notingFailure(deps, failed, async () => {
    const { added, message } = await addAsAsked(deps, threadId, by);
    if (added > 0) {
      return { success: true, message: `Added ${added === 1 ? "1 comment" : `${added} comments`}.`, added };
    }
    await insertActivity(deps, "comments_skipped", { message });
    return { success: true, message, added };
  });
}
