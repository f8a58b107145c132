import { describe, expect, it } from "vitest";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { ADMIN_PASSWORD, json, makeSite } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";

const guess = (password: string) => ({ json: { password } });
const MINUTE_MS = 60_000;

describe("a moderator's session", () => {
  it("begins with the password in an HttpOnly, SameSite cookie, and ends at logout", async () => {
    const site = makeSite();
    const login = await site.fetch("/api/admin/login", guess(ADMIN_PASSWORD));
    expect(await json(login.clone())).toEqual({ success: true });
    expect(login.headers.get("set-cookie")).toMatch(/^admin=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const as = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await json(site.fetch("/api/admin/session", { as }))).toMatchObject({ authenticated: true, person: null });
    await site.fetch("/api/admin/logout", { method: "POST", as });
    expect(await json(site.fetch("/api/admin/session", { as }))).toEqual({ authenticated: false });
    expect((await site.fetch("/api/admin/listings", { as })).status).toBe(401);
  });

  it("has the __Host- prefix and Secure in production", async () => {
    const site = makeSite({ vars: { APP_ENV: "production" } });
    const cookie = (await site.fetch("/api/admin/login", guess(ADMIN_PASSWORD))).headers.get("set-cookie");
    expect(cookie).toMatch(/^__Host-admin=/);
    expect(cookie).toContain("Secure");
    expect((await site.fetch("/api/admin/listings", { as: cookie?.split(";")[0] ?? "" })).status).toBe(200);
    expect(
      (await site.fetch("/api/admin/listings", { as: (cookie?.split(";")[0] ?? "").replace("__Host-", "") })).status,
    ).toBe(401);
  });

  it("ends after 30 minutes without a request, and at the latest 12 hours after login", async () => {
    const site = makeSite();
    const as = await site.logIn();
    const later = (minutes: number) => (site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS));
    for (let step = 0; step < 25; step += 1) {
      later(28);
      expect((await site.fetch("/api/admin/listings", { as })).status, `after ${step + 1} steps`).toBe(200);
    }
    later(28);
    expect((await site.fetch("/api/admin/listings", { as })).status).toBe(401);
    const idle = await site.logIn();
    later(31);
    expect((await site.fetch("/api/admin/listings", { as: idle })).status).toBe(401);
  });

  it("cannot be forged or guessed", async () => {
    const site = makeSite();
    const as = await site.logIn();
    const [id = "", mac = ""] = as.replace("admin=", "").split(".");
    for (const forged of [
      "",
      "x",
      id,
      `${id}.`,
      `${id}.${mac.replace(/^./, mac.startsWith("a") ? "b" : "a")}`,
      `${"0".repeat(32)}.${mac}`,
      `${id}.${mac}${mac}`,
    ]) {
      expect((await site.fetch("/api/admin/listings", { as: `admin=${forged}` })).status, forged).toBe(401);
    }
  });

  it("is refused for a wrong password with the gate's text", async () => {
    const site = makeSite();
    for (const password of ["wrong", ADMIN_PASSWORD.toUpperCase(), `${ADMIN_PASSWORD} `, ""]) {
      const response = await site.fetch("/api/admin/login", guess(password));
      expect(response.status).toBe(401);
      expect(await json(response)).toMatchObject({ error: "Incorrect password. Please try again." });
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  });

  it.each([{}, { password: 123 }, { password: null }, [], "x"])(
    "is refused for a login with %j, with the reason",
    async (json) => {
      expect((await makeSite().fetch("/api/admin/login", { json })).status).toBe(400);
    },
  );

  it("cannot be opened without a secret, and has no default password", async () => {
    const site = makeSite({ vars: { ADMIN_PASSWORD: "" } });
    for (const password of ["", "admin", "undefined"])
      expect([401, 503]).toContain((await site.fetch("/api/admin/login", guess(password))).status);
    expect((await site.fetch("/api/admin/login", guess("admin"))).status).toBe(503);
  });
});

describe("guessing the password", () => {
  const limits = { vars: { RATE_LIMIT_SCALE: "1" } };

  it("is stopped after 5 wrong guesses from a /64, for 15 minutes", async () => {
    const site = makeSite(limits);
    const from = (address: string, password: string) =>
      site.fetch("/api/admin/login", { ...guess(password), headers: { "cf-connecting-ip": address } });
    for (let n = 1; n <= 5; n += 1) expect((await from(`2001:db8:1:2::${n}`, "wrong")).status).toBe(401);
    const stopped = await from("2001:db8:1:2:ffff::1", ADMIN_PASSWORD);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await from("2001:db8:1:3::1", ADMIN_PASSWORD)).status).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS + 1000);
    expect((await from("2001:db8:1:2::1", ADMIN_PASSWORD)).status).toBe(200);
  });

  it(
    "is limited to 25 guesses from any number of networks, without locking anybody out",
    { tags: ["rest"] },
    async () => {
      const site = makeQuietSite(limits);
      let evaluated = 0;
      for (let n = 0; n < fullSize(1_000, 200); n += 20) {
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, k) => n + k).map((k) =>
            site.fetch("/api/admin/login", {
              ...guess(`guess ${k}`),
              headers: { "cf-connecting-ip": `10.${k % 250}.${Math.floor(k / 250)}.9` },
            }),
          ),
        );
        evaluated += responses.filter(({ status }) => status === 401).length;
        site.clock.now = new Date(site.clock.now.getTime() + 1000);
      }
      expect(evaluated).toBeLessThanOrEqual(25);
      expect(evaluated).toBeGreaterThan(5);
      site.clock.now = new Date(site.clock.now.getTime() + 31_000);
      expect((await site.fetch("/api/admin/login", guess(ADMIN_PASSWORD))).status).toBe(200);
    },
  );

  it("is not limited for a known network by strangers' guesses", { tags: ["rest"] }, async () => {
    const site = makeSite(limits);
    const from = (address: string, password: string) =>
      site.fetch("/api/admin/login", { ...guess(password), headers: { "cf-connecting-ip": address } });
    expect((await from("198.51.100.77", ADMIN_PASSWORD)).status).toBe(200);
    for (let n = 0; n < 60; n += 1) await from(`10.1.${n}.1`, "wrong");
    expect((await from("10.2.0.1", ADMIN_PASSWORD)).status).toBe(429);
    expect((await from("198.51.100.77", ADMIN_PASSWORD)).status).toBe(200);
  });

  it("does not count correct guesses", { tags: ["rest"] }, async () => {
    const site = makeSite(limits);
    for (let n = 0; n < 30; n += 1)
      expect((await site.fetch("/api/admin/login", guess(ADMIN_PASSWORD))).status).toBe(200);
  });
});
