import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { approve, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { asModerator, notes, setBenchmark, settle } from "../../support/worker/market.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const MINUTE_MS = 60_000;
const percents = async () =>
  (await env.DB.prepare("SELECT id, below_market_percent AS percent FROM listings ORDER BY id").all()).results.map(
    ({ percent }) => percent,
  );

/**
 * Wraps a database so that `around` runs each batch, and can act before the batch or make it fail before or after its
 * commit.
 */
function withBatches(db: Deps["db"], around: <Result>(run: () => Promise<Result>) => Promise<Result>): Deps["db"] {
  return new Proxy(db, {
    get(target, property) {
      if (property !== "batch") return Reflect.get(target, property) as unknown;
      return (statements: Parameters<typeof db.batch>[0]) => around(() => target.batch(statements));
    },
  });
}

/** Advances to the last pass, which compares all listings again, and completes it. */
async function lastLook(site: Site): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + 45 * MINUTE_MS);
  await site.tick();
  await settle(site);
}

describe("a new benchmark", () => {
  it("is compared with every listing of its type, and with no other", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const one = await publish(site, { rent: "$1,850" });
    const two = await publish(site, { rent: "$1,850", bedrooms: "2 Bedrooms", address: "9 Two St" });
    const { revision } = await asModerator(site, one.id);
    await setBenchmark(site, { rent: 2_000, source: "A new report", isEstimate: true, method: "By hand" });
    await settle(site);
    expect(await readPublic(site, one.id)).toMatchObject({
      belowMarketPercent: 8,
      marketRent: 2000,
      marketSource: "A new report",
      marketAsOf: "2026-10",
      marketIsEstimate: true,
    });
    expect(await readPublic(site, two.id)).toMatchObject({ belowMarketPercent: 36, marketAsOf: "2025-10" });
    expect((await asModerator(site, one.id)).revision).toBe(revision);
  });

  it(
    "affects pending, rejected, expired and restorable listings, but not closed ones",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await site.logIn();
      const addresses = ["waiting", "rejected", "expired", "deleted", "rented"].map(
        (name, nth) => `${nth + 1} ${name} St`,
      );
      const [waiting = 0, rejected = 0, expired = 0, deleted = 0, rented = 0] = await Promise.all(
        addresses.map((address) => submit(site, { address })),
      );
      await site.fetch(`/api/admin/listings/${rejected}/reject`, { json: { reason: "Not below" }, as });
      await site.fetch(`/api/admin/listings/${deleted}`, { method: "DELETE", as });
      await approve(site, expired);
      await env.DB.prepare("UPDATE listings SET status = 'expired' WHERE id = ?").bind(expired).run();
      await env.DB.prepare("UPDATE listings SET status = 'rented' WHERE id = ?").bind(rented).run();
      await setBenchmark(site, { rent: 2_000 });
      await settle(site);
      const row = (id: number) =>
        env.DB.prepare("SELECT below_market_percent FROM listings WHERE id = ?").bind(id).first("below_market_percent");
      for (const id of [waiting, rejected, expired, deleted]) expect(await row(id)).toBe(8);
      expect(await row(rented)).toBe(16);
      await site.fetch(`/api/admin/listings/${deleted}/restore`, { method: "POST", as });
      expect(await asModerator(site, deleted)).toMatchObject({ status: "pending", belowMarketPercent: 8 });
    },
  );

  it(
    "removes the badge of a published unit that is no longer below market, with a note",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { rent: "$1,980" });
      expect(await notes(site, id, "no_longer_below")).toEqual([]);
      await setBenchmark(site, { rent: 1_885 });
      await settle(site);
      expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: -5 });
      const listing = await asModerator(site, id);
      expect(listing).toMatchObject({ status: "approved", reviewBand: "reject" });
      expect(listing.reviewNotes.map(({ text }) => text)).toEqual([
        "5% above market.",
        "Was 10% below market until the benchmark changed, $1,980 against $1,885 (Rentals.ca & Urbanation National Rent Report, 2026-10). It is still published, without the badge.",
      ]);
      await setBenchmark(site, { rent: 1_990 });
      await settle(site);
      expect(await notes(site, id, "no_longer_below")).toHaveLength(1);
      await setBenchmark(site, { rent: 2_300 });
      await settle(site);
      expect(await notes(site, id, "no_longer_below")).toEqual([]);
      expect(await notes(site, id, "above_market")).toEqual([]);
    },
  );

  it(
    "replaces the notes that depend on the benchmark or the text, and keeps the others",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site, { rent: "$1,300", phone: undefined, additionalInfo: "No pets." });
      await submit(site, { rent: "$1,300" });
      const twin = await submit(site, { rent: "$1,300", additionalInfo: "Keys by mail." });
      // Simulates a listing from before its text was checked.
      await env.DB.prepare(
        "UPDATE listings SET review_notes = json_remove(review_notes, '$[' || (json_array_length(review_notes) - 1) || ']')",
      ).run();
      expect(await notes(site, id, "no_pets")).toEqual([]);
      await setBenchmark(site, { rent: 2_000 });
      await settle(site);
      expect((await asModerator(site, id)).reviewNotes.map(({ code }) => code)).toEqual(["no_phone", "no_pets"]);
      const codes = (await asModerator(site, twin)).reviewNotes.map(({ code }) => code);
      expect(codes.slice(-2)).toEqual(["duplicate", "keys_by_mail"]);
    },
  );

  it(
    "purges pages with the old benchmark once per batch, and again with the new preview",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const first = await publish(site, { address: "1 Purge St" });
      const second = await publish(site, { address: "2 Purge St" });
      await submit(site, { address: "3 Purge St" });
      await settle(site);
      site.purged.length = 0;
      await setBenchmark(site, { rent: 2_000 });
      await settle(site);
      expect([...new Set(site.purged)].toSorted()).toEqual(
        ["market", "listings", `listing:${first.id}`, `listing:${second.id}`].toSorted(),
      );
      // The listing's tag is purged once for the benchmark, and once when the preview image is drawn.
      expect(site.purged.filter((tag) => tag === `listing:${first.id}`)).toHaveLength(2);
      site.purged.length = 0;
      await lastLook(site);
      expect(site.purged).toEqual([]);
    },
  );
});

