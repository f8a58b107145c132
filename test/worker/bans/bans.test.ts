import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import type { IpBan } from "../../../worker/contracts/bans.ts";
import { draft } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const ban = async (site: Site, ipAddress: unknown, reason: unknown = "Fake listings") =>
  site.fetch("/api/discussion/admin/ban", {
    json: { ipAddress, reason, isActive: true },
    as: await site.logIn(),
  });
const setActive = async (site: Site, id: number | string, isActive: unknown) =>
  site.fetch(`/api/discussion/admin/ban/${id}`, { method: "PATCH", json: { isActive }, as: await site.logIn() });
const bans = async (site: Site) => json<IpBan[]>(site.fetch("/api/discussion/admin/bans", { as: await site.logIn() }));
const submitFrom = (site: Site, address: string) =>
  site.fetch("/api/submit-property", { json: draft(), headers: { "cf-connecting-ip": address } });
const audited = async (site: Site) => json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));

describe("a ban", () => {
  it("takes effect immediately with its reason, and can be lifted and reactivated", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const response = await ban(site, "198.51.100.9");
    expect(response.status).toBe(201);
    const made = await json<IpBan>(response);
    expect(made).toEqual({
      id: 1,
      kind: "address",
      value: "198.51.100.9",
      ipAddress: "198.51.100.9",
      reason: "Fake listings",
      isActive: true,
      createdAt: site.clock.now.toISOString(),
      expiresAt: null,
      decisionId: expect.any(String),
    });
    const refused = await submitFrom(site, "198.51.100.9");
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({
      code: "request.banned",
      message: "You can no longer post from this network. Reason: Fake listings",
    });
    expect((await submitFrom(site, "198.51.100.10")).status).toBe(201);
    expect(await json(setActive(site, made.id, false))).toEqual({
      ...made,
      isActive: false,
      decisionId: expect.any(String),
    });
    expect((await submitFrom(site, "198.51.100.9")).status).toBe(201);
    expect(await json(setActive(site, made.id, true))).toEqual({ ...made, decisionId: expect.any(String) });
    expect((await submitFrom(site, "198.51.100.9")).status).toBe(403);
  });

  it("of an IPv6 address applies exactly to its /64", { tags: ["rest"] }, async () => {
    const site = makeSite();
    expect(await json(ban(site, " 2001:0DB8:0005:0006:0:0:0:1 "))).toMatchObject({ ipAddress: "2001:db8:5:6::1" });
    for (let n = 0; n < 256; n += 1) {
      const host = (n * 0x9e3779b1).toString(16).padStart(8, "0").slice(-8);
      const address = `2001:db8:5:6:${(n * 257).toString(16)}:${n.toString(16)}:${host.slice(0, 4)}:${host.slice(4)}`;
      expect((await submitFrom(site, address)).status, address).toBe(403);
    }
    for (const neighbour of ["2001:db8:5:7::1", "2001:db8:5:5:ffff:ffff:ffff:ffff", "2001:db8:6:6::1"])
      expect((await submitFrom(site, neighbour)).status, neighbour).toBe(201);
  });

  it("is the same for every spelling of an address", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const spellings: [string, string][] = [
      ["::ffff:198.51.100.20", "198.51.100.20"],
      ["::ffff:c633:6415", "198.51.100.21"],
      ["198.51.100.22/32", "198.51.100.22"],
      ["2001:DB8:9:9::/64", "2001:db8:9:9::"],
      ["fe80::1%eth0", "fe80::1"],
    ];
    for (const [given, canonical] of spellings) {
      expect(await json(ban(site, given)), given).toMatchObject({ ipAddress: canonical, isActive: true });
      expect((await submitFrom(site, canonical)).status, given).toBe(403);
    }
  });

  it("of a network that is or was banned changes the existing ban", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const first = await json<IpBan>(ban(site, "2001:db8:1:2::1", "Spam"));
    const second = await json<IpBan>(ban(site, "2001:db8:1:2:9::9", "Spam, and threats"));
    const address = "2001:db8:1:2:9::9";
    const decisionId = expect.any(String);
    expect(second).toEqual({ ...first, value: address, ipAddress: address, reason: "Spam, and threats", decisionId });
    await setActive(site, first.id, false);
    expect(await json(ban(site, "2001:db8:1:2::1", "Again"))).toMatchObject({ id: first.id, isActive: true });
    await Promise.all(Array.from({ length: 8 }, () => ban(site, "192.0.2.44", "At once")));
    expect(await bans(site)).toMatchObject([
      { ipAddress: "192.0.2.44", reason: "At once" },
      { id: first.id, reason: "Again" },
    ]);
  });

  it("requires a valid address and a reason of at most 500 characters", async () => {
    const site = makeSite();
    const odd = ["198.51.100", "256.1.1.1", "0x7f.1", "1", "example.com", "::1::2"];
    const ranges = [
      "198.0.0.0/15",
      "198.51.100.0/33",
      "198.51.100.0/",
      "198.51.100.0/24/24",
      "198.51.100.0/024",
      "/24",
    ];
    for (const address of [
      ...odd,
      ...ranges,
      "198.51.100.0/-1",
      "2001:db8::/31",
      "2001:db8::/129",
      "::ffff:198.51.100.0/95",
      "::ffff:198.51.100.0/111",
      "0.0.0.0",
      "0.0.0.0/16",
      "0.0.0.0/32",
      "198.51.100.9, 198.51.100.10",
      "",
      "   ",
      "\u200b",
      7,
      null,
      {},
      ["1.2.3.4"],
    ]) {
      const response = await ban(site, address);
      expect(response.status, JSON.stringify(address)).toBe(400);
      expect(await json(response)).toMatchObject({ fields: { ipAddress: expect.any(String) } });
    }
    for (const reason of ["", "  ", "\u200b", "x".repeat(BAN_REASON_MAX + 1), null, 7]) {
      const response = await ban(site, "198.51.100.9", reason);
      expect(response.status, JSON.stringify(reason)).toBe(400);
      expect(await json(response)).toMatchObject({ fields: { reason: expect.any(String) } });
    }
    expect(await bans(site)).toEqual([]);
    expect((await ban(site, "198.51.100.9", "x".repeat(BAN_REASON_MAX))).status).toBe(201);
  });

  it("that does not exist cannot be lifted, and invalid input is rejected", async () => {
    const site = makeSite();
    const { id } = await json<IpBan>(ban(site, "198.51.100.9"));
    for (const unknown of [4711, "0", "-1", "x", "1.5"])
      expect((await setActive(site, unknown, false)).status).toBe(404);
    for (const wish of ["false", 0, null, undefined]) expect((await setActive(site, id, wish)).status).toBe(400);
    expect(await bans(site)).toMatchObject([{ isActive: true }]);
  });

  it("is audited once for each change, with a masked address", async () => {
    const site = makeSite();
    const { id } = await json<IpBan>(ban(site, "198.51.100.9", "Spam"));
    await ban(site, "198.51.100.9", "Spam");
    for (const isActive of [false, false, true, true]) await setActive(site, id, isActive);
    const entries = await audited(site);
    expect(entries.map(({ action }) => action)).toEqual(["ban.reactivate", "ban.lift", "ban.create"]);
    for (const entry of entries) expect(entry).toMatchObject({ targetType: "ban", targetId: "198.51.100.0/24" });
    expect(JSON.stringify(entries)).not.toContain("198.51.100.9");
    expect(entries[2]).toMatchObject({ after: { reason: "Spam" }, ipAddress: "203.0.113.7" });
  });

  it("is listed newest first, paged with the total, for moderators only", { tags: ["d1"] }, async () => {
    const site = makeSite();
    for (let n = 1; n <= 5; n += 1) await ban(site, `198.51.100.${n}`);
    const as = await site.logIn();
    const { response, rowsRead } = await site.count("/api/discussion/admin/bans?limit=2&offset=1", { as });
    expect(response.headers.get("x-total-count")).toBe("5");
    expect((await json<IpBan[]>(response)).map(({ id }) => id)).toEqual([4, 3]);
    expect(rowsRead).toBeLessThanOrEqual(1 + 3 + 1 + 1);
    const stranger = { "cf-connecting-ip": "198.51.100.77" };
    const closed: [string, string, unknown][] = [
      ["GET", "/api/discussion/admin/bans", undefined],
      ["GET", "/api/discussion/admin/my-address", undefined],
      ["POST", "/api/discussion/admin/ban", { ipAddress: "192.0.2.1", reason: "x", isActive: true }],
      ["PATCH", "/api/discussion/admin/ban/1", { isActive: false }],
    ];
    for (const [method, path, body] of closed) {
      expect((await site.fetch(path, { method, json: body, headers: stranger })).status, path).toBe(401);
      if (method === "GET") continue;
      const headers = { origin: "https://evil.example" };
      expect((await site.fetch(path, { method, json: body, as, headers })).status, path).toBe(403);
    }
    expect((await bans(site)).every(({ isActive }) => isActive)).toBe(true);
    expect(await bans(site)).toHaveLength(5);
  });

  it(
    "costs a submission one index look-up for its network and one for its phone number, for any number of bans",
    { tags: ["d1"] },
    async () => {
      const site = makeSite();
      await env.DB.exec(
        "INSERT INTO bans (ip_address, network, reason, is_active, created_at) SELECT value, value, 'x', value % 2, 0 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000) SELECT value FROM n)",
      );
      // Simulates that the bans are in the withdrawal log. Otherwise, the next write would make the log read each ban
      // by its id.
      await env.DB.exec("DELETE FROM withdrawals");
      const { statements } = await site.count("/api/submit-property", { json: draft() });
      const looks = statements.filter(({ sql }) => sql.includes("bans"));
      expect(looks).toHaveLength(2);
      for (const { sql, values } of looks) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        expect(results[0]?.detail).toBe("SEARCH bans USING INDEX bans_network (network=?)");
        expect(results.filter(({ detail }) => /\bbans\b/.test(detail))).toHaveLength(1);
      }
    },
  );
});

