import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../worker/contracts/days.ts";
import { type Events, listen } from "../../../worker/platform/events.ts";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { LISTENERS } from "../../../worker/jobs.ts";
import { approve, change, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn } from "../../support/worker/subscribers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const LISTS = "/api/marketplace-listings";
const START = new Date("2026-11-20T15:00:00Z");

const later = (site: Site, days: number) => void (site.clock.now = new Date(site.clock.now.getTime() + days * DAY_MS));
const day = (days: number) => new Date(START.getTime() + days * DAY_MS).toISOString();
/** Erases the data of an email address by the emailed link. */
async function erase(site: Site, email: string): Promise<void> {
  await site.fetch("/api/privacy/request", { json: { email } });
  const token = linkIn((await mailsTo(site, email))[0], "privacy");
  expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
}
const idsOf = async (site: Site, query: string) =>
  (await json<PublicListing[]>(site.fetch(LISTS + query))).map(({ id }) => id);

describe("the rents of a listing", () => {
  it("begin with the first approval", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$2,300" });
    await change(site, id, { rent: "$2,400" });
    later(site, 1);
    await approve(site, id);
    expect(await readPublic(site, id)).toMatchObject({
      priceHistory: [{ rentCents: 240_000, from: day(1) }],
      priceDrop: null,
      previousListing: null,
    });
  });

  /** Every way to change the public rent of a listing, from $2,300 to $2,150. */
  const WAYS: Record<string, (site: Site) => Promise<number>> = {
    "a moderator's edit of a public listing": async (site) => {
      const { id } = await publish(site, { rent: "$2,300" });
      later(site, 10);
      await change(site, id, { rent: "$2,150" });
      return id;
    },
    "the approval of a landlord's edit": async (site) => {
      const owner = await publishedByOwner(site, { rent: "$2,300" });
      later(site, 9);
      await owner.edit({ rent: "$2,150" });
      later(site, 1);
      await owner.approve();
      return owner.id;
    },
    "the approval of several at once": async (site) => {
      const owner = await publishedByOwner(site, { rent: "$2,300" });
      later(site, 10);
      await owner.edit({ rent: "$2,150" });
      await site.fetch("/api/admin/listings/approve", { json: { ids: [owner.id] }, as: await site.logIn() });
      return owner.id;
    },
    "the renewal of one that was edited after it expired": async (site) => {
      const owner = await publishedByOwner(site, { rent: "$2,300" });
      await env.DB.prepare("UPDATE listings SET expires_at = ? WHERE id = ?")
        .bind(site.clock.now.getTime() + DAY_MS, owner.id)
        .run();
      later(site, 10);
      await site.runJob("listings.expire");
      await change(site, owner.id, { rent: "$2,150" });
      await owner.call("POST", "/renew");
      return owner.id;
    },
    "an approval after a rejection was undone": async (site) => {
      const owner = await publishedByOwner(site, { rent: "$2,300" });
      later(site, 10);
      await owner.edit({ rent: "$2,150" });
      const as = await site.logIn();
      const rejected = await json<{ decisionId: string }>(
        site.fetch("/api/admin/listings/reject", { json: { ids: [owner.id], reason: "wording" }, as }),
      );
      await site.fetch(`/api/admin/decisions/${rejected.decisionId}/undo`, { method: "POST", as });
      await owner.approve();
      return owner.id;
    },
  };

  it.each(Object.entries(WAYS))("record %s with its day", { tags: ["rest"] }, async (_, changeRent) => {
    const site = makeSite();
    const id = await changeRent(site);
    expect(await readPublic(site, id)).toMatchObject({
      rentCents: 215_000,
      priceHistory: [
        { rentCents: 230_000, from: day(0) },
        { rentCents: 215_000, from: day(10) },
      ],
      priceDrop: { fromCents: 230_000, toCents: 215_000, percent: 7, at: day(10) },
    });
  });

  it(
    "are recorded by the one statement that makes every change of a listing",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      // Other statements that write to listings must neither change a rent nor publish a listing.
      const sources = import.meta.glob("../../../worker/**/*.ts", { query: "?raw", import: "default" });
      const writing: string[] = [];
      for (const [file, read] of Object.entries(sources)) {
        const text = await read();
        const written = [...text.matchAll(/\.update\(listings\)\s*\.set\(\{([^]*?)\}\)/g)].map(([, set]) => set ?? "");
        const isTold = /rentCents|rent:|status: "approved"/;
        if (written.some((set) => isTold.test(set) || set.includes("...values")))
          writing.push(file.split("/").at(-1) ?? "");
      }
      // These files contain updateListing(), the erasure, which deletes the history together with the rent, and the
      // updates derived from a location.
      expect(writing.toSorted()).toEqual(["listings.repo.ts", "places.repo.ts"]);
    },
  );

  it("are restored when the approval of a lower rent is undone", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { rent: "$2,300" });
    later(site, 10);
    await owner.edit({ rent: "$2,150" });
    const { decisionId } = (await owner.approve()) as AdminListing & { decisionId: string };
    await site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as: await site.logIn() });
    await owner.edit({ rent: "$2,300" });
    await owner.approve();
    expect((await readPublic(site, owner.id)).priceHistory).toEqual([{ rentCents: 230_000, from: day(0) }]);
  });

  it("contain no drop after a rise in recent days, but one after 30 days at the higher rent", async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$2,300" });
    later(site, 5);
    await change(site, id, { rent: "$2,600" });
    expect((await readPublic(site, id)).priceDrop).toBeNull();
    later(site, 5);
    await change(site, id, { rent: "$2,400" });
    const raised = await readPublic(site, id);
    expect(raised.priceDrop).toBeNull();
    expect(raised.priceHistory.map(({ rentCents }) => rentCents)).toEqual([230_000, 260_000, 240_000]);
    expect(await idsOf(site, "?dropped=1")).toEqual([]);
    later(site, 31);
    await change(site, id, { rent: "$2,350" });
    expect((await readPublic(site, id)).priceDrop).toMatchObject({
      fromCents: 240_000,
      toCents: 235_000,
      percent: 2,
    });
  });

  it("omit a rent that is not an amount", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$2,300" });
    await change(site, id, { rent: "call me" });
    expect(await readPublic(site, id)).toMatchObject({ priceHistory: [{ rentCents: 230_000 }], priceDrop: null });
    later(site, 1);
    await change(site, id, { rent: "$2,200" });
    expect((await readPublic(site, id)).priceDrop).toMatchObject({ fromCents: 230_000, toCents: 220_000 });
  });
});

