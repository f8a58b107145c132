import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import { requireRow } from "../../platform/run-all-or-none.ts";
import { type Ban, bans } from "./bans.table.ts";

const among = (networks: readonly string[]) =>
  sql`${bans.network} IN (SELECT value FROM json_each(${JSON.stringify(networks)}))`;

/** Returns the newest active ban among the bans of these ranges (uses index bans_network). */
export async function activeBanAmong(deps: Deps, networks: readonly string[]) {
  const [ban] = await deps.db
    .select({ reason: bans.reason })
    .from(bans)
    .where(and(among(networks), eq(bans.isActive, true), or(isNull(bans.expiresAt), gt(bans.expiresAt, deps.now()))))
    .orderBy(desc(bans.id))
    .limit(1);
  return ban ?? null;
}

/**
 * Maximum number of banned photos with which an upload is compared. Moderators ban photos one by one, so there are
 * fewer banned photos in practice.
 */
const PHOTOS_COMPARED = 1_000;

/** Returns the newest active bans of photos (uses index bans_photos). */
export const photoBans = (deps: Deps) =>
  deps.db
    .select({ ipAddress: bans.ipAddress, network: bans.network })
    .from(bans)
    .where(sql`kind = 'photo' AND is_active = 1`)
    .orderBy(desc(bans.id))
    .limit(PHOTOS_COMPARED);

/** Returns bans, active or not, newest first, by primary key. */
export async function bansPage(deps: Deps, { limit, offset }: PageWindow): Promise<Ban[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(bans).orderBy(desc(bans.id)).limit(limit).offset(offset);
}

export async function banById(deps: Deps, id: number): Promise<Ban | null> {
  const [ban] = await deps.db.select().from(bans).where(eq(bans.id, id)).limit(1);
  return ban ?? null;
}

/** Returns the ban of a range, active or not (uses index bans_network). */
export async function banOf(deps: Deps, network: string): Promise<Ban | null> {
  const [ban] = await deps.db.select().from(bans).where(eq(bans.network, network)).limit(1);
  return ban ?? null;
}

/**
 * Returns SQL for the id of a range's ban (uses index bans_network). The statement that uses it must follow the one
 * that creates the ban.
 */
export const banIdOf = (network: string): SQL => sql`(SELECT id FROM bans WHERE network = ${network})`;

type NewBan = Pick<Ban, "kind" | "ipAddress" | "network" | "reason" | "expiresAt">;

/** Returns the statement that inserts a ban. Use {@link renewBan} if the range already has a ban. */
export function insertBan(deps: Deps, ban: NewBan) {
  return deps.db
    .insert(bans)
    .values({ ...ban, createdAt: deps.now() })
    .returning();
}

/** Returns some bans by primary key. */
export const bansByIds = (deps: Deps, ids: readonly number[]): Promise<Ban[]> =>
  deps.db
    .select()
    .from(bans)
    .where(sql`${bans.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Stores a ban of a range, or changes the range's existing ban (uses index bans_network). */
export async function putBan(deps: Deps, ban: Omit<Ban, "id">): Promise<void> {
  await deps.db.insert(bans).values(ban).onConflictDoUpdate({ target: bans.network, set: ban });
}

/** Returns the statement that restores a ban's earlier values. */
export const changeBan = (
  deps: Deps,
  id: number,
  values: Partial<Pick<Ban, "ipAddress" | "reason" | "isActive" | "expiresAt">>,
) => deps.db.update(bans).set(values).where(eq(bans.id, id)).returning();

/** Returns the statement that reactivates a ban with a new target, reason and expiry. */
export function renewBan(deps: Deps, id: number, { ipAddress, reason, expiresAt }: NewBan) {
  return deps.db.update(bans).set({ ipAddress, reason, expiresAt, isActive: true }).where(eq(bans.id, id)).returning();
}

/**
 * Returns the statement that lifts a ban, or reactivates it until `expiresAt`. Repeating the statement changes nothing.
 */
export function setBanActive(deps: Deps, id: number, isActive: boolean, expiresAt: Date | null) {
  const hasEnded = lte(bans.expiresAt, deps.now());
  return deps.db
    .update(bans)
    .set({ isActive, expiresAt })
    .where(requireRow(bans, id, or(ne(bans.isActive, isActive), hasEnded)))
    .returning();
}

/** Deactivates at most `limit` bans that expired before `time` (uses index bans_ending). */
export async function endBansBefore(deps: Deps, time: Date, limit: number): Promise<void> {
  const over = deps.db
    .select({ id: bans.id })
    .from(bans)
    .where(and(sql`is_active = 1 AND expires_at IS NOT NULL`, lte(bans.expiresAt, time)))
    .limit(limit);
  await deps.db.update(bans).set({ isActive: false }).where(inArray(bans.id, over));
}

/** Returns the bans of some ranges, newest first (uses index bans_network). */
export async function bansOfNetworks(deps: Deps, networks: readonly string[]): Promise<Ban[]> {
  return deps.db.select().from(bans).where(among(networks)).orderBy(desc(bans.id)).limit(100);
}
