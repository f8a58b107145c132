import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import {
  building,
  drain,
  edit,
  factsForModerator,
  factsOf,
  enqueueLookUps,
  imported,
  listingOf,
  nearby,
} from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

const HOUSE = { latitude: 43.6845, longitude: -79.2999 };
const PIN = { latitude: 43.7, longitude: -79.4 };

async function pin(site: Site, id: number, body: unknown) {
  return site.fetch(`/api/admin/listings/${id}/place`, { method: "PUT", json: body, as: await site.logIn() });
}
const unpin = async (site: Site, id: number) =>
  site.fetch(`/api/admin/listings/${id}/place`, { method: "DELETE", as: await site.logIn() });
const adminListing = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const newestEntry = async (site: Site) =>
  (await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() })))[0];

describe("a moderator's pin", () => {
  it("gives a location to a listing with an unknown address, and facts immediately", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await nearby("school", ["School by the Pin", PIN.latitude + 0.001, PIN.longitude]);
    const { id } = await publish(site, { address: "85 Nowhere Lane, Toronto" });
    await drain(site);
    expect((await factsOf(site, id)).location).toBeNull();
    const { revision } = await adminListing(site, id);
    site.purged.length = 0;
    const response = await pin(site, id, { ...PIN, revision });
    expect(response.status).toBe(200);
    const facts = await json<ListingFacts>(response);
    expect(facts).toMatchObject({
      location: { ...PIN, method: "pin", confidence: "high", source: "our moderators" },
      nearby: [{ kind: "station" }, { kind: "school", name: "School by the Pin", distance: 111 }],
    });
    expect(await factsOf(site, id)).toEqual(facts);
    expect(await listingOf(site, id)).toMatchObject({ ...PIN, closestSubwayStation: "Davisville" });
    expect(site.purged.toSorted()).toEqual([`listing:${id}`, "listings"]);
    expect((await adminListing(site, id)).revision).toBe(revision);
    expect(await newestEntry(site)).toMatchObject({
      actor: "admin",
      action: "listing.pin",
      targetId: String(id),
      before: { latitude: null, longitude: null, method: null },
      after: { ...PIN, method: "pin" },
      ipAddress: "203.0.113.7",
    });
  });

  it("is kept by look-ups, which refresh the facts around it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
    const { id } = await publish(site);
    await drain(site);
    await pin(site, id, PIN);
    await nearby("school", ["New School", PIN.latitude, PIN.longitude]);
    await imported(["schools"], "2026-11-20-b");
    await site.tick(new Date(site.clock.now.getTime() + 900_000));
    await drain(site);
    expect(await factsOf(site, id)).toMatchObject({
      location: { ...PIN, method: "pin" },
      nearby: [{ kind: "station" }, { kind: "school", name: "New School" }],
    });
    await edit(site, id, { yearBuilt: 1990 });
    await drain(site);
    expect(await factsOf(site, id)).toMatchObject({
      location: { ...PIN, method: "pin" },
      rentControl: { reason: "stated_before" },
    });
  });

  it("is removed when the address that it was set for changes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
    const { id } = await publish(site, { address: "12 Rockford Road, Toronto" });
    await drain(site);
    await pin(site, id, PIN);
    await edit(site, id, { address: "12 Rockford Rd, Toronto, ON M2R 3A2" });
    await drain(site);
    expect((await factsOf(site, id)).location, "the same address, spelled another way").toMatchObject(PIN);
    await edit(site, id, { address: "85 Main Street, Toronto" });
    expect((await factsOf(site, id)).location).toBeNull();
    await drain(site);
    expect((await factsOf(site, id)).location).toMatchObject({ ...HOUSE, method: "table" });
  });

  it("that is removed triggers a look-up of the address", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
    const { id } = await publish(site);
    await drain(site);
    await pin(site, id, PIN);
    const response = await unpin(site, id);
    expect([response.status, await json(response)]).toEqual([200, { success: true }]);
    expect(await newestEntry(site)).toMatchObject({ action: "listing.unpin", before: { ...PIN, method: "pin" } });
    expect((await factsOf(site, id)).location).toBeNull();
    await drain(site);
    expect((await factsOf(site, id)).location).toMatchObject({ ...HOUSE, method: "table" });
    expect((await unpin(site, id)).status).toBe(200);
    expect((await factsOf(site, id)).location, "there was none: nothing is lost").toMatchObject(HOUSE);
    expect(site.queued).toHaveLength(1);
  });

  it("that is set during a look-up of the address takes precedence", { tags: ["rest"] }, async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('update "listings"');
    await imported();
    await houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
    const id = await submit(site);
    interruptBy(() => pin(makeSite(), id, PIN));
    await enqueueLookUps(site);
    await drain(site);
    expect(isWaiting()).toBe(false);
    expect((await factsForModerator(site, id)).location).toMatchObject({ ...PIN, method: "pin" });
  });

  it("does not change the building, which depends on the address", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await building({ rsn: 5, address: "87 MAIN ST", fsa: "M4E", ...PIN });
    const { id } = await publish(site);
    await pin(site, id, PIN);
    expect((await factsOf(site, id)).building).toBeNull();
  });

  it.each([
    [{ latitude: 45.42, longitude: -75.69 }, "The pin must be in the Greater Toronto Area."],
    [{ latitude: -79.4, longitude: 43.7 }, "The pin must be in the Greater Toronto Area."],
    [{ latitude: 0, longitude: 0 }, "The pin must be in the Greater Toronto Area."],
    [{ latitude: 91, longitude: 0 }, undefined],
    [{ latitude: "43.7", longitude: -79.4 }, undefined],
    [{ latitude: 43.7 }, undefined],
    [{}, undefined],
    [{ latitude: null, longitude: null }, undefined],
  ])("at %j is rejected", async (place, text) => {
    const site = makeSite();
    const id = await submit(site);
    const response = await pin(site, id, place);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject(text === undefined ? { code: "request.invalid" } : { error: text });
    expect((await factsForModerator(site, id)).location).toBeNull();
  });

  it("requires an existing listing at its current revision", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const { revision } = await adminListing(site, id);
    await edit(site, id, { rent: "$1,500" });
    expect((await pin(site, id, { ...PIN, revision })).status).toBe(409);
    expect((await pin(site, 999, PIN)).status).toBe(404);
    expect((await unpin(site, 999)).status).toBe(404);
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
    expect((await pin(site, id, PIN)).status).toBe(404);
    expect((await site.fetch(`/api/admin/listings/${id}/place`, { method: "PUT", json: PIN })).status).toBe(401);
  });
});
