import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import { newsMail } from "../../../worker/features/digest/digest.mail.ts";
import { readConfig } from "../../../worker/platform/config.ts";
import { env } from "cloudflare:workers";
import { SEARCH_HEADER } from "../../../worker/contracts/search.ts";
import { HIDDEN_HOUSES, holdsNumber, NUMBER_FORMS, written } from "../../support/number-forms.ts";
import { type House, houses } from "../../support/worker/geocoder.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { area, building, drain, factsOf, imported, listingOf } from "../../support/worker/places.ts";
import { publicReads } from "../../support/worker/public-reads.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import type { World } from "../../support/worker/world.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Matches the number that must stay private, unless it is part of another number or of a fraction. */
const NUMBER = /(?<!\d|\d\.)4817(?!\d)/;
/** Matches hashes in names, and sizes of pictures, which can contain any digits. */
const BY_CHANCE = /[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|sha\d{3}-[\w+/=]+|"content-length":"\d+"/g;
const ADDRESS = "4817 Main Street, Toronto, ON M4E 2V6";
const TEXT = "Come to 4817 Main St. or to unit 5-4817 Main, by the park. Built 1968, 4817 steps to the lake.";
const HOME = { latitude: 43.6845, longitude: -79.2999 };
const BLOCK: House[] = [4_801, 4_817, 4_841, 4_899].map((n) => [n, "MAIN ST", 43.68 + (n - 4_700) * 0.00003, -79.2999]);

const fields = {
  address: ADDRESS,
  additionalInfo: TEXT,
  homeType: "apartment",
  landlordName: "Ana of 4817 Main",
  rent: "$1,700, 4817 Main Street",
  email: "landlord@example.com",
};

async function known(): Promise<void> {
  await imported();
  await houses(...BLOCK);
  await building({ rsn: 7, address: "4817 MAIN ST", fsa: "M4E", ...HOME });
  await area("neighbourhood", "East End", HOME, 0.03);
}

/** Reads everything public except pictures, by URL. */
async function readPublic(site: Site, id: number, extra: readonly string[]): Promise<Record<string, string>> {
  const { slug, images } = await listingOf(site, id);
  const listing = { id, path: `/listing/${id}/${slug}`, photo: images[0] ?? "", preview: "/previews/x", manage: "" };
  const thread = { id: 1, seoSlug: "none" };
  const world = { listing, pending: 999, thread, script: "/assets/none.js", tile: "/tiles/none" } as unknown as World;
  const read: Record<string, string> = {};
  for (const path of [...publicReads(world), ...extra]) {
    const response = await site.fetch(path);
    const isText = /json|html|xml|plain/.test(response.headers.get("content-type") ?? "");
    const headers = JSON.stringify([...response.headers]);
    read[path] = `${response.status} ${headers} ${isText ? await response.text() : ""}`;
  }
  return read;
}

const holdingIt = (read: Record<string, string>, text: RegExp) =>
  Object.keys(read).filter((path) =>
    text.test(read[path]?.replaceAll("4817 steps", "").replaceAll(BY_CHANCE, "") ?? ""),
  );

describe("a listing with a hidden house number", () => {
  it("reveals neither its number nor the house's location", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    await known();
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z"), drawsPreviews: true });
    await subscribe(site, "ana@example.com");
    const { id } = await publish(site, { ...fields, addressPrecision: "street", images: [dataUrl(await png())] });
    await drain(site);
    site.clock.now = new Date("2026-11-20T15:00:00Z");
    await site.tick();
    await site.runMailings();
    await drain(site);
    const listing = await listingOf(site, id);
    expect(listing).toMatchObject({
      title: "1 Bedroom - Main Street",
      slug: "1-bedroom-main-street",
      address: "Main Street, Toronto, ON M4E",
      description: "Come to Main St. or to unit Main, by the park. Built 1968, 4817 steps to the lake.",
      landlordName: "Ana of Main",
      price: "1,700, Main Street",
      neighbourhood: "East End",
      yearBuilt: null,
      isRentControlled: true,
      rentControlConfidence: "high",
    });
    const facts = await factsOf(site, id);
    expect(facts).toMatchObject({ location: { method: "block", confidence: "medium" }, building: null });
    // The location is the middle of the block, no matter which house of the block is listed.
    expect(listing.latitude).toBeCloseTo(43.68 + 150 * 0.00003, 6);
    expect(listing.latitude).not.toBe(BLOCK[1]?.[2]);
    const read = await readPublic(site, id, [`/listing/${id}/1-bedroom-4817-main-street`.slice(0, -1)]);
    expect(read["/"]).toContain("Main Street");
    expect(read["/digest/2026-11-20"]).toContain("Main Street");
    expect(read["/listings/feed.xml"]).toContain("Main Street");
    expect(holdingIt(read, NUMBER)).toEqual([]);
    const [mail] = await mailsTo(site, "ana@example.com");
    expect(mail?.text).toContain("Main Street");
    expect(`${mail?.text} ${mail?.html} ${mail?.subject}`).not.toMatch(NUMBER);
    const news = {
      email: "vip@example.com",
      addressHash: "hash",
      sections: [{ summary: null, stopUrl: "https://x.example/u", items: [{ listing, fromCents: null, isNew: true }] }],
      links: { stop: "https://x.example/u", page: "https://x.example/p", headers: {} },
    };
    const deps = { config: readConfig(env), now: () => site.clock.now };
    expect(JSON.stringify(newsMail(deps, news))).not.toMatch(NUMBER);
  });

  it.each(HIDDEN_HOUSES)(
    "does not reveal $number in any form in its text or by search",
    { tags: ["rest"] },
    async (house) => {
      const { number, street, address } = house;
      const site = makeSite();
      const additionalInfo = NUMBER_FORMS.map((form) => written(form, number, street)).join("\n");
      const { id } = await publish(site, { address, additionalInfo, addressPrecision: "street" });
      const { slug } = await listingOf(site, id);
      for (const path of [`/listing/${id}/${slug}`, `/api/marketplace-listings/${id}`, "/"]) {
        const text = await (await site.fetch(path)).text();
        expect(text, path).toContain(street);
        const held = new RegExp(
          `(?<![\\d.#&;x-])${number}(?!\\d|px)[^"]{0,9}${street}|${street}[^"\\d]{0,15}${number}(?!\\d)`,
          "i",
        );
        expect(held.exec(text)?.[0], path).toBeUndefined();
      }
      expect(holdsNumber((await listingOf(site, id)).description, number)).toBe(false);
      const found = async (q: string) => {
        const response = await site.fetch(`/api/marketplace-listings?q=${q}`);
        const said = response.headers.get(SEARCH_HEADER) ?? "";
        return [await json<unknown[]>(response), said.replaceAll(q.split(" ")[0] ?? "", "#")];
      };
      // A search finds the same listings for every number, because a number that no listing contains is dropped.
      const other = `${Number(number) + 1}`;
      expect(await found(number)).toEqual(await found(other));
      expect(await found(`${number} ${street}`)).toEqual(await found(`${other} ${street}`));
      expect((await found(street))[0]).toHaveLength(1);
    },
  );

  it("has a note when its text contains the number with another meaning", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const noted = async (additionalInfo: string, addressPrecision: "street" | "exact") => {
      const { id } = await publish(site, { ...fields, additionalInfo, addressPrecision });
      const { reviewNotes } = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
      return reviewNotes.find(({ code }) => code === "number_in_text")?.quotes;
    };
    expect(await noted("By the lake, 4817 steps from it.", "street")).toEqual(["By the lake, 4817 steps from it."]);
    expect(await noted("At 4817 Main St, 2 rooms.", "street")).toBeUndefined();
    expect(await noted("By the lake, 4817 steps from it.", "exact")).toBeUndefined();
  });

  it("shows at most the first half of its postal code in its text", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "Marlee Ave, M6B 3H4", additionalInfo: "By M6B 3H4, m6b3h4." });
    expect((await listingOf(site, id)).description).toBe("By M6B, m6b.");
    expect(await json<unknown[]>(site.fetch("/api/marketplace-listings?q=3h4"))).toEqual([]);
  });

  it("recognizes digits of every script in an address", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "１２３ Main St, M4E 2V9", addressPrecision: "street" });
    expect(await listingOf(site, id)).toMatchObject({ title: "1 Bedroom - Main St", slug: "1-bedroom-main-st" });
    const seen = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
    expect(seen.address).toBe("123 Main St, M4E 2V9");
  });

  it("hides an email address in an old address", async () => {
    const site = makeSite();
    const { id } = await publish(site, fields);
    await env.DB.prepare("UPDATE listings SET address = '12 Elm St ana@example.com, Toronto, ON'").run();
    const listing = await listingOf(site, id);
    expect(listing).toMatchObject({ title: "1 Bedroom - 12 Elm St", slug: "1-bedroom-12-elm-st" });
    const as = await site.logIn();
    const edit = await site.fetch(`/api/admin/listings/${id}`, {
      method: "PATCH",
      json: { address: "12 Elm St ana@example.com, Toronto, ON" },
      as,
    });
    expect([edit.status, Object.keys((await json<ErrorBody>(Promise.resolve(edit))).fields ?? {})]).toEqual([
      400,
      ["address"],
    ]);
  });

  it("shows its house number to its landlord and to moderators", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { ...fields, addressPrecision: "street" });
    const as = await site.logIn();
    const seen = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    expect(seen).toMatchObject({ address: ADDRESS, addressPrecision: "street" });
    expect(seen.path).toBe(`/listing/${id}/1-bedroom-main-street`);
    const token = tokenIn((await mailsTo(site, fields.email))[0], "manage");
    const own = await json<OwnerListing>(site.fetch(`/api/manage/${token}`));
    expect(own).toMatchObject({ address: ADDRESS, addressPrecision: "street", path: seen.path });
  });

  it(
    "removes a number that was shown before from everywhere: slug, preview, past edition, redirect",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await known();
      const site = makeSite({ now: new Date("2026-11-19T12:00:00Z"), drawsPreviews: true });
      await subscribe(site, "ana@example.com");
      const { id, slug } = await publish(site, { ...fields, images: [dataUrl(await png())] });
      await drain(site);
      site.clock.now = new Date("2026-11-20T15:00:00Z");
      await site.tick();
      await site.runMailings();
      await drain(site);
      const former = `/listing/${id}/${slug}`;
      const html = await (await site.fetch(former)).text();
      const preview = /\/previews\/[0-9a-f]+\/[0-9a-f]+\.jpg/.exec(html)?.[0] ?? "";
      expect((await site.fetch(preview)).status).toBe(200);
      expect(holdingIt(await readPublic(site, id, []), NUMBER).length).toBeGreaterThan(8);
      expect((await factsOf(site, id)).building).toMatchObject({ rsn: 7 });

      const token = tokenIn(
        (await mailsTo(site, fields.email)).findLast(({ text }) => text.includes("/manage/")),
        "manage",
      );
      const edit = { method: "PATCH", json: { addressPrecision: "street" } };
      const saved = await json<OwnerListing>(site.fetch(`/api/manage/${token}`, edit));
      expect(saved).toMatchObject({ status: "approved", path: `/listing/${id}/1-bedroom-main-street` });
      // The number must disappear immediately, before any new look-up.
      expect(holdingIt(await readPublic(site, id, [former, preview]), NUMBER)).toEqual([]);
      expect((await listingOf(site, id)).latitude).toBeNull();
      expect((await site.fetch(preview)).status).toBe(404);
      await drain(site);
      const read = await readPublic(site, id, []);
      expect(holdingIt(read, NUMBER)).toEqual([]);
      expect(read["/digest/2026-11-20"]).toContain("Main Street");
      const redirect = await site.fetch(former);
      expect(redirect.status).toBe(301);
      expect(redirect.headers.get("location")).toMatch(/\/1-bedroom-main-street$/);
      expect(await factsOf(site, id)).toMatchObject({ location: { method: "block" }, building: null });
    },
  );

  it("shows a moderator's pin only near the house", async () => {
    const site = makeSite();
    const { id } = await publish(site, { ...fields, addressPrecision: "street" });
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}/place`, { method: "PUT", json: HOME, as });
    const { latitude, longitude } = await listingOf(site, id);
    expect({ latitude, longitude }).toEqual({ latitude: 43.685, longitude: -79.299 });
  });

  it("is the default for an address without a number", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "Marlee Ave, M6B 3H4", addressPrecision: "exact" });
    expect(await listingOf(site, id)).toMatchObject({ address: "Marlee Ave, M6B", title: "1 Bedroom - Marlee Ave" });
    const seen = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
    expect(seen.addressPrecision).toBe("street");
  });
});
