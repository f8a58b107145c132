import { env } from "cloudflare:workers";
import { type Authenticator, makeAuthenticator } from "./authenticator.ts";
import type { CachedSite } from "./edge-cache.ts";
import { followToken } from "./follows.ts";
import { startThread } from "./forum.ts";
import { approve, draft, publish } from "./listings.ts";
import { mailsTo, tokenIn } from "./mailbox.ts";
import { importBenchmarks, putBenchmark } from "./market.ts";
import { STATS_PASSWORD } from "./operator.ts";
import {
  addPasskey,
  askForCode,
  type Colleague,
  enterCode,
  firstOperator,
  invitationToken,
  logInByPasskey,
} from "./people.ts";
import { ADMIN_PASSWORD, json } from "./site.ts";
import { pushBrowser } from "./push-service.ts";
import { share } from "./saved.ts";
import { linkIn } from "./subscribers.ts";
import { LANDLORD, type World } from "./world.ts";

const SESSION = "session_1763712345678_abcdefghi";
const IN_TOWN = { latitude: 43.7, longitude: -79.4 };

type Act = (world: World) => Promise<Response>;
/** Prepares a change. The effect of this preparation is also compared. */
type Prepare = (world: World) => Promise<unknown>;

const call =
  (path: string, method: string, json?: unknown): Act =>
  ({ site }) =>
    site.fetch(path, { method, ...(json !== undefined && { json }) });
const moderates =
  (method: string, path: (world: World) => string, json?: unknown): Act =>
  (world) =>
    world.site.fetch(path(world), { method, as: world.moderator, ...(json !== undefined && { json }) });
const writes =
  (method: string, path: (world: World) => string, json: unknown = {}, who: "author" | "reader" = "author"): Act =>
  (world) =>
    world.site.fetch(path(world), {
      method,
      json,
      as: world[who].cookie,
      headers: { "cf-connecting-ip": world[who].from },
    });
const operates =
  (method: string, path: string, json?: unknown): Act =>
  ({ site, operator: as }) =>
    site.fetch(path, { method, as, ...(json !== undefined && { json }) });
/** The operator and passkey of the tests, set by the first change that needs them. */
const staff: { operator?: Colleague; key?: Authenticator } = {};
const worksAs =
  (method: string, path: () => string, json?: unknown): Act =>
  ({ site }) =>
    site.fetch(path(), { method, as: staff.operator?.as ?? "", ...(json !== undefined && { json }) });
const token = async (site: CachedSite, email: string, kind: "confirm" | "unsubscribe" | "preferences" | "privacy") =>
  linkIn((await mailsTo(site, email))[0], kind);

const listing = ({ listing: { id } }: World) => `/api/admin/listings/${id}`;
const manage = ({ listing: { manage: key } }: World) => `/api/manage/${key}`;
const thread = ({ thread: { id } }: World) => `/api/discussion/admin/thread/${id}`;
const ownThread = ({ thread: { id } }: World) => `/api/discussion/user/threads/${id}`;
const ownComment = ({ commentId }: World) => `/api/discussion/user/comments/${commentId}`;

/** Changes that are visible but purge nothing. A page may show such a change only after its cached copy expires. */
export const SEEN_LATER: ReadonlySet<string> = new Set([
  "PUT /api/discussion/threads/:id/vote",
  "PUT /api/discussion/comments/:id/vote",
]);

/**
 * All requests to the API that change data, in an order in which they succeed: `METHOD /path`, the expected status,
 * whether the effect is public, and the request. Purges during the setup are not counted.
 */
