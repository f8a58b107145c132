import type { Context } from "hono";
import { statsRules } from "../../contracts/stats.schemas.ts";
import type { AppEnv } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";

/**
 * Returns the hub that serves all dashboards, the current time in milliseconds, and the minimum interval between the
 * hub's reads of the shards.
 */
const hubOf = ({ var: { deps } }: Context<AppEnv>) =>
  [deps.visitors.hub(), deps.now().getTime(), deps.visitors.intervalMs] as const;

/** Routes for the operator's dashboard, all answered by the hub. */
export const statsRoutes = implement(statsRules, {
  async getVisitorStats(c, { query: { range, compare } }) {
    const [hub, now, intervalMs] = hubOf(c);
    if (range === undefined) return hub.read(now, intervalMs);
    const [stats, period] = await Promise.all([
      hub.read(now, intervalMs),
      hub.readPeriod(now, intervalMs, { range, isCompared: compare !== undefined }),
    ]);
    return { ...stats, period };
  },
  getGoalConversion(c, { query: { goal, range, compare } }) {
    const [hub, now, intervalMs] = hubOf(c);
    return hub.readGoal(now, intervalMs, { goal, range, isCompared: compare !== undefined });
  },
  getEmptySearches(c, { query: { range, compare } }) {
    const [hub, now, intervalMs] = hubOf(c);
    return hub.readEmptySearches(now, intervalMs, { range, isCompared: compare !== undefined });
  },
  getSiteFigures(c) {
    const [hub, now, intervalMs] = hubOf(c);
    return hub.readSite(now, intervalMs);
  },
});
