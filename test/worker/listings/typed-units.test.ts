import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { draft, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { edit } from "../../support/worker/places.ts";
import { publicReads } from "../../support/worker/public-reads.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { singleListingWorld } from "../../support/worker/world.ts";

/** Returns a listing as moderators see it. */
async function forModerators(site: Site, id: number): Promise<AdminListing | undefined> {
  const all = await json<AdminListing[]>(site.fetch("/api/admin/listings", { as: await site.logIn() }));
  return all.find((listing) => listing.id === id);
}

describe("a unit that is typed into the address", () => {
  it.each([
    ["1204-85 Main St, Toronto, ON M4E 2V6", "85 Main St, Toronto, ON M4E 2V6", "1204"],
    ["Unit 5, 85 Main St", "85 Main St", "5"],
    ["85 Main St #5, Toronto", "85 Main St, Toronto", "5"],
    ["85 Main St Apt 5B Toronto", "85 Main St, Toronto", "5B"],
    ["5/85 Main St, Toronto", "85 Main St, Toronto", "5"],
    ["4b - 85 Main St", "85 Main St", "4b"],
    ["85 Main St, 1204, Toronto", "85 Main St, Toronto", "1204"],
    ["85 Main St - Unit 12-A - Toronto", "85 Main St, Toronto", "12-A"],
    ["Units 5 & 6, 85 Main St", "85 Main St", "5, 6"],
  ])(
    "in %s leaves the public address %s, and is shown to moderators",
    { tags: ["rest"] },
    async (typed, address, unit) => {
      const site = makeSite();
      const { id, ...listing } = await publish(site, { address: typed });
      expect(listing).toMatchObject({ address, title: "1 Bedroom - 85 Main St", slug: "1-bedroom-85-main-st" });
      const page = await (await site.fetch(`/listing/${id}/${listing.slug}`)).text();
      for (const text of [JSON.stringify(listing), page]) expect(text).not.toContain(typed);
      expect(await forModerators(site, id)).toMatchObject({ address, unit });
    },
  );

  it.each([
    "1-7 Biggin Court, Scarborough, ON",
    "4 & 8 Rannock Street • 880 Pharmacy Avenue, Scarborough, ON",
    "12A Elm Ave, Toronto",
    "85 1/2 Main St, Toronto",
    "12 King St, W, Toronto",
    "85 Main St, 2nd floor, Toronto",
    "Basement, 85 Main St, Toronto",
  ])("is not found in a house's own number: %s does not change", { tags: ["rest"] }, async (address) => {
    const site = makeSite();
    const { id, ...listing } = await publish(site, { address });
    expect(listing).toMatchObject({ address });
    expect(await forModerators(site, id)).toMatchObject({ unit: null });
  });

  it("is replaced by the unit in the field", async () => {
    const site = makeSite();
    const { id, ...listing } = await publish(site, { address: "1204-85 Main St", unit: "Unit 1204" });
    expect(listing.address).toBe("85 Main St");
    expect((await forModerators(site, id))?.unit).toBe("Unit 1204");
  });

  it("still distinguishes homes in a house, and identifies the same home", async () => {
    const site = makeSite();
    await submit(site, { address: "1204-85 Main St" });
    const other = await submit(site, { address: "1205-85 Main St" });
    const same = await submit(site, { address: "85 Main Street, Apt. 1204, Toronto", rent: "$1,900" });
    const notes = async (id: number) => JSON.stringify((await forModerators(site, id))?.reviewNotes);
    expect(await notes(other)).not.toContain("duplicate");
    expect(await notes(same)).toContain("duplicate");
  });

  it("is also separated in edits by moderators and landlords", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { unit: "3" });
    expect(await edit(site, id, { address: "1204-85 Main St" })).toMatchObject({
      address: "85 Main St",
      unit: "1204",
    });
    expect(await edit(site, id, { address: "1204-87 Main St", unit: "9" })).toMatchObject({
      address: "87 Main St",
      unit: "9",
    });
    await site.runQueue();
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    const change = { address: "89 Main St #77" };
    expect((await site.fetch(`/api/manage/${token}`, { method: "PATCH", json: change })).status).toBe(200);
    expect(await forModerators(site, id)).toMatchObject({ address: "89 Main St", unit: "77" });
  });
});

