import type { Context } from "hono";
import { sessionInput, emptySearchInput, visitInput } from "../../contracts/visitors.schemas.ts";
import type { CallerPlace } from "../../contracts/visitors.ts";
import { beaconBody } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { exemptFromWriteLimit, limited } from "../../platform/rate-limits.ts";
import { siteOf } from "./visit-source.ts";
import { callerGeo, recordHeartbeat, recordLeave, recordEmptySearch, trackVisit } from "./visitors.service.ts";

const tracking = limited("tracking");
const geoOf = (c: Context<AppEnv>) => callerGeo(c.req.raw.cf);

/** Beacons of a page: always answered with 204. */
export const visitorRoutes = router()
  .post("/analytics/track", exemptFromWriteLimit, tracking, beaconBody(visitInput), async (c) => {
    const { config } = c.var.deps;
    await trackVisit(c.var.deps, c.req.valid("json"), {
      client: c.var.client,
      geo: geoOf(c),
      userAgent: c.req.header("user-agent") ?? "",
      ownHosts: [config.siteUrl, c.req.url].map((url) => siteOf(new URL(url).hostname)),
    });
    return c.body(null, 204);
  })
  .post("/analytics/heartbeat", exemptFromWriteLimit, tracking, beaconBody(sessionInput), async (c) => {
    await recordHeartbeat(c.var.deps, c.req.valid("json").sessionId);
    return c.body(null, 204);
  })
  .post("/analytics/deactivate", exemptFromWriteLimit, tracking, beaconBody(sessionInput), async (c) => {
    await recordLeave(c.var.deps, c.req.valid("json").sessionId);
    return c.body(null, 204);
  })
  /** A search that found nothing. */
  .post("/analytics/searches", exemptFromWriteLimit, tracking, beaconBody(emptySearchInput), async (c) => {
    await recordEmptySearch(c.var.deps, c.req.valid("json"));
    return c.body(null, 204);
  })
  /** The caller's location by network; 'Unknown' when Cloudflare has none. */
  .get("/geo", (c) => {
    const { city, country } = geoOf(c);
    return c.json({ city, country_name: country } satisfies CallerPlace);
  });
