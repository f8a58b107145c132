import { statsQuery } from "../../contracts/visitors.schemas.ts";
import type { VisitorStats } from "../../contracts/visitors.ts";
import { readQuery } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";

/** Statistics of visitors and subscribers for the operator's dashboard, from the hub alone; with `range` also its figures. */
export const statsRoutes = router().get("/analytics/stats", async (c) => {
  const { deps } = c.var;
  const { range, compare } = readQuery(c, statsQuery);
  const [hub, now, intervalMs] = [deps.visitors.hub(), deps.now().getTime(), deps.visitors.intervalMs] as const;
  if (range === undefined) return c.json((await hub.read(now, intervalMs)) satisfies VisitorStats);
  const [stats, period] = await Promise.all([
    hub.read(now, intervalMs),
    hub.readPeriod(now, intervalMs, range, compare !== undefined),
  ]);
  return c.json({ ...stats, period } satisfies VisitorStats);
});
