import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { NETWORK_LIMITS, type NetworkLimitName } from "../../../worker/contracts/network-limits.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { draft, publish } from "../../support/worker/listings.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { ADMIN_PASSWORD, json, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const STRICT = { vars: { RATE_LIMIT_SCALE: "1" } };
/** Creates a site with the limits of production, except the platform's limits per minute. */
const strictSite = (deps?: (real: Deps) => Partial<Deps>) =>
  makeQuietSite({ ...STRICT, deps: (real) => ({ ...withoutMinutes(), ...deps?.(real) }) });

/** Returns an address in the n-th /64 of 2001:db8:77::/48. */
const in48 = (n: number) => `2001:db8:77:${n.toString(16)}::${(n % 250) + 1}`;
/** Returns an address in the n-th /64 of 2001:db8:78:100::/56. */
const in56 = (n: number) => `2001:db8:78:${(0x100 + n).toString(16)}::1`;
const from = (address: string) => ({ "cf-connecting-ip": address });

/** Acts from each of `count` networks, 25 at a time. @returns the number of responses by status */
async function fromEach(count: number, act: (n: number) => Promise<Response>): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (let first = 0; first < count; first += 25) {
    const answers = await Promise.all(Array.from({ length: Math.min(25, count - first) }, (_, k) => act(first + k)));
    for (const { status } of answers) seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

const rows = async (table: string) =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? 0;
const signUp = (site: Site, n: number, address: string) =>
  site.fetch("/api/subscribe", { json: { email: `person${n}@example.com` }, headers: from(address) });
const submitFrom = (site: Site, n: number, address: string) =>
  site.fetch("/api/submit-property", {
    json: draft({ address: `${n + 1} Main Street, Toronto, ON`, email: `owner${n}@example.com` }),
    headers: from(address),
  });
const reportFrom = (site: Site, propertyId: number, address: string) =>
  site.fetch("/api/report-property", { json: { propertyId, reason: "SCAM" }, headers: from(address) });

/**
 * Number of attempts by the customer, each from a different network. In a short run, these are twice the limits, which
 * is enough to show that further attempts are rejected.
 */
const tried = {
  signUps: fullSize(2_000, 120),
  submissions: fullSize(1_000, 80),
  reports: fullSize(1_000, 300),
  votes: fullSize(1_000, 60),
};

/**
 * Distance between the numbers of the tested networks. A short run tests fewer networks, but spreads them over as many
 * /56 networks as a full run.
 */
const APART = fullSize(1, 17);

describe("one customer with thousands of networks of a /48", () => {
  it(
    "can trigger a bounded number of emails, listings, reports and votes a day, and can be banned at once",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const site = strictSite();
      await startThread(site, await visitor(site));
      const { id } = await publish(site);
      const voters: string[] = [];
      for (let n = 0; n < 30; n += 1) {
        const user = await site.fetch("/api/discussion/user", { json: {}, headers: from(in48(n)) });
        voters.push(user.headers.get("set-cookie")?.split(";")[0] ?? "");
      }
      const voteFrom = (n: number) =>
        site.fetch("/api/discussion/threads/1/vote", {
          method: "PUT",
          json: { value: 1 },
          as: voters[n % voters.length] ?? "",
          headers: from(in48(n)),
        });
      const before = { subscribers: await rows("subscribers"), listings: await rows("listings") };

      const seen = {
        signUps: await fromEach(tried.signUps, (n) => signUp(site, n, in48(n * APART))),
        submissions: await fromEach(tried.submissions, (n) => submitFrom(site, n, in48(2_000 + n * APART))),
        reports: await fromEach(tried.reports, (n) => reportFrom(site, id, in48(3_000 + n * APART))),
        votes: await fromEach(tried.votes, (n) => voteFrom(4_000 + n * APART)),
      };
      expect(seen.signUps).toEqual({ 200: 60, 429: tried.signUps - 60 });
      expect((await rows("subscribers")) - before.subscribers).toBe(60);
      expect(seen.submissions).toEqual({ 201: 40, 429: tried.submissions - 40 });
      expect((await rows("listings")) - before.listings).toBe(40);
      // From the 21st on, reports of this listing get the usual response but are not stored. After 150, the limit of
      // the /48 for all reports applies.
      expect(seen.reports).toEqual({ 200: 150, 429: tried.reports - 150 });
      expect(await rows("reports")).toBe(20);
      expect(seen.votes[200]).toBeGreaterThanOrEqual(20);
      expect(await env.DB.prepare("SELECT upvotes FROM forum_threads WHERE id = 1").first("upvotes")).toBe(20);

      const moderator = { as: await site.logIn() };
      const ban = { json: { ipAddress: "2001:db8:77::/48", reason: "Flood" }, ...moderator };
      expect((await site.fetch("/api/discussion/admin/ban", ban)).status).toBe(201);
      site.clock.now = new Date(site.clock.now.getTime() + 25 * 3_600_000);
      expect(await fromEach(50, (n) => signUp(site, 5_000 + n, in48(n * 100)))).toEqual({ 403: 50 });
      expect(await fromEach(25, (n) => submitFrom(site, 5_000 + n, in48(n * 100)))).toEqual({ 403: 25 });
      expect(await fromEach(25, (n) => reportFrom(site, id, in48(n * 100)))).toEqual({ 403: 25 });
      expect(await fromEach(25, voteFrom)).toEqual({ 403: 25 });
      expect((await signUp(site, 9_999, "2001:db8:79::1")).status, "another customer").toBe(200);
    },
  );

  it("is also limited per /56, without affecting its neighbours", { tags: ["rest"] }, async () => {
    const site = strictSite();
    expect(await fromEach(100, (n) => signUp(site, n, in56(0)))).toEqual({ 200: 20, 429: 80 });
    expect(await fromEach(100, (n) => signUp(site, 100 + n, in56(n)))).toEqual({ 200: 20, 429: 80 });
    const other56 = (n: number) => `2001:db8:78:${(0x200 + n).toString(16)}::1`;
    expect(await fromEach(100, (n) => signUp(site, 200 + n, other56(n)))).toEqual({ 200: 20, 429: 80 });
  });

  it("counts as at most 48 people who opened a listing", { tags: ["rest"] }, async () => {
    const site = strictSite();
    const { id } = await publish(site);
    const open = (n: number) =>
      site.fetch(`/api/marketplace-listings/${id}/interest`, {
        json: { kind: "view" },
        headers: { ...from(in48(n)), "user-agent": `Mozilla/5.0 Chrome/${n} Safari` },
      });
    expect(await fromEach(400, open)).toEqual({ 204: 400 });
    const people = await rows("listing_interest");
    expect(people).toBeLessThanOrEqual(48);
    expect(people).toBeGreaterThan(24);
  });
});

describe("the limits of networks", () => {
  it("are never narrower for a wider network", () => {
    for (const [name, { counts }] of Object.entries(NETWORK_LIMITS)) {
      const known = counts.filter((count) => count !== null);
      expect(known, name).toEqual(known.toSorted((a, b) => a - b));
    }
    const inDay = (name: NetworkLimitName) => NETWORK_LIMITS[name].counts[2];
    expect([inDay("sign_ups"), inDay("submissions"), inDay("reports_of_one"), inDay("post_votes")]).toEqual([
      60, 40, 20, 20,
    ]);
  });

  it("need one request to one object, and none when limits are disabled", async () => {
    const calls: string[] = [];
    const counting = (real: Deps): Partial<Deps> => ({
      attempts: {
        ...real.attempts,
        take: (key, limits) => {
          calls.push(key);
          return real.attempts.take(key, limits);
        },
      },
    });
    const site = strictSite(counting);
    await site.fetch("/api/verify-subscription", { json: { email: "a@example.com" }, headers: from(in48(1)) });
    expect(calls).toEqual(["networks:subscription_checks:2001:db8:77::/48"]);
    calls.length = 0;
    await signUp(site, 1, in48(1));
    // A sign-up counts for the networks and for the email address. It counts towards the total of all emails to
    // strangers only when its email is sent.
    expect(calls.map((key) => key.split(":")[0])).toEqual(["networks", "sign-up"]);
    calls.length = 0;
    await signUp(site, 2, "198.51.100.9");
    expect(calls).toHaveLength(2);
    calls.length = 0;
    const off = makeQuietSite({ vars: { RATE_LIMIT_SCALE: "0" }, deps: counting });
    await signUp(off, 3, in48(1));
    expect(calls).toEqual([]);
  });

  it("are multiplied by RATE_LIMIT_SCALE at every width", { tags: ["rest"] }, async () => {
    const site = makeQuietSite({ vars: { RATE_LIMIT_SCALE: "2" }, deps: withoutMinutes });
    expect(await fromEach(200, (n) => signUp(site, n, in48(n * 100)))).toEqual({ 200: 120, 429: 80 });
  });

  it("allow a /56 twice and a /48 three times a network's requests per minute", { tags: ["rest"] }, async () => {
    const calls = new Map<string, number>();
    const limit = async ({ key }: { key: string }) => {
      const count = (calls.get(key) ?? 0) + 1;
      calls.set(key, count);
      return { success: count <= 10 };
    };
    const limiters = { writes: { limit }, uploads: { limit }, tracking: { limit } };
    const site = makeQuietSite({ ...STRICT, deps: () => ({ limiters }) });
    const ask = (n: number, address: (n: number) => string) =>
      site.fetch("/api/listing-links", { method: "POST", json: {}, headers: from(address(n)) });
    const passed = async (address: (n: number) => string) =>
      Object.entries(await fromEach(100, (n) => ask(n, address))).reduce(
        (sum, [status, count]) => sum + (status === "429" ? 0 : count),
        0,
      );
    expect(await passed(in56)).toBeLessThanOrEqual(20);
    expect(await passed((n) => in48(n * 256))).toBeLessThanOrEqual(30);
  });
});

describe("reports of one listing", () => {
  it("use no quota of the surrounding networks when one network repeats them", { tags: ["rest"] }, async () => {
    const site = strictSite();
    const { id } = await publish(site);
    for (let n = 0; n < 30; n += 1) expect((await reportFrom(site, id, in56(0))).status).toBe(200);
    expect(await fromEach(20, (n) => reportFrom(site, id, in56(n)))).toEqual({ 200: 20 });
    expect(await rows("reports")).toBe(10);
    expect((await reportFrom(site, id, "198.51.100.9")).status).toBe(200);
    expect(await rows("reports")).toBe(11);
  });
});

describe("guessing the moderators' password", () => {
  const stranger = (n: number) => `10.${n % 250}.${Math.floor(n / 250)}.9`;
  const guess = (site: Site, password: string, address: string) =>
    site.fetch("/api/admin/login", { json: { password }, headers: from(address) });

  it(
    "delays a moderator only until the back-off allows a guess, and uses none of their quota",
    { tags: ["rest"] },
    async () => {
      const site = strictSite();
      let evaluated = 0;
      for (let n = 0; n < fullSize(1_000, 250); n += 25) {
        const answers = await Promise.all(Array.from({ length: 25 }, (_, k) => guess(site, "wrong", stranger(n + k))));
        evaluated += answers.filter(({ status }) => status === 401).length;
        // While strangers keep guessing, even the right password is refused.
        expect((await guess(site, ADMIN_PASSWORD, "198.51.100.77")).status).toBe(429);
        site.clock.now = new Date(site.clock.now.getTime() + 700);
      }
      expect(evaluated).toBeLessThanOrEqual(25);
      expect(evaluated).toBeGreaterThan(5);
      site.clock.now = new Date(site.clock.now.getTime() + 31_000);
      const entered = await guess(site, ADMIN_PASSWORD, "198.51.100.77");
      expect(entered.status).toBe(200);
      // From now on, strangers' guesses do not count against this network.
      await fromEach(50, (n) => guess(site, "wrong", stranger(1_000 + n)));
      expect((await guess(site, ADMIN_PASSWORD, "198.51.100.77")).status).toBe(200);
    },
  );

  it("by a refused network uses no shared quota", { tags: ["rest"] }, async () => {
    const site = strictSite();
    for (let n = 0; n < 60; n += 1) await guess(site, "wrong", "198.51.100.5");
    expect(await json(guess(site, "wrong", "198.51.100.6"))).toMatchObject({ code: "session.wrong_admin_password" });
    expect((await guess(site, ADMIN_PASSWORD, "198.51.100.7")).status).toBe(200);
  });
});
