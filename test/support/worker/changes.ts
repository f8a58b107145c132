import { env } from "cloudflare:workers";
import type { Thread } from "../../../worker/contracts/forum.ts";
import type { CachedSite } from "./edge-cache.ts";
import { followToken } from "./follows.ts";
import { comment, startThread, type Visitor, visitor } from "./forum.ts";
import { dataUrl, png } from "./images.ts";
import { approve, draft, publish, submit } from "./listings.ts";
import { mailsTo, tokenIn } from "./mailbox.ts";
import { setBenchmark } from "./market.ts";
import { operator } from "./operator.ts";
import { linkIn } from "./subscribers.ts";

/** A site that people use, and those who use it. */
export interface World {
  site: CachedSite;
  /** Cookies. */
  moderator: string;
  operator: string;
  author: Visitor;
  reader: Visitor;
  /** Public, with a photo. */
  listing: { id: number; path: string; photo: string; manage: string };
  /** Waiting for a moderator. */
  pending: number;
  thread: Thread;
  commentId: number;
}

const LANDLORD = "landlord@example.com";
const SESSION = "session_1763712345678_abcdefghi";
const IN_TOWN = { latitude: 43.7, longitude: -79.4 };

export async function makeWorld(site: CachedSite): Promise<World> {
  const { id, slug, images } = await publish(site, { images: [dataUrl(await png())] });
  const manage = tokenIn(
    (await mailsTo(site, LANDLORD)).findLast(({ text }) => text.includes("/manage/")),
    "manage",
  );
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "Is the laundry shared" });
  const { id: commentId } = await comment(site, author, thread.id);
  // The edition of the day.
  site.clock.now = new Date("2026-11-20T15:00:00Z");
  await site.tick();
  await settled(site);
  return {
    site,
    moderator: await site.logIn(),
    operator: await operator(site),
    author,
    reader: await visitor(site, "198.51.100.5"),
    listing: { id, path: `/listing/${id}/${slug}`, photo: images[0] ?? "", manage },
    pending: await submit(site, { address: "12 Rockford Road, Toronto, ON M2R 3A2", bedrooms: "Studio" }),
    thread,
    commentId,
  };
}

/** All that a change sets off: mails, look-ups, new medians. */
export async function settled(site: CachedSite): Promise<void> {
  for (let rounds = 0; site.queued.length > 0 && rounds < 20; rounds += 1) await site.runQueue();
}

type Act = (world: World) => Promise<Response | undefined>;
/** What must be there before, and is seen as well. */
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
const token = async (site: CachedSite, email: string, kind: "confirm" | "unsubscribe" | "preferences" | "privacy") =>
  linkIn((await mailsTo(site, email))[0], kind);

const listing = ({ listing: { id } }: World) => `/api/admin/listings/${id}`;
const manage = ({ listing: { manage: key } }: World) => `/api/manage/${key}`;
const thread = ({ thread: { id } }: World) => `/api/discussion/admin/thread/${id}`;
const ownThread = ({ thread: { id } }: World) => `/api/discussion/user/threads/${id}`;
const ownComment = ({ commentId }: World) => `/api/discussion/user/comments/${commentId}`;

/**
 * Every change that anybody can make through the API, in an order that makes sense: `METHOD /path` as the application
 * names it, whether everybody sees something of it, and how it is made.
 */
