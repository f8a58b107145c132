import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SubscriptionView } from "../../../worker/contracts/subscribers.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { endlessMinutes } from "../../support/worker/limiters.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { mailError } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll } from "../../support/worker/stripe.ts";
import { linkIn, signUp, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const DAY_MS = 86_400_000;

async function subscriberWith(site: Site, email = "ana@example.com") {
  await subscribe(site, email);
  const [welcome] = await mailsTo(site, email);
  return { unsubscribe: linkIn(welcome, "unsubscribe"), preferences: linkIn(welcome, "preferences"), welcome };
}

describe("unsubscribing", () => {
  it("requires a POST, even after the link is opened", async () => {
    const site = makeSite();
    const { unsubscribe } = await subscriberWith(site);
    for (let n = 0; n < 25; n += 1) {
      const method = n % 2 === 0 ? "GET" : "HEAD";
      expect((await site.fetch(`/api/unsubscribe/${unsubscribe}`, { method })).status).toBe(200);
    }
    expect(await statusOf("ana@example.com")).toBe("confirmed");
    const answer = await site.fetch(`/api/unsubscribe/${unsubscribe}`, { method: "POST" });
    expect(await json(answer)).toEqual({ success: true, message: expect.any(String) });
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
    expect((await site.fetch(`/api/unsubscribe/${unsubscribe}`, { method: "POST" })).status).toBe(200);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM consents WHERE kind = 'withdrawn'").first("n")).toBe(1);
  });

  it("works with one click in an email client (RFC 8058) 60 days later, even when banned", async () => {
    const site = makeSite();
    const { welcome } = await subscriberWith(site);
    const url = /<([^>]+)>/.exec(welcome?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
    // A user who opens this URL gets the page with the button.
    const page = await site.fetch(new URL(url).pathname);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await statusOf("ana@example.com")).toBe("confirmed");
    site.clock.now = new Date(site.clock.now.getTime() + 60 * DAY_MS);
    await env.DB.prepare(
      "INSERT INTO bans (ip_address, network, reason, is_active, created_at) VALUES ('203.0.113.7', '203.0.113.7', 'x', 1, 0)",
    ).run();
    const answer = await site.fetch(new URL(url).pathname, {
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(200);
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
    expect(await env.DB.prepare("SELECT method FROM consents WHERE kind = 'withdrawn'").first("method")).toBe(
      "one-click",
    );
  });

  it.each(["1", "1-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "%00", "../preferences"])(
    "rejects the invalid token %s",
    async (token) => {
      const site = makeSite();
      const { preferences } = await subscriberWith(site);
      for (const wrong of [token, preferences])
        expect((await site.fetch(`/api/unsubscribe/${wrong}`, { method: "POST" })).status).toBe(404);
      expect(await statusOf("ana@example.com")).toBe("confirmed");
    },
  );
});

describe("an email service that unsubscribes many people", () => {
  it.each(["/unsubscribe", "/api/unsubscribe"])("is never rate-limited at %s", { tags: ["rest"] }, async (path) => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    await subscribe(site, "ana@example.com");
    const statuses = new Set<number>();
    for (let n = 0; n < 130; n += 1) {
      const token = `${n + 100}-${"a".repeat(32)}`;
      statuses.add((await site.fetch(`${path}/${token}`, { body: "List-Unsubscribe=One-Click" })).status);
    }
    expect([...statuses]).toEqual([404]);
    const id = await env.DB.prepare("SELECT id FROM subscribers").first<number>("id");
    const token = await site.tokenFor("unsubscribe", id ?? 0);
    expect((await site.fetch(`${path}/${token}`, { body: "List-Unsubscribe=One-Click" })).status).toBe(200);
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
  });
});

describe("an address that complained", () => {
  const EMAIL = "landlord@example.com";
  const complaint = { type: "cf.email.sending.message.complained", payload: { recipient: "Landlord@Example.com" } };

  it("gets no email of any kind, not even requested links or codes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0), { customer_details: { email: EMAIL } })]);
    await submit(site);
    await site.runQueue();
    const before = (await mailsTo(site, EMAIL)).length;
    expect(before).toBeGreaterThan(1);
    await site.mailEvent(complaint);
    await submit(site, { address: "12 Other Street, Toronto" });
    const links = ["/api/privacy/request", "/api/listing-links", "/api/subscribe", "/api/access/request-code"];
    for (const path of links) expect((await site.fetch(path, { json: { email: EMAIL } })).status, path).toBe(200);
    expect(await mailsTo(site, EMAIL)).toHaveLength(before);
  });

  it("is also suppressed when the email service rejects it, and emails are not retried", async () => {
    const tried: string[] = [];
    const refuse = (): Partial<Deps> => ({
      mail: {
        send: (mail) => {
          tried.push(mail.subject);
          return Promise.reject(mailError("E_RECIPIENT_SUPPRESSED"));
        },
      },
    });
    const site = makeSite({ deps: refuse });
    for (const address of ["1 First Street, Toronto", "2 Second Street, Toronto"]) {
      await submit(site, { address });
      await site.runQueue();
    }
    expect(tried).toHaveLength(1);
    expect((await env.DB.prepare("SELECT reason FROM mail_suppressions").all()).results).toEqual([
      { reason: "refused" },
    ]);
  });
});

describe("an email event", () => {
  const event = (type: string, recipient: string, more: object = {}) => ({
    type: `cf.email.sending.message.${type}`,
    source: { type: "email.sending" },
    payload: { eventId: "1", recipient, ...more },
  });

  it("stops emails to an address that bounced permanently or complained, even after later sign-ups", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    await subscribe(site, "ben@example.com");
    await site.mailEvent(event("bounced", "Ana@Example.com", { bounce: { type: "hard" } }));
    await site.mailEvent(event("complained", "ben@example.com"));
    await site.mailEvent(event("complained", "ben@example.com"));
    expect([await statusOf("ana@example.com"), await statusOf("ben@example.com")]).toEqual([
      "suppressed",
      "suppressed",
    ]);
    const before = (await mailsTo(site, "ana@example.com")).length;
    expect((await signUp(site, "ana@example.com")).status).toBe(200);
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM consents WHERE kind = 'withdrawn'").first("n")).toBe(2);
  });

  it.each([
    event("bounced", "ana@example.com", { bounce: { type: "soft" } }),
    event("deferred", "ana@example.com"),
    event("delivered", "ana@example.com"),
    event("bounced", "", { bounce: { type: "hard" } }),
    null,
    "text",
    { type: "cf.email.sending.message.bounced" },
  ])("changes nothing when it is %j", async (body) => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    await site.mailEvent(body);
    expect(await statusOf("ana@example.com")).toBe("confirmed");
  });
});

