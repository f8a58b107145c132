import { createMiddleware } from "hono/factory";
import type { SiteInfo } from "./contracts/page.ts";
import { accessOf } from "./access-policy.ts";
import { adRoutes } from "./features/ads/ads.routes.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { automationRoutes } from "./features/automation/automation.routes.ts";
import { banAdminRoutes } from "./features/bans/bans.admin.routes.ts";
import { decisionAdminRoutes } from "./features/decisions/decisions.admin.routes.ts";
import { devMailboxApi, devMailboxPages } from "./features/dev-mailbox/dev-mailbox.routes.ts";
import { forumAdminRoutes } from "./features/forum/forum.admin.routes.ts";
import { listingAdminRoutes } from "./features/listings/moderation/moderation.routes.ts";
import { undoListings } from "./features/listings/moderation/undo.service.ts";
import { interestRoutes, listingRoutes, submissionRoutes } from "./features/listings/core/listings.routes.ts";
import { searchRoutes } from "./features/listings/search/search.routes.ts";
import { ownerRoutes } from "./features/listings/owner/owner.routes.ts";
import { followLinkRoutes, followRoutes, oneClickStopRoutes } from "./features/forum/follows.routes.ts";
import { forumRoutes } from "./features/forum/forum.routes.ts";
import { postRoutes } from "./features/forum/posts.routes.ts";
import { photoRoutes } from "./features/listings/photos/photos.routes.ts";
import { previewRoutes } from "./features/listings/previews/previews.routes.ts";
import { listingPlaceRoutes, placeAdminRoutes } from "./features/places/places.admin.routes.ts";
import { placeRoutes } from "./features/places/places.routes.ts";
import { marketAdminRoutes } from "./features/market/market.admin.routes.ts";
import { reportAdminRoutes, reportRoutes } from "./features/reports/reports.routes.ts";
import { undoDismissal } from "./features/reports/reports.moderation.service.ts";
import { requireAdmin, sessionRoutes } from "./features/sessions/sessions.routes.ts";
import { requireStats, statsSessionRoutes } from "./features/stats-sessions/stats-sessions.routes.ts";
import { accessRoutes } from "./features/access/access.routes.ts";
import { digestAdminRoutes, digestRoutes } from "./features/digest/digest.routes.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { subscriberAdminRoutes } from "./features/subscribers/subscribers.admin.routes.ts";
import { oneClickRoutes, subscriberRoutes } from "./features/subscribers/subscribers.routes.ts";
import { audienceRoutes } from "./features/subscribers/audience.routes.ts";
import { visitorRoutes } from "./features/visitors/visitors.routes.ts";
import { vipRoutes } from "./features/vip/vip.routes.ts";
import { feedRoutes } from "./pages/feed.routes.ts";
import { pageRoutes } from "./pages/pages.routes.ts";
import { machineRoutes } from "./pages/machine.routes.ts";
import { sitemapRoutes } from "./pages/sitemap.routes.ts";
import { noStoreByDefault } from "./platform/cache.ts";
import { clientOf } from "./platform/client-address.ts";
import { siteInfo } from "./platform/config.ts";
import type { Deps } from "./platform/deps.ts";
import type { Env } from "./platform/env.ts";
import { AppError, asAppError } from "./platform/errors.ts";
import { type AppEnv, router } from "./platform/http.ts";
import { discardRest } from "./platform/incoming-body.ts";
import { type LogFields, withoutToken } from "./platform/log.ts";
import { refuseForeignWrites } from "./platform/origin.ts";
import { limited } from "./platform/rate-limits.ts";
import { requestLog } from "./platform/request-log.ts";
import { securityHeaders } from "./platform/security-headers.ts";

/** Makes the dependencies of one request; tests put a clock or a counting database in. */
export type DepsFactory = (env: Env, ctx: ExecutionContext, context?: LogFields) => Deps;

/** Deny by default: an API operation is public, or guarded, or not there. */
const enforceAccessPolicy = createMiddleware<AppEnv>(async (c, next) => {
  const access = accessOf(c.req.method, c.req.path);
  if (access === null) throw new AppError("route.not_found");
  if (access === "admin") return requireAdmin(c, next);
  if (access === "stats") return requireStats(c, next);
  return next();
});

/**
 * Routes exempt from the write limit: tracking, which has a limit of its own, and leaving. Mail services click for thousands
 * of people from a few networks, and only a signed link does anything.
 */
