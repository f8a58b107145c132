import type { Context } from "hono";
import { visitorRules } from "../../contracts/visitors.schemas.ts";
import type { AppEnv } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { siteOf } from "./visit-source.ts";
import { callerGeo, recordHeartbeat, recordLeave, recordEmptySearch, trackVisit } from "./visitors.service.ts";

const geoOf = (c: Context<AppEnv>) => callerGeo(c.req.raw.cf);

export const visitorRoutes = implement(visitorRules, {
  async recordVisit(c, { body }) {
    const { config } = c.var.deps;
    await trackVisit(c.var.deps, body, {
      client: c.var.client,
      geo: geoOf(c),
      userAgent: c.req.header("user-agent") ?? "",
      ownHosts: [config.siteUrl, c.req.url].map((url) => siteOf(new URL(url).hostname)),
    });
  },
  recordHeartbeat: (c, { body }) => recordHeartbeat(c.var.deps, body.sessionId),
  recordLeave: (c, { body }) => recordLeave(c.var.deps, body.sessionId),
  recordEmptySearch: (c, { body }) => recordEmptySearch(c.var.deps, body),
  getCallerPlace(c) {
    const { city, country } = geoOf(c);
    return { city, country_name: country };
  },
});
