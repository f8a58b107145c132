import { and, asc, lt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { valuesById } from "../../platform/database.ts";
import { forumComments, forumThreads } from "./forum.table.ts";

const TABLES = { thread: forumThreads, comment: forumComments };
type Kind = keyof typeof TABLES;

/** Posts before `time` whose address is not masked yet (indexes forum_threads_unmasked, forum_comments_unmasked). */
export async function unmaskedPosts(deps: Deps, kind: Kind, time: Date, limit: number) {
  const table = TABLES[kind];
  return deps.db
    .select({ id: table.id, ipAddress: table.ipAddress })
    .from(table)
    .where(and(sql`network IS NOT NULL`, lt(table.createdAt, time)))
    .orderBy(asc(table.createdAt))
    .limit(limit);
}

/** Replaces what posts know of where they came from, by their ids; the network is forgotten. */
export async function maskPosts(deps: Deps, kind: Kind, masked: ReadonlyMap<number, string>): Promise<void> {
  const table = TABLES[kind];
  const { value, hasValue } = valuesById(masked);
  await deps.db.update(table).set({ ipAddress: value, network: null }).where(hasValue);
}