describe("a reduced rent", () => {
  const told: Events["listing.rent_dropped"][] = [];
  /** Creates a site that records the events about reduced rents. */
  const siteThatTells = (options: Parameters<typeof makeSite>[0] = {}) => {
    const site = makeSite(options);
    told.length = 0;
    listen({
      ...LISTENERS,
      "listing.rent_dropped": [
        (event) => {
          told.push(event);
          return { kind: "cache.purge", payload: { tags: ["dropped"] }, dueAt: event.dueAt };
        },
      ],
    });
    return site;
  };
  afterEach(() => listen(LISTENERS));
  const stored = () =>
    env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE payload LIKE '%dropped%'").first<number>("n");

  it("is announced with the change once it cannot be undone, unlike an increase", { tags: ["rest"] }, async () => {
    const site = siteThatTells();
    const owner = await publishedByOwner(site, { rent: "$2,300" });
    expect(await stored()).toBe(0);
    await owner.edit({ rent: "$2,150" });
    expect(await stored()).toBe(0);
    const { decisionId } = (await owner.approve()) as AdminListing & { decisionId: string };
    const dueAt = new Date(site.clock.now.getTime() + 120_000);
    expect(told).toEqual([{ listingId: owner.id, fromCents: 230_000, toCents: 215_000, decisionId, dueAt }]);
    expect(await stored()).toBe(1);
    later(site, 1);
    await change(site, owner.id, { rent: "$2,100" });
    expect(told[1]).toMatchObject({ fromCents: 215_000, toCents: 210_000, decisionId: null });
    await change(site, owner.id, { rent: "$2,400" });
    await change(site, owner.id, { additionalInfo: "New kitchen." });
    expect(told).toHaveLength(2);
    expect(await stored()).toBe(2);
  });

  it("is not announced after a lost race", { tags: ["rest"] }, async () => {
    const site = siteThatTells({
      deps: ({ db }) => ({
        db: new Proxy(db, {
          get: (target, name) =>
            name === "batch"
              ? async (statements: Parameters<typeof db.batch>[0]) => {
                  if (isRacing) await env.DB.prepare("UPDATE listings SET revision = revision + 1").run();
                  return target.batch(statements);
                }
              : Reflect.get(target, name),
        }),
      }),
    });
    let isRacing = false;
    const { id } = await publish(site, { rent: "$2,300" });
    isRacing = true;
    const response = await site.fetch(`/api/admin/listings/${id}`, {
      method: "PATCH",
      json: { rent: "$2,150" },
      as: await site.logIn(),
    });
    expect(response.status).toBe(409);
    expect(await stored()).toBe(0);
    expect((await readPublic(site, id)).priceHistory).toHaveLength(1);
  });

  it("is a filter, a sort order and a feed, and ends with an increase", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const homes: number[] = [];
    for (const number of [1, 2, 3, 4]) {
      const { id } = await publish(site, { address: `${number} Oak St, Toronto, ON`, rent: "$2,000" });
      homes.push(id);
    }
    const [, small = 0, large = 0, raised = 0] = homes;
    later(site, 3);
    await change(site, large, { rent: "$1,800" });
    later(site, 1);
    await change(site, small, { rent: "$1,950" });
    await change(site, raised, { rent: "$1,900" });
    await change(site, raised, { rent: "$2,100" });
    expect(await idsOf(site, "?dropped=1")).toEqual([large, small]);
    expect(await idsOf(site, "?sort=drop")).toEqual([
      large,
      small,
      ...homes.filter((id) => id !== large && id !== small).toReversed(),
    ]);
    expect(await idsOf(site, "?dropped=1&sort=price&maxRent=1900")).toEqual([large]);
    expect((await site.fetch(`${LISTS}?dropped=yes`)).status).toBe(400);
    const feed = await (await site.fetch("/price-drops/feed.xml")).text();
    expect([...feed.matchAll(/\/listing\/(\d+)#/g)].map(([, id]) => Number(id))).toEqual([small, large]);
    expect(feed).toContain("Reduced by $200 on November 23 (−10%)");
    const purged = site.purged.length;
    await change(site, small, { rent: "$2,000" });
    expect(site.purged.slice(purged)).toContain("listings");
    expect(await idsOf(site, "?dropped=1")).toEqual([large]);
    expect((await site.fetch("/Price-Drops/feed.xml")).headers.get("location")).toBe("/price-drops/feed.xml");
  });
});

describe("a home that is listed again", () => {
  const HOME = { address: "85 Main Street, Toronto, ON M4E 2V6", unit: "4B", rent: "$2,300" };

  it(
    "keeps its history for the same landlord, and a higher rent in between brings no advantage",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const former = await publishedByOwner(site, HOME);
      later(site, 10);
      await former.call("POST", "/rented");
      later(site, 1);
      const again = await publish(site, { ...HOME, unit: "#4b", email: "other@example.com", rent: "$2,600" });
      expect(again).toMatchObject({
        priceHistory: [
          { rentCents: 230_000, from: day(0) },
          { rentCents: 260_000, from: day(11) },
        ],
        priceDrop: null,
        previousListing: { rentCents: 230_000, until: day(10) },
      });
      later(site, 1);
      await change(site, again.id, { rent: "$2,400" });
      expect((await readPublic(site, again.id)).priceDrop).toBeNull();
      await change(site, again.id, { rent: "$2,200" });
      expect((await readPublic(site, again.id)).priceDrop).toMatchObject({ fromCents: 230_000, toCents: 220_000 });
      const list = await json<PublicListing[]>(site.fetch(LISTS));
      expect(list.find(({ id }) => id === again.id)?.previousListing).toEqual({ rentCents: 230_000, until: day(10) });
    },
  );

  /** Differences that prevent a match with the previous listing. */
  const OTHERS: Record<string, Record<string, unknown>> = {
    "another unit": { unit: "5B" },
    "no unit": { unit: "" },
    "another house": { address: "87 Main Street, Toronto, ON M4E 2V6" },
    "another landlord": { email: "other@example.com", phone: "647-555-0177" },
    "a hidden number": { addressPrecision: "street" },
  };
  it.each(Object.entries(OTHERS))("keeps no history for %s", { tags: ["rest"] }, async (_, other) => {
    const site = makeSite();
    const former = await publishedByOwner(site, HOME);
    later(site, 10);
    await former.call("POST", "/rented");
    const again = await publish(site, { ...HOME, ...other });
    expect(again).toMatchObject({ previousListing: null, priceHistory: [{ rentCents: 230_000 }] });
  });

  it("keeps no history while the previous listing is public, or after a year", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const former = await publishedByOwner(site, HOME);
    later(site, 1);
    const beside = await publish(site, HOME);
    expect(beside.previousListing).toBeNull();
    await change(site, beside.id, { unit: "9" });
    await former.call("POST", "/rented");
    later(site, 366);
    expect((await publish(site, HOME)).previousListing).toBeNull();
    later(site, -10);
    expect((await publish(site, HOME)).previousListing).toMatchObject({ rentCents: 230_000 });
  });

  it("omits a listing whose house number was hidden, before or after", async () => {
    const site = makeSite();
    const former = await publishedByOwner(site, HOME);
    later(site, 10);
    await former.call("POST", "/rented");
    const again = await publish(site, { ...HOME, rent: "$2,500" });
    expect(again.previousListing).not.toBeNull();
    await change(site, again.id, { addressPrecision: "street" });
    const hidden = await readPublic(site, again.id);
    expect(hidden).toMatchObject({ previousListing: null, priceHistory: [{ rentCents: 250_000 }] });
    expect(JSON.stringify(hidden)).not.toContain("230000");
    await site.fetch(`/api/admin/listings/${again.id}`, { method: "DELETE", as: await site.logIn() });
    const third = await publish(site, { ...HOME, rent: "$2,700" });
    expect(third.previousListing).toEqual({ rentCents: 230_000, until: day(10) });
  });

  it("has a note for moderators", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const former = await publishedByOwner(site, HOME);
    await former.call("POST", "/rented");
    const id = await submit(site, { ...HOME, email: "other@example.com", phone: "647-555-0177" });
    const { reviewNotes } = await json<AdminListing>(
      site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }),
    );
    expect(reviewNotes.filter(({ code }) => code === "listed_before")).toEqual([
      { code: "listed_before", text: `The same unit was listed before, as #${former.id}.` },
    ]);
  });

  it("keeps only a hash of an erased listing, for a year, and removes its rents from the later one", async () => {
    const site = makeSite();
    const former = await publishedByOwner(site, HOME);
    later(site, 10);
    await former.call("POST", "/rented");
    const again = await publish(site, { ...HOME, email: "other@example.com", rent: "$2,600" });
    await change(site, again.id, { rent: "$2,200" });
    expect((await readPublic(site, again.id)).priceDrop).not.toBeNull();
    await erase(site, "landlord@example.com");
    expect(await readPublic(site, again.id)).toMatchObject({
      previousListing: null,
      priceHistory: [{ rentCents: 260_000 }, { rentCents: 220_000 }],
    });
    const { results } = await env.DB.prepare("SELECT * FROM erased_homes").all();
    expect(results).toEqual([{ home_hash: expect.stringMatching(/^[\w-]{32}$/), forget_at: Date.parse(day(375)) }]);
    const row = await env.DB.prepare("SELECT * FROM listings WHERE id = ?").bind(former.id).first();
    expect(JSON.stringify(row)).not.toMatch(/230000|85 Main/);

    const third = await submit(site, { ...HOME, email: "third@example.com", phone: "647-555-0177" });
    const notesOf = async (id: number) =>
      (await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }))).reviewNotes;
    expect((await notesOf(third)).map(({ text }) => text)).toContain(
      "The same address and unit was listed within a year. Its landlord had that listing's data erased.",
    );
    later(site, 364);
    await site.runJob("homes.forget");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM erased_homes").first("n")).toBe(1);
    later(site, 2);
    await site.runJob("homes.forget");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM erased_homes").first("n")).toBe(0);
  });
});

