import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { PlacesOverview } from "../../../worker/contracts/places.ts";
import { hit, houses, siteWithGeocoder } from "../../support/worker/geocoder.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import {
  building,
  drain,
  factsForModerator,
  factsOf,
  enqueueLookUps,
  imported,
  listingOf,
  nearby,
  scattered,
  waitingLookUps,
} from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { siteInterrupted, watchedDb } from "../../support/worker/watched-db.ts";

const HOUSE = { latitude: 43.6845, longitude: -79.2999 };
const atHouse = () => houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function pass(site: Site, milliseconds: number): void {
  site.clock.now = new Date(site.clock.now.getTime() + milliseconds);
}

async function tick(site: Site): Promise<void> {
  pass(site, 15 * MINUTE_MS);
  await site.tick();
}

async function overview(site: Site): Promise<PlacesOverview> {
  return json(site.fetch("/api/admin/places", { as: await site.logIn() }));
}

const rowOf = (id: number) => env.DB.prepare("SELECT * FROM listings WHERE id = ?").bind(id).first();

describe("a look-up", () => {
  it(
    "that is delivered three times concurrently runs once, and does not change the revision",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await imported();
      await atHouse();
      const { id } = await publish(site);
      const revision = (await rowOf(id))?.revision;
      await site.runQueue(3);
      expect(await rowOf(id)).toMatchObject({ latitude: HOUSE.latitude, revision, status: "approved" });
      const once = await factsOf(site, id);
      // Simulates a second delivery after the first died before it recorded its success.
      await env.DB.prepare("UPDATE outbox SET done_at = NULL WHERE kind = 'places.enrich'").run();
      await enqueueLookUps(site);
      site.purged.length = 0;
      await drain(site);
      expect(await factsOf(site, id)).toEqual(once);
      expect(site.purged).toEqual([]);
    },
  );

  it("that is interrupted at any step is completed by another delivery", { tags: ["rest"] }, async () => {
    let failsAt = 0;
    let statements = 0;
    const dying = makeSite({
      deps: () => ({
        db: watchedDb(() => {
          statements += 1;
          if (statements === failsAt) throw new Error("The worker died.");
        }),
      }),
    });
    const site = makeSite();
    await imported();
    await atHouse();
    await nearby("school", ["School", HOUSE.latitude, HOUSE.longitude]);
    let hasDied = true;
    for (let step = 1; hasDied; step += 1) {
      const id = await submit(site);
      await enqueueLookUps(dying);
      [statements, failsAt] = [0, step];
      await dying.runQueue();
      hasDied = statements >= step;
      pass(site, 31 * MINUTE_MS);
      dying.clock.now = site.clock.now;
      await enqueueLookUps(site);
      await drain(site);
      expect(await factsForModerator(site, id), `after dying at statement ${step}`).toMatchObject({
        location: { ...HOUSE, method: "table" },
        nearby: [{ name: "Main Street" }, { name: "School", distance: 0 }],
      });
      if (!hasDied) expect(step).toBeGreaterThan(8);
    }
    expect(await waitingLookUps()).toBe(0);
  });

  it("of a listing that is deleted before or during it does nothing", { tags: ["rest"] }, async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('update "listings"');
    await imported();
    await atHouse();
    const as = await site.logIn();
    const remove = (id: number) => makeSite().fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
    const before = await submit(site);
    await remove(before);
    const meanwhile = await submit(site, { unit: "2" });
    interruptBy(() => remove(meanwhile));
    await drain(site);
    expect(isWaiting()).toBe(false);
    for (const id of [before, meanwhile]) expect(await rowOf(id)).toMatchObject({ status: "deleted", latitude: null });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM listing_places").first("n")).toBe(0);
    expect(await waitingLookUps()).toBe(0);
  });

  it(
    "that keeps failing delays neither submission nor approval, and is retried a day later",
    { tags: ["rest"] },
    async () => {
      let isBroken = true;
      const site = makeSite({
        vars: { CONTACT_EMAIL: "operator@example.com" },
        deps: () => ({
          db: watchedDb((sql) => {
            if (isBroken && sql.includes('from "address_points"')) throw new Error("no such table");
          }),
        }),
      });
      await imported();
      await atHouse();
      const { id } = await publish(site);
      expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(200);
      await enqueueLookUps(site);
      const [entry] = site.queued;
      await site.runQueue();
      await site.runDeadQueue(entry ?? { outboxId: 0 });
      expect(await waitingLookUps()).toBe(0);
      await tick(site);
      expect(await waitingLookUps(), "not at every tick").toBe(0);
      isBroken = false;
      pass(site, DAY_MS);
      await tick(site);
      await drain(site);
      expect((await listingOf(site, id)).latitude).toBe(HOUSE.latitude);
    },
  );

  it("purges the listing's pages only when its public data has changed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    const id = await submit(site);
    site.purged.length = 0;
    await drain(site);
    expect(site.purged, "nobody sees a pending listing").toEqual([]);
    await approve(site, id);
    await drain(site);
    site.purged.length = 0;
    await imported(["schools"], "2026-11-20-b");
    await tick(site);
    await drain(site);
    expect(site.purged, "nothing new").toEqual([]);
    await nearby("school", ["New School", HOUSE.latitude, HOUSE.longitude]);
    await imported(["schools"], "2026-11-21-c");
    await tick(site);
    await drain(site);
    expect(site.purged.toSorted()).toEqual([`listing:${id}`, "listings"]);
  });
});

