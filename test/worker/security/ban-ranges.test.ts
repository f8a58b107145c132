import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { IpBan } from "../../../worker/contracts/bans.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { everyShard, track } from "../../support/worker/visitors.ts";

const DAY_MS = 86_400_000;
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));

const ban = async (site: Site, ipAddress: string, more: { confirmed?: boolean; reason?: string } = {}) =>
  site.fetch("/api/discussion/admin/ban", {
    json: { ipAddress, reason: "Flood", isActive: true, ...more },
    as: await site.logIn(),
  });
const setActive = async (site: Site, id: number, change: { isActive: boolean; confirmed?: boolean }) =>
  site.fetch(`/api/discussion/admin/ban/${id}`, { method: "PATCH", json: change, as: await site.logIn() });
const bans = async (site: Site) => json<IpBan[]>(site.fetch("/api/discussion/admin/bans", { as: await site.logIn() }));
/** Returns whether a visitor from an IP address may write. */
const mayWrite = async (site: Site, address: string): Promise<boolean> => {
  const { status } = await site.fetch("/api/discussion/user", { json: {}, headers: { "cf-connecting-ip": address } });
  expect([200, 403]).toContain(status);
  return status === 200;
};

describe("the ban of a range", () => {
  const RANGES: [range: string, inside: string[], outside: string[]][] = [
    ["2001:db8::/32", ["2001:db8::1", "2001:db8:ffff:ffff:ffff::1"], ["2001:db7:ffff::1", "2001:db9::1"]],
    ["2001:db8:8000::/33", ["2001:db8:8000::", "2001:db8:ffff::1"], ["2001:db8:7fff:ffff::1", "2001:db9::1"]],
    ["2001:db8:5::/47", ["2001:db8:4::1", "2001:db8:5:ffff::1"], ["2001:db8:3:ffff::1", "2001:db8:6::1"]],
    ["2001:db8:5::/48", ["2001:db8:5::1", "2001:db8:5:ffff::1"], ["2001:db8:4:ffff::1", "2001:db8:6::1"]],
    ["2001:db8:5:100::/56", ["2001:db8:5:100::1", "2001:db8:5:1ff::1"], ["2001:db8:5:ff::1", "2001:db8:5:200::1"]],
    ["2001:db8:5:6::/63", ["2001:db8:5:6::1", "2001:db8:5:7::1"], ["2001:db8:5:5::1", "2001:db8:5:8::1"]],
    ["2001:db8:5:6:8000::/65", ["2001:db8:5:6:8000::1"], ["2001:db8:5:6:7fff::1", "2001:db8:5:7::1"]],
    ["2001:db8:5:6::8/127", ["2001:db8:5:6::8", "2001:db8:5:6::9"], ["2001:db8:5:6::7", "2001:db8:5:6::a"]],
    ["2001:db8:5:6::8/128", ["2001:db8:5:6::8"], ["2001:db8:5:6::9", "2001:db8:5:6::7"]],
    ["198.51.0.0/16", ["198.51.0.1", "198.51.255.255"], ["198.50.255.255", "198.52.0.0"]],
    ["198.51.100.77/23", ["198.51.100.0", "198.51.101.255"], ["198.51.99.255", "198.51.102.0"]],
    ["198.51.100.77/24", ["198.51.100.0", "198.51.100.255"], ["198.51.99.255", "198.51.101.0"]],
    ["198.51.100.8/31", ["198.51.100.8", "198.51.100.9"], ["198.51.100.7", "198.51.100.10"]],
    ["::ffff:198.51.100.0/120", ["198.51.100.1", "::ffff:198.51.100.200"], ["198.51.101.1"]],
  ];
  it.each(RANGES)("%s applies from its first to its last address, and to no other", async (range, inside, outside) => {
    const site = makeSite();
    const made = await json<IpBan>(ban(site, range, { confirmed: true }));
    for (const address of inside) expect(await mayWrite(site, address), address).toBe(false);
    for (const address of outside) expect(await mayWrite(site, address), address).toBe(true);
    expect((await setActive(site, made.id, { isActive: false })).status).toBe(200);
    for (const address of inside) expect(await mayWrite(site, address), address).toBe(true);
  });

  it("is the same in any spelling, and shown in CIDR notation", async () => {
    const site = makeSite();
    const spellings = ["2001:DB8:5::/48", "2001:db8:5:6:7::8/48", "2001:0db8:0005:0000::/48"];
    for (const text of spellings) await ban(site, text);
    expect(await bans(site)).toMatchObject([{ ipAddress: "2001:db8:5::/48", isActive: true, expiresAt: null }]);
    expect(await json(ban(site, "198.51.100.77/24"))).toMatchObject({ ipAddress: "198.51.100.0/24" });
    const entries = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(entries.map(({ targetId }) => targetId)).toEqual(["198.51.100.0/24", "2001:db8:5::/48"]);
  });

  it("is independent of the ban of a wider range: lifting one of them keeps the other", async () => {
    const site = makeSite();
    const wide = await json<IpBan>(ban(site, "2001:db8:5::/48", { reason: "The provider" }));
    const narrow = await json<IpBan>(ban(site, "2001:db8:5:6::1", { reason: "The customer" }));
    const reasonFor = async (address: string) => {
      const headers = { "cf-connecting-ip": address };
      return (
        (await json<Partial<ErrorBody>>(site.fetch("/api/discussion/user", { json: {}, headers }))).message ?? null
      );
    };
    expect(await reasonFor("2001:db8:5:6::9")).toContain("The customer");
    expect(await reasonFor("2001:db8:5:7::9")).toContain("The provider");
    await setActive(site, narrow.id, { isActive: false });
    expect(await reasonFor("2001:db8:5:6::9")).toContain("The provider");
    await setActive(site, narrow.id, { isActive: true });
    await setActive(site, wide.id, { isActive: false });
    expect(await reasonFor("2001:db8:5:6::9")).toContain("The customer");
    expect(await mayWrite(site, "2001:db8:5:7::9")).toBe(true);
    await setActive(site, narrow.id, { isActive: false });
    expect(await mayWrite(site, "2001:db8:5:6::9")).toBe(true);
  });

  it("is listed for an author who posted from the range", async () => {
    const site = makeSite();
    const headers = { "cf-connecting-ip": "2001:db8:5:6::1" };
    const user = await site.fetch("/api/discussion/user", { json: {}, headers });
    const cookie = user.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { id } = await json<{ id: number }>(user);
    await site.fetch("/api/discussion/threads", {
      json: { title: "Is this rent fair?", content: "What do you think of the rents on Main Street?" },
      as: cookie,
      headers,
    });
    await ban(site, "2001:db8:5::/48");
    await ban(site, "2001:db8:6::/48");
    const author = site.fetch(`/api/discussion/admin/author/${id}`, { as: await site.logIn() });
    expect(await json(author)).toMatchObject({ bans: [{ ipAddress: "2001:db8:5::/48" }] });
  });
});