describe("a moderator's own address", () => {
  it("is shown with its network, so that moderators do not ban themselves", async () => {
    const site = makeSite();
    const as = await site.logIn();
    const own = (address: string) =>
      json(site.fetch("/api/discussion/admin/my-address", { as, headers: { "cf-connecting-ip": address } }));
    expect(await own("::ffff:203.0.113.7")).toEqual({ ipAddress: "203.0.113.7", network: "203.0.113.7" });
    expect(await own("2001:DB8:1:2:3::4")).toEqual({ ipAddress: "2001:db8:1:2:3::4", network: "2001:db8:1:2::/64" });
  });

  it("can still log in when it is banned, and lift the ban", async () => {
    const site = makeSite();
    const { id } = await json<IpBan>(ban(site, "203.0.113.7"));
    expect((await submitFrom(site, "203.0.113.7")).status).toBe(403);
    expect((await setActive(site, id, false)).status).toBe(200);
    expect((await submitFrom(site, "203.0.113.7")).status).toBe(201);
  });
});

describe("a banned network", () => {
  it("can still read everything public", async () => {
    const site = makeSite();
    await ban(site, "198.51.100.9");
    const headers = { "cf-connecting-ip": "198.51.100.9" };
    for (const path of ["/api/marketplace-listings", "/api/site", "/api/discussion/threads"])
      expect((await site.fetch(path, { headers })).status, path).toBe(200);
  });
});