const EXEMPT_FROM_WRITE_LIMIT =
  /^\/api\/(?:marketplace-listings\/[^/]+\/interest|analytics\/[a-z]+|advertisement-clicks|(?:unsubscribe|never)\/[^/]+|follow\/[^/]+\/stop)$/;

const writesLimit = limited("writes");
/** Every write counts against its network's minute; some have tighter limits of their own beside their route. */
const limitWrites = createMiddleware<AppEnv>((c, next) =>
  c.req.method === "GET" || c.req.method === "HEAD" || EXEMPT_FROM_WRITE_LIMIT.test(c.req.path)
    ? next()
    : writesLimit(c, next),
);

/** The whole HTTP side: middleware, access policy, and the API's table of contents. */
export function makeApp(makeDeps: DepsFactory) {
  const app = router();

  app.use(noStoreByDefault, securityHeaders);
  app.use(async (c, next) => {
    const requestId = c.req.header("cf-ray") ?? crypto.randomUUID();
    c.set("requestId", requestId);
    c.set("deps", makeDeps(c.env, c.executionCtx as ExecutionContext, { requestId }));
    c.set("client", clientOf(c.req.raw.headers));
    await next();
    if (c.var.deps.config.isDevelopment) await discardRest(c.var.deps, c.req.raw);
  });
  app.use(requestLog, refuseForeignWrites);
  app.use("/api/*", enforceAccessPolicy, limitWrites);

  app.get("/api/site", (c) => {
    return c.json(siteInfo(c.var.deps.config) satisfies SiteInfo);
  });
  app.route("/api", submissionRoutes);
  app.route("/api", searchRoutes);
  app.route("/api", listingRoutes);
  app.route("/api", interestRoutes);
  app.route("/api", placeRoutes);
  app.route("/api", ownerRoutes);
  app.route("/api", reportRoutes);
  app.route("/api", vipRoutes);
  app.route("/api", audienceRoutes);
  app.route("/api/stats", statsSessionRoutes);
  app.route("/api", visitorRoutes);
  app.route("/api", adRoutes);
  app.route("/api", subscriberRoutes);
  app.route("/api/discussion", forumRoutes);
  app.route("/api/discussion", postRoutes);
  app.route("/api/discussion", followRoutes);
  app.route("/api/follow", followLinkRoutes);
  app.route("/api/access", accessRoutes);
  app.route("/api/digest", digestRoutes);
  app.route("/api/privacy", privacyRoutes);
  app.route("/api/admin/digest", digestAdminRoutes);
  app.route("/api/admin/subscribers", subscriberAdminRoutes);
  app.route("/api/admin", sessionRoutes);
  app.route("/api/admin/reports", reportAdminRoutes);
  app.route("/api/admin/decisions", decisionAdminRoutes({ listing: undoListings, reports: undoDismissal }));
  app.route("/api/admin/audit", auditRoutes);
  app.route("/api/admin/market", marketAdminRoutes);
  app.route("/api/admin/listings", listingAdminRoutes);
  app.route("/api/admin/listings", listingPlaceRoutes);
  app.route("/api/admin/places", placeAdminRoutes);
  app.route("/api/discussion", forumAdminRoutes);
  app.route("/api/discussion/admin", banAdminRoutes);
  app.route("/api/discussion/automation", automationRoutes);
  app.route("/api/dev/mailbox", devMailboxApi);
  app.all("/api/*", () => {
    throw new AppError("route.not_found");
  });
  app.route("/photos", photoRoutes);
  app.route("/previews", previewRoutes);
  app.route("/dev/mailbox", devMailboxPages);
  app.route("/", sitemapRoutes);
  app.route("/", machineRoutes);
  app.route("/", feedRoutes);
  app.route("/", oneClickRoutes);
  app.route("/", oneClickStopRoutes);
  app.route("/", pageRoutes);

  app.notFound(() => new AppError("route.not_found").toResponse());
  app.onError((error, c) => {
    const known = asAppError(error);
    // Being full is no failure of ours; the log of requests has it.
    if (known.status >= 500 && known.code !== "request.busy")
      c.var.deps.log.error("request.failed", known.cause ?? error, {
        path: withoutToken(c.req.path),
        code: known.code,
      });
    return known.toResponse();
  });
  return app;
}
