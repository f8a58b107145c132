import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { type MissingHash, hashRows, isSuppressedForGood } from "../../platform/suppressions.ts";
import { insertProofs } from "../../platform/mail-slots.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { forumComments, type FollowRow, forumFollows, forumThreads } from "./forum.table.ts";

// Literal, because partial indexes (here forum_follows_told) do not serve bound parameters.
const isFollowing = sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`;

/** A follow by primary key, with its thread's title and slug unless that is deleted. */
export async function followById(deps: Deps, id: number) {
  const [row] = await deps.db
    .select({ follow: forumFollows, title: forumThreads.title, seoSlug: forumThreads.seoSlug })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.id, id))
    .limit(1);
  return row ?? null;
}

/**
 * The statements that store a follow and the mail that asks for its confirmation, the same for every address. A
 * confirmed follow stays confirmed, a stopped one starts anew.
 */
export function insertFollow(
  deps: Deps,
  { threadId, email, emailKey, addressHash }: Pick<FollowRow, "threadId" | "email" | "emailKey" | "addressHash">,
  about: string,
) {
  const now = deps.now();
  return [
    deps.db
      .insert(forumFollows)
      .values({ threadId, email, emailKey, addressHash, createdAt: now })
      .onConflictDoUpdate({
        target: [forumFollows.threadId, forumFollows.emailKey],
        set: { createdAt: sql`iif(${isFollowing}, created_at, excluded.created_at)`, stoppedAt: null, addressHash },
      }),
    outboxForEach(
      deps,
      "forum.follow_question",
      { followId: sql`id`, about },
      sql`FROM ${forumFollows} WHERE thread_id = ${threadId} AND email_key = ${emailKey}`,
    ),
  ] as const;
}

/** Confirms a follow once; only later comments are notified. */
export async function confirmFollow(deps: Deps, { id, tokenVersion }: FollowRow): Promise<void> {
  await deps.db
    .update(forumFollows)
    // Comment ids are global, so the newest one is a start for every thread.
    .set({
      confirmedAt: deps.now(),
      tellingUpTo: null,
      toldUpTo: sql`(SELECT coalesce(max(id), 0) FROM ${forumComments})`,
    })
    .where(
      and(
        eq(forumFollows.id, id),
        eq(forumFollows.tokenVersion, tokenVersion),
        isNull(forumFollows.confirmedAt),
        isNull(forumFollows.stoppedAt),
      ),
    );
}

/** A stopped follow is unconfirmed, so that the index of unconfirmed ones covers everything to delete. */
const stopped = (deps: Deps) => ({
  stoppedAt: deps.now(),
  confirmedAt: null,
  tokenVersion: sql`${forumFollows.tokenVersion} + 1`,
});

/** Stops a follow and invalidates its confirmation links; repeating it changes nothing. */
export async function stopFollow(deps: Deps, id: number): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.id, id), isNull(forumFollows.stoppedAt)));
}

/** Stops all follows of an address (index forum_follows_address_hash). */
export async function stopFollowsOf(deps: Deps, addressHash: string): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.addressHash, addressHash), isNull(forumFollows.stoppedAt)));
}

/** Follows without an address hash (index forum_follows_address_hash). */
export const followsWithoutHash = (deps: Deps, limit: number) =>
  deps.db
    .select({ id: forumFollows.id, emailKey: forumFollows.emailKey })
    .from(forumFollows)
    .where(eq(forumFollows.addressHash, ""))
    .limit(limit);

/** Stores followers' address hashes; confirmed addresses become proven, and follows of suppressed addresses stop. */
export async function fillFollowHashes(deps: Deps, hashes: readonly MissingHash[]): Promise<void> {
  const { rows, value, id, ids } = hashRows(hashes);
  await deps.db.batch([
    deps.db
      .update(forumFollows)
      .set({ addressHash: value })
      .from(rows)
      // By primary key alone, because a hash filled in the meantime is the same.
      .where(sql`forum_follows.id = ${id}`),
    insertProofs(
      deps,
      sql`SELECT address_hash, max(confirmed_at), max(confirmed_at) FROM forum_follows
        WHERE id IN ${ids} AND ${isFollowing} GROUP BY address_hash`,
    ),
    deps.db
      .update(forumFollows)
      .set(stopped(deps))
      .where(
        and(sql`id IN ${ids}`, isNull(forumFollows.stoppedAt), isSuppressedForGood(sql`forum_follows.address_hash`)),
      ),
  ]);
}

/** Follows shown to the holder of an address. */
const SHOWN = 1_000;

/** An address's follows with their threads' titles, newest first (index forum_follows_of_address). */
export async function followsOf(deps: Deps, emailKey: string) {
  return deps.db
    .select({ follow: forumFollows, title: forumThreads.title })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.emailKey, emailKey))
    .orderBy(desc(forumFollows.id))
    .limit(SHOWN);
}

/** Deletes all follows of an address. */
export async function deleteFollowsOf(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.delete(forumFollows).where(eq(forumFollows.emailKey, emailKey));
}

/**
 * Deletes follows unconfirmed since one time, and those stopped before another (index forum_follows_unconfirmed).
 * @returns how many, at most `limit`
 */
export async function deleteOldFollows(
  deps: Deps,
  { askedBefore, stoppedBefore, limit }: { askedBefore: Date; stoppedBefore: Date; limit: number },
): Promise<number> {
  const old = deps.db
    .select({ id: forumFollows.id })
    .from(forumFollows)
    .where(
      sql`confirmed_at IS NULL AND created_at < ${askedBefore.getTime()}
        AND (stopped_at IS NULL OR stopped_at < ${stoppedBefore.getTime()})`,
    )
    .limit(limit);
  const gone = await deps.db
    .delete(forumFollows)
    .where(inArray(forumFollows.id, old))
    .returning({ id: forumFollows.id });
  return gone.length;
}
