import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import { type Ban, bans } from "./bans.table.ts";

/** The active ban of a network (index bans_network). */
export async function activeBanOf(deps: Deps, network: string) {
  const [ban] = await deps.db
    .select({ reason: bans.reason })
    .from(bans)
    .where(and(eq(bans.network, network), eq(bans.isActive, true)))
    .limit(1);
  return ban ?? null;
}

/** Bans that hold or held, newest first, by primary key. */
export async function bansPage(deps: Deps, { limit, offset }: Paging): Promise<Ban[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(bans).orderBy(desc(bans.id)).limit(limit).offset(offset);
}

export async function banById(deps: Deps, id: number): Promise<Ban | null> {
  const [ban] = await deps.db.select().from(bans).where(eq(bans.id, id)).limit(1);
  return ban ?? null;
}

/** The ban of a network, active or not (index bans_network). */
export async function banOf(deps: Deps, network: string): Promise<Ban | null> {
  const [ban] = await deps.db.select().from(bans).where(eq(bans.network, network)).limit(1);
  return ban ?? null;
}

type NewBan = Pick<Ban, "ipAddress" | "network" | "reason">;

/** The statement that bans a network unless it is, or was, banned: {@link renewBan} changes that ban instead. */
export function insertBan(deps: Deps, ban: NewBan) {
  return deps.db
    .insert(bans)
    .values({ ...ban, createdAt: deps.now() })
    .onConflictDoNothing({ target: bans.network })
    .returning();
}

/** The statement that gives a ban another address of its network and another reason, and makes it hold. */
export function renewBan(deps: Deps, id: number, { ipAddress, reason }: NewBan) {
  return deps.db.update(bans).set({ ipAddress, reason, isActive: true }).where(eq(bans.id, id)).returning();
}

/** The statement that lifts a ban, or makes it hold again; a repeat changes nothing. */
export function setBanActive(deps: Deps, id: number, isActive: boolean) {
  return deps.db
    .update(bans)
    .set({ isActive })
    .where(and(eq(bans.id, id), ne(bans.isActive, isActive)))
    .returning();
}

/** Bans of some networks, newest first (index bans_network). */
export async function bansOfNetworks(deps: Deps, networks: readonly string[]): Promise<Ban[]> {
  return deps.db
    .select()
    .from(bans)
    .where(sql`${bans.network} IN (SELECT value FROM json_each(${JSON.stringify(networks)}))`)
    .orderBy(desc(bans.id))
    .limit(100);
}
