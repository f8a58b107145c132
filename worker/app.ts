import { API_PATH } from "./contracts/pages.ts";
import { createMiddleware } from "hono/factory";
import { threadPath } from "./contracts/forum.ts";
import { pageRules } from "./contracts/page.schemas.ts";
import { adRoutes } from "./features/ads/ads.routes.ts";
import { alertRoutes, oneClickAlertRoutes } from "./features/alerts/alerts.routes.ts";
import type { AuditTargets } from "./features/audit/audit.service.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { automationRoutes } from "./features/automation/automation.routes.ts";
import { guardWrites } from "./features/backups/restore.guard.ts";
import { banAdminRoutes } from "./features/bans/bans.admin.routes.ts";
import { commuteRoutes } from "./features/commute/commute.routes.ts";
import { decisionAdminRoutes } from "./features/decisions/decisions.admin.routes.ts";
import { devMailboxApi, devMailboxPages } from "./features/dev-mailbox/dev-mailbox.routes.ts";
import {
  forumAdminRoutes,
  followRoutes,
  oneClickStopRoutes,
  forumRoutes,
  postRoutes,
} from "./features/forum/forum.routes.ts";
import { readPublicPoints } from "./features/listings/reading/listings.read.service.ts";
import { listedRents } from "./features/listings/market/listings.market.service.ts";
import { appealRoutes } from "./features/listings/moderation/appeals.routes.ts";
import { answerRoutes, questionRoutes } from "./features/listings/moderation/questions.routes.ts";
import { transparencyRoutes } from "./features/transparency/transparency.routes.ts";
import { queueRoutes } from "./features/listings/moderation/moderation.routes.ts";
import { listingForModerator } from "./features/listings/decisions/queue.service.ts";
import { auditedListings, findAuditedListings } from "./features/listings/moderation/audited-listings.service.ts";
import { undoBans, assertNotBanned } from "./features/bans/bans.service.ts";
import { undoListings } from "./features/listings/decisions/undo.service.ts";
import { listingRoutes } from "./features/listings/listings.routes.ts";
import { searchRoutes } from "./features/listings/search/search.routes.ts";
import { lostLinkRoutes, ownerRoutes } from "./features/listings/owner/owner.routes.ts";
import { readReportedPosts } from "./features/forum/forum.moderation.service.ts";
import { photoRoutes } from "./features/listings/photos/photos.routes.ts";
import { previewRoutes } from "./features/listings/previews/previews.routes.ts";
import { passkeyRoutes, peopleAdminRoutes, presenceRoutes } from "./features/people/people.admin.routes.ts";
import { placeRoutes } from "./features/places/places.routes.ts";
import { mapTileRoutes } from "./features/map-tiles/map-tiles.routes.ts";
import { marketAdminRoutes, marketRoutes } from "./features/market/market.routes.ts";
import { mcpRoutes } from "./features/mcp/mcp.routes.ts";
import { isOpenApi, openApiCors, openApiRoutes } from "./features/open-api/open-api.routes.ts";
import { rentGuidelineRoutes, rentCheckRoutes } from "./features/rent-check/rent-check.routes.ts";
import { reportRoutes } from "./features/reports/reports.routes.ts";
import { dismissReportsOf, reportCountsOf, undoDismissal } from "./features/reports/reports.service.ts";
import { pushRoutes } from "./features/push/push.routes.ts";
import { savedRoutes } from "./features/saved/saved.routes.ts";
import { requireRole, sessionRoutes, requireStats, statsSessionRoutes } from "./features/sessions/sessions.routes.ts";
import { claimForPerson, requireRecentLogin } from "./features/sessions/sessions.service.ts";
import {
  emptyCacheRoutes,
  probeAdminRoutes,
  systemAdminRoutes,
  healthRoutes,
} from "./features/system/system.routes.ts";
import { statsRoutes } from "./features/stats/stats.routes.ts";
import { accessRoutes } from "./features/access/access.routes.ts";
import { emailRoutes } from "./features/emails/emails.routes.ts";
import { digestRoutes } from "./features/digest/digest.routes.ts";
import { optOutRoutes } from "./features/opt-out/opt-out.routes.ts";
import { oneClickRoutes, subscriberRoutes } from "./features/subscribers/subscribers.routes.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { visitorRoutes } from "./features/visitors/visitors.routes.ts";
import { claimRoutes } from "./features/claims/claims.routes.ts";
import { vipRoutes } from "./features/vip/vip.routes.ts";
import { feedRoutes } from "./pages/feed.routes.ts";
import { siteOf } from "./pages/answer-page.ts";
import { pageRoutes, redirectToPlainUrl, apiPage, rentCheckPages } from "./pages/pages.routes.ts";
import { machineRoutes, sitemapRoutes } from "./pages/machine.routes.ts";
import { noStoreByDefault } from "./platform/cache.ts";
import { clientFrom } from "./platform/client-address.ts";
import {
  closeDemo,
  hideDemo,
  withRequestOrigin,
  refuseForeignWrites,
  refuseTrace,
  securityHeaders,
  requestLog,
} from "./platform/middleware.ts";
import type { Deps } from "./platform/deps.ts";
import type { Env } from "./platform/config.ts";
import { accessOf, operationOf } from "./contracts/operations.ts";
import { AppError, asAppError, problemResponse } from "./platform/errors.ts";
import { type AppEnv, isRead, router } from "./platform/http.ts";
import { implement, mount } from "./platform/implement.ts";
import { drainBody } from "./platform/incoming-body.ts";
import { type LogFields, withoutToken } from "./platform/log.ts";
import { limitCalls } from "./platform/rate-limits.ts";