export const CHANGES: readonly [operation: string, status: number, isSeen: boolean, act: Act, prepare?: Prepare][] = [
  [
    "POST /api/submit-property",
    201,
    false,
    call("/api/submit-property", "POST", draft({ address: "9 Elm St, Toronto, ON" })),
  ],
  [
    "POST /api/property-listings",
    201,
    false,
    call("/api/property-listings", "POST", draft({ address: "8 Elm St, Toronto" })),
  ],
  [
    "PATCH /api/admin/listings/:id/status",
    200,
    true,
    moderates("PATCH", ({ pending }) => `/api/admin/listings/${pending}/status`, { approved: true }),
  ],
  ["PATCH /api/admin/listings/:id", 200, true, moderates("PATCH", listing, { rent: "1700" })],
  ["PUT /api/admin/listings/:id/place", 200, true, moderates("PUT", (world) => `${listing(world)}/place`, IN_TOWN)],
  ["DELETE /api/admin/listings/:id/place", 200, true, moderates("DELETE", (world) => `${listing(world)}/place`)],
  ["POST /api/admin/system/empty-cache", 200, false, moderates("POST", () => "/api/admin/system/empty-cache")],
  ["POST /api/admin/places/rerun", 202, false, moderates("POST", () => "/api/admin/places/rerun")],
  ["PUT /api/admin/market/benchmarks", 200, true, ({ site }) => putBenchmark(site, { rent: 2_900 })],
  [
    "POST /api/admin/market/import",
    200,
    true,
    ({ site }) => importBenchmarks(site, ["1 Bedroom,Toronto,3000,asking,CMHC,2026-10"]),
  ],
  [
    "POST /api/admin/market/benchmarks/:id/check",
    200,
    true,
    async (world) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM market_benchmarks").first<number>("id");
      return moderates("POST", () => `/api/admin/market/benchmarks/${id}/check`)(world);
    },
  ],
  [
    "DELETE /api/admin/market/benchmarks/:id",
    200,
    true,
    async (world) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM market_benchmarks").first<number>("id");
      return moderates("DELETE", () => `/api/admin/market/benchmarks/${id}`)(world);
    },
  ],
  [
    "POST /api/admin/market/months/:month/correct",
    200,
    true,
    async (world) => {
      await env.DB.prepare(
        `INSERT INTO market_months (area, month, groups, closed_at)
         VALUES ('Toronto', '2026-09', '[{"type":"all","rents":null,"rentControl":null,"discount":{"value":9,"homes":20},"pace":null}]', 1)`,
      ).run();
      const reason = { reason: "Some were no homes." };
      return moderates("POST", () => "/api/admin/market/months/2026-09/correct", reason)(world);
    },
  ],
  [
    "PUT /api/admin/rent-guidelines/:year",
    200,
    false,
    moderates("PUT", () => "/api/admin/rent-guidelines/2026", {
      percent: "2.1",
      source: "Ontario.ca",
      isConfirmed: true,
    }),
  ],
  ["DELETE /api/admin/rent-guidelines/:year", 200, false, moderates("DELETE", () => "/api/admin/rent-guidelines/2019")],
  [
    "POST /api/marketplace-listings/:id/interest",
    204,
    false,
    (world) =>
      call(`/api/marketplace-listings/${world.listing.id}/interest`, "POST", { kind: "view", sessionId: null })(world),
  ],
  [
    "POST /api/report-property",
    200,
    false,
    (world) => call("/api/report-property", "POST", { propertyId: world.listing.id, reason: "SCAM" })(world),
  ],
  [
    "DELETE /api/admin/reports/:id",
    200,
    false,
    async (world) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM reports").first<number>("id");
      return moderates("DELETE", () => `/api/admin/reports/${id}`)(world);
    },
  ],
  [
    "POST /api/admin/reports/dismiss",
    200,
    false,
    (world) =>
      moderates("POST", () => "/api/admin/reports/dismiss", { targetType: "listing", targetId: world.listing.id })(
        world,
      ),
  ],
  ["POST /api/admin/listings/:id/presence", 200, false, moderates("POST", (world) => `${listing(world)}/presence`)],
  ["DELETE /api/admin/listings/:id/presence", 200, false, moderates("DELETE", (world) => `${listing(world)}/presence`)],
  [
    "POST /api/admin/listings/:id/confirm",
    200,
    true,
    moderates("POST", (world) => `${listing(world)}/confirm`),
    // The rent is so far below the market that the percentage awaits confirmation.
    moderates("PATCH", listing, { rent: "$900" }),
  ],
  [
    "POST /api/admin/listings/:id/reject",
    200,
    true,
    moderates("POST", (world) => `${listing(world)}/reject`, { reason: "Not there" }),
  ],
  [
    "POST /api/admin/listings/approve",
    200,
    true,
    (world) =>
      moderates("POST", () => "/api/admin/listings/approve", { ids: [world.listing.id], confirmScam: true })(world),
  ],
  [
    "POST /api/admin/listings/reject",
    200,
    true,
    (world) =>
      moderates("POST", () => "/api/admin/listings/reject", { ids: [world.listing.id], reason: "duplicate" })(world),
  ],
  [
    "POST /api/admin/listings/bulk",
    200,
    true,
    (world) =>
      moderates("POST", () => "/api/admin/listings/bulk", {
        ids: [world.listing.id],
        action: "approve",
        confirmScam: true,
      })(world),
  ],
  [
    "POST /api/admin/listings/:id/ask",
    200,
    false,
    moderates("POST", (world) => `${listing(world)}/ask`, { text: "Is it still free?" }),
  ],
  [
    "POST /api/manage/:token/answer",
    200,
    false,
    async (world) => {
      // A landlord can answer a question only after the moderator can no longer undo it.
      world.site.clock.now = new Date(world.site.clock.now.getTime() + 120_000);
      return call(`${manage(world)}/answer`, "POST", { text: "Yes." })(world);
    },
  ],
  [
    "POST /api/appeals/:token",
    200,
    false,
    async ({ site }) => site.fetch(`/api/appeals/${await appealKey(site)}`, { json: { text: "It is my home." } }),
    async (world) => {
      await moderates("POST", (of) => `${listing(of)}/reject`, { reason: "duplicate" })(world);
    },
  ],
  [
    "POST /api/admin/appeals/:id/decide",
    200,
    true,
    moderates("POST", () => "/api/admin/appeals/1/decide", { outcome: "approve", confirmScam: true }),
  ],
  [
    "POST /api/admin/decisions/:id/undo",
    200,
    true,
    async (world) => {
      const id = await env.DB.prepare("SELECT id FROM decisions ORDER BY nth DESC LIMIT 1").first<string>("id");
      return moderates("POST", () => `/api/admin/decisions/${id}/undo`)(world);
    },
  ],
  [
    "DELETE /api/admin/listings/:id",
    200,
    true,
    moderates("DELETE", listing),
    ({ site, listing: { id } }) => approve(site, id),
  ],
  ["POST /api/admin/listings/:id/restore", 200, false, moderates("POST", (world) => `${listing(world)}/restore`)],
  [
    "PATCH /api/manage/:token",
    200,
    true,
    (world) => call(manage(world), "PATCH", { rent: "$1,650" })(world),
    ({ site, listing: { id } }) => approve(site, id),
  ],
  [
    "POST /api/manage/:token/renew",
    200,
    true,
    async (world) => {
      world.site.clock.now = new Date(world.site.clock.now.getTime() + 60_000);
      return call(`${manage(world)}/renew`, "POST")(world);
    },
    ({ site, listing: { id } }) => approve(site, id),
  ],
  ["POST /api/listing-links", 200, false, call("/api/listing-links", "POST", { email: LANDLORD })],
  ["POST /api/manage/:token/rented", 200, true, (world) => call(`${manage(world)}/rented`, "POST")(world)],
  ["DELETE /api/manage/:token", 200, true, removedByOwner("manage"), publishedBy("manage")],
  ["DELETE /api/delete/:token", 200, true, removedByOwner("delete"), publishedBy("delete")],

  ["POST /api/discussion/user", 200, false, call("/api/discussion/user", "POST", { anonymousId: null })],
  [
    "POST /api/discussion/threads",
    201,
    true,
    writes("POST", () => "/api/discussion/threads", { title: "Another one", content: "What is a fair rent here" }),
  ],
  [
    "PUT /api/discussion/user/threads/:id",
    200,
    true,
    writes("PUT", ownThread, { title: "Is the laundry free", content: "And how often" }),
  ],
  [
    "PUT /api/discussion/threads/:id/vote",
    200,
    true,
    writes("PUT", ({ thread: { id } }) => `/api/discussion/threads/${id}/vote`, { value: 1 }, "reader"),
  ],
  [
    "POST /api/discussion/comments",
    201,
    true,
    (world) =>
      writes(
        "POST",
        () => "/api/discussion/comments",
        { threadId: world.thread.id, content: "It costs two dollars" },
        "reader",
      )(world),
  ],
  [
    "PUT /api/discussion/comments/:id/vote",
    200,
    true,
    writes("PUT", ({ commentId }) => `/api/discussion/comments/${commentId}/vote`, { value: -1 }, "reader"),
  ],
  [
    "PUT /api/discussion/user/comments/:id",
    200,
    true,
    writes("PUT", ownComment, { content: "It costs three dollars now" }),
  ],
  [
    "POST /api/discussion/report",
    200,
    false,
    (world) => call("/api/discussion/report", "POST", { threadId: world.thread.id, reason: "SPAM" })(world),
  ],
  [
    "PUT /api/discussion/threads/:id",
    200,
    true,
    moderates("PUT", ({ thread: { id } }) => `/api/discussion/threads/${id}`, { title: "Laundry" }),
  ],
  [
    "PUT /api/discussion/admin/thread/:id/sticky",
    200,
    true,
    moderates("PUT", (world) => `${thread(world)}/sticky`, { isSticky: true }),
  ],
  [
    "PUT /api/discussion/admin/thread/:id/lock",
    200,
    true,
    moderates("PUT", (world) => `${thread(world)}/lock`, { isLocked: true }),
  ],
  [
    "DELETE /api/discussion/admin/comment/:id",
    200,
    true,
    moderates("DELETE", ({ commentId }) => `/api/discussion/admin/comment/${commentId}`),
  ],
  [
    "POST /api/discussion/admin/comment/:id/restore",
    200,
    true,
    moderates("POST", ({ commentId }) => `/api/discussion/admin/comment/${commentId}/restore`),
  ],
  ["DELETE /api/discussion/admin/thread/:id", 200, true, moderates("DELETE", thread)],
  [
    "POST /api/discussion/admin/thread/:id/restore",
    200,
    true,
    moderates("POST", (world) => `${thread(world)}/restore`),
  ],
  [
    "POST /api/discussion/threads/:id/follow",
    200,
    false,
    (world) => call(`/api/discussion/threads/${world.thread.id}/follow`, "POST", { email: "f@example.com" })(world),
    moderates("PUT", (world) => `${thread(world)}/lock`, { isLocked: false }),
  ],
  ["POST /api/follow/:token", 200, false, (world) => follows(world, "")],
  ["POST /api/follow/:token/stop", 200, false, (world) => follows(world, "/stop")],
  [
    "POST /follow/:token",
    200,
    false,
    async (world) => call(`/follow/${await world.site.tokenFor("unfollow", 1)}`, "POST")(world),
  ],
  [
    "POST /api/saved-searches",
    200,
    false,
    call("/api/saved-searches", "POST", { email: "s@example.com", search: { filter: "1 BR" }, frequency: "daily" }),
  ],
  [
    "POST /api/alerts/:token/confirm",
    200,
    false,
    async (world) => call(`/api/alerts/${await world.site.searchLinkToken(1, 1)}/confirm`, "POST", {})(world),
  ],
  ["PATCH /api/alerts/:token/:id", 200, false, alerts("alerts", "PATCH", "/1", { name: "Mine" })],
  ["POST /api/alerts/:token/stop", 200, false, alerts("alerts_stop", "POST", "/stop", {})],
  ["DELETE /api/alerts/:token/:id", 200, false, alerts("alerts", "DELETE", "/1")],
  [
    "POST /api/push/subscriptions",
    201,
    false,
    async (world) => call("/api/push/subscriptions", "POST", await subscription(world))(world),
  ],
  [
    "DELETE /api/push/subscriptions",
    200,
    false,
    call("/api/push/subscriptions", "DELETE", { endpoint: "https://fcm.googleapis.com/fcm/send/one" }),
  ],
  [
    "POST /alerts/:token",
    200,
    false,
    async (world) => call(`/alerts/${await world.site.tokenFor("alerts_stop", 1)}`, "POST")(world),
  ],
  [
    "PATCH /api/discussion/automation/settings",
    200,
    false,
    moderates("PATCH", () => "/api/discussion/automation/settings", { enabled: "true" }),
  ],
  [
    "POST /api/discussion/automation/create-thread",
    200,
    true,
    moderates("POST", () => "/api/discussion/automation/create-thread"),
  ],
  [
    "POST /api/discussion/automation/add-comments",
    200,
    true,
    (world) => moderates("POST", () => "/api/discussion/automation/add-comments", { threadId: world.thread.id })(world),
    // The new title has a subject for which the automation has a benchmark.
    moderates("PUT", ({ thread: { id } }) => `/api/discussion/threads/${id}`, {
      title: "What is a fair rent for a studio?",
    }),
  ],
  ["DELETE /api/discussion/user/comments/:id", 200, true, writes("DELETE", ownComment)],
  ["DELETE /api/discussion/user/threads/:id", 200, true, writes("DELETE", ownThread)],
  [
    "DELETE /api/discussion/admin/author/:id/posts",
    200,
    true,
    moderates("DELETE", ({ author }) => `/api/discussion/admin/author/${author.id}/posts`),
    ({ site, author }) => startThread(site, author, { title: "One more to be deleted" }),
  ],
  [
    "POST /api/discussion/admin/ban",
    201,
    false,
    moderates("POST", () => "/api/discussion/admin/ban", { ipAddress: "192.0.2.9", reason: "Spam", isActive: true }),
  ],
  [
    "PATCH /api/discussion/admin/ban/:id",
    200,
    false,
    moderates("PATCH", () => "/api/discussion/admin/ban/1", { isActive: false }),
  ],

  [
    "PUT /api/advertisement-settings",
    200,
    true,
    operates("PUT", "/api/advertisement-settings", { title: "Boxes", link: "https://boxes.example", enabled: true }),
  ],
  ["POST /api/advertisement-clicks", 200, false, call("/api/advertisement-clicks", "POST", { sessionId: "browser-1" })],
  [
    "POST /api/analytics/track",
    204,
    false,
    call("/api/analytics/track", "POST", {
      sessionId: SESSION,
      page: "/",
      userAgent: "Mozilla/5.0 Firefox/140.0",
      referrer: null,
      city: "Unknown",
      country: "Unknown",
    }),
  ],
  ["POST /api/analytics/heartbeat", 204, false, call("/api/analytics/heartbeat", "POST", { sessionId: SESSION })],
  [
    "POST /api/analytics/searches",
    204,
    false,
    call("/api/analytics/searches", "POST", { sessionId: SESSION, search: { maxRent: 100 } }),
  ],
  ["POST /api/analytics/deactivate", 204, false, call("/api/analytics/deactivate", "POST", { sessionId: SESSION })],

  ["POST /api/commute", 200, false, call("/api/commute", "POST", { places: [{ lat: 43.65, lng: -79.38 }], ids: [1] })],
  ["POST /api/marketplace-listings/search", 200, false, call("/api/marketplace-listings/search", "POST", {})],
  ["POST /api/marketplace-listings/map", 200, false, call("/api/marketplace-listings/map", "POST", {})],
  ["POST /mcp", 200, false, call("/mcp", "POST", { jsonrpc: "2.0", id: 1, method: "ping" })],
  ["POST /rent-check", 303, false, call("/rent-check", "POST")],
  ["POST /api/law-notes", 200, false, call("/api/law-notes", "POST", { additionalInfo: "No pets please." })],
  ["POST /api/places/find", 200, false, call("/api/places/find", "POST", { text: "Union Station" })],
  ["POST /api/subscribe", 200, false, call("/api/subscribe", "POST", { email: "ana@example.com" })],
  [
    "POST /api/subscribe/preferences",
    200,
    false,
    call("/api/subscribe/preferences", "POST", {
      email: "ana@example.com",
      signUpKey: "0".repeat(32),
      bedrooms: [],
      maxRent: 1_800,
      areas: [],
    }),
  ],
  ["POST /api/verify-subscription", 200, false, call("/api/verify-subscription", "POST", { email: "ana@example.com" })],
  ["POST /api/access/request-code", 200, false, call("/api/access/request-code", "POST", { email: "ana@example.com" })],
  [
    "POST /api/access/verify-code",
    401,
    false,
    call("/api/access/verify-code", "POST", { email: "ana@example.com", code: "123456" }),
  ],
  [
    "POST /api/confirm/:token",
    200,
    false,
    ({ site }) => site.tokenFor("confirm", 1).then((key) => site.fetch(`/api/confirm/${key}`, { method: "POST" })),
  ],
  [
    "PUT /api/preferences/:token",
    200,
    false,
    async ({ site }) =>
      site.fetch(`/api/preferences/${await token(site, "ana@example.com", "preferences")}`, {
        method: "PUT",
        json: { bedrooms: ["Studio"], maxRent: null, areas: [], frequency: "weekly" },
      }),
  ],
  [
    "POST /api/unsubscribe/:token",
    200,
    false,
    async ({ site }) =>
      site.fetch(`/api/unsubscribe/${await token(site, "ana@example.com", "unsubscribe")}`, { method: "POST" }),
  ],
  [
    "POST /unsubscribe/:token",
    200,
    false,
    async (world) => call(`/unsubscribe/${await world.site.tokenFor("unsubscribe", 1)}`, "POST")(world),
  ],
  [
    "POST /api/never/:token",
    200,
    false,
    async (world) => call(`/api/never/${await world.site.neverToken("ana@example.com")}`, "POST")(world),
  ],
  [
    "DELETE /api/never/:token",
    200,
    false,
    async (world) => call(`/api/never/${await world.site.neverToken("ana@example.com")}`, "DELETE")(world),
  ],
  ["POST /api/stripe/webhook", 400, false, call("/api/stripe/webhook", "POST", {})],
  ["POST /api/mail-events/resend", 503, false, call("/api/mail-events/resend", "POST", {})],
  ["POST /api/admin/system/dead/:id/retry", 404, false, moderates("POST", () => "/api/admin/system/dead/999/retry")],
  ["DELETE /api/admin/system/dead/:id", 404, false, moderates("DELETE", () => "/api/admin/system/dead/999")],
  ["POST /api/admin/system/probe", 200, false, moderates("POST", () => "/api/admin/system/probe")],
  [
    "POST /api/admin/digest/test",
    200,
    false,
    moderates("POST", () => "/api/admin/digest/test", { email: "me@example.com" }),
  ],
  ["POST /api/admin/digest/pause", 200, false, moderates("POST", () => "/api/admin/digest/pause", { paused: true })],
  [
    "POST /api/admin/digest/editions/:date/resume",
    409,
    false,
    moderates("POST", () => "/api/admin/digest/editions/2026-11-20/resume"),
  ],
  ["POST /api/saved-homes/look-up", 200, false, call("/api/saved-homes/look-up", "POST", { ids: [1] })],
  [
    "POST /api/shortlists",
    201,
    false,
    async ({ site }) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM listings WHERE status = 'approved'").first("id");
      return share(site, [id], "Near the park");
    },
    ({ site }) => publish(site, { address: "6 Elm St, Toronto, ON", email: "shared@example.com" }),
  ],
  [
    "POST /api/shortlists/:token/report",
    200,
    false,
    async ({ site }) =>
      site.fetch(`/api/shortlists/${await site.tokenFor("shortlist", 1)}/report`, { json: { reason: "SPAM" } }),
  ],
  ["DELETE /api/admin/shortlists/:id", 200, false, moderates("DELETE", () => "/api/admin/shortlists/1")],
  [
    "POST /api/emails/:token/link",
    200,
    false,
    async (world) => call(`/api/emails/${await world.site.tokenFor("unsubscribe", 1)}/link`, "POST", {})(world),
  ],
  [
    "POST /api/emails/:token/data",
    200,
    false,
    async (world) => call(`/api/emails/${await world.site.tokenFor("preferences", 1)}/data`, "POST", {})(world),
  ],
  ["POST /api/privacy/request", 200, false, call("/api/privacy/request", "POST", { email: "second@example.com" })],
  [
    "DELETE /api/privacy/:token",
    200,
    true,
    async ({ site }) =>
      site.fetch(`/api/privacy/${await token(site, "second@example.com", "privacy")}`, { method: "DELETE" }),
    async ({ site }) => {
      await publish(site, { address: "5 Elm St, Toronto, ON", email: "second@example.com" });
      await site.fetch("/api/privacy/request", { json: { email: "second@example.com" } });
    },
  ],
  ["POST /api/stats/auth", 200, false, call("/api/stats/auth", "POST", { password: STATS_PASSWORD })],
  ["POST /api/stats/logout", 200, false, operates("POST", "/api/stats/logout", {})],
  ["POST /api/admin/login", 200, false, call("/api/admin/login", "POST", { password: ADMIN_PASSWORD })],
  ["POST /api/admin/login/link", 200, false, call("/api/admin/login/link", "POST", {})],
  [
    "POST /api/admin/login/link/:token",
    200,
    false,
    async ({ site }) =>
      site.fetch(`/api/admin/login/link/${await site.tokenFor("login", site.clock.now.getTime() * 100)}`, {
        method: "POST",
      }),
  ],
  ["POST /api/admin/login/passkey/options", 200, false, call("/api/admin/login/passkey/options", "POST", {})],
  [
    "POST /api/admin/login/passkey/verify",
    200,
    false,
    async ({ site }) => logInByPasskey(site, staff.key ?? (await makeAuthenticator())),
    async ({ site }) => {
      staff.operator = await firstOperator(site);
      staff.key = await makeAuthenticator();
      await addPasskey(site, staff.operator.as, staff.key);
    },
  ],
  ["POST /api/admin/login/code", 200, false, call("/api/admin/login/code", "POST", { email: "olga@example.com" })],
  [
    "POST /api/admin/login/code/verify",
    200,
    false,
    async ({ site }) => enterCode(site, await askForCode(site, "olga@example.com")),
  ],
  ["POST /api/admin/passkeys/options", 200, false, worksAs("POST", () => "/api/admin/passkeys/options")],
  [
    "POST /api/admin/passkeys/verify",
    201,
    false,
    async ({ site }) => addPasskey(site, staff.operator?.as ?? "", await makeAuthenticator()),
  ],
  ["DELETE /api/admin/passkeys/:id", 200, false, worksAs("DELETE", () => "/api/admin/passkeys/2")],
  ["POST /api/stats/auth/person", 200, false, worksAs("POST", () => "/api/stats/auth/person")],
  [
    "POST /api/admin/people",
    201,
    false,
    worksAs("POST", () => "/api/admin/people", { name: "Rita", email: "rita@example.com", role: "reader" }),
  ],
  ["PATCH /api/admin/people/:id", 200, false, worksAs("PATCH", () => "/api/admin/people/2", { role: "moderator" })],
  ["DELETE /api/admin/people/:id", 200, false, worksAs("DELETE", () => "/api/admin/people/2")],
  [
    "POST /api/admin/people/invitations",
    201,
    false,
    worksAs("POST", () => "/api/admin/people/invitations", { email: "mona@example.com", role: "reader" }),
  ],
  [
    "POST /api/admin/invitation/:token",
    200,
    false,
    async ({ site }) =>
      site.fetch(`/api/admin/invitation/${await invitationToken(site, "mona@example.com")}`, {
        json: { name: "Mona" },
      }),
  ],
  [
    "DELETE /api/admin/people/invitations/:id",
    200,
    false,
    worksAs("DELETE", () => "/api/admin/people/invitations/2"),
    ({ site }) =>
      site.fetch("/api/admin/people/invitations", {
        json: { email: "omar@example.com", role: "reader" },
        as: staff.operator?.as ?? "",
      }),
  ],
  [
    "DELETE /api/admin/sessions/:id",
    200,
    false,
    async (world) => {
      const sessions = await json<{ id: string; isCurrent: boolean }[]>(
        world.site.fetch("/api/admin/sessions", { as: staff.operator?.as ?? "" }),
      );
      const other = sessions.find(({ isCurrent }) => !isCurrent)?.id;
      return worksAs("DELETE", () => `/api/admin/sessions/${other}`)(world);
    },
  ],
  [
    "POST /dev/mailbox/:id/reply",
    200,
    false,
    ({ site }) => site.fetch("/dev/mailbox/1/reply", { body: new URLSearchParams({ text: "Yes please" }) }),
  ],
  ["POST /api/admin/logout", 200, false, moderates("POST", () => "/api/admin/logout", {})],
];