describe("preferences", () => {
  const wanted = {
    bedrooms: ["Studio", "1 Bedroom"],
    maxRent: 1800,
    areas: ["Toronto", "Mississauga"],
    frequency: "weekly",
  };

  it("are read and saved by the emailed link", async () => {
    const site = makeSite();
    const { preferences } = await subscriberWith(site);
    const view = await json<SubscriptionView>(site.fetch(`/api/preferences/${preferences}`));
    expect(view).toMatchObject({
      email: "a***@example.com",
      preferences: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
    });
    const saved = await site.fetch(`/api/preferences/${preferences}`, { method: "PUT", json: wanted });
    expect(await json(saved)).toMatchObject({ preferences: wanted });
    expect(await json(site.fetch(`/api/preferences/${preferences}`))).toMatchObject({ preferences: wanted });
    expect((await site.fetch(`/api${view.links.unsubscribe}`)).status).toBe(200);
  });

  it.each([
    { ...wanted, bedrooms: ["Castle"] },
    { ...wanted, maxRent: 1 },
    { ...wanted, maxRent: "1800" },
    { ...wanted, areas: ["Atlantis"] },
    { ...wanted, frequency: "hourly" },
    { bedrooms: [] },
    [],
  ])("are rejected when they are invalid: %j", async (body) => {
    const site = makeSite();
    const { preferences } = await subscriberWith(site);
    const answer = await site.fetch(`/api/preferences/${preferences}`, { method: "PUT", json: body });
    expect(answer.status).toBe(400);
    expect(await json(site.fetch(`/api/preferences/${preferences}`))).toMatchObject({ preferences: { maxRent: null } });
  });
});

describe("the audience", () => {
  it(
    "counts members, those who left, and the net changes of today and yesterday in Toronto",
    { tags: ["rest"] },
    async () => {
      // 11:30 p.m. in Toronto.
      const site = makeSite({ now: new Date("2026-11-21T04:30:00Z") });
      const audience = async () => {
        const login = await site.fetch("/api/stats/auth", { json: { password: env.STATS_PASSWORD } });
        const { sessionId } = await json<{ sessionId: string }>(login);
        return json(site.fetch("/api/mailchimp/audience", { headers: { "x-stats-session": sessionId } }));
      };
      await subscribe(site, "ana@example.com");
      const { unsubscribe } = await subscriberWith(site, "ben@example.com");
      await signUp(site, "pending@example.com");
      expect(await audience()).toEqual({ memberCount: 2, unsubscribeCount: 0, todayChanges: 2, yesterdayChanges: 0 });
      site.clock.now = new Date("2026-11-21T05:30:00Z");
      await site.fetch(`/api/unsubscribe/${unsubscribe}`, { method: "POST" });
      expect(await audience()).toEqual({ memberCount: 1, unsubscribeCount: 1, todayChanges: -1, yesterdayChanges: 2 });
    },
  );
});
