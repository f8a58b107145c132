import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
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
    ["the same house and type without a unit", { address: "12 King St" }, { address: "12 King Street" }],
  ])("is %s", async (_name, first, second) => {
    const site = makeSite();
    const id = await submit(site, first);
    expect(await notes(site, await submit(site, second), "duplicate")).toEqual([`Possible duplicate of #${id}.`]);
  });

  it.each([
    ["another unit of the house", { address: "Unit 4b, 12 King St" }, { address: "Unit 9, 12 King St" }],
    ["another type of home in the house", { address: "12 King St" }, { address: "12 King St", bedrooms: "Studio" }],
    ["another house", { address: "12 King St", unit: "4" }, { address: "14 King St", unit: "4" }],
  ])("is not %s", async (_name, first, second) => {
    const site = makeSite();
    await submit(site, first);
    expect(await notes(site, await submit(site, second), "duplicate")).toEqual([]);
  });
});

describe("the same phone elsewhere", () => {
  it("is noted of another listing, never of the listing itself when it moves", async () => {
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
  it("brings a rented listing back as rented, not to be approved again", async () => {
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
  });
});

describe("mails of submissions", () => {
  it("reach an address that has proven nothing three times a day at most, whoever posts with it", async () => {
    const site = makeSite();
    const limited = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    for (let n = 1; n <= 13; n += 1) await submit(site, { address: `${n} Elm St` });
    // Posted without limits, mailed with them.
    limited.queued.push(...site.queued.splice(0));
    await limited.runQueue();
    expect(await mailsTo(site, "landlord@example.com")).toHaveLength(3);
  });
});
