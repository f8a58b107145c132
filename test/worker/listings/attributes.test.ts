import { env } from "cloudflare:workers";
import { toSnakeCase } from "drizzle-orm/casing";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import {
  ATTRIBUTE_FILTERS,
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  eachAttribute,
} from "../../../worker/contracts/attributes.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import type { PersonalData } from "../../../worker/contracts/subscribers.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn } from "../../support/worker/subscribers.ts";

const ids = async (site: Site, query: string) =>
  (await json<PublicListing[]>(site.fetch(`/api/marketplace-listings?${query}`))).map(({ id }) => id);

describe("lists filtered by attributes", () => {
  it(
    "contain the units that match every filter, and no unit without that information",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await publish(site, { address: "1 Elm St" });
      const all = await publish(site, {
        address: "2 Elm St",
        pets: "limited",
        parking: "included",
        laundry: "unit",
        utilitiesIncluded: "true",
        furnished: true,
        leaseMonths: "0",
      });
      const none = await publish(site, {
        address: "3 Elm St",
        pets: "no",
        parking: "extra",
        laundry: "building",
        utilitiesIncluded: "false",
        furnished: false,
        leaseMonths: 12,
      });
      const pets = await publish(site, { address: "4 Elm St", pets: "yes", bedrooms: "Studio", leaseMonths: 6 });
      expect(none).toMatchObject({ pets: "no", utilitiesIncluded: false, furnished: false, leaseMonths: 12 });
      for (const name of ["parking", "laundry", "utilities", "furnished"])
        expect(await ids(site, `with=${name}`)).toEqual([all.id]);
      expect(await ids(site, "with=pets")).toEqual([pets.id, all.id]);
      expect(await ids(site, "with=short-lease")).toEqual([pets.id, all.id]);
      expect(await ids(site, "with=pets,laundry")).toEqual([all.id]);
      expect(await ids(site, "with=pets&filter=Studio")).toEqual([pets.id]);
      expect(await ids(site, "with=pets&limit=1&offset=1")).toEqual([all.id]);
      const category = await json<PublicListing[]>(site.fetch("/api/studio-listings?with=pets"));
      expect(category.map(({ id }) => id)).toEqual([pets.id]);
    },
  );

  it("contain only public listings, until they expire", async () => {
    const site = makeSite();
    const { id } = await publish(site, { pets: "yes" });
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 86_400_000);
    expect(await ids(site, "with=pets")).toEqual([]);
    expect(id).toBeGreaterThan(0);
  });

  it("contain their total, reject an unknown name, and are cached under one spelling", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publish(site, { pets: "yes", laundry: "unit" });
    await publish(site, { pets: "yes", address: "2 Elm St" });
    const narrowed = await site.fetch("/api/marketplace-listings?with=pets,laundry");
    expect(narrowed.headers.get("x-total-count")).toBe("1");
    expect(narrowed.headers.get("cache-tag")).toBe("listings");
    for (const other of ["laundry,pets", "pets,pets,laundry", "PETS"]) {
      const response = await site.fetch(`/api/marketplace-listings?with=${other}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control"), other).toBe("no-store");
    }
    expect((await site.fetch("/api/marketplace-listings?with=castle")).status).toBe(400);
    expect((await site.fetch("/api/marketplace-listings?with=")).headers.get("x-total-count")).toBe("2");
  });

  it("search at most the newest ten thousand", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { furnished: true, address: "1 Elm St" });
    site.clock.now = new Date(site.clock.now.getTime() + 86_400_000);
    await env.DB.prepare(bulkInsertSql(1_000, 12_000, site.clock.now.getTime())).run();
    await env.DB.prepare(
      `UPDATE listings SET furnished = 0, first_approved_at = ${site.clock.now.getTime()} WHERE id >= 1000`,
    ).run();
    const { response, rowsRead } = await site.count("/api/marketplace-listings?with=furnished");
    expect((await json<PublicListing[]>(response)).map((listing) => listing.id)).not.toContain(id);
    expect(response.headers.get("x-total-count")).toBeNull();
    expect(response.headers.get("x-total-at-least")).toBe("0");
    expect(rowsRead).toBeLessThanOrEqual(4 * 10_000 + 20);
  });

  it.each(["10001", "20000", "1e9", "1e20", "1e300"])("are empty beyond offset 10,000: %s", async (offset) => {
    const site = makeSite();
    await publish(site, { pets: "yes" });
    for (const path of ["/api/marketplace-listings", "/api/1br-listings"]) {
      const { response, queries } = await site.count(`${path}?with=pets&offset=${offset}`);
      expect(await json(response)).toEqual([]);
      expect(queries).toBe(0);
    }
  });

  it.each([
    ["pets", "maybe"],
    ["parking", "yes"],
    ["utilitiesIncluded", "perhaps"],
    ["leaseMonths", "61"],
    ["leaseMonths", "-1"],
    ["yearBuilt", "1066"],
  ])("a form with %s: %s shows the valid choices beside the field", async (field, value) => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", {
      json: {
        address: "1 Elm St",
        rent: "1500",
        moveInDate: "2026-12-01",
        bedrooms: "Studio",
        bathrooms: "1",
        email: "a@example.com",
        [field]: value,
      },
    });
    expect(response.status).toBe(400);
    expect((await json<{ fields: Record<string, string> }>(response)).fields[field]).toMatch(/^Please/);
  });
});

describe("every attribute of the table", () => {
  /** Returns an attribute's label and first value, which its filter matches. */
  const first = (key: AttributeKey): [value: unknown, text: string | undefined] => {
    const attribute = ATTRIBUTES[key];
    if (attribute.kind === "number") return [attribute.min, attribute.text(attribute.min)];
    const [value, text] = Object.entries(attribute.texts)[0] ?? [];
    return [attribute.kind === "boolean" ? value === "true" : value, text];
  };
  const said = eachAttribute<Record<AttributeKey, unknown>>((key) => first(key)[0]);

  it("is returned to renters, landlords and moderators as it was entered", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, said);
    expect(await json(site.fetch(`/api/marketplace-listings/${owner.id}`))).toMatchObject(said);
    expect(await owner.read()).toMatchObject(said);
    expect(await owner.asModerator()).toMatchObject(said);
  });

  it("is described to moderators when its landlord changes it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, said);
    // A change of home type also returns the listing to review.
    const others = ATTRIBUTE_KEYS.filter((key) => key !== "homeType");
    await owner.edit(Object.fromEntries(others.map((key) => [key, null])));
    expect((await owner.asModerator()).changedSinceApproval).toEqual(
      others.map((field) => ({ field, label: ATTRIBUTES[field].label, before: first(field)[1], after: null })),
    );
  });

  it("can filter lists", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { ...said, address: "1 Elm St" });
    await publish(site, { address: "2 Elm St" });
    for (const { name } of ATTRIBUTE_FILTERS) expect(await ids(site, `with=${name}`), name).toEqual([id]);
  });

  it("is exported to its landlord, and erased", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, said);
    await site.fetch("/api/privacy/request", { json: { email: "landlord@example.com" } });
    const token = linkIn((await mailsTo(site, "landlord@example.com"))[0], "privacy");
    const { listings } = await json<PersonalData>(site.fetch(`/api/privacy/${token}`));
    expect(listings).toEqual([expect.objectContaining({ id, ...said })]);
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    const row = await env.DB.prepare("SELECT * FROM listings").first();
    for (const key of ATTRIBUTE_KEYS) expect(row?.[toSnakeCase(key)], key).toBeNull();
  });
});