/**
 * Paths of people (with their roles), invitations and passkeys. Changes there outlast the session that makes them, so a
 * stolen session must not be enough.
 */
const LASTING = ["/api/admin/people", "/api/admin/passkeys"] as const;

/**
 * Returns whether an operation needs a login within the last 15 minutes: any write to people, invitations and passkeys.
 */
const needsRecentLogin = (method: string, path: string): boolean =>
  !["GET", "HEAD"].includes(method) && LASTING.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** Creates the dependencies of one request; tests substitute the clock or a counting database. */
export type DepsFactory = (env: Env, ctx: ExecutionContext, context?: LogFields) => Deps;

/** Look-ups that the audit log uses to name and find its targets. */
const AUDIT_TARGETS: AuditTargets = {
  findListings: findAuditedListings,
  describe: async (deps, { listing, thread: threads, comment: comments }) => {
    const [listings, posts] = await Promise.all([
      auditedListings(deps, listing),
      readReportedPosts(deps, { threads, comments }),
    ]);
    return (type, id) => {
      if (type === "listing") return listings.get(id) ?? null;
      const post = type === "thread" || type === "comment" ? posts(type, id) : null;
      if (post === null) return null;
      const path = threadPath({ id: post.threadId, seoSlug: post.threadSlug });
      return { about: post.threadTitle, path: post.isDeleted ? null : path };
    };
  },
};

const siteRoutes = implement(pageRules, { getSite: (c) => siteOf(c.get("deps")) });

/** Denies by default: an API operation is public, requires a role, or is not found. */
const enforceAccessPolicy = createMiddleware<AppEnv>(async (c, next) => {
  const access = accessOf(c.req.method, c.req.path);
  if (access === null) throw new AppError("route.not_found");
  if (access === "public") return next();
  if (access === "stats") return requireStats(c, next);
  return requireRole(access)(c, next);
});

/** @throws AppError 403 `session.log_in_again` */
const enforceRecentLogin = createMiddleware<AppEnv>(async (c, next) => {
  if (needsRecentLogin(c.req.method, c.req.path)) requireRecentLogin(c.get("deps"), c.get("staff"));
  await next();
});

/** Refuses public writes from banned networks, except operations that must work from anywhere. */
const refuseBanned = createMiddleware<AppEnv>(async (c, next) => {
  const rule = operationOf(c.req.method, c.req.path)?.rule;
  if (rule?.access === "public" && !isRead(c.req.method, c.req.path) && rule.worksWhenBanned !== true)
    await assertNotBanned(c.get("deps"), c.get("client"));
  await next();
});

