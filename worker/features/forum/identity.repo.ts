import { eq, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumUsers, type ForumUserRow } from "./forum.table.ts";

/** The identity of a secret (index forum_users_secret), or null. */
export async function userBySecret(deps: Deps, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db.select().from(forumUsers).where(eq(forumUsers.secretHash, secretHash)).limit(1);
  return user ?? null;
}

/** Stores a new identity; null when the name is taken (index forum_users_username). */
export async function insertUser(deps: Deps, username: string, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db
    .insert(forumUsers)
    .values({ username, secretHash, createdAt: deps.now(), seenAt: deps.now() })
    .onConflictDoNothing({ target: forumUsers.username })
    .returning();
  return user ?? null;
}

export async function touchUser(deps: Deps, id: number): Promise<void> {
  await deps.db.update(forumUsers).set({ seenAt: deps.now() }).where(eq(forumUsers.id, id));
}

/**
 * Deletes identities that were last seen before `time` and never wrote or voted (index forum_users_readers, which only
 * serves literal conditions).
 */
export const deleteReadersBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "forum_users", sql`has_acted = 0 AND is_automated = 0 AND seen_at < ${time.getTime()}`);
