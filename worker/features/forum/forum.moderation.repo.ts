import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { counters } from "../../platform/tables.ts";
import { type CommentRow, forumComments, forumThreads, type ThreadRow } from "./forum.table.ts";

type Moderated = Partial<Pick<ThreadRow, "title" | "seoSlug" | "isSticky" | "isLocked">>;
/** Columns that follow a change and are not a change by themselves. */
type AlongWith = Partial<Pick<ThreadRow, "renamedAt" | "textKey">>;

/** The statement that changes a thread unless it is deleted or has these values already. */
export function moderateThread(deps: Deps, id: number, values: Moderated, alongWith: AlongWith = {}) {
  const differs = (Object.keys(values) as (keyof Moderated)[])
    .map((name): SQL => sql`${forumThreads[name]} IS NOT ${sql.param(values[name], forumThreads[name])}`)
    .reduce((some, one) => sql`${some} OR ${one}`);
  return deps.db
    .update(forumThreads)
    .set({ ...values, ...alongWith })
    .where(and(eq(forumThreads.id, id), sql`is_deleted = 0`, sql`(${differs})`))
    .returning();
}

/** Totals kept by triggers, by key; one row each. */
export async function forumCounters(deps: Deps, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await deps.db
    .select()
    .from(counters)
    .where(inArray(counters.key, [...keys]));
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Threads by primary key, for at most a page of reports. */
export async function threadsById(deps: Deps, ids: readonly number[]): Promise<ThreadRow[]> {
  return ids.length === 0
    ? []
    : deps.db
        .select()
        .from(forumThreads)
        .where(inArray(forumThreads.id, [...ids]));
}

/** Comments and their threads by primary key, for at most a page of reports. */
export async function commentsById(
  deps: Deps,
  ids: readonly number[],
): Promise<{ comment: CommentRow; thread: ThreadRow }[]> {
  return ids.length === 0
    ? []
    : deps.db
        .select({ comment: forumComments, thread: forumThreads })
        .from(forumComments)
        .innerJoin(forumThreads, eq(forumThreads.id, forumComments.threadId))
        .where(inArray(forumComments.id, [...ids]));
}