describe("comparing many listings", () => {
  const MANY = 500;
  /** Adds pending listings, because an image is drawn after each comparison of a public listing. */
  const fill = async (site: Site) => {
    await env.DB.prepare(bulkInsertSql(1, MANY, site.clock.now.getTime())).run();
    await env.DB.prepare("UPDATE listings SET status = 'pending'").run();
  };
  const right = `SELECT count(*) AS n FROM listings WHERE bedrooms = '1 Bedroom'
    AND (market_rent_cents <> 200000 OR abs(below_market_percent - (200000 - rent_cents) * 100.0 / 200000) > 0.5)`;

  it("continues entry by entry, and repeated deliveries change nothing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await fill(site);
    await setBenchmark(site, { rent: 2_000 });
    let entries = 0;
    while (site.queued.length > 0) {
      entries += site.queued.length;
      await site.runQueue(2);
    }
    expect(entries).toBeGreaterThanOrEqual(MANY / 200);
    expect(await env.DB.prepare(right).first("n")).toBe(0);
    const { results } = await env.DB.prepare("SELECT DISTINCT revision FROM listings").all();
    expect(results).toEqual([{ revision: 1 }]);
  });

  it(
    "completes once even if deliveries die after writing or are repeated",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      let deaths = 0;
      const site = makeSite({
        deps: ({ db }) => ({
          db: withBatches(db, async (run) => {
            const result = await run();
            if (deaths === 0) return result;
            deaths -= 1;
            throw new Error("died after");
          }),
          log: { info: () => {}, warn: () => {}, error: () => {} },
        }),
      });
      await fill(site);
      await setBenchmark(site, { rent: 2_000 });
      for (let tries = 0; tries < 8; tries += 1) {
        // Interrupts each step once: the windows of both passes over all listings, and the start of the last pass.
        deaths = 1;
        for (let rounds = 0; rounds < 10 && site.queued.length > 0; rounds += 1) await site.runQueue(2);
        site.clock.now = new Date(site.clock.now.getTime() + 31 * MINUTE_MS);
        await site.tick();
      }
      deaths = 0;
      await lastLook(site);
      const { results } = await env.DB.prepare(
        `SELECT json_extract(payload, '$.isLastLook') AS isLast, json_extract(payload, '$.afterId') AS afterId, count(*) AS n
       FROM outbox WHERE kind = 'market.compare_again' GROUP BY 1, 2 ORDER BY 1, 2`,
      ).all();
      const windows = [0, 200, 400, 500];
      expect(results).toEqual([0, 1].flatMap((isLast) => windows.map((afterId) => ({ isLast, afterId, n: 1 }))));
      expect(await env.DB.prepare(right).first("n")).toBe(0);
    },
  );

  it(
    "resumes where it stopped when a delivery dies before or after writing",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const state = { deaths: 0, calls: 0 };
      const site = makeSite({
        deps: ({ db }) => ({
          db: withBatches(db, async (run) => {
            state.calls += 1;
            const dies = state.deaths > 0 && state.calls % 2 === 0;
            if (dies && state.calls % 4 === 0) throw new Error("died before");
            const result = await run();
            if (dies) {
              state.deaths -= 1;
              throw new Error("died after");
            }
            return result;
          }),
          log: { info: () => {}, warn: () => {}, error: () => {} },
        }),
      });
      await fill(site);
      await setBenchmark(site, { rent: 2_000 });
      Object.assign(state, { deaths: 3, calls: 0 });
      for (let tries = 0; tries < 12; tries += 1) {
        await settle(site);
        // The cron trigger enqueues failed work again.
        site.clock.now = new Date(site.clock.now.getTime() + 31 * MINUTE_MS);
        await site.tick();
        if (state.deaths === 0 && (await env.DB.prepare(right).first("n")) === 0) break;
      }
      expect(state.deaths).toBe(0);
      expect(await env.DB.prepare(right).first("n")).toBe(0);
    },
  );

  it("reads a bounded number of rows per entry", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await fill(site);
    await setBenchmark(site, { rent: 2_000 });
    const { rowsRead: first } = await site.measured(() => site.runQueue());
    await settle(site);
    expect(first).toBeLessThan(2_000);
    const { results } = await env.DB.prepare(
      "EXPLAIN QUERY PLAN SELECT id FROM listings WHERE id > 5 AND id <= 205 AND bedrooms = '1 Bedroom' AND status <> 'rented'",
    ).all();
    expect(JSON.stringify(results)).toContain("USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
  });
});