/** The key of the link that appeals the latest rejection. */
async function appealKey(site: CachedSite): Promise<string> {
  const latest = "SELECT id, rejected_at AS at FROM listings WHERE rejected_at IS NOT NULL ORDER BY rejected_at DESC";
  const rejected = await env.DB.prepare(latest).first<{ id: number; at: number }>();
  return site.tokenFor("appeal", rejected?.id ?? 0, rejected?.at);
}

type OwnersLink = "manage" | "delete";
const ownerWith = (kind: OwnersLink) => `${kind}@example.com`;

function publishedBy(kind: OwnersLink): Prepare {
  const address = `${kind.length} Oak St, Toronto, ON`;
  return ({ site }) => publish(site, { email: ownerWith(kind), address, bedrooms: "Studio" });
}

function removedByOwner(kind: OwnersLink): Act {
  return async ({ site }) => {
    const mails = await mailsTo(site, ownerWith(kind));
    const mail = mails.find(({ text }) => text.includes(`/${kind}/`));
    return site.fetch(`/api/${kind}/${tokenIn(mail, kind)}`, { method: "DELETE" });
  };
}

/** Sends a browser's request for push messages about alerts. */
async function subscription({ site }: Pick<World, "site">) {
  const { subscription: browser } = await pushBrowser("https://fcm.googleapis.com/fcm/send/one");
  return { ...browser, alerts: await site.tokenFor("alerts", 1) };
}

function alerts(kind: "alerts" | "alerts_stop", method: string, path: string, json?: unknown): Act {
  return async (world) => call(`/api/alerts/${await world.site.tokenFor(kind, 1)}${path}`, method, json)(world);
}

async function follows({ site }: World, what: "" | "/stop"): Promise<Response> {
  const key = followToken((await mailsTo(site, "f@example.com")).at(-1));
  return site.fetch(`/api/follow/${key}${what}`, { method: "POST" });
}