describe("a phone number that is typed into the address", () => {
  it.each(["27 Elm St 416-555-0116, Toronto", "27 Elm St, text me at ４１６ ５５５ ０１１６"])(
    "is rejected with its own error code, in a submission and in edits: %s",
    async (address) => {
      const site = makeSite();
      const { id } = await publish(site);
      await site.runQueue();
      const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
      const as = await site.logIn();
      const answers = [
        await site.fetch("/api/submit-property", { json: draft({ address }) }),
        await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { address }, as }),
        await site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { address } }),
      ];
      for (const response of answers) {
        expect(response.status).toBe(400);
        const { code, fields } = await json<ErrorBody>(response);
        expect([code, Object.keys(fields ?? {})]).toEqual(["listing.phone_in_address", ["address"]]);
      }
    },
  );
});

describe("extra text typed into an address", () => {
  const TYPED = "27 Elm St PH 6421, buzzer 8833, c/o Robina Quark, Toronto";

  it("is not in a public response, but is shown to moderators and its landlord", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z") });
    const { id, slug } = await publish(site, { address: TYPED });
    const world = singleListingWorld({ id, slug });
    for (const path of publicReads(world)) {
      // A request's own id is random and may contain any number.
      const response = await site.fetch(path, { headers: { "cf-ray": "one" } });
      const text = `${await response.text()} ${JSON.stringify([...response.headers])}`.toLowerCase();
      for (const word of ["6421", "8833", "robina", "quark"])
        expect(text.replaceAll(/[\da-f]{16,}/g, "").includes(word), `${path} ${word}`).toBe(false);
    }
    const kept = { address: "27 Elm St, Toronto", unit: "PH 6421", addressRest: "buzzer 8833, c/o Robina Quark" };
    expect(await forModerators(site, id)).toMatchObject(kept);
    await site.runQueue();
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    expect(await json(site.fetch(`/api/manage/${token}`))).toMatchObject(kept);
  });

  it("is replaced together with the address, and stays with any other edit", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: TYPED });
    await edit(site, id, { rent: "$1,900" });
    expect((await forModerators(site, id))?.addressRest).toBe("buzzer 8833, c/o Robina Quark");
    await edit(site, id, { address: "29 Elm St ask for Kim, Toronto" });
    expect(await forModerators(site, id)).toMatchObject({ address: "29 Elm St, Toronto", addressRest: "ask for Kim" });
    await edit(site, id, { address: "31 Elm St, Toronto" });
    expect(await forModerators(site, id)).toMatchObject({ address: "31 Elm St, Toronto", addressRest: null });
  });

  it("includes a unit that differs from the one in the field", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "1204-85 Main St", unit: "9" });
    expect(await forModerators(site, id)).toMatchObject({ unit: "9", addressRest: "1204" });
  });

  it("may be a town, in which case the home is not compared with another place", async () => {
    expect((await publish(makeSite(), { address: "12 Main St, Shelbyville" })).municipality).toBeNull();
  });
});

describe("an address with its number separate from the street", () => {
  it.each([
    ["5/123 College St, Toronto", "1 Bedroom - 123 College St"],
    ["4B/20 Elm Ave, Toronto", "1 Bedroom - 20 Elm Ave"],
    ["No. 12, King St, Toronto", "1 Bedroom - 12 King St"],
  ])("is valid: %s", async (address, title) => {
    expect((await publish(makeSite(), { address })).title).toBe(title);
  });
});

describe("a listing outside Toronto", () => {
  it.each([
    ["12 Keele St, Maple, ON", null],
    ["12 Main St, Unionville, ON", null],
    ["12 Lakeshore Rd E, Port Credit, ON", null],
    ["12 Queen St N, Bolton, ON", null],
    ["12 King Rd, Nobleton, ON", null],
    ["12 Main St Brampton ON", null],
    ["12 Keele St, ON L6A 1A1", null],
    ["12 Keele St, Toronto, ON L6A 1A1", null],
    ["12 Keele St, Toronto, ON M6P 2J7", "Toronto"],
    ["12 Keele St", "Toronto"],
    ["12 Danforth Ave East York", "Toronto"],
  ])("is not compared with the City's average: %s", { tags: ["rest"] }, async (address, marketArea) => {
    expect((await publish(makeSite(), { address })).marketArea).toBe(marketArea);
  });
});
