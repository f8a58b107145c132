import { router } from "../../platform/http.ts";

/** Statistics of visitors and subscribers for the operator's dashboard, from the hub alone. */
export const statsRoutes = router().get("/analytics/stats", async (c) => {
  const { deps } = c.var;
  return c.json(await deps.visitors.hub().read(deps.now().getTime(), deps.visitors.intervalMs));
});
