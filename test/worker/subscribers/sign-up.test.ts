import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import { CONSENT_VERSION, SUBSCRIBED_MESSAGE } from "../../../worker/contracts/subscribers.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { endlessMinutes } from "../../support/worker/limiters.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, replyTo, signUp, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const consents = async () =>
  (await env.DB.prepare("SELECT kind, method, ip_address, wording_version, detail FROM consents ORDER BY id").all())
    .results;

describe("a sign-up", () => {
  it("is confirmed by a reply, and welcomed once", async () => {
    const site = makeSite();
    const answer = await signUp(site, "Ana@Example.com");
    expect(answer.status).toBe(200);
    expect(await json(answer)).toEqual({ message: SUBSCRIBED_MESSAGE });
    const [mail] = await mailsTo(site, "Ana@Example.com");
    expect(mail?.replyTo).toMatch(/^confirm\+\d+-[a-z2-7]{32}@/);
    expect(mail?.text).toContain("withdraw");
    expect(mail?.text).toContain("at 10 a.m. Toronto time");
    // One click opens the reply with a subject, because some email programs warn of empty subjects.
    expect(mail?.html).toContain(`href="mailto:${mail?.replyTo}?subject=Yes%2C%20I%20want%20to%20join%20`);
    expect(await statusOf("ana@example.com")).toBe("pending");

    expect(await site.receive(replyTo(mail))).toBeNull();
    expect(await site.receive(replyTo(mail))).toBeNull();
    expect(await statusOf("ana@example.com")).toBe("confirmed");
    const mails = await mailsTo(site, "Ana@Example.com");
    expect(mails.map(({ subject }) => subject.replace(/ [A-Z].*/, ""))).toEqual(
      ["Welcome to", "Please reply to join"].map((text) => text),
    );
    expect(mails[0]?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  });

  it("stores proof of the consent: time, address, wording, and the reply", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    expect(await consents()).toEqual([
      {
        kind: "requested",
        method: "landing",
        ip_address: "203.0.113.7",
        wording_version: CONSENT_VERSION,
        detail: null,
      },
      {
        kind: "confirmed",
        method: "reply",
        ip_address: null,
        wording_version: CONSENT_VERSION,
        detail: "<reply-1@mail.example.com>",
      },
    ]);
    const records = await json<{ status: string; consents: unknown[] }[]>(
      site.fetch("/api/admin/subscribers?email=ANA@example.com", { as: await site.logIn() }),
    );
    expect(records).toEqual([expect.objectContaining({ email: "ana@example.com", status: "confirmed" })]);
    expect(records[0]?.consents).toHaveLength(2);
  });

  it("has the same response for known and unknown addresses, and emails the owner of a known address", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const [known, unknown] = await Promise.all([signUp(site, "ana@example.com"), signUp(site, "new@example.com")]);
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect((await mailsTo(site, "ana@example.com"))[0]?.subject).toContain("already");
    expect(await statusOf("ana@example.com")).toBe("confirmed");
  });

  it.each([
    [{}, "Please enter your email address."],
    [{ email: "" }, "Please enter your email address."],
    [{ email: "  " }, "Please enter your email address."],
    [{ email: "nobody" }, "Please enter a valid email address."],
    [{ email: "a@b" }, "Please enter a valid email address."],
    [{ email: "a@example.com\r\nBcc: x@example.com" }, "Please enter a valid email address."],
    [{ email: 42 }, "Please enter a valid email address."],
  ])("with %j is rejected with its reason, and nothing is stored", async (body, text) => {
    const site = makeSite();
    const answer = await site.fetch("/api/subscribe", { json: body });
    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({ error: text, message: text, fields: { email: expect.any(String) } });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM subscribers").first("n")).toBe(0);
  });

  it("by any number of strangers sends a victim only three emails", { tags: ["rest"] }, async () => {
    const minutes = endlessMinutes();
    // Disables the limits of networks, because only the limit of the victim's address is tested.
    const fresh = (deps: Deps): Partial<Deps> => ({
      ...minutes(),
      attempts: {
        ...deps.attempts,
        take: (key, limit) =>
          key.startsWith("networks:") ? Promise.resolve({ allowed: true }) : deps.attempts.take(key, limit),
      },
    });
    const site = makeQuietSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: fresh });
    for (let n = 0; n < fullSize(10_000, 150); n += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, k) => {
          const network = n + k;
          return signUp(site, "victim@example.com", { "cf-connecting-ip": `10.1.${network >> 8}.${network & 255}` });
        }),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await mailsTo(site, "victim@example.com")).toHaveLength(3);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM consents").first("n")).toBe(3);
  });

  it("is limited to twenty a day per network", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await signUp(site, `someone-${n}@example.com`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  });

  it("without confirmation is deleted after 30 days", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    await subscribe(site, "ben@example.com");
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 86_400_000);
    await site.tick();
    expect(await statusOf("ana@example.com")).toBeNull();
    expect(await statusOf("ben@example.com")).toBe("confirmed");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM consents").first("n")).toBe(2);
  });
});

