import { router } from "../../platform/http.ts";

/** What the operator's dashboard shows of visitors and subscribers. Reads nothing but the hub, and writes nothing. */
export const statsRoutes = router().get("/analytics/stats", async (c) => {
  const { deps } = c.var;
  return c.json(await deps.visitors.hub().read(deps.now().getTime(), deps.visitors.intervalMs));
});
