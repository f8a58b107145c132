import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminReport, ReportGroup } from "../../../worker/contracts/reports.ts";
import type { LookedUp, Shortlist } from "../../../worker/contracts/saved.ts";
import { endlessMinutes } from "../../support/worker/limiters.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { share, shared } from "../../support/worker/saved.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
const read = (site: Site, token: string) => site.fetch(`/api/shortlists/${token}`);
const opened = (site: Site, token: string) => json<Shortlist>(read(site, token));
const later = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const street = (n: number) => ({ address: `${n} Elm St, Toronto, ON`, email: `landlord-${n}@example.com` });
const lookUp = (site: Site, ids: readonly unknown[]) => site.fetch("/api/saved-homes/look-up", { json: { ids } });

/** Marks a listing as rented with its landlord's link. */
async function rent(site: Site, email: string): Promise<void> {
  const token = tokenIn(
    (await mailsTo(site, email)).find(({ text }) => text.includes("/manage/")),
    "manage",
  );
  await site.fetch(`/api/manage/${token}/rented`, { method: "POST" });
}

describe("a shortlist", () => {
  it("shows the chosen homes in order to anybody with the link", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id: first } = await publish(site, street(1));
    const { id: second } = await publish(site, street(2));
    const answer = await share(site, [second, first, second], "  Near the\npark ");
    expect(answer.status).toBe(201);
    const { url, token } = await json<{ url: string; token: string }>(answer);
    expect(url).toBe(`${env.SITE_URL}/shortlist/${token}`);
    const response = await read(site, token);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const list = await json<Shortlist>(response);
    expect(list.title).toBe("Near the park");
    expect(list.listings.map(({ id }) => id)).toEqual([second, first]);
    expect(list.gone).toEqual([]);
    expect(JSON.stringify(list)).not.toContain("landlord-1@");
  });

  it("states what happened to homes that are no longer public", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const homes = [];
    for (let n = 1; n <= 4; n += 1) homes.push(await publish(site, street(n)));
    const [stays, rented, removed, paused] = homes.map(({ id }) => id);
    const ids = homes.map(({ id }) => id);
    const token = await shared(site, ids);
    await site.runQueue();
    await rent(site, "landlord-2@example.com");
    await site.fetch(`/api/admin/listings/${removed}`, { method: "DELETE", as: await site.logIn() });
    await approve(site, paused ?? 0, false);
    const list = await opened(site, token);
    expect(list.listings.map(({ id }) => id)).toEqual([stays]);
    expect(list.gone).toEqual([
      { id: rented, reason: "rented" },
      { id: removed, reason: "removed" },
      { id: paused, reason: "paused" },
    ]);
    later(site, 61 * DAY_MS);
    expect((await opened(site, token)).gone[0]).toEqual({ id: stays, reason: "expired" });
  });

  it("omits homes that were never public, and is rejected when none remains", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const pending = await submit(site, street(1));
    const { id } = await publish(site, street(2));
    expect((await opened(site, await shared(site, [pending, id, 999]))).listings).toHaveLength(1);
    const refused = await share(site, [pending, 999]);
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code: "shortlist.none_public" });
  });

  it.each([[[]], [Array.from({ length: 31 }, (_, n) => n + 1)], [["one"]], [[0]], [[1.5]]])(
    "accepts 1 to 30 ids, but not %j",
    async (ids) => {
      const site = makeSite();
      expect((await share(site, ids)).status).toBe(400);
    },
  );

  it("has a title of at most 60 characters without links and contacts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, street(1));
    for (const title of ["a".repeat(60), "St. Clair W. homes", "Our top 3... maybe"])
      expect((await share(site, [id], title)).status).toBe(201);
    for (const title of [
      "a".repeat(61),
      "See https://example.com/x",
      "See www.example.com",
      "cheap-homes.com is better",
      "evil.shop",
      "evil dot com",
      "evil。homes",
      "e v i l . s h o p",
      "xn--e1afmkfd",
      "ＷＷＷ.example.com",
      "write to ana@example.com",
      "call 416-555-0123",
      "on WhatsApp",
      7,
    ])
      expect((await share(site, [id], title)).status, String(title)).toBe(400);
    expect((await opened(site, await shared(site, [id], " \u200b "))).title).toBeNull();
  });

  it(
    "can be opened for 90 days, after which its link returns 410, even when its row is deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, street(1));
      const token = await shared(site, [id]);
      later(site, 90 * DAY_MS - 1000);
      expect((await read(site, token)).status).toBe(200);
      later(site, 1000);
      expect((await read(site, token)).status).toBe(410);
      later(site, DAY_MS);
      await site.tick();
      expect(await env.DB.prepare("SELECT count(*) AS n FROM shortlists").first("n")).toBe(0);
      const gone = await read(site, token);
      expect(gone.status).toBe(410);
      expect(await json(gone)).toMatchObject({ code: "shortlist.gone" });
    },
  );

  it("cannot be found by guessing, because the link is signed", async () => {
    const site = makeSite();
    const { id } = await publish(site, street(1));
    const token = await shared(site, [id]);
    for (const guess of ["1", "1-", `1-${"a".repeat(32)}`, token.replace(/^\d+/, "2"), `${token}a`, token.slice(0, -1)])
      expect((await read(site, guess)).status, guess).toBe(404);
    expect((await read(site, await site.tokenFor("follow", 1))).status).toBe(404);
  });

  it("is limited to ten per network and day, not counting rejected shortlists", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    const { id } = await publish(site, street(1));
    for (let n = 0; n < 3; n += 1) expect((await share(site, [999])).status).toBe(400);
    for (let n = 0; n < 10; n += 1) expect((await share(site, [id])).status).toBe(201);
    const refused = await share(site, [id]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect((await share(site, [id], undefined, "198.51.100.2")).status).toBe(201);
  });

  it("can be reported, and deleted by a moderator", async () => {
    const site = makeSite();
    const { id } = await publish(site, street(1));
    const token = await shared(site, [id], "Something rude");
    const report = (key: string, json: unknown) => site.fetch(`/api/shortlists/${key}/report`, { json });
    const words = { reason: "HARASSMENT", details: "The title is rude." };
    expect((await report("1-nothing", words)).status).toBe(404);
    expect((await report(token, { reason: "RUDE" })).status).toBe(400);
    for (let n = 0; n < 2; n += 1) expect((await report(token, words)).status).toBe(200);
    const as = await site.logIn();
    const reports = await json<AdminReport[]>(site.fetch("/api/admin/reports", { as }));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      targetType: "shortlist",
      propertyId: null,
      details: "The title is rude.",
      shortlist: { title: "Something rude", path: `/shortlist/${token}` },
    });
    const number = reports[0]?.targetId;
    expect((await site.fetch(`/api/admin/shortlists/${number}`, { method: "DELETE" })).status).toBe(401);
    expect((await site.fetch(`/api/admin/shortlists/${number}`, { method: "DELETE", as })).status).toBe(200);
    expect((await read(site, token)).status).toBe(410);
    const [group] = await json<ReportGroup[]>(site.fetch("/api/admin/reports/groups", { as }));
    expect(group?.latest.shortlist).toBeNull();
  });
});

describe("a request for saved homes", () => {
  it(
    "returns public homes and what happened to the others in one request, without homes that were never public",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id: stays } = await publish(site, street(1));
      const { id: rented } = await publish(site, street(2));
      const pending = await submit(site, street(3));
      await site.runQueue();
      await rent(site, "landlord-2@example.com");
      const answer = await json<LookedUp>(lookUp(site, [rented, pending, stays, 999]));
      expect(answer.listings.map(({ id, amenities }) => ({ id, amenities }))).toEqual([{ id: stays, amenities: null }]);
      expect(answer.gone).toEqual([{ id: rented, reason: "rented" }]);
    },
  );

  it("hides the house number if the landlord shows only the street", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "4821 Elm St, Toronto, ON", addressPrecision: "street" });
    const token = await shared(site, [id]);
    expect(await (await lookUp(site, [id])).text()).not.toContain("4821");
    expect(await (await read(site, token)).text()).not.toContain("4821");
  });

  it("accepts at most 200 ids, and needs few statements", async () => {
    const site = makeSite();
    const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    expect((await lookUp(site, many(200))).status).toBe(200);
    for (const ids of [many(201), [], ["x"], null]) expect((await lookUp(site, ids as number[])).status).toBe(400);
  });
});