describe("a returning subscriber", () => {
  const later = (site: Site, days: number) => {
    site.clock.now = new Date(site.clock.now.getTime() + days * 86_400_000);
  };
  const returning = async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const [welcome] = await mailsTo(site, "ana@example.com");
    later(site, 100);
    await site.fetch(`/api/unsubscribe/${linkIn(welcome, "unsubscribe")}`, { method: "POST" });
    later(site, 100);
    await signUp(site, "ana@example.com");
    return site;
  };

  it(
    "has as long to confirm as a new subscriber, no matter how old the first sign-up is",
    { tags: ["rest"] },
    async () => {
      const site = await returning();
      const [mail] = await mailsTo(site, "ana@example.com");
      later(site, 29);
      await site.tick();
      expect(await statusOf("ana@example.com")).toBe("pending");
      await site.receive(replyTo(mail));
      expect(await statusOf("ana@example.com")).toBe("confirmed");
    },
  );

  it("who does not confirm stays unsubscribed, with the earlier consent, and old emails confirm nothing", async () => {
    const site = await returning();
    const [mail] = await mailsTo(site, "ana@example.com");
    later(site, 31);
    await site.tick();
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
    expect((await consents()).map(({ kind }) => kind)).toEqual(["requested", "confirmed", "withdrawn", "requested"]);
    await signUp(site, "ana@example.com");
    await site.receive(replyTo(mail));
    expect(await statusOf("ana@example.com")).toBe("pending");
  });

  it("is not deleted on the day of a sign-up years later", { tags: ["rest"] }, async () => {
    const site = await returning();
    later(site, 3 * 365);
    await signUp(site, "ana@example.com");
    await site.tick();
    expect(await statusOf("ana@example.com")).toBe("pending");
  });

  it("who chose one email a week sees the date of the next Monday", { tags: ["rest"] }, async () => {
    // The site starts on a Friday.
    const site = makeSite({ now: new Date("2026-11-20T16:00:00Z") });
    await subscribe(site, "ana@example.com");
    const [first] = await mailsTo(site, "ana@example.com");
    expect(first?.text).toContain("Monday, November 23");
    await site.fetch(`/api/preferences/${linkIn(first, "preferences")}`, {
      method: "PUT",
      json: { bedrooms: [], maxRent: null, areas: [], frequency: "weekly" },
    });
    await site.fetch(`/api/unsubscribe/${linkIn(first, "unsubscribe")}`, { method: "POST" });
    // A Monday after the edition: the next editions are on Wednesday and, for weekly readers, on Monday.
    site.clock.now = new Date("2026-11-23T16:00:00Z");
    await subscribe(site, "ana@example.com");
    const [again] = await mailsTo(site, "ana@example.com");
    expect(again?.text).toContain("one email a week");
    expect(again?.text).toContain("Monday, November 30");
  });
});