describe("a remote geocoder that fails for a long time", () => {
  it(
    "leaves a listing with its neighbourhood after some attempts, and is retried in a week",
    { tags: ["rest"] },
    async () => {
      const { site, asked, behaviour } = siteWithGeocoder(() => new Response("down", { status: 503 }));
      await imported();
      const id = await submit(site);
      for (let minutes = 0; minutes < 180 && (await waitingLookUps()) > 0; minutes += 10) {
        pass(site, 10 * MINUTE_MS);
        await enqueueLookUps(site);
        await site.runQueue();
      }
      expect((await factsForModerator(site, id)).location).toMatchObject({ method: "fsa", confidence: "low" });
      const tries = asked.length;
      expect(tries).toBeLessThan(12);
      behaviour.answer = () => Response.json([hit()]);
      await tick(site);
      await drain(site);
      expect(asked).toHaveLength(tries);
      pass(site, 7 * DAY_MS);
      await tick(site);
      await drain(site);
      expect((await factsForModerator(site, id)).location).toMatchObject({ method: "remote", confidence: "high" });
    },
  );
});

describe("new data", () => {
  it(
    "causes one new look-up of every listing, in any state, including unknown locations",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const pending = await submit(site, { unit: "1" });
      const { id: open } = await publish(site, { unit: "2" });
      const as = await site.logIn();
      const rejected = await submit(site, { unit: "3" });
      await site.fetch(`/api/admin/listings/${rejected}/reject`, { json: { reason: "Not below market." }, as });
      await drain(site);
      expect((await factsForModerator(site, open)).location).toMatchObject({ method: "fsa" });
      await tick(site);
      expect(await waitingLookUps(), "nothing has changed").toBe(0);
      await atHouse();
      await imported();
      await tick(site);
      expect(await waitingLookUps()).toBe(3);
      await tick(site);
      expect(await waitingLookUps(), "no second entry while one waits").toBe(3);
      await enqueueLookUps(site);
      await drain(site);
      for (const id of [pending, open, rejected]) {
        expect((await factsForModerator(site, id)).location).toMatchObject({ method: "table" });
      }
      await tick(site);
      expect(await waitingLookUps()).toBe(0);
    },
  );

  it(
    "reaches many listings in steps that leave room for other work, and starts again after the last step",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await env.DB.prepare(bulkInsertSql(1, 600, site.clock.now.getTime())).run();
      await tick(site);
      expect(await waitingLookUps()).toBe(540);
      await tick(site);
      expect(await waitingLookUps(), "enough wait already").toBe(540);
      const { results } = await env.DB.prepare("SELECT payload FROM outbox WHERE kind = 'places.enrich'").all();
      expect(new Set(results.map(({ payload }) => payload)).size).toBe(540);
      const finish = () => env.DB.prepare("UPDATE outbox SET done_at = 1 WHERE kind = 'places.enrich'").run();
      await finish();
      await tick(site);
      expect(await waitingLookUps()).toBe(60);
      await finish();
      // Look-ups that were wrongly marked as done are found again.
      await tick(site);
      expect(await waitingLookUps()).toBe(540);
    },
  );

  it("keeps facts from datasets that are no longer imported", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await nearby("school", ["School", HOUSE.latitude, HOUSE.longitude]);
    await building({ rsn: 3, address: "85 MAIN ST", fsa: "M4E", ...HOUSE });
    const { id } = await publish(site);
    await drain(site);
    const before = await factsOf(site, id);
    const listing = await listingOf(site, id);
    for (const table of ["datasets", "address_points", "nearby_places", "rental_buildings"]) {
      await env.DB.prepare(`DELETE FROM ${table}`).run();
    }
    await tick(site);
    await drain(site);
    const { location, ...facts } = await factsOf(site, id);
    expect(location).toMatchObject({ ...HOUSE, method: "table" });
    expect(location?.dataVersion).not.toBe(before.location?.dataVersion);
    expect(facts).toMatchObject({ building: { rsn: 3 }, nearby: before.nearby, rentControl: before.rentControl });
    expect(await listingOf(site, id)).toMatchObject({
      closestSubwayStation: "Main Street",
      amenities: JSON.stringify({ schools: [{ name: "School", distance: 0 }] }),
      yearBuilt: listing.yearBuilt,
    });
  });
});

