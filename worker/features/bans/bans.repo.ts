import { and, eq, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { bans } from "./bans.table.ts";

/** The active ban of a network (index bans_active; the condition is literal, because a bound one would miss it). */
export async function activeBanOf(deps: Deps, network: string) {
  const [ban] = await deps.db
    .select({ reason: bans.reason })
    .from(bans)
    .where(and(eq(bans.network, network), sql`is_active = 1`))
    .limit(1);
  return ban ?? null;
}