/** The HTTP application: middleware, access policy, and all routes. */
export function makeApp(makeDeps: DepsFactory) {
  const app = router();

  app.use(noStoreByDefault, securityHeaders);
  app.use(async (c, next) => {
    const requestId = c.req.header("cf-ray") ?? crypto.randomUUID();
    c.set("requestId", requestId);
    c.set("deps", withRequestOrigin(makeDeps(c.env, c.executionCtx as ExecutionContext, { requestId }), c.req.url));
    c.set("client", clientFrom(c.req.raw.headers));
    await next();
    if (c.get("deps").config.isDevelopment) await drainBody(c.get("deps"), c.req.raw);
  });
  // Pages and files are read-only, so only GET and HEAD are allowed. API operations declare their methods.
  const isMethodAllowed = (method: string, path: string) =>
    path.startsWith("/api/") ? accessOf(method, path) !== null : ["GET", "HEAD"].includes(method);
  app.use(requestLog, refuseTrace(isMethodAllowed), refuseForeignWrites, guardWrites);
  app.use(hideDemo);
  app.use(`${API_PATH}/*`, openApiCors);
  app.use("/api/*", enforceAccessPolicy, enforceRecentLogin, closeDemo, limitCalls, refuseBanned);

  mount(app, [
    ...savedRoutes,
    ...forumRoutes((deps, threads) => reportCountsOf(deps, "thread", threads)),
    ...postRoutes,
    ...followRoutes,
    ...forumAdminRoutes,
    ...banAdminRoutes,
    ...automationRoutes,
    ...reportRoutes,
    ...auditRoutes(AUDIT_TARGETS),
    ...decisionAdminRoutes({ listing: undoListings, reports: undoDismissal, ban: undoBans }),
    ...pushRoutes,
    ...placeRoutes,
    ...commuteRoutes(readPublicPoints),
    ...subscriberRoutes,
    ...optOutRoutes,
    ...accessRoutes,
    ...privacyRoutes,
    ...alertRoutes,
    ...emailRoutes,
    ...digestRoutes,
    ...devMailboxApi,
    ...searchRoutes,
    ...listingRoutes,
    ...ownerRoutes,
    ...lostLinkRoutes,
    ...questionRoutes,
    ...answerRoutes,
    ...appealRoutes,
    ...queueRoutes(dismissReportsOf),
    ...siteRoutes,
    ...adRoutes,
    ...claimRoutes,
    ...emptyCacheRoutes,
    ...marketRoutes,
    ...marketAdminRoutes(listedRents),
    ...passkeyRoutes,
    ...peopleAdminRoutes(claimForPerson),
    ...presenceRoutes(listingForModerator),
    ...probeAdminRoutes,
    ...rentCheckRoutes,
    ...rentGuidelineRoutes,
    ...sessionRoutes,
    ...statsRoutes,
    ...statsSessionRoutes,
    ...systemAdminRoutes,
    ...transparencyRoutes,
    ...vipRoutes,
    ...visitorRoutes,
  ]);
  app.route("/", openApiRoutes);
  app.get("/api", redirectToPlainUrl);
  app.route("/", apiPage);
  app.all("/api/*", () => {
    throw new AppError("route.not_found");
  });
  app.route("/photos", photoRoutes);
  app.route("/previews", previewRoutes);
  app.route("/tiles", mapTileRoutes);
  app.route("/dev/mailbox", devMailboxPages);
  app.route("/", healthRoutes);
  app.route("/", mcpRoutes);
  app.route("/", sitemapRoutes);
  app.route("/", machineRoutes);
  app.route("/", feedRoutes);
  app.route("/", oneClickRoutes);
  app.route("/", oneClickStopRoutes);
  app.route("/", oneClickAlertRoutes);
  app.get("*", redirectToPlainUrl);
  app.route("/", rentCheckPages);
  app.route("/", pageRoutes);

  app.notFound(() => new AppError("route.not_found").toResponse());
  app.onError((error, c) => {
    const known = asAppError(error);
    // `request.busy` is not a failure of the application, and the request log already records it.
    if (known.status >= 500 && known.code !== "request.busy")
      c.get("deps").log.error("request.failed", known.cause ?? error, {
        path: withoutToken(c.req.path),
        code: known.code,
      });
    return isOpenApi(c.req.path) ? problemResponse(known, c.get("deps").config.siteUrl) : known.toResponse();
  });
  return app;
}