describe("moderators", () => {
  it("see the data versions, and can look up all listings again", async () => {
    const site = makeSite();
    await imported(["addresses"]);
    await atHouse();
    await publish(site, { unit: "1" });
    await submit(site, { unit: "2", address: "Corner of 9 Nowhere Lane, Toronto" });
    await drain(site);
    const before = await overview(site);
    expect(before).toMatchObject({
      datasets: [{ name: "addresses", source: "City of Toronto", loaded: 1, refused: 0 }],
      waiting: 0,
    });
    expect(before.listings).toEqual(
      expect.arrayContaining([
        { method: "table", confidence: "high", count: 1 },
        { method: null, confidence: null, count: 1 },
      ]),
    );
    const response = await site.fetch("/api/admin/places/rerun", { method: "POST", as: await site.logIn() });
    expect(response.status).toBe(202);
    expect(await json(response)).toEqual({ success: true, listings: 2 });
    expect((await overview(site)).waiting).toBe(2);
    expect(await waitingLookUps()).toBe(2);
    await drain(site);
    expect(await overview(site)).toMatchObject({ waiting: 0 });
    const [entry] = await json<Record<string, unknown>[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(entry).toMatchObject({ actor: "admin", action: "places.rerun", after: { listings: 2 } });
  });

  it("read few rows for this at any size, and the counts follow each change", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 1_000, site.clock.now.getTime())).run();
    await imported();
    await atHouse();
    const as = await site.logIn();
    const states = async () => {
      const { listings, waiting } = await overview(site);
      return { of: Object.fromEntries(listings.map(({ method, count }) => [String(method), count])), waiting };
    };
    const shown = await env.DB.prepare(
      "SELECT count(*) AS n FROM listings WHERE status NOT IN ('deleted', 'rented')",
    ).first<number>("n");
    expect(await states()).toEqual({ of: { null: shown }, waiting: shown });
    const { rowsRead } = await site.count("/api/admin/places", { as });
    expect(rowsRead).toBeGreaterThan(0);
    expect(rowsRead).toBeLessThan(50);

    const { id } = await publish(site);
    const waiting = shown ?? 0;
    await enqueueLookUps(site);
    await drain(site);
    expect(await states()).toEqual({ of: { null: shown, table: 1 }, waiting });
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { address: "9 Nowhere Lane" }, as });
    expect(await states(), "moved").toEqual({ of: { null: waiting + 1 }, waiting: waiting + 1 });
    await enqueueLookUps(site);
    await drain(site);
    expect(await states(), "looked up in vain").toEqual({ of: { null: waiting + 1 }, waiting });
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
    expect(await states(), "deleted").toEqual({ of: { null: waiting }, waiting });
    await site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as });
    expect((await states()).of, "restored").toEqual({ null: waiting + 1 });
  });
});

