import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { dataUrl, room } from "../../support/worker/images.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const notes = async (site: Site, id: number, code: string) =>
  (await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }))).reviewNotes
    .filter((note) => note.code === code)
    .map(({ text }) => text);

describe("a possible duplicate", () => {
  it.each([
    [
      "the same unit in other words",
      { address: "12 King Street W", unit: "4b" },
      { address: "12 King St West", unit: "#4B" },
    ],
    ["a unit named in the address", { address: "12 King Street W", unit: "4b" }, { address: "Unit 4B, 12 King St W" }],
    ["a unit before the number", { address: "4b-12 King Street W" }, { address: "12 King St W", unit: "4B" }],
    [
      "the same unit as another type",
      { address: "12 King St", unit: "4" },
      { address: "12 King St", unit: "4", bedrooms: "Studio" },
    ],
  ])("includes %s", async (_name, first, second) => {
    const site = makeSite();
    const id = await submit(site, first);
    const found = await notes(site, await submit(site, second), "duplicate");
    expect(found).toEqual([`Possible duplicate of #${id}: same unit.`]);
  });

  it("is found by rent and type at an address without units", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { address: "12 King St" });
    const found = await notes(site, await submit(site, { address: "12 King Street" }), "duplicate");
    expect(found).toEqual([`Possible duplicate of #${id}: same rent and type.`]);
    const dearer = await submit(site, { address: "12 King Street", rent: "$1,790" });
    expect(await notes(site, dearer, "duplicate")).toEqual([]);
  });

  it("is found by its text at any address, regardless of its numbers", async () => {
    const site = makeSite();
    const words =
      "Sunny corner home with a large kitchen, two closets and a balcony over the park. Heat and water are in.";
    const text = (rent: number) => `${words} Only $${rent}!`;
    const id = await submit(site, { address: "12 King St", rent: "$1,800", additionalInfo: text(1_800) });
    const again = { address: "12 King St", rent: "$1,850", additionalInfo: text(1_850).toUpperCase() };
    expect(await notes(site, await submit(site, again), "duplicate")).toEqual([
      `Possible duplicate of #${id}: same text.`,
    ]);
    const moved = await submit(site, { address: "9 Oak St", additionalInfo: text(1_800) });
    expect(await notes(site, moved, "duplicate")).toEqual([
      `Possible duplicate of #${id + 1}: same text at another address.`,
      `Possible duplicate of #${id}: same text at another address.`,
    ]);
    const as = await site.logIn();
    const edit = { additionalInfo: "Another text." };
    await site.fetch(`/api/admin/listings/${moved}`, { method: "PATCH", json: edit, as });
    expect(await notes(site, moved, "duplicate")).toEqual([]);
  });

  it.each([
    ["type", { bedrooms: "2 Bedrooms" }],
    ["rent (by more than 5 %)", { rent: "$1,900" }],
  ])("does not include a home of the same building with the same text but another %s", async (_, changes) => {
    const site = makeSite();
    const words = "Homes in a managed tower with a gym, a pool, a concierge and a roof garden; heat and water are in.";
    const here = { address: "12 King St", rent: "$1,800", additionalInfo: words };
    await submit(site, { ...here, address: "9 Oak St" });
    await submit(site, here);
    expect(await notes(site, await submit(site, { ...here, ...changes }), "duplicate")).toEqual([]);
  });

  it("is reported with its strongest reason: photo, text, unit, rent", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = dataUrl(await room({ seed: 4 }));
    const words =
      "Quiet home with a large kitchen, two closets and a balcony over the park, heat and water are in the rent.";
    const address = "12 King St";
    const ofPhoto = await submit(site, { address, rent: "$1,450", images: [photo] });
    const ofText = await submit(site, { address, rent: "$1,380", additionalInfo: words });
    const ofUnit = await submit(site, { address, rent: "$1,500", unit: "4" });
    const ofRent = await submit(site, { address, rent: "$1,400" });
    await site.runQueue();
    const id = await submit(site, { address, rent: "$1,400", unit: "4", additionalInfo: words, images: [photo] });
    await site.runQueue();
    expect(await notes(site, id, "duplicate")).toEqual([
      `Possible duplicate of #${ofPhoto}: same photo.`,
      `Possible duplicate of #${ofText}: same text.`,
      `Possible duplicate of #${ofUnit}: same unit.`,
      `Possible duplicate of #${ofRent}: same rent and type.`,
    ]);
  });

  it("does not include another unit of a building with the same rent and text", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const words =
      "Corner home in a managed tower with a gym, a pool, a concierge and a roof garden; heat and water are in.";
    for (const unit of ["1204", "1306", "407", "508"]) {
      const id = await submit(site, { address: "12 King St", unit, additionalInfo: words });
      expect(await notes(site, id, "duplicate")).toEqual([]);
    }
    expect(await notes(site, await submit(site, { address: "12 King St" }), "duplicate")).toEqual([]);
  });

  it.each([
    ["another unit of the house", { address: "Unit 4b, 12 King St" }, { address: "Unit 9, 12 King St" }],
    ["another type of home in the house", { address: "12 King St" }, { address: "12 King St", bedrooms: "Studio" }],
    ["another house", { address: "12 King St", unit: "4" }, { address: "14 King St", unit: "4" }],
  ])("does not include %s", async (_name, first, second) => {
    const site = makeSite();
    await submit(site, first);
    expect(await notes(site, await submit(site, second), "duplicate")).toEqual([]);
  });
});

describe("the same phone elsewhere", () => {
  it("is noted for another listing, but never for the listing itself when it moves", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { address: "1 Elm St" });
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { address: "2 Elm St" }, as });
    expect(await notes(site, id, "same_phone")).toEqual([]);
    const other = await submit(site, { address: "9 Oak St" });
    expect(await notes(site, other, "same_phone")).toEqual([`Same phone number as #${id} at another address.`]);
  });
});

describe("an undo", () => {
  it(
    "restores a listing as rented if its landlord marked it, and it cannot be approved",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site);
      await approve(site, id);
      const as = await site.logIn();
      const [mail] = await mailsTo(site, "landlord@example.com");
      const token = /\/manage\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1];
      await site.fetch(`/api/manage/${token}/rented`, { method: "POST" });
      await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
      const restored = await site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as });
      expect(await json(restored)).toMatchObject({ status: "rented" });
      const approval = await site.fetch(`/api/admin/listings/${id}/status`, {
        method: "PATCH",
        json: { approved: true },
        as,
      });
      expect(approval.status).toBe(409);
    },
  );
});

describe("the emails of submissions", () => {
  it("reach an unproven address at most three times a day in total", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const limited = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    for (let n = 1; n <= 13; n += 1) await submit(site, { address: `${n} Elm St` });
    // The listings are submitted without limits, and their emails are sent with limits.
    limited.queued.push(...site.queued.splice(0));
    await limited.runQueue();
    expect(await mailsTo(site, "landlord@example.com")).toHaveLength(3);
  });
});
