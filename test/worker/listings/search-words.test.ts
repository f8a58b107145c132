import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { SEARCH_HEADER, type SearchMap, searchMeaning } from "../../../worker/contracts/search.ts";
import { approve, publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LISTS = "/api/marketplace-listings";
const ids = async (site: Site, query: string) =>
  (await json<PublicListing[]>(site.fetch(`${LISTS}?${query}`))).map(({ id }) => id);

const meaningIn = (response: Response) => searchMeaning(response.headers.get(SEARCH_HEADER));
const correctedIn = (response: Response) => meaningIn(response)?.corrected?.to ?? null;

describe("a search by words", () => {
  it("finds listings by prefixes of all words, combined with all other conditions", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const bright = await publish(site, {
      address: "85 Main Street, Toronto, ON",
      unit: "1204",
      rent: "1500",
      email: "zebulon@example.com",
      additionalInfo: "Bright Apártment with a balcony on a quiet street. Write to quokka@example.com.",
      pets: "yes",
      laundry: "unit",
    });
    const dark = await publish(site, {
      address: "12 Kingston Rd, Scarborough, ON",
      rent: "1900",
      bedrooms: "2 Bedrooms",
      additionalInfo: "Cosy basement, quiet neighbours, 10% off — “no” AND OR NOT (smoking) * NEAR.",
    });
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'South Riverdale' WHERE id = ?").bind(bright.id).run();
    const searches: [string, number[]][] = [
      ["quiet", [dark.id, bright.id]],
      ["QUIET str", [bright.id]],
      ["balcony apartment", [bright.id]],
      ["balconies", [bright.id]],
      ["main street", [bright.id]],
      ["85 main", [bright.id]],
      ["2 bedrooms", [dark.id]],
      ["2br", [dark.id]],
      ["pets laundry", [bright.id]],
      ["in-unit laundry", [bright.id]],
      ["south riverdale", [bright.id]],
      ["Leslieville", [bright.id]],
      ["quiet in leslieville", [bright.id]],
      ["scarborough", [dark.id]],
      ["a quiet apartment for rent in Toronto", [dark.id, bright.id]],
      ["i am looking for a place to rent near Main", [bright.id]],
      ["hello, we would like to find something quiet with laundry for me and my cat", [bright.id]],
      ["to rent", [dark.id, bright.id]],
      ["1204", []],
      ["zebulon", []],
      ["quokka", []],
      ["castle", []],
      ["!!!", []],
      ['" OR quiet*', [dark.id, bright.id]],
      ["quiet&maxRent=1600", [bright.id]],
      ["quiet&sort=price", [bright.id, dark.id]],
      ["quiet&filter=2 BR", [dark.id]],
      ["quiet&with=pets", [bright.id]],
      ["quiet&municipality=Scarborough", [dark.id]],
    ];
    for (const [query, expected] of searches) expect(await ids(site, `q=${query}`), query).toEqual(expected);
    const response = await site.fetch(`${LISTS}?q=quiet&limit=1`);
    expect(response.headers.get("x-total-count")).toBe("2");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await json<SearchMap>(site.fetch(`${LISTS}/map?q=balcony`))).total).toBe(1);
  });

  it("corrects a misspelt word when nothing is found, and states the correction", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { additionalInfo: "A balcony, hardwood floors and a dishwasher." });
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'South Riverdale' WHERE id = ?").bind(id).run();
    for (const [typed, meant] of [
      ["balcny", "balcony"],
      ["dishwahser", "dishwasher"],
      ["hardwod balcony", "hardwood balcony"],
      ["lesleiville", "leslieville"],
    ] as const) {
      const response = await site.fetch(`${LISTS}?q=${typed}`);
      expect(meaningIn(response)?.corrected, typed).toEqual({ from: typed, to: meant });
      expect(
        (await json<PublicListing[]>(response)).map((listing) => listing.id),
        typed,
      ).toEqual([id]);
    }
    const exact = await site.fetch(`${LISTS}?q=balcony`);
    expect(correctedIn(exact)).toBeNull();
    expect(await ids(site, "q=xyzzyx")).toEqual([]);
  });

  it("does not report a correction that finds nothing either", async () => {
    const site = makeSite();
    await publish(site, { additionalInfo: "A balcony on a quiet street." });
    await publish(site, { additionalInfo: "Hardwood floors.", address: "9 King Crescent, Toronto, ON" });
    // Each search resembles a word of a place, or its corrected words occur in no listing together.
    for (const q of ["hardwod balcny", "zebrawood", "xyzzyx"])
      expect(correctedIn(await site.fetch(`${LISTS}?q=${q}`)), q).toBeNull();
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'Yonge-Eglinton' WHERE id = 1").run();
    const found = await site.fetch(`${LISTS}?q=yonge and eglington`);
    expect(meaningIn(found)).toMatchObject({
      place: { kind: "neighbourhood", name: "Yonge-Eglinton" },
      corrected: { to: "yonge and eglinton" },
    });
    expect(found.headers.get("x-total-count")).toBe("1");
  });

  it("corrects at most two words, reading few of the stored words", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await publish(site, { additionalInfo: "Hardwood balcony dishwasher supermarket." });
    // There are more similar words than the search compares.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
       INSERT INTO listing_terms (word, listings)
       SELECT 'ba' || char(97 + i / 676 % 26, 97 + i / 26 % 26, 97 + i % 26) || 'ony' || iif(i >= 17576, 's', ''), 1 FROM n`,
    ).run();
    for (const [q, corrected] of [
      ["balcny", "balcony"],
      ["hardwod balcny", "hardwood balcony"],
      ["hardwod balcny dishwahser", null],
      ["12345678", null],
      ["a1b2c3d4", null],
      ["xyz", null],
      ["balcony".repeat(11), null],
    ] as const) {
      const { response, rowsRead, queries } = await site.count(`${LISTS}?q=${q}`);
      expect(correctedIn(response), q).toBe(corrected);
      expect(rowsRead, q).toBeLessThanOrEqual(corrected === null && q !== "hardwod balcny dishwahser" ? 100 : 5_000);
      expect(queries, q).toBeLessThanOrEqual(12);
    }
  });

  it("is rate-limited per network", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    for (let searched = 0; searched < 120; searched += 1)
      expect((await site.fetch(`${LISTS}?q=quiet`)).status).toBe(200);
    expect((await site.fetch(`${LISTS}?q=quiet`)).status).toBe(429);
    expect((await site.fetch(`${LISTS}/map?q=quiet`)).status).toBe(429);
    expect((await site.fetch("/?q=quiet")).status).toBe(429);
    expect((await site.fetch(`${LISTS}?maxRent=2000`)).status).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + 61_000);
    expect((await site.fetch(`${LISTS}?q=quiet`)).status).toBe(200);
  });

  it("rejects long texts without any query, and ignores them in a page's URL", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publish(site);
    expect((await site.fetch(`${LISTS}?q=${"x".repeat(80)}`)).status).toBe(200);
    const refused = await site.count(`${LISTS}?q=${"x".repeat(81)}`);
    expect([refused.response.status, refused.queries]).toEqual([400, 0]);
    expect((await site.fetch(`/?q=${"x".repeat(81)}`)).status).toBe(200);
  });

  it("follows every change of a listing, and stores no words of unpublished listings", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const admin = await site.logIn();
    const { id } = await publish(site, { additionalInfo: "A wonderful balcony." });
    const edit = (json: unknown) => site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json, as: admin });
    await edit({ additionalInfo: "A wonderful terrace.", furnished: true });
    expect([await ids(site, "q=balcony"), await ids(site, "q=terrace furnished")]).toEqual([[], [id]]);
    const words = async () => {
      const { results } = await env.DB.prepare("SELECT word FROM listing_terms").all<{ word: string }>();
      return results.map(({ word }) => word);
    };
    expect(await words()).toContain("terrace");
    expect(await words()).not.toContain("balcony");
    await approve(site, id, false);
    expect([await ids(site, "q=terrace"), await words()]).toEqual([[], []]);
    await approve(site, id);
    expect(await ids(site, "q=terrace")).toEqual([id]);
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: admin });
    expect([await ids(site, "q=terrace"), await words()]).toEqual([[], []]);
  });

  it("finds an older listing after a tick has indexed it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { additionalInfo: "A wonderful balcony." });
    await env.DB.prepare("UPDATE listings SET search_text = NULL").run();
    expect(await ids(site, "q=balcony")).toEqual([]);
    await site.tick();
    expect(await ids(site, "q=balcony")).toEqual([id]);
  });

  it("never reveals a house number", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "432 Main Street, Toronto, ON", additionalInfo: "432 is quiet." });
    await env.DB.prepare("UPDATE listings SET address_precision = 'street', search_text = NULL").run();
    await site.tick();
    expect([await ids(site, "q=432"), await ids(site, "q=main quiet")]).toEqual([[], [id]]);
  });
});