describe("a tick among 10,000 other waiting entries", () => {
  it("reads only its own entries, by kind", { tags: ["d1"] }, async () => {
    const statements: { sql: string; values: unknown[] }[] = [];
    const site = makeSite({
      deps: () => ({ db: watchedDb((sql, values) => void statements.push({ sql, values })) }),
    });
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO outbox (kind, payload, created_at, gave_up_at)
       SELECT 'mail.other', '{}', ?1, CASE WHEN i % 2 THEN ?1 END FROM n`,
    )
      .bind(site.clock.now.getTime())
      .run();
    await submit(site);
    await tick(site);
    const own = statements.filter(
      ({ sql, values }) => /^select "payload"/i.test(sql) && values.includes("places.enrich"),
    );
    expect(own.length).toBeGreaterThanOrEqual(2);
    const plans: string[] = [];
    for (const { sql, values } of own) {
      const { meta } = await env.DB.prepare(sql)
        .bind(...values)
        .all();
      expect(meta.rows_read, sql).toBeLessThan(10);
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      plans.push(...results.map(({ detail }) => detail));
    }
    expect(new Set(plans)).toEqual(
      new Set([
        "SEARCH outbox USING INDEX outbox_undone_kind (kind=?)",
        "SEARCH outbox USING INDEX outbox_given_up_kind (kind=? AND gave_up_at>?)",
      ]),
    );
  });
});

describe("a look-up among 10,000 locations", () => {
  it(
    "reads at most 300 rows, by the index of the cells, and no statement scans or sorts",
    { tags: ["d1"] },
    async () => {
      const statements: { sql: string; values: unknown[] }[] = [];
      const site = makeSite();
      await imported();
      await scattered(10_000);
      await atHouse();
      await houses([700, "Bay St", 43.6592, -79.3854], [12, "Rockford Rd", 43.74, -79.44773]);
      await building({ rsn: 1, address: "85 MAIN ST", fsa: "M4E", ...HOUSE });
      for (const [index, address] of [
        "85 Main Street, Toronto, ON M4E 2V6",
        "700 Bay Street, Toronto, ON M5G 1Z6",
        "12 Rockford Road, Toronto, ON M2R 3A2",
      ].entries()) {
        await submit(site, { address, unit: String(index) });
        await enqueueLookUps(site);
        const { rowsRead } = await site.measured(() => site.runQueue());
        expect(rowsRead, address).toBeLessThanOrEqual(300);
        expect(rowsRead, address).toBeGreaterThan(20);
      }
      const watching = makeSite({
        deps: () => ({ db: watchedDb((sql, values) => void statements.push({ sql, values })) }),
      });
      await submit(site, { unit: "9" });
      await enqueueLookUps(watching);
      await watching.runQueue();
      const plans: string[] = [];
      for (const { sql, values } of statements.filter((statement) => /^select/i.test(statement.sql))) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        plans.push(...results.map(({ detail }) => detail));
      }
      expect(plans.join("\n")).toContain(
        "USING INDEX nearby_places_cell (kind=? AND cell_row=? AND cell_column>? AND cell_column<?)",
      );
      expect(plans.join("\n")).toContain(
        "USING INDEX rental_buildings_address (street=? AND lowest_number>? AND lowest_number<?)",
      );
      expect(plans.join("\n")).toMatch(
        /area_cells USING COVERING INDEX area_cells_cell \(cell_row=\? AND cell_column=\?\)/,
      );
      // Only the nine rows of the list of imports and a sample of at most 96 houses of the street are scanned.
      expect(plans.join("\n")).not.toMatch(/SCAN (?!datasets|json_each|wanted)|TEMP B-TREE FOR ORDER/);
    },
  );
});
