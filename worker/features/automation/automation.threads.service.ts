import type { ThreadCreated } from "../../contracts/automation.ts";
import { daysAfter } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { type PostOptions, withFailureRecorded } from "./automation.settings.service.ts";
import { readFacts, type Facts } from "./facts.ts";
import {
  insertActivity,
  insertActivityIfChanged,
  insertPost,
  insertThread,
  postTextKeyOf,
  lastPostsOf,
  postedTexts,
  titlesAfter,
} from "./automation.repo.ts";
import { type Draft, kindsByTurn, shuffled, THREAD_KINDS, type ThreadKind } from "./kinds.ts";

/** Days until a title may be reused for another text. */
const TITLE_REUSE_DAYS = 90;

/** A kind's wordings in random order; none when the kind fails, so that the others can still post. */
function shuffledDrafts(deps: Deps, kind: ThreadKind, facts: Facts): Draft[] {
  try {
    return shuffled(kind.write(facts, deps.random), deps.random);
  } catch (error) {
    deps.log.error("automation.kind_failed", error, { kind: kind.name });
    return [];
  }
}

interface Posted {
  id: number;
  title: string;
}

interface NewDraft extends Draft {
  textKey: string;
}

/** The wordings of a kind that were never posted. */
async function newDraftsOf(deps: Deps, kind: ThreadKind, facts: Facts): Promise<NewDraft[]> {
  const drafts = shuffledDrafts(deps, kind, facts);
  if (drafts.length === 0) return [];
  const bodies = [...new Set(drafts.map(({ body }) => body))];
  const keys = new Map(await Promise.all(bodies.map(async (body) => [body, await postTextKeyOf(body)] as const)));
  const posted = await postedTexts(deps, [...keys.values()]);
  return drafts.flatMap((draft) => {
    const textKey = keys.get(draft.body);
    return textKey === undefined || posted.has(textKey) ? [] : [{ ...draft, textKey }];
  });
}

/**
 * Posts a kind's first new wording whose title was not used recently. @returns null when there is none, or the quota is
 * used up
 */
async function post(
  deps: Deps,
  kind: ThreadKind,
  drafts: readonly NewDraft[],
  { quota, by }: PostOptions,
): Promise<Posted | null> {
  if (drafts.length === 0) return null;
  const titles = await titlesAfter(deps, kind.name, daysAfter(quota.day, -TITLE_REUSE_DAYS));
  const draft = drafts.find(({ title }) => !titles.has(title));
  if (!draft) return null;
  const values = { ...draft, kind: kind.name, quota };
  const message = `Posted “${draft.title}”`;
  const [[row]] = await deps.db.batch([
    insertThread(deps, values),
    insertPost(deps, values, null),
    insertActivityIfChanged(deps, "thread_created", { message, threadTitle: draft.title }),
    ...(by
      ? [
          auditIfChanged(deps, {
            action: "automation.create_thread",
            targetType: "automation",
            targetId: "threads",
            after: { kind: kind.name, title: draft.title },
            ...by,
          }),
        ]
      : []),
  ]);
  return row ? { id: row.id, title: draft.title } : null;
}

/**
 * Posts one thread from the automation's account, of the kind whose turn it is.
 * @returns null when nothing was posted
 */
export async function createThread(deps: Deps, { quota, by }: PostOptions): Promise<Posted | null> {
  const [facts, last] = await Promise.all([
    readFacts(deps),
    lastPostsOf(
      deps,
      THREAD_KINDS.map(({ name }) => name),
    ),
  ]);
  for (const kind of kindsByTurn(last, quota.day, deps.random)) {
    const posted = await post(deps, kind, await newDraftsOf(deps, kind, facts), { quota, by });
    if (!posted) continue;
    await purge(deps, "thread.changed", posted.id);
    return posted;
  }
  return null;
}

export const NO_THREAD = "No thread was posted: there is nothing new to say at the moment.";

/** {@link createThread} on a moderator's request. */
export async function createThreadByHand(deps: Deps, by: Moderator): Promise<ThreadCreated> {
  const failed = { actionType: "thread_failed", message: "A thread could not be posted." } as const;
  return withFailureRecorded(deps, failed, async () => {
    const posted = await createThread(deps, { quota: { day: torontoDay(deps.now()), below: null }, by });
    if (posted) return { success: true, message: `Posted “${posted.title}”.`, threadId: posted.id };
    await insertActivity(deps, "threads_skipped", { message: NO_THREAD });
    return { success: true, message: NO_THREAD, threadId: null };
  });
}
