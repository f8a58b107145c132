import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { forumUsers, type ForumUserRow } from "./forum.table.ts";

/** The identity that a secret opens (index forum_users_secret), or null. */
export async function userBySecret(deps: Deps, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db.select().from(forumUsers).where(eq(forumUsers.secretHash, secretHash)).limit(1);
  return user ?? null;
}

/** Stores a new identity; null when somebody has that name (index forum_users_username). */
export async function insertUser(deps: Deps, username: string, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db
    .insert(forumUsers)
    .values({ username, secretHash, createdAt: deps.now(), seenAt: deps.now() })
    .onConflictDoNothing({ target: forumUsers.username })
    .returning();
  return user ?? null;
}

/** Notes that an identity is in use. */
export async function touchUser(deps: Deps, id: number): Promise<void> {
  await deps.db.update(forumUsers).set({ seenAt: deps.now() }).where(eq(forumUsers.id, id));
}

/**
 * Deletes at most `limit` identities that were last seen before `time` and never wrote or voted, those not seen for
 * longest first (index forum_users_readers; the condition is literal, because a bound one would miss it).
 */
export async function deleteReaders(deps: Deps, time: Date, limit: number): Promise<void> {
  await deps.db.run(sql`
    DELETE FROM forum_users WHERE id IN (
      SELECT id FROM forum_users WHERE has_acted = 0 AND is_automated = 0 AND seen_at < ${time.getTime()}
      ORDER BY seen_at LIMIT ${limit}
    )`);
}
