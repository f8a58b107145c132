import type { ThreadCreated } from "../../contracts/automation.ts";
import { tagsPurgedBy } from "../../contracts/caching.ts";
import { daysAfter } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { notingFailure } from "./automation.activity.service.ts";
import { readFacts } from "./automation.facts.service.ts";
import {
  insertActivity,
  insertActivityIfChanged,
  insertPostOfThread,
  insertThread,
  keyOf,
  lastPostsOf,
  postedTexts,
  type Quota,
  titlesAfter,
} from "./automation.repo.ts";
import type { Facts } from "./facts.ts";
import type { Draft, ThreadKind } from "./kinds.ts";
import { kindsInTurn, shuffled, THREAD_KINDS } from "./library.ts";

/** Days until a title can stand above another text. */
const TITLE_RESTS_DAYS = 90;

/** The wordings of a kind, in another order each time; none when it fails, which must not hold up the others. */
function draftsOf(deps: Deps, kind: ThreadKind, facts: Facts): Draft[] {
  try {
    return shuffled(kind.write(facts, deps.random), deps.random);
  } catch (error) {
    deps.log.error("automation.kind_failed", error, { kind: kind.name });
    return [];
  }
}

/** A thread that was posted. */
interface Posted {
  id: number;
  title: string;
}

interface Asked {
  quota: Quota;
  /** Whom the audit log names; null for the schedule. */
  by: Moderator | null;
}

interface NewDraft extends Draft {
  textKey: string;
}

/** Kinds whose texts are looked up at a time: most of the standing ones have been said, and come first. */
const LOOKED_UP = 25;

/** What some kinds have to say that was never said, in their order; kinds without any are left out. */
async function newDraftsOf(deps: Deps, kinds: readonly ThreadKind[], facts: Facts) {
  const written = kinds.map((kind) => ({ kind, drafts: draftsOf(deps, kind, facts) }));
  const texts = new Set(written.flatMap(({ drafts }) => drafts.map(({ says }) => says)));
  const keys = new Map(await Promise.all([...texts].map(async (says) => [says, await keyOf(says)] as const)));
  const said = await postedTexts(deps, [...keys.values()]);
  return written.flatMap(({ kind, drafts }) => {
    const unsaid = drafts.flatMap((draft): NewDraft[] => {
      const textKey = keys.get(draft.says);
      return textKey === undefined || said.has(textKey) ? [] : [{ ...draft, textKey }];
    });
    return unsaid.length === 0 ? [] : [{ kind, drafts: unsaid }];
  });
}

/** Posts the first of a kind's new wordings whose title was not used lately; null when none is, or the quota is used up. */
async function post(
  deps: Deps,
  kind: ThreadKind,
  drafts: readonly NewDraft[],
  { quota, by }: Asked,
): Promise<Posted | null> {
  const titles = await titlesAfter(deps, kind.name, daysAfter(quota.day, -TITLE_RESTS_DAYS));
  const draft = drafts.find(({ title }) => !titles.has(title));
  if (!draft) return null;
  const values = { ...draft, kind: kind.name, quota };
  const message = `Posted “${draft.title}”`;
  const [[row]] = await deps.db.batch([
    insertThread(deps, values),
    insertPostOfThread(deps, values),
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
 * Posts one thread by the site's own account: of the kind whose turn it is among those that have something to say.
 * @returns null when nothing was posted
 */
export async function createThread(deps: Deps, { quota, by }: Asked): Promise<Posted | null> {
  const [facts, last] = await Promise.all([
    readFacts(deps),
    lastPostsOf(
      deps,
      THREAD_KINDS.map(({ name }) => name),
    ),
  ]);
  const inTurn = kindsInTurn(last, quota.day, deps.random);
  for (let from = 0; from < inTurn.length; from += LOOKED_UP) {
    for (const { kind, drafts } of await newDraftsOf(deps, inTurn.slice(from, from + LOOKED_UP), facts)) {
      const posted = await post(deps, kind, drafts, { quota, by });
      if (!posted) continue;
      await purge(deps, tagsPurgedBy("thread.changed", posted.id));
      return posted;
    }
  }
  return null;
}

/** What is said when no kind has anything new to say. */
export const NO_THREAD = "No thread was posted: there is nothing new to say at the moment.";

/** {@link createThread} at a moderator's wish. A failure is noted, and thrown on. */
export async function createThreadByHand(deps: Deps, by: Moderator): Promise<ThreadCreated> {
  const failed = { actionType: "thread_failed", message: "A thread could not be posted." } as const;
  return notingFailure(deps, failed, async () => {
    const posted = await createThread(deps, { quota: { day: torontoDay(deps.now()), below: null }, by });
    if (posted) return { success: true, message: `Posted “${posted.title}”.`, threadId: posted.id };
    await insertActivity(deps, "threads_skipped", { message: NO_THREAD });
    return { success: true, message: NO_THREAD, threadId: null };
  });
}
