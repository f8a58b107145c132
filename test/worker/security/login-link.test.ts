import { afterEach, describe, expect, it, vi } from "vitest";
import { routeOfPage } from "../../../worker/features/visitors/visit-source.ts";
import { withoutToken } from "../../../worker/platform/log.ts";
import { type DevMail } from "../../support/worker/mailbox.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";

const STRICT = { vars: { RATE_LIMIT_SCALE: "1", CONTACT_EMAIL: "desk@example.com" } };
const MINUTE_MS = 60_000;
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const ask = (site: Site, from = "198.51.100.9") =>
  site.fetch("/api/admin/login/link", { method: "POST", headers: { "cf-connecting-ip": from } });
const enter = (site: Site, token: string, from = "198.51.100.77") =>
  site.fetch(`/api/admin/login/link/${token}`, { method: "POST", headers: { "cf-connecting-ip": from } });
const mails = (site: Site) => json<DevMail[]>(site.fetch("/api/dev/mailbox?to=desk@example.com"));
const tokensOf = async (site: Site) =>
  (await mails(site)).flatMap(({ text }) => /\/admin\/login\/([a-z0-9-]+)/.exec(text)?.[1] ?? []);
const isModerator = async (site: Site, response: Response) => {
  const as = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return (await site.fetch("/api/admin/listings", { as })).status === 200;
};

afterEach(() => void vi.restoreAllMocks());

describe("a login link", () => {
  it(
    "is emailed to the contact address at most three times an hour, with the same response each time",
    { tags: ["rest"] },
    async () => {
      const site = makeSite(STRICT);
      const answers = new Set<string>();
      for (let n = 0; n < 12; n += 1) {
        const answer = await ask(site, `10.0.0.${n + 1}`);
        expect(answer.status).toBe(200);
        answers.add(await answer.text());
        pass(site, MINUTE_MS);
      }
      expect(answers.size).toBe(1);
      expect(await tokensOf(site)).toHaveLength(3);
      pass(site, 60 * MINUTE_MS);
      // Links that are created in the same millisecond differ by a random number. In this test, the numbers never
      // repeat.
      let draws = 0;
      vi.spyOn(Math, "random").mockImplementation(() => ((draws += 1) % 100) / 100);
      await Promise.all(Array.from({ length: 10 }, () => ask(site)));
      expect(await tokensOf(site)).toHaveLength(6);
      expect(new Set(await tokensOf(site)).size).toBe(6);
    },
  );

  it("logs in once by a button, but not by being opened, within ten minutes", { tags: ["d1"] }, async () => {
    const site = makeSite(STRICT);
    await ask(site);
    const [token = ""] = await tokensOf(site);
    for (const method of ["GET", "HEAD"])
      expect((await site.fetch(`/api/admin/login/link/${token}`, { method })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(site, token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(404)]);
    const entered = answers.find(({ status }) => status === 200) as Response;
    expect(entered.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(await isModerator(site, entered)).toBe(true);
    expect(await json(enter(site, token))).toMatchObject({ code: "session.invalid_link" });

    pass(site, MINUTE_MS);
    await ask(site);
    await ask(site);
    const [late = "", inTime = ""] = await tokensOf(site);
    pass(site, 10 * MINUTE_MS);
    expect((await enter(site, inTime)).status).toBe(200);
    pass(site, 1);
    expect((await enter(site, late)).status).toBe(404);
  });

  it("cannot be forged or derived from another link", async () => {
    const site = makeSite(STRICT);
    await ask(site);
    const [token = ""] = await tokensOf(site);
    const [number = "", mac = ""] = token.split("-");
    const now = site.clock.now.getTime() * 100;
    const others = await Promise.all(
      (["manage", "delete", "confirm", "unsubscribe", "preferences", "privacy", "follow"] as const).map((purpose) =>
        site.tokenFor(purpose, now),
      ),
    );
    for (const forged of [
      ...others,
      `${Number(number) + 1}-${mac}`,
      `${number}-${"a".repeat(32)}`,
      `${number}-`,
      number,
      "x",
    ])
      expect((await enter(site, forged)).status, forged).toBe(404);
    for (const origin of ["https://evil.example", "null"]) {
      const headers = { origin };
      expect((await site.fetch(`/api/admin/login/link/${token}`, { method: "POST", headers })).status).toBe(403);
    }
    expect((await enter(site, token.toUpperCase())).status, "as some mail programs write it").toBe(200);
  });

  it("is not emailed without a password, and a missing secret is reported", async () => {
    const site = makeSite({ vars: { ...STRICT.vars, ADMIN_PASSWORD: "" } });
    expect((await ask(site)).status).toBe(503);
    expect(await tokensOf(site)).toEqual([]);
  });

  it("works while strangers guess, and makes the network that used it known", { tags: ["rest"] }, async () => {
    const site = makeQuietSite(STRICT);
    for (let n = 0; n < fullSize(1_000, 200); n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, k) =>
          site.fetch("/api/admin/login", {
            json: { password: "wrong" },
            headers: { "cf-connecting-ip": `10.${(n + k) % 250}.${Math.floor((n + k) / 250)}.9` },
          }),
        ),
      );
    await ask(site);
    const [token = ""] = await tokensOf(site);
    const entered = await enter(site, token);
    expect(entered.status).toBe(200);
    expect(await isModerator(site, entered)).toBe(true);
    const wrong = { json: { password: "wrong" }, headers: { "cf-connecting-ip": "198.51.100.77" } };
    expect((await site.fetch("/api/admin/login", wrong)).status, "looked at, not refused").toBe(401);
  });

  it("appears in neither logs nor statistics", () => {
    const token = `${"1".repeat(15)}-${"a".repeat(32)}`;
    expect(withoutToken(`/api/admin/login/link/${token}`)).toBe("/api/admin/login/link/:token");
    expect(withoutToken(`/admin/login/${token}`)).toBe("/admin/login/:token");
    expect(withoutToken(`/ADMIN/Login/${token.toUpperCase()}`)).toBe("/ADMIN/Login/:token");
    expect(withoutToken("/admin/login/whatever-it-is")).toBe("/admin/login/:token");
    expect(withoutToken("/api/admin/login/link")).toBe("/api/admin/login/link");
    expect(withoutToken("/api/privacy/request")).toBe("/api/privacy/request");
    expect(routeOfPage(`/admin/login/${token}`)).toBe("/admin/login/:token");
  });
});
