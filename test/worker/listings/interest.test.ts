import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1";
const DAY_MS = 86_400_000;

const show = (
  site: Site,
  id: number,
  kind: string,
  { address = "198.51.100.1", agent = BROWSER }: { address?: string; agent?: string } = {},
) =>
  site.fetch(`/api/marketplace-listings/${id}/interest`, {
    json: { kind },
    headers: { "cf-connecting-ip": address, "user-agent": agent },
  });

async function counts(site: Site): Promise<{ viewerCount: number; callerCount: number }> {
  const mails = await mailsTo(site, "landlord@example.com");
  const { viewerCount, callerCount } = await json<OwnerListing>(
    site.fetch(`/api/manage/${tokenIn(mails[0], "manage")}`),
  );
  return { viewerCount, callerCount };
}

describe("the interest in a listing", () => {
  it("counts each person who opened the listing or called once a month", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    expect(await counts(site)).toEqual({ viewerCount: 0, callerCount: 0 });
    for (let n = 0; n < 3; n += 1) expect((await show(site, id, "view")).status).toBe(204);
    await show(site, id, "view", { address: "198.51.100.2" });
    await show(site, id, "view", { agent: BROWSER.replace("iPhone", "iPad") });
    await show(site, id, "call");
    await show(site, id, "call");
    expect(await counts(site)).toEqual({ viewerCount: 3, callerCount: 1 });

    site.clock.now = new Date(site.clock.now.getTime() + 31 * DAY_MS);
    await site.tick();
    await show(site, id, "view");
    expect(await counts(site)).toEqual({ viewerCount: 4, callerCount: 1 });
  });

  it("is stored as keyed hashes of people, which are deleted after 30 days", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await show(site, id, "view");
    const { results } = await env.DB.prepare("SELECT * FROM listing_interest").all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toMatch(/198\.51|iPhone/);
    site.clock.now = new Date(site.clock.now.getTime() + 31 * DAY_MS);
    await site.tick();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM listing_interest").first("n")).toBe(0);
  });

  it("is not inflated by made-up browsers", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (let n = 0; n < 100; n += 1) await show(site, id, "view", { agent: `${BROWSER} ${n}` });
    expect((await counts(site)).viewerCount).toBeLessThanOrEqual(16);
  });

  it("ignores bots", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (const agent of ["Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5.0", ""]) {
      expect((await show(site, id, "view", { agent })).status).toBe(204);
    }
    expect(await counts(site)).toEqual({ viewerCount: 0, callerCount: 0 });
  });

  it("ignores listings that are not public", async () => {
    const site = makeSite();
    const pending = await submit(site);
    expect((await show(site, pending, "view")).status).toBe(404);
    await approve(site, pending);
    expect((await show(site, pending, "stare")).status).toBe(400);
    expect((await show(site, 999, "view")).status).toBe(404);
  });

  it("does not change the listing's revision or the cache", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const before = await env.DB.prepare("SELECT revision, status, approved_at FROM listings WHERE id = ?")
      .bind(id)
      .first();
    site.purged.length = 0;
    await show(site, id, "view");
    expect(
      await env.DB.prepare("SELECT revision, status, approved_at FROM listings WHERE id = ?").bind(id).first(),
    ).toEqual(before);
    expect(site.purged).toEqual([]);
  });
});