export const CHANGES: readonly [operation: string, isSeen: boolean, act: Act, prepare?: Prepare][] = [
  [
    "POST /api/submit-property",
    false,
    call("/api/submit-property", "POST", draft({ address: "9 Elm St, Toronto, ON" })),
  ],
  [
    "POST /api/property-listings",
    false,
    call("/api/property-listings", "POST", draft({ address: "8 Elm St, Toronto" })),
  ],
  ["PATCH /api/admin/listings/:id/status", true, ({ site, pending }) => approve(site, pending).then(() => undefined)],
  ["PATCH /api/admin/listings/:id", true, moderates("PATCH", listing, { rent: "1700" })],
  ["PUT /api/admin/listings/:id/place", true, moderates("PUT", (world) => `${listing(world)}/place`, IN_TOWN)],
  ["DELETE /api/admin/listings/:id/place", true, moderates("DELETE", (world) => `${listing(world)}/place`)],
  ["POST /api/admin/places/rerun", false, moderates("POST", () => "/api/admin/places/rerun")],
  ["PUT /api/admin/market/benchmarks", true, ({ site }) => setBenchmark(site, { rent: 2_900 }).then(() => undefined)],
  [
    "DELETE /api/admin/market/benchmarks/:id",
    true,
    async (world) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM market_benchmarks").first<number>("id");
      return moderates("DELETE", () => `/api/admin/market/benchmarks/${id}`)(world);
    },
  ],
  [
    "POST /api/marketplace-listings/:id/interest",
    false,
    (world) =>
      call(`/api/marketplace-listings/${world.listing.id}/interest`, "POST", { kind: "opened", sessionId: null })(
        world,
      ),
  ],
  [
    "POST /api/report-property",
    false,
    (world) => call("/api/report-property", "POST", { propertyId: world.listing.id, reason: "SCAM" })(world),
  ],
  [
    "DELETE /api/admin/reports/:id",
    false,
    async (world) => {
      const id = await env.DB.prepare("SELECT max(id) AS id FROM reports").first<number>("id");
      return moderates("DELETE", () => `/api/admin/reports/${id}`)(world);
    },
  ],
  [
    "POST /api/admin/listings/:id/reject",
    true,
    moderates("POST", (world) => `${listing(world)}/reject`, { reason: "Not there" }),
  ],
  [
    "POST /api/admin/listings/approve",
    true,
    (world) => moderates("POST", () => "/api/admin/listings/approve", { ids: [world.listing.id] })(world),
  ],
  ["DELETE /api/admin/listings/:id", true, moderates("DELETE", listing)],
  [
    "POST /api/admin/listings/:id/restore",
    true,
    async (world) => {
      const restored = await moderates("POST", (given) => `${listing(given)}/restore`)(world);
      await approve(world.site, world.listing.id);
      return restored;
    },
  ],
  [
    "PATCH /api/manage/:token",
    true,
    async (world) => {
      const edited = await call(manage(world), "PATCH", { rent: "$1,650" })(world);
      await approve(world.site, world.listing.id);
      return edited;
    },
  ],
  [
    "POST /api/manage/:token/renew",
    true,
    async (world) => {
      world.site.clock.now = new Date(world.site.clock.now.getTime() + 60_000);
      return call(`${manage(world)}/renew`, "POST")(world);
    },
  ],
  ["POST /api/listing-links", false, call("/api/listing-links", "POST", { email: LANDLORD })],
  ["POST /api/manage/:token/rented", true, (world) => call(`${manage(world)}/rented`, "POST")(world)],
  ["DELETE /api/manage/:token", true, removedByOwner("manage"), publishedBy("manage")],
  ["DELETE /api/delete/:token", true, removedByOwner("delete"), publishedBy("delete")],

  ["POST /api/discussion/user", false, call("/api/discussion/user", "POST", { anonymousId: null })],
  [
    "POST /api/discussion/threads",
    true,
    writes("POST", () => "/api/discussion/threads", { title: "Another one", content: "What is a fair rent here" }),
  ],
  [
    "PUT /api/discussion/user/threads/:id",
    true,
    writes("PUT", ownThread, { title: "Is the laundry free", content: "And how often" }),
  ],
  [
    "PUT /api/discussion/threads/:id/vote",
    true,
    writes("PUT", ({ thread: { id } }) => `/api/discussion/threads/${id}/vote`, { value: 1 }, "reader"),
  ],
  [
    "POST /api/discussion/comments",
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
    true,
    writes("PUT", ({ commentId }) => `/api/discussion/comments/${commentId}/vote`, { value: -1 }, "reader"),
  ],
  ["PUT /api/discussion/user/comments/:id", true, writes("PUT", ownComment, { content: "It costs three dollars now" })],
  [
    "POST /api/discussion/report",
    false,
    (world) => call("/api/discussion/report", "POST", { threadId: world.thread.id, reason: "SPAM" })(world),
  ],
  [
    "PUT /api/discussion/threads/:id",
    true,
    moderates("PUT", ({ thread: { id } }) => `/api/discussion/threads/${id}`, { title: "Laundry" }),
  ],
  [
    "PUT /api/discussion/admin/thread/:id/sticky",
    true,
    moderates("PUT", (world) => `${thread(world)}/sticky`, { isSticky: true }),
  ],
  [
    "PUT /api/discussion/admin/thread/:id/lock",
    true,
    moderates("PUT", (world) => `${thread(world)}/lock`, { isLocked: true }),
  ],
  [
    "DELETE /api/discussion/admin/comment/:id",
    true,
    moderates("DELETE", ({ commentId }) => `/api/discussion/admin/comment/${commentId}`),
  ],
  [
    "POST /api/discussion/admin/comment/:id/restore",
    true,
    moderates("POST", ({ commentId }) => `/api/discussion/admin/comment/${commentId}/restore`),
  ],
  ["DELETE /api/discussion/admin/thread/:id", true, moderates("DELETE", thread)],
  [
    "POST /api/discussion/admin/thread/:id/restore",
    true,
    async (world) => {
      const restored = await moderates("POST", (given) => `${thread(given)}/restore`)(world);
      await moderates("PUT", (given) => `${thread(given)}/lock`, { isLocked: false })(world);
      return restored;
    },
  ],
  [
    "POST /api/discussion/threads/:id/follow",
    false,
    (world) => call(`/api/discussion/threads/${world.thread.id}/follow`, "POST", { email: "f@example.com" })(world),
  ],
  ["POST /api/follow/:token", false, (world) => follows(world, "")],
  ["POST /api/follow/:token/stop", false, (world) => follows(world, "/stop")],
  [
    "PATCH /api/discussion/automation/settings",
    false,
    moderates("PATCH", () => "/api/discussion/automation/settings", { enabled: "true" }),
  ],
  [
    "POST /api/discussion/automation/create-thread",
    true,
    moderates("POST", () => "/api/discussion/automation/create-thread"),
  ],
  [
    "POST /api/discussion/automation/add-comments",
    false,
    (world) => moderates("POST", () => "/api/discussion/automation/add-comments", { threadId: world.thread.id })(world),
  ],
  ["DELETE /api/discussion/user/comments/:id", true, writes("DELETE", ownComment)],
  ["DELETE /api/discussion/user/threads/:id", true, writes("DELETE", ownThread)],
  [
    "DELETE /api/discussion/admin/author/:id/posts",
    true,
    moderates("DELETE", ({ author }) => `/api/discussion/admin/author/${author.id}/posts`),
    ({ site, author }) => startThread(site, author, { title: "One more to be deleted" }),
  ],
  [
    "POST /api/discussion/admin/ban",
    false,
    moderates("POST", () => "/api/discussion/admin/ban", { ipAddress: "192.0.2.9", reason: "Spam", isActive: true }),
  ],
  [
    "PATCH /api/discussion/admin/ban/:id",
    false,
    moderates("PATCH", () => "/api/discussion/admin/ban/1", { isActive: false }),
  ],

  [
    "PUT /api/advertisement-settings",
    true,
    operates("PUT", "/api/advertisement-settings", { title: "Boxes", link: "https://boxes.example", enabled: true }),
  ],
  ["POST /api/advertisement-clicks", false, call("/api/advertisement-clicks", "POST", { sessionId: "browser-1" })],
  [
    "POST /api/analytics/track",
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
  ["POST /api/analytics/heartbeat", false, call("/api/analytics/heartbeat", "POST", { sessionId: SESSION })],
  ["POST /api/analytics/deactivate", false, call("/api/analytics/deactivate", "POST", { sessionId: SESSION })],

  ["POST /api/subscribe", false, call("/api/subscribe", "POST", { email: "ana@example.com" })],
  ["POST /api/verify-subscription", false, call("/api/verify-subscription", "POST", { email: "ana@example.com" })],
  ["POST /api/access/request-code", false, call("/api/access/request-code", "POST", { email: "ana@example.com" })],
  [
    "POST /api/access/verify-code",
    false,
    call("/api/access/verify-code", "POST", { email: "ana@example.com", code: "123456" }),
  ],
  [
    "POST /api/confirm/:token",
    false,
    ({ site }) => site.tokenFor("confirm", 1).then((key) => site.fetch(`/api/confirm/${key}`, { method: "POST" })),
  ],
  [
    "PUT /api/preferences/:token",
    false,
    async ({ site }) =>
      site.fetch(`/api/preferences/${await token(site, "ana@example.com", "preferences")}`, {
        method: "PUT",
        json: { bedrooms: ["Studio"] },
      }),
  ],
  [
    "POST /api/unsubscribe/:token",
    false,
    async ({ site }) =>
      site.fetch(`/api/unsubscribe/${await token(site, "ana@example.com", "unsubscribe")}`, { method: "POST" }),
  ],
  ["POST /api/stripe/webhook", false, call("/api/stripe/webhook", "POST", {})],
  [
    "POST /api/admin/digest/test",
    false,
    moderates("POST", () => "/api/admin/digest/test", { email: "me@example.com" }),
  ],
  ["POST /api/admin/digest/pause", false, moderates("POST", () => "/api/admin/digest/pause", { isPaused: true })],
  [
    "POST /api/admin/digest/editions/:date/resume",
    false,
    moderates("POST", () => "/api/admin/digest/editions/2026-11-20/resume"),
  ],
  ["POST /api/privacy/request", false, call("/api/privacy/request", "POST", { email: "second@example.com" })],
  [
    "DELETE /api/privacy/:token",
    true,
    async ({ site }) =>
      site.fetch(`/api/privacy/${await token(site, "second@example.com", "privacy")}`, { method: "DELETE" }),
    async ({ site }) => {
      await publish(site, { address: "5 Elm St, Toronto, ON", email: "second@example.com" });
      await site.fetch("/api/privacy/request", { json: { email: "second@example.com" } });
    },
  ],
  ["POST /api/stats/auth", false, call("/api/stats/auth", "POST", { password: "wrong" })],
  ["POST /api/stats/logout", false, operates("POST", "/api/stats/logout", {})],
  ["POST /api/admin/login", false, call("/api/admin/login", "POST", { password: "wrong" })],
  ["POST /api/admin/logout", false, moderates("POST", () => "/api/admin/logout", {})],
];

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

async function follows({ site }: World, what: "" | "/stop"): Promise<Response> {
  const key = followToken((await mailsTo(site, "f@example.com")).at(-1));
  return site.fetch(`/api/follow/${key}${what}`, { method: "POST" });
}
