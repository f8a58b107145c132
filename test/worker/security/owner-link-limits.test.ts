import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { change } from "../../support/worker/listings.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const HOUR_MS = 3_600_000;
const strict = { vars: { RATE_LIMIT_SCALE: "1" }, deps: withoutMinutes };
const photoKeys = async () =>
  (await env.PHOTOS.list()).objects.flatMap(({ key }) => (key.endsWith(".webp") ? key : []));
const auditRows = async () =>
  (
    await env.DB.prepare(
      `SELECT length(CAST(actor || action || target_type || target_id || coalesce(ip_address, '') ||
        coalesce(before_json, '') || coalesce(after_json, '') AS BLOB)) + 16 AS bytes FROM audit_log`,
    ).all<{ bytes: number }>()
  ).results.map(({ bytes }) => bytes);

/** Makes five photos that differ from those of every other call. */
const fivePhotos = (round: number) =>
  Promise.all(Array.from({ length: 5 }, async (_, n) => dataUrl(await png({ colour: [round, n, 77] }))));

describe("sixty renewals with one link", () => {
  it(
    "count once: the others return that the listing was renewed today, and purge nothing",
    { tags: ["rest"] },
    async () => {
      const purges: string[][] = [];
      const site = makeSite({
        deps: ({ cache }) => ({ cache: { ...cache, purge: async (tags) => void purges.push([...tags]) } }),
      });
      const owner = await publishedByOwner(site);
      purges.length = 0;
      const answers: number[] = [];
      for (let n = 0; n < 60; n += 1) {
        site.clock.now = new Date(site.clock.now.getTime() + 40);
        answers.push((await owner.call("POST", "/renew")).status);
      }
      expect(answers).toEqual([200, ...Array.from({ length: 59 }, () => 409)]);
      expect(purges).toHaveLength(1);
      expect(await auditRows()).toHaveLength(2);
      const refused = await owner.call("POST", "/renew");
      expect(await json(refused)).toMatchObject({
        code: "listing.renewed_today",
        error: "This listing was renewed today. It can be renewed again tomorrow.",
      });
      expect(await owner.read()).toMatchObject({ canRenew: false, renewedToday: true });
    },
  );

  it("sent concurrently count once", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    const answers = await Promise.all(Array.from({ length: 12 }, () => owner.call("POST", "/renew")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("follow the day in Toronto, even when limits are disabled", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-21T04:50:00Z"), vars: { RATE_LIMIT_SCALE: "0" } });
    const owner = await publishedByOwner(site);
    expect((await owner.call("POST", "/renew")).status).toBe(200);
    expect((await owner.call("POST", "/renew")).status).toBe(409);
    // Midnight in Toronto.
    site.clock.now = new Date("2026-11-21T05:00:00Z");
    expect(await owner.read()).toMatchObject({ canRenew: true, renewedToday: false });
    expect((await owner.call("POST", "/renew")).status).toBe(200);
  });
});

describe("a landlord's edits", () => {
  it(
    "can change the email address twenty times a day per network, across all listings",
    { tags: ["rest"] },
    async () => {
      const site = makeSite(strict);
      const owners = [];
      for (const n of [1, 2])
        owners.push(await publishedByOwner(site, { email: `own${n}@example.com`, rent: `$1,80${n}` }));
      const answers: number[] = [];
      for (let n = 0; n < 12; n += 1)
        for (const owner of owners)
          answers.push((await owner.edit({ email: `stranger${answers.length}@example.com` })).status);
      expect(answers.filter((status) => status === 200)).toHaveLength(20);
      expect(answers.filter((status) => status === 429)).toHaveLength(4);
      // Other changes are not affected.
      expect((await owners[0]?.edit({ additionalInfo: "New floor." }))?.status).toBe(200);
    },
  );

  it("are limited to twenty a day per listing", { tags: ["rest"] }, async () => {
    const site = makeSite(strict);
    const owner = await publishedByOwner(site);
    for (let n = 0; n < 20; n += 1) expect((await owner.edit({ additionalInfo: `Text ${n}` })).status).toBe(200);
    const refused = await owner.edit({ additionalInfo: "One more" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    // The limit also applies from another network.
    expect((await owner.edit({ additionalInfo: "One more" }, "198.51.100.9")).status).toBe(429);
    expect((await owner.read()).additionalInfo).toBe("Text 19");
    expect(await auditRows()).toHaveLength(21);
    // An edit without changes, and an edit by a moderator, are not counted.
    expect((await owner.edit({ additionalInfo: "Text 19" })).status).toBe(200);
    expect((await change(site, owner.id, { additionalInfo: "By a moderator" })).additionalInfo).toBe("By a moderator");
    site.clock.now = new Date(site.clock.now.getTime() + 25 * HOUR_MS);
    expect((await owner.edit({ additionalInfo: "One more" })).status).toBe(200);
  });

  it(
    "can add thirty photos a day, while rejected photos are not stored and replaced ones are deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeSite(strict);
      const owner = await publishedByOwner(site);
      for (let round = 0; round < 5; round += 1) {
        expect((await owner.edit({ images: await fivePhotos(round) })).status).toBe(200);
        expect(await photoKeys()).toHaveLength(5);
      }
      expect((await owner.edit({ images: (await fivePhotos(5)).slice(0, 3) })).status).toBe(200);
      const before = await photoKeys();
      // The limit allows two more photos.
      expect((await owner.edit({ images: await fivePhotos(6) })).status).toBe(429);
      expect(await photoKeys()).toEqual(before);
      expect(await env.DB.prepare("SELECT count(*) AS n FROM waiting_photos").first("n")).toBe(0);
      expect((await owner.edit({ images: (await fivePhotos(7)).slice(0, 2) })).status).toBe(200);
      expect((await owner.edit({ images: (await fivePhotos(8)).slice(0, 1) })).status).toBe(429);
      // Existing photos may be reordered.
      const { images } = await owner.read();
      expect((await owner.edit({ images: images.toReversed() })).status).toBe(200);
    },
  );

  it("are limited to three times as many per network, across all listings", { tags: ["rest"] }, async () => {
    const site = makeSite(strict);
    const answers: Record<number, number> = {};
    for (let n = 0; n < 4; n += 1) {
      const owner = await publishedByOwner(site, { address: `${n + 1} Elm St, Toronto`, email: `l${n}@example.com` });
      for (let nth = 0; nth < 20; nth += 1) {
        const { status } = await owner.edit({ additionalInfo: `Text ${nth}` });
        answers[status] = (answers[status] ?? 0) + 1;
      }
      if (n === 3) expect((await owner.edit({ additionalInfo: "Elsewhere" }, "198.51.100.9")).status).toBe(200);
    }
    expect(answers).toEqual({ 200: 60, 429: 20 });
  });

  it("scale with RATE_LIMIT_SCALE", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.1" }, deps: withoutMinutes });
    const owner = await publishedByOwner(site);
    const answers: number[] = [];
    for (let n = 0; n < 4; n += 1) answers.push((await owner.edit({ additionalInfo: `Text ${n}` })).status);
    expect(answers).toEqual([200, 200, 429, 429]);
  });

  it(
    "of public listings purge together at most once a second, while unpublishing purges at once or within seconds of another",
    { tags: ["rest"] },
    async () => {
      const calls: number[] = [];
      let comesBack = 0;
      const site = makeSite({
        deps: ({ cache }): Partial<Deps> => ({
          cache: { ...cache, purge: async () => void calls.push(site.clock.now.getTime()) },
          wait: async (ms) => {
            comesBack += 1;
            site.clock.now = new Date(site.clock.now.getTime() + ms);
          },
        }),
      });
      const owner = await publishedByOwner(site);
      calls.length = 0;
      for (let n = 0; n < 20; n += 1) await owner.edit({ additionalInfo: `Text ${n}` });
      for (const [n, at] of calls.entries()) if (n > 0) expect(at - (calls[n - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
      expect(comesBack).toBeGreaterThan(0);
      const merged = calls.length;
      await owner.edit({ phone: "647-555-0188" });
      await owner.approve();
      await owner.call("POST", "/rented");
      expect(calls.length - merged).toBe(3);
      expect((calls.at(-1) ?? 0) - (calls[merged] ?? 0)).toBeLessThanOrEqual(8_000);
    },
  );

  it("in review purge nothing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ phone: "647-555-0188" });
    site.purged.length = 0;
    for (let n = 0; n < 5; n += 1) await owner.edit({ rent: `$1,70${n}` });
    expect(site.purged).toEqual([]);
  });
});

describe("requests with one link", () => {
  it("are counted before their body is read", { tags: ["rest"] }, async () => {
    const site = makeSite(strict);
    const owner = await publishedByOwner(site);
    for (let n = 0; n < 100; n += 1) expect((await owner.edit({ rent: "" })).status).toBe(400);
    // A body's type is checked before anything else is read.
    const unread = { method: "PATCH", body: "{", headers: { "content-type": "text/plain" } };
    const refused = await site.fetch(`/api/manage/${owner.token}`, unread);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    // Renewals and deletions have no body, and are still allowed.
    expect((await owner.call("POST", "/renew")).status).toBe(200);
    expect((await owner.call("DELETE")).status).toBe(200);
  });

  it("are limited to three hundred per network, across all links", { tags: ["rest"] }, async () => {
    const site = makeSite(strict);
    const all = [];
    for (let n = 0; n < 4; n += 1)
      all.push(await publishedByOwner(site, { address: `${n + 1} Elm St, Toronto`, email: `l${n}@example.com` }));
    const answers: Record<number, number> = {};
    for (let n = 0; n < 320; n += 1) {
      const status = (await all[n % 4]?.edit({ rent: "" }))?.status ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
    }
    expect(answers).toEqual({ 400: 300, 429: 20 });
  });
});

describe("the networks of one IPv6 /48", () => {
  /**
   * A site with a tenth of the limits. The listings and their links are created on another site, which has no limits.
   */
  const tenth = { vars: { RATE_LIMIT_SCALE: "0.1" }, deps: withoutMinutes };
  /** Creates this many listings. For each listing, returns a function that uses its manage link from an IP address. */
  async function owners(count: number) {
    const [open, site] = [makeSite(), makeSite(tenth)];
    const all = [];
    for (let n = 0; n < count; n += 1) {
      const { token } = await publishedByOwner(open, {
        address: `${n + 1} Elm St, Toronto`,
        email: `l${n}@example.com`,
      });
      all.push(async (from: string, method: string, path = "", json?: unknown) => {
        const headers = { "cf-connecting-ip": from };
        return (
          await site.fetch(`/api/manage/${token}${path}`, { method, headers, ...(json !== undefined && { json }) })
        ).status;
      });
    }
    return all;
  }
  const in64 = (n: number) => `2001:db8:77:1::${n + 1}`;
  const in56 = (n: number) => `2001:db8:77:2${(n + 16).toString(16)}::1`;
  const in48 = (n: number) => `2001:db8:77:${((n + 4) * 256).toString(16)}::1`;
  const countOf = async (statuses: readonly Promise<number>[] | AsyncIterable<number>) => {
    const counts: Record<number, number> = {};
    for await (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it.each([
    ["edits", 2, 60, (nth: number) => ({ additionalInfo: `Text ${nth}` })],
    ["new photos", 1, 90, async (nth: number) => ({ images: (await fivePhotos(nth)).slice(0, 3) })],
  ])(
    "can make three times the requests of one network, and a /56 twice as many: %s",
    { tags: ["rest"] },
    async (what, perListing, inNetwork, change) => {
      const weight = what === "edits" ? 1 : 3;
      const all = await owners(what === "edits" ? 14 : 12);
      let nth = 0;
      /** Uses the listings in turn, because the networks' limits must be reached before any listing's own. */
      async function* from(address: (n: number) => string, times: number) {
        for (let n = 0; n < times; n += 1) {
          const owner = all[Math.floor(nth / perListing)];
          const status = await owner?.(address(n), "PATCH", "", await change(nth));
          if (status === 200) nth += 1;
          yield status ?? 0;
        }
      }
      const share = inNetwork / 10 / weight;
      expect(await countOf(from(in64, share + 1))).toEqual({ 200: share, 429: 1 });
      expect(await countOf(from(in56, 2 * share + 1))).toEqual({ 200: 2 * share, 429: 1 });
      // Attempts from a /64 or a /56 also count towards the limit of its /48.
      expect(await countOf(from(in48, 2))).toEqual({ 429: 2 });
      expect(await countOf(from((n) => `2001:db8:78:${n}::1`, 1)), "another customer").toEqual({ 200: 1 });
    },
  );

  it("can make three times as many renewals", { tags: ["rest"] }, async () => {
    const all = await owners(20);
    expect(await countOf(all.map((renew, n) => renew(in48(n), "POST", "/renew")))).toEqual({ 200: 18, 429: 2 });
  });
});

describe("an entry of the audit log", () => {
  const longest = {
    ascii: "x".repeat(10_000),
    quotes: '"\\'.repeat(5_000),
    breaks: "a\n".repeat(5_000).trim(),
    emoji: "🏚️".repeat(3_300),
    combined: "\u0915\u093f".repeat(5_000),
  };

  it.each(Object.entries(longest))(
    "takes at most 4 KB with the longest texts, and marks truncation: %s",
    { tags: ["rest"] },
    async (_, text) => {
      const site = makeSite();
      const owner = await publishedByOwner(site, { additionalInfo: `${text.slice(0, -20)} b` });
      await owner.edit({
        additionalInfo: text,
        rent: `$1,800 ${"r".repeat(50)}`,
        landlordName: "ß".repeat(80),
        address: `85 Main Street, ${"T".repeat(170)}, Toronto`.slice(0, 200),
        images: await fivePhotos(1),
      });
      await change(site, owner.id, { additionalInfo: `b ${text.slice(0, -20)}` });
      const as = await site.logIn();
      await site.fetch(`/api/admin/listings/${owner.id}/reject`, { json: { reason: "é".repeat(1_000) }, as });
      const bytes = await auditRows();
      expect(bytes).toHaveLength(4);
      expect(Math.max(...bytes)).toBeLessThanOrEqual(4_096);
      const entries = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as }));
      const edits = entries.filter(({ action }) => action === "listing.edit");
      for (const { before, after } of edits)
        for (const value of [before?.additionalInfo, after?.additionalInfo])
          expect(value).toMatch(/… \[cut: [\d,]+ more characters\]$/);
      expect(edits.at(-1)?.after?.rent).toContain("$1,800");
    },
  );

  it("is complete when it fits", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    const text = "A long but reasonable text. ".repeat(60).trim();
    await owner.edit({ additionalInfo: text });
    const [entry] = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(entry?.after).toEqual({ additionalInfo: text });
  });
});