describe("the ban of a range wider than a /48 or a /24", () => {
  it("requires a confirmation that states the number of visitors in the last 30 days, and expires after 7 days", async () => {
    const site = makeSite();
    const visits = [
      "198.51.100.1",
      "198.51.100.1",
      "198.51.101.9",
      "198.51.102.1",
      "2001:db8:100:1::1",
      "2001:db8:1ff::1",
    ];
    for (const [session, from] of visits.entries()) await track(site, { session, from });
    const asked = async (range: string) => {
      const answer = await ban(site, range);
      expect(answer.status, range).toBe(409);
      return json<ErrorBody>(answer);
    };
    expect(await asked("198.51.100.0/23")).toMatchObject({
      code: "ban.confirm_wide",
      visitors: 3,
      message:
        "198.51.100.0/23 is a wide range: 3 visitors of the last 30 days came from it. A ban of it ends after 7 days.",
    });
    expect(await asked("198.51.0.0/16")).toMatchObject({ visitors: 4 });
    expect(await asked("2001:db8:100::/40")).toMatchObject({ visitors: 2 });
    expect(await asked("2001:db8:100::/47")).toMatchObject({ visitors: 1 });
    expect(await asked("203.0.112.0/20")).toMatchObject({ visitors: 0 });
    // Visitors' IP addresses are masked after a day and deleted after 30 days.
    pass(site, 2 * DAY_MS);
    await everyShard((shard) => shard.maintain(site.clock.now.getTime()));
    expect(await asked("198.51.100.0/23")).toMatchObject({ visitors: 3 });
    expect(await asked("2001:db8:100::/40")).toMatchObject({ visitors: 2 });
    expect(await bans(site)).toEqual([]);
    expect(await mayWrite(site, "198.51.100.9")).toBe(true);

    const answer = await ban(site, "198.51.100.0/23", { confirmed: true });
    expect(answer.status).toBe(201);
    const { id, expiresAt } = await json<IpBan>(answer);
    expect(new Date(expiresAt ?? 0).getTime()).toBe(site.clock.now.getTime() + 7 * DAY_MS);
    pass(site, 7 * DAY_MS - 1);
    expect(await mayWrite(site, "198.51.101.9")).toBe(false);
    pass(site, 1);
    expect(await mayWrite(site, "198.51.101.9")).toBe(true);
    expect(await bans(site)).toMatchObject([{ id, isActive: false, expiresAt }]);
    const active = () => env.DB.prepare("SELECT value FROM counters WHERE key = 'bans:active'").first("value");
    expect(await active()).toBe(1);
    expect(await site.runJob("bans.end")).toBe(true);
    expect(await active()).toBe(0);

    expect((await setActive(site, id, { isActive: true })).status, "asked again").toBe(409);
    expect(await mayWrite(site, "198.51.101.9")).toBe(true);
    const again = await json<IpBan>(setActive(site, id, { isActive: true, confirmed: true }));
    expect(new Date(again.expiresAt ?? 0).getTime()).toBe(site.clock.now.getTime() + 7 * DAY_MS);
    expect(await mayWrite(site, "198.51.101.9")).toBe(false);
    expect((await setActive(site, id, { isActive: false })).status, "lifting is not asked about").toBe(200);
    pass(site, 29 * DAY_MS);
    expect(await asked("198.51.100.0/23")).toMatchObject({ visitors: 0 });
  });

  it("needs no confirmation and does not expire when the range is no wider", async () => {
    const site = makeSite();
    for (const range of ["198.51.100.0/24", "2001:db8:5::/48"])
      expect(await json(ban(site, range)), range).toMatchObject({ expiresAt: null });
    pass(site, 400 * DAY_MS);
    expect(await mayWrite(site, "198.51.100.9")).toBe(false);
    expect(await mayWrite(site, "2001:db8:5:7::9")).toBe(false);
  });

  it("is found by an index when it expires, among thousands that do not", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await env.DB.exec(
      "INSERT INTO bans (ip_address, network, reason, is_active, created_at) SELECT value, value, 'x', 1, 0 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2000) SELECT value FROM n)",
    );
    await ban(site, "198.51.0.0/16", { confirmed: true });
    pass(site, 7 * DAY_MS);
    const { result, rowsRead } = await site.measured(() => site.runJob("bans.end"));
    expect(result).toBe(true);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM bans WHERE is_active = 0").first("n")).toBe(1);
    expect(rowsRead).toBeLessThan(30);
  });
});
