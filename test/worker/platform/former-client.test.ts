import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const NETWORK = "203.0.113.7";
const SESSION = "session_1700000000000_vvvvvvvv1";

/** A request as sent by a page of another version; `reads` lists the response fields that the page uses. */
interface Request {
  path: string;
  body?: object;
  status: number;
  reads: readonly string[];
}

interface World {
  listing: number;
  user: number;
  thread: number;
}

/**
 * Requests of pages opened before a deployment, written out because today's types may differ. Requests and responses
 * may gain fields. While such pages can be open, the API must accept every field of these requests and must return
 * every field that the pages read. An entry is removed 90 days after the last deployed page that sends it.
 */
const requests = ({ listing, user, thread }: World): Request[] => [
  { path: "/api/site", status: 200, reads: ["name", "url", "contactEmail", "postalAddress"] },
  {
    path: `/api/marketplace-listings/${listing}`,
    status: 200,
    reads: [
      "id",
      "slug",
      "title",
      "address",
      "rent",
      "price",
      "bedrooms",
      "bathrooms",
      "phone",
      "images",
      "belowMarketPercent",
    ],
  },
  { path: "/api/marketplace-listings/count", status: 200, reads: ["count"] },
  { path: "/api/advertisement-settings", status: 200, reads: [] },
  { path: "/api/vip", status: 200, reads: ["checkoutUrl"] },
  {
    path: "/api/submit-property",
    body: {
      address: "86 Main Street, Toronto, ON M4E 2V6",
      addressPrecision: "exact",
      rent: "1900",
      moveInDate: "2026-12-01",
      bedrooms: "1 Bedroom",
      bathrooms: "1",
      email: "landlord@example.com",
      phone: "416-555-0124",
      landlordName: "Ana",
      additionalInfo: "Bright unit on a quiet street.",
      images: [],
    },
    status: 201,
    reads: ["success", "message", "id"],
  },
  {
    path: "/api/property-listings",
    body: {
      address: "88 Main Street, Toronto, ON M4E 2V6",
      rent: "1900",
      moveInDate: "2026-12-01",
      bedrooms: "1 Bedroom",
      bathrooms: "1",
      email: "landlord@example.com",
      phone: "416-555-0125",
      additionalInfo: "Bright unit on a quiet street.",
      images: [],
    },
    status: 201,
    reads: ["success", "message", "id"],
  },
  {
    path: "/api/report-property",
    body: { propertyId: listing, reason: "SCAM" },
    status: 200,
    reads: ["success"],
  },
  {
    path: "/api/subscribe",
    body: { email: "reader@example.com", sessionId: SESSION },
    status: 200,
    reads: ["message"],
  },
  { path: "/api/access/request-code", body: { email: "reader@example.com" }, status: 200, reads: [] },
  {
    path: "/api/discussion/threads",
    body: { title: "Is this rent fair?", content: "What do you think of it?", authorId: user },
    status: 201,
    reads: ["id", "title", "content", "user"],
  },
  {
    path: "/api/discussion/comments",
    body: { content: "It seems fair to me.", threadId: thread, authorId: user },
    status: 201,
    reads: ["id", "content", "user"],
  },
  {
    path: "/api/analytics/track",
    body: {
      sessionId: SESSION,
      userAgent: "Mozilla/5.0",
      referrer: null,
      city: "Unknown",
      country: "Unknown",
      page: "/",
    },
    status: 204,
    reads: [],
  },
  { path: "/api/analytics/heartbeat", body: { sessionId: SESSION }, status: 204, reads: [] },
];

async function inhabited(): Promise<{ site: Site; world: World; cookie: string }> {
  const site = makeSite();
  const { id: listing } = await publish(site);
  const identity = await site.fetch("/api/discussion/user", { json: { anonymousId: null } });
  const cookie = identity.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { id: user } = await json<{ id: number }>(identity);
  const text = { title: "What is a fair rent?", content: "What do you pay for yours?", authorId: user };
  const { id: thread } = await json<{ id: number }>(
    site.fetch("/api/discussion/threads", { json: text, as: cookie, headers: { "cf-connecting-ip": NETWORK } }),
  );
  return { site, world: { listing, user, thread }, cookie };
}

describe("a page of another version", () => {
  it.each([
    ["that is older gets every field that it reads", {}],
    ["that is newer, after a rollback, may send unknown fields", { addedLater: { nested: ["value"] } }],
  ])("%s", { tags: ["rest"] }, async (_, more) => {
    const { site, world, cookie } = await inhabited();
    for (const { path, body, status, reads } of requests(world)) {
      const response = await site.fetch(path, { ...(body && { json: { ...body, ...more } }), as: cookie });
      const text = await response.text();
      expect(response.status, `${path} ${text}`).toBe(status);
      const answer = (text === "" ? {} : JSON.parse(text)) as object | null;
      for (const field of reads) expect(answer, path).toHaveProperty(field);
    }
  });
});