describe("a reply", () => {
  it("with a picture of many megabytes confirms", async () => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    const reply = replyTo((await mailsTo(site, "ana@example.com"))[0]);
    await site.receive({ ...reply, raw: reply.raw + "A".repeat(3 * 1024 * 1024) });
    expect(await statusOf("ana@example.com")).toBe("confirmed");
  });

  it("that cannot be verified because of a missing secret is temporarily rejected", async () => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    const reply = replyTo((await mailsTo(site, "ana@example.com"))[0]);
    await expect(makeSite({ vars: { SESSION_SECRET: "" } }).receive(reply)).rejects.toMatchObject({
      code: "session.not_configured",
    });
  });

  const forgeries: [string, Parameters<typeof replyTo>[1]][] = [
    ["that no server vouches for", { results: null }],
    ["that another server vouches for", { results: "mx.evil.example; dmarc=pass header.from=example.com" }],
    ["that fails", { results: "mx.cloudflare.net; dmarc=fail header.from=example.com" }],
    ["from another address of the same domain", { from: "eve@example.com" }],
    ["from elsewhere", { from: "eve@evil.example" }],
    [
      "whose forged result lies below the server's own",
      {
        results: "mx.cloudflare.net; dmarc=fail header.from=example.com",
        headers: ["Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=example.com"],
      },
    ],
  ];
  it.each(forgeries)(
    "%s confirms nothing, and the subscriber gets a link to a button",
    { tags: ["rest"] },
    async (_name, changes) => {
      const site = makeSite();
      await signUp(site, "ana@example.com");
      const [mail] = await mailsTo(site, "ana@example.com");
      await site.receive(replyTo(mail, changes));
      expect(await statusOf("ana@example.com")).toBe("pending");
      expect(await mailsTo(site, "eve@evil.example")).toEqual([]);
      const [button] = await mailsTo(site, "ana@example.com");
      expect(button?.headers["Auto-Submitted"]).toBe("auto-replied");
      const path = `/api/confirm/${linkIn(button, "confirm")}`;
      for (const method of ["GET", "HEAD"]) expect((await site.fetch(path, { method })).status).toBe(200);
      expect(await statusOf("ana@example.com")).toBe("pending");
      expect(await json(site.fetch(path, { method: "POST" }))).toMatchObject({
        status: "confirmed",
        email: "a***@example.com",
      });
      expect(await statusOf("ana@example.com")).toBe("confirmed");
    },
  );

  it.each([
    ["a vacation notice", ["Auto-Submitted: auto-replied"]],
    ["a message from a list", ["Precedence: list"]],
    ["a bounce", ["Content-Type: multipart/report; report-type=delivery-status; boundary=x"]],
  ])("that is %s is ignored", async (_name, headers) => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    const [mail] = await mailsTo(site, "ana@example.com");
    await site.receive(replyTo(mail, { headers }));
    expect(await statusOf("ana@example.com")).toBe("pending");
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(1);
  });

  it("to an invalid token or another address changes nothing", async () => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    const [mail] = await mailsTo(site, "ana@example.com");
    const reply = replyTo(mail);
    for (const to of ["hello@belowmarket.example", "confirm@belowmarket.example", "confirm+1-x@other.example"])
      expect(await site.receive({ ...reply, to })).toBeNull();
    for (const token of ["1", "1-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "2-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])
      expect(await site.receive({ ...reply, to: `confirm+${token}@belowmarket.example` })).toBeNull();
    expect(await statusOf("ana@example.com")).toBe("pending");
  });

  it("sent after unsubscribing confirms nothing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await signUp(site, "ana@example.com");
    const [asked] = await mailsTo(site, "ana@example.com");
    await site.receive(replyTo(asked));
    const [welcome] = await mailsTo(site, "ana@example.com");
    await site.fetch(`/api/unsubscribe/${linkIn(welcome, "unsubscribe")}`, { method: "POST" });
    await site.receive(replyTo(asked));
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
    // A new sign-up can be confirmed again by a reply to its own email.
    await subscribe(site, "ana@example.com");
    expect(await statusOf("ana@example.com")).toBe("confirmed");
  });
});