describe("the pace at which homes are let", () => {
  it("is known from twenty let homes on, by neighbourhood and type, and is read from an index", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "200 Elm St, Toronto, ON" });
    const values = (from: number, count: number, status: string, days: string) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
         INSERT INTO listings (id, status, address, address_key, municipality, rent, move_in_date, bedrooms, bathrooms, email,
           photo_prefix, photos, submitted_at, first_approved_at, approved_at, expires_at, neighbourhood, public_until)
         SELECT i, '${status}', i || ' Oak St', i || ' oak st', 'Toronto', '$2,000', '2026-12-01', '1 Bedroom', '1', 'x@example.com',
           'p' || i, '[]', at, at, at, at + 60 * ${DAY_MS}, 'East End', ${days}
         FROM (SELECT i, ${site.clock.now.getTime()} - 70 * ${DAY_MS} AS at FROM n)`,
      ).run();
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'East End' WHERE id = ?").bind(id).run();
    const pace = async () => {
      await site.runJob("market.pace", new Date(site.clock.now.getTime() + paces * DAY_MS));
      paces += 1;
      return (await json<{ pace: unknown }>(site.fetch(`${LISTS}/${id}/facts`))).pace;
    };
    let paces = 0;
    // Homes rented after 1 to 19 days.
    await values(1_000, 19, "rented", `at + (i - 999) * ${DAY_MS}`);
    expect(await pace()).toBeNull();
    await values(1_019, 1, "rented", `at + 20 * ${DAY_MS}`);
    expect(await pace()).toEqual({ medianDays: 11, known: 20 });
    // A listing that expired unrented counts as a home that was public for sixty days.
    await values(2_000, 10, "expired", `at + 60 * ${DAY_MS}`);
    expect(await pace()).toEqual({ medianDays: 16, known: 20 });
    // One index row for each of the 31 homes, and no table rows.
    const { rowsRead } = await site.measured(() =>
      site.runJob("market.pace", new Date(site.clock.now.getTime() + 9 * DAY_MS)),
    );
    expect(rowsRead).toBeLessThan(45);
  });
});