describe("a listing that changes while it is compared", () => {
  it("keeps the change, and is compared with the new benchmark in the end", { tags: ["rest"] }, async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const site = makeSite({
      deps: ({ db }) => ({
        db: withBatches(db, async (run) => {
          const change = meanwhile;
          meanwhile = null;
          await change?.();
          return run();
        }),
      }),
    });
    const id = await submit(site);
    await settle(site);
    await setBenchmark(site, { rent: 2_000 });
    // Simulates an edit and a note about photos, both computed with the previous benchmark.
    meanwhile = () =>
      env.DB.prepare(
        `UPDATE listings SET rent = '$1,700', rent_cents = 170000, below_market_percent = 23, revision = revision + 1,
          review_notes = '[{"code":"photos_waiting","text":"Photos are waiting."}]' WHERE id = ?`,
      )
        .bind(id)
        .run();
    await settle(site);
    expect(await percents()).toEqual([23]);
    await lastLook(site);
    expect(await asModerator(site, id)).toMatchObject({
      rent: "$1,700",
      belowMarketPercent: 15,
      reviewNotes: [{ code: "photos_waiting", text: "Photos are waiting." }],
    });
  });

  it("keeps a note that was written in the meantime", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$1,300" });
    await settle(site);
    await setBenchmark(site, { rent: 2_400 });
    const note = '[{"code":"photos_waiting","text":"Photos are waiting."}]';
    await env.DB.prepare("UPDATE listings SET review_notes = ? WHERE id = ?").bind(note, id).run();
    await settle(site);
    expect((await asModerator(site, id)).reviewNotes.map(({ code }) => code)).toEqual([
      "price_far_below",
      "photos_waiting",
    ]);
  });
});
