import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdvertisementStats } from "../../../worker/contracts/ads.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { operator } from "../../support/worker/operator.ts";

const AD = { title: "Moving boxes, delivered", link: "https://boxes.example/toronto", enabled: true };

const set = (site: Site, as: string, changes: Record<string, unknown> = {}) =>
  site.fetch("/api/advertisement-settings", { method: "PUT", json: { ...AD, ...changes }, as });
const click = (site: Site, sessionId = "browser-1", from = "203.0.113.7") =>
  site.fetch("/api/advertisement-clicks", { json: { sessionId }, headers: { "cf-connecting-ip": from } });
const clicks = (site: Site, as: string) => json<AdvertisementStats>(site.fetch("/api/advertisement-stats", { as }));
const pass = (site: Site, milliseconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + milliseconds);
};

describe("the advertisement", () => {
  it("is set by the operator and shown immediately, and has no texts while it is disabled", async () => {
    const site = makeSite();
    const as = await operator(site);
    const read = () => json(site.fetch("/api/advertisement-settings"));
    expect(await read()).toEqual({ title: "", link: "", enabled: false, updatedAt: null });
    const response = await set(site, as, { title: `  ${AD.title} ` });
    expect(response.status).toBe(200);
    const saved = { ...AD, updatedAt: site.clock.now.toISOString() };
    expect(await json(response)).toEqual(saved);
    expect(await read()).toEqual(saved);
    expect(site.purged).toContain("advertisement");
    await set(site, as, { enabled: false });
    expect(await read()).toEqual({ title: "", link: "", enabled: false, updatedAt: saved.updatedAt });
    expect(await json(site.fetch("/api/analytics/advertisement", { as }))).toMatchObject({ ...AD, enabled: false });
  });

  it("can only be set and measured by the operator, with each change in the audit log", async () => {
    const site = makeSite();
    const as = await operator(site);
    for (const other of ["", await site.logIn()]) expect((await set(site, other)).status).toBe(401);
    expect((await site.fetch("/api/advertisement-stats")).status).toBe(401);
    expect((await site.fetch("/api/analytics/advertisement")).status).toBe(401);
    const header = { "X-Session-ID": decodeURIComponent(as.split("=")[1] ?? "") };
    const call = { method: "PUT", json: AD, headers: header };
    expect((await site.fetch("/api/advertisement-settings", call)).status).toBe(200);
    const log = await json<Record<string, unknown>[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(log.find(({ action }) => action === "advertisement.change")).toMatchObject({
      actor: "operator",
      before: { title: "", link: "", enabled: false },
      after: AD,
    });
  });

  it.each([
    [{ title: " " }, "Advertisement title is required.", "title"],
    [{ title: "", link: "" }, "Advertisement title is required.", "title"],
    [{ link: "" }, "Advertisement link is required.", "link"],
    [{ link: "javascript:alert(1)" }, "Please check the highlighted fields.", "link"],
    [{ link: "boxes" }, "Please check the highlighted fields.", "link"],
  ])("rejects %j", async (changes, error, field) => {
    const site = makeSite();
    const response = await set(site, await operator(site), changes);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ error, fields: { [field]: expect.any(String) } });
    expect(await json(site.fetch("/api/advertisement-settings"))).toMatchObject({ updatedAt: null });
  });
});

describe("a click", () => {
  it("counts each time, and once per browser and day as unique", async () => {
    const site = makeSite();
    const as = await operator(site);
    await set(site, as);
    for (const id of ["browser-1", "browser-1", "browser-2"])
      expect(await json(click(site, id))).toEqual({ success: true });
    const today = { totalClicks: 3, uniqueClicks: 2 };
    expect(await clicks(site, as)).toEqual({ daily: today, month: today, lifetime: today });
    pass(site, 86_400_000);
    await click(site, "browser-1");
    const all = { totalClicks: 4, uniqueClicks: 3 };
    const next = await operator(site);
    expect(await clicks(site, next)).toEqual({ daily: { totalClicks: 1, uniqueClicks: 1 }, month: all, lifetime: all });
    pass(site, 20 * 86_400_000);
    const none = { totalClicks: 0, uniqueClicks: 0 };
    expect(await clicks(site, await operator(site))).toEqual({ daily: none, month: none, lifetime: all });
  });

  it("on a disabled advertisement does not count", async () => {
    const site = makeSite();
    const as = await operator(site);
    expect(await json(click(site))).toEqual({ success: true });
    await set(site, as, { enabled: false });
    await click(site);
    expect((await clicks(site, as)).lifetime).toEqual({ totalClicks: 0, uniqueClicks: 0 });
    expect((await click(site, "")).status).toBe(400);
  });

  it(
    "is unique at most 64 times a day per network, and visitors are deleted after the day",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "100" } });
      const as = await operator(site);
      await set(site, as);
      const scaled = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
      for (let n = 0; n < 70; n += 1) await click(scaled, `invented-${n}`);
      await click(scaled, "somebody-else", "198.51.100.4");
      expect((await clicks(site, as)).daily).toEqual({ totalClicks: 71, uniqueClicks: 65 });
      pass(site, 86_400_000);
      await site.tick();
      expect(await env.DB.prepare("SELECT count(*) AS n FROM advertisement_clicks").first("n")).toBe(0);
    },
  );
});
