import { describe, expect, it } from "vitest";
import { endlessMinutes } from "../../support/worker/limiters.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";

const NONE = { isSubscribed: false, accessSource: null };
const BY_MAIL = { isSubscribed: true, accessSource: "email subscription" };

const codeFor = async (site: Site, email: string) => {
  await site.fetch("/api/access/request-code", { json: { email } });
  return /\d{6}/.exec((await mailsTo(site, email))[0]?.subject ?? "")?.[0] ?? "";
};
const verify = (site: Site, email: string, code: string) =>
  site.fetch("/api/access/verify-code", { json: { email, code } });
const session = (site: Site, as?: string) => json(site.fetch("/api/access/session", as ? { as } : {}));

describe("the check of an address", () => {
  it("states whether it is subscribed, and to what", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const check = (email: string) => json(site.fetch("/api/verify-subscription", { json: { email } }));
    expect(await check("ANA@example.com")).toEqual(BY_MAIL);
    expect(await check("ben@example.com")).toEqual(NONE);
    expect((await site.fetch("/api/verify-subscription", { json: { email: "" } })).status).toBe(400);
  });

  it("is limited to ten a minute per caller", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await site.fetch("/api/verify-subscription", { json: { email: `a${n}@example.com` } })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    site.clock.now = new Date(site.clock.now.getTime() + 61_000);
    expect((await site.fetch("/api/verify-subscription", { json: { email: "a@example.com" } })).status).toBe(200);
  });
});

describe("a code by email", () => {
  it("grants a cookie for 60 days, or until the subscription ends", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const [welcome] = await mailsTo(site, "ana@example.com");
    const answer = await verify(site, "Ana@example.com", await codeFor(site, "ana@example.com"));
    expect(await json(answer)).toEqual(BY_MAIL);
    const header = answer.headers.get("set-cookie") ?? "";
    expect(header).toMatch(/HttpOnly/i);
    expect(header).toMatch(/SameSite=Lax/i);
    expect(header).not.toContain("ana");
    const cookie = header.split(";")[0] ?? "";
    expect(await session(site, cookie)).toEqual(BY_MAIL);
    expect(await session(site)).toEqual(NONE);
    expect(await session(site, cookie.slice(0, -1) + (cookie.endsWith("a") ? "b" : "a"))).toEqual(NONE);
    const start = site.clock.now.getTime();
    site.clock.now = new Date(start + 60 * 86_400_000 - 1000);
    expect(await session(site, cookie)).toEqual(BY_MAIL);
    site.clock.now = new Date(start + 60 * 86_400_000 + 1000);
    expect(await session(site, cookie)).toEqual(NONE);
    site.clock.now = new Date(start);
    await site.fetch(`/api/unsubscribe/${linkIn(welcome, "unsubscribe")}`, { method: "POST" });
    expect(await session(site, cookie)).toEqual(NONE);
  });

  it("is valid once, for ten minutes and five attempts", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const once = await codeFor(site, "ana@example.com");
    expect((await verify(site, "ana@example.com", once)).status).toBe(200);
    const again = await verify(site, "ana@example.com", once);
    expect(again.status).toBe(401);
    expect(await json(again)).toMatchObject({ message: "That code is wrong or has expired." });

    const late = await codeFor(site, "ana@example.com");
    site.clock.now = new Date(site.clock.now.getTime() + 10 * 60_000 + 1000);
    expect((await verify(site, "ana@example.com", late)).status).toBe(401);

    const tried = await codeFor(site, "ana@example.com");
    const wrong = tried === "000000" ? "000001" : "000000";
    const statuses = await Promise.all(Array.from({ length: 5 }, () => verify(site, "ana@example.com", wrong)));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await verify(site, "ana@example.com", tried)).status).toBe(401);
  });

  it("is not sent to an address without access, and the response is the same", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    const ask = async (email: string) => {
      const answer = await site.fetch("/api/access/request-code", { json: { email } });
      return [answer.status, await answer.text()];
    };
    expect(await ask("ana@example.com")).toEqual(await ask("nobody@example.com"));
    expect(await mailsTo(site, "nobody@example.com")).toEqual([]);
    for (const code of ["000000", "123456"]) expect((await verify(site, "nobody@example.com", code)).status).toBe(401);
  });

  it("for another address is invalid", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    await subscribe(site, "ben@example.com");
    await codeFor(site, "ben@example.com");
    expect((await verify(site, "ben@example.com", await codeFor(site, "ana@example.com"))).status).toBe(401);
  });

  it.each(["12345", "abcdef", "1234567", ""])("must have six digits: %j", async (code) => {
    const site = makeSite();
    const answer = await verify(site, "ana@example.com", code);
    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({ fields: { code: expect.any(String) } });
  });

  it("is emailed at most five times a day", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    await subscribe(site, "ana@example.com");
    const before = (await mailsTo(site, "ana@example.com")).length;
    for (let n = 0; n < 8; n += 1) await site.fetch("/api/access/request-code", { json: { email: "ana@example.com" } });
    expect((await mailsTo(site, "ana@example.com")).length - before).toBe(5);
  });
});
