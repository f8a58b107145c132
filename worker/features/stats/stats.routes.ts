import type { Context } from "hono";
import type { SiteFigures } from "../../contracts/site-figures.ts";
import type { GoalConversion, EmptySearches } from "../../contracts/stats-periods.ts";
import { goalQuery, searchesQuery, statsQuery } from "../../contracts/visitors.schemas.ts";
import type { VisitorStats } from "../../contracts/visitors.ts";
import { readQuery } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";

/** The hub that answers for everybody, the time in milliseconds, and how often it may read the shards. */
const hubOf = ({ var: { deps } }: Context<AppEnv>) =>
  [deps.visitors.hub(), deps.now().getTime(), deps.visitors.intervalMs] as const;

/** What the operator's dashboard shows, from the hub alone. */
export const statsRoutes = router()
  /** Statistics of visitors and subscribers; with `range` also its figures. */
  .get("/analytics/stats", async (c) => {
    const { range, compare } = readQuery(c, statsQuery);
    const [hub, now, intervalMs] = hubOf(c);
    if (range === undefined) return c.json((await hub.read(now, intervalMs)) satisfies VisitorStats);
    const [stats, period] = await Promise.all([
      hub.read(now, intervalMs),
      hub.readPeriod(now, intervalMs, { range, isCompared: compare !== undefined }),
    ]);
    return c.json({ ...stats, period } satisfies VisitorStats);
  })
  /** How often a goal was reached in a range, by source, first page and campaign. */
  .get("/analytics/goals", async (c) => {
    const { goal, range, compare } = readQuery(c, goalQuery);
    const [hub, now, intervalMs] = hubOf(c);
    return c.json(
      (await hub.readGoal(now, intervalMs, {
        goal,
        range,
        isCompared: compare !== undefined,
      })) satisfies GoalConversion,
    );
  })
  /** What was searched for in a range and not found. */
  .get("/analytics/searches", async (c) => {
    const { range, compare } = readQuery(c, searchesQuery);
    const [hub, now, intervalMs] = hubOf(c);
    return c.json(
      (await hub.readEmptySearches(now, intervalMs, {
        range,
        isCompared: compare !== undefined,
      })) satisfies EmptySearches,
    );
  })
  /** The state of listings, mails and the forum, at most a minute old. */
  .get("/analytics/site", async (c) => {
    const [hub, now, intervalMs] = hubOf(c);
    return c.json((await hub.readSite(now, intervalMs)) satisfies SiteFigures);
  });
