import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { type MissingHash, hashRows, isSuppressed } from "../../platform/suppressions.ts";
import { insertProofs } from "../../platform/mail-slots.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { forumComments, type FollowRow, forumFollows, forumThreads } from "./forum.table.ts";

// Literal, or the partial index forum_follows_told would not serve.
const isFollowing = sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`;

/** A follow by primary key, with its thread where that is not deleted. */
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
 * The statements that note the wish to follow a thread, and the question that is mailed to the address: the same for
 * every address. Who follows already goes on following; who stopped is asked anew.
 */
export function askToFollow(
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

/** Confirms what the address was asked, once: what is said from now on is told, and nothing older. */
export async function confirmFollow(deps: Deps, { id, tokenVersion }: FollowRow): Promise<void> {
  await deps.db
    .update(forumFollows)
    // Ids grow over all threads, so the newest of all is the beginning for every thread.
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

/** Stopped is confirmed no longer, so that the index of unconfirmed ones leads to all that is to be forgotten. */
const stopped = (deps: Deps) => ({
  stoppedAt: deps.now(),
  confirmedAt: null,
  tokenVersion: sql`${forumFollows.tokenVersion} + 1`,
});

/** Ends a follow; links that would confirm it end, too. Repeating it changes nothing. */
export async function stopFollow(deps: Deps, id: number): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.id, id), isNull(forumFollows.stoppedAt)));
}

/** Ends all follows of an address (index forum_follows_address_hash). */
export async function stopFollowsOf(deps: Deps, addressHash: string): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.addressHash, addressHash), isNull(forumFollows.stoppedAt)));
}

/** Follows whose address has no hash yet (index forum_follows_address_hash). */
export const followsWithoutHash = (deps: Deps, limit: number) =>
  deps.db
    .select({ id: forumFollows.id, emailKey: forumFollows.emailKey })
    .from(forumFollows)
    .where(eq(forumFollows.addressHash, ""))
    .limit(limit);

/** Stores hashes of followers' addresses: who confirmed is proven, and who asked for no mail meanwhile has stopped. */
export async function fillFollowHashes(deps: Deps, hashes: readonly MissingHash[]): Promise<void> {
  const { told, value, id, ids } = hashRows(hashes);
  await deps.db.batch([
    deps.db
      .update(forumFollows)
      .set({ addressHash: value })
      .from(told)
      // By the primary key alone: one that has a hash by now has this one.
      .where(sql`forum_follows.id = ${id}`),
    insertProofs(
      deps,
      sql`SELECT address_hash, max(confirmed_at), max(confirmed_at) FROM forum_follows
        WHERE id IN ${ids} AND ${isFollowing} GROUP BY address_hash`,
    ),
    deps.db
      .update(forumFollows)
      .set(stopped(deps))
      .where(and(sql`id IN ${ids}`, isNull(forumFollows.stoppedAt), isSuppressed(sql`forum_follows.address_hash`))),
  ]);
}

/** Follows of one address that its holder is shown. */
const SHOWN = 1_000;

/** The follows of an address with their threads' titles, newest first (index forum_follows_of_address). */
export async function followsOf(deps: Deps, emailKey: string) {
  return deps.db
    .select({ follow: forumFollows, title: forumThreads.title })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.emailKey, emailKey))
    .orderBy(desc(forumFollows.id))
    .limit(SHOWN);
}

/** Forgets all follows of an address. */
export async function deleteFollowsOf(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.delete(forumFollows).where(eq(forumFollows.emailKey, emailKey));
}

/**
 * Forgets what was asked before one moment and never confirmed, and what was stopped before another (index
 * forum_follows_unconfirmed). @returns how many, at most `limit`
 */
export async function forgetFollows(
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
