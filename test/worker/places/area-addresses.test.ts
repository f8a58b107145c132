import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { approve, draft, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { area, building, drain, edit, factsOf, imported } from "../../support/worker/places.ts";
import { publicReads } from "../../support/worker/public-reads.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { singleListingWorld } from "../../support/worker/world.ts";

const forModerators = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const codesOf = async (site: Site, id: number) => (await forModerators(site, id)).reviewNotes.map(({ code }) => code);

const NO_POINT = {
  latitude: null,
  longitude: null,
  neighbourhood: null,
  closestSubwayStation: null,
  distanceToSubway: null,
  distanceToDowntown: null,
};
const AREA = "Liberty Village, M6K 3P6";

describe("an area with a full postal code", () => {
  it("is public only by its name and postal area, with the comparison of its municipality", async () => {
    const site = makeSite();
    await imported();
    const { id } = await publish(site, { address: AREA, bedrooms: "2 Bedrooms" });
    await drain(site);
    expect(await readPublic(site, id)).toMatchObject({
      ...NO_POINT,
      address: "Liberty Village",
      title: "2 Bedrooms - Liberty Village",
      slug: "2-bedrooms-liberty-village",
      postalArea: "M6K",
      municipality: "Toronto",
      marketArea: "Toronto",
    });
    expect((await factsOf(site, id)).location).toMatchObject({ latitude: null, method: "fsa", confidence: "low" });
    expect(await forModerators(site, id)).toMatchObject({ address: AREA, addressPrecision: "area", place: "area" });
    expect(await codesOf(site, id)).toEqual([]);
  });

  it("never reveals its code, even if texts contain it", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z") });
    const text = { additionalInfo: "Bright loft, M6K 3P6, by the park.", landlordName: "Kim m6k3p6" };
    const { id, slug } = await publish(site, { address: `Ph 6, ${AREA}`, ...text });
    await drain(site);
    const world = singleListingWorld({ id, slug });
    for (const path of publicReads(world)) {
      const response = await site.fetch(path, { headers: { "cf-ray": "one" } });
      const answer = `${await response.text()} ${JSON.stringify([...response.headers])}`;
      expect(/3p6/i.test(answer.replaceAll(/[\da-f]{16,}/g, "")), path).toBe(false);
    }
    expect(await (await site.fetch(world.listing.path)).text()).not.toContain("streetAddress");
    const kept = { address: AREA, unit: "Ph 6" };
    expect(await forModerators(site, id)).toMatchObject(kept);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    expect(await json(site.fetch(`/api/manage/${token}`))).toMatchObject(kept);
  });

  it.each([
    ["Mississauga, M6K 3P6", "Toronto", "M6K"],
    ["Liberty Village, L5B 3C2", "Mississauga", "L5B"],
  ])("is located by its code, with a note if its name is elsewhere: %s", async (address, municipality, postalArea) => {
    const site = makeSite();
    const { id } = await publish(site, { address });
    await drain(site);
    expect(await readPublic(site, id)).toMatchObject({ municipality, postalArea });
    expect(await codesOf(site, id)).toEqual(["postal_code_elsewhere"]);
  });

  it("is distinguished from others by the City's outlines", async () => {
    const site = makeSite();
    await area("neighbourhood", "Fort York-Liberty Village", { latitude: 43.638, longitude: -79.41 });
    await area("municipality", "Scarborough", { latitude: 43.77, longitude: -79.24 }, 0.06);
    const notes = async (address: string, phone: string) => codesOf(site, await submit(site, { address, phone }));
    expect(await notes(AREA, "416-555-0101")).toEqual([]);
    expect(await notes("Liberty Village, M4E 1A1", "416-555-0102")).toEqual(["postal_code_elsewhere"]);
    expect(await notes("Scarborough, M1H 1A1", "416-555-0103")).toEqual([]);
    const { id, municipality } = await publish(site, { address: "Scarborough, M5V 1A1", phone: "416-555-0104" });
    expect(municipality).toBe("Toronto");
    expect(await codesOf(site, id)).toEqual(["postal_code_elsewhere"]);
  });

  it.each(["Liberty Village", "Liberty Village, M6K", "M6K 3P6", "Mississauga, ON"])(
    "is rejected with less: %s",
    async (address) => {
      const response = await makeSite().fetch("/api/submit-property", { json: draft({ address }) });
      expect(response.status).toBe(400);
      expect(await json<ErrorBody>(response)).toMatchObject({
        code: "listing.no_street_number",
        fields: { address: expect.stringContaining("full postal code") },
      });
    },
  );

  it("cannot be pinned", async () => {
    const site = makeSite();
    const id = await submit(site, { address: AREA });
    const pin = { latitude: 43.64, longitude: -79.42 };
    const options = { method: "PUT", json: pin, as: await site.logIn() };
    const response = await site.fetch(`/api/admin/listings/${id}/place`, options);
    expect([response.status, (await json<ErrorBody>(response)).code]).toEqual([409, "place.area_only"]);
  });

  it("replaces a house and all its known facts in an edit, and the other way around", async () => {
    const site = makeSite();
    await houses([85, "MAIN ST", 43.6845, -79.2999]);
    const { id } = await publish(site, { address: "85 Main St, M6K 3P6" });
    await drain(site);
    await edit(site, id, { address: AREA });
    expect(await readPublic(site, id)).toMatchObject({ ...NO_POINT, title: "1 Bedroom - Liberty Village" });
    await drain(site);
    expect(await readPublic(site, id)).toMatchObject({ ...NO_POINT, postalArea: "M6K" });
    expect(await edit(site, id, { address: "85 Main St, Toronto" })).toMatchObject({ addressPrecision: "exact" });
    await drain(site);
    expect(await readPublic(site, id)).toMatchObject({ latitude: 43.6845, postalArea: null });
  });

  it("is a duplicate only of listings with its code", async () => {
    const site = makeSite();
    await approve(site, await submit(site, { address: AREA, additionalInfo: "One." }));
    const other = { phone: "416-555-0199", email: "other@example.com" };
    const elsewhere = await submit(site, { ...other, address: "Liberty Village, M6K 1A1", additionalInfo: "Two." });
    expect(await codesOf(site, elsewhere)).toEqual([]);
    const same = await submit(site, { ...other, address: "liberty village M6K3P6", additionalInfo: "Three." });
    expect(await codesOf(site, same)).toEqual(expect.arrayContaining(["duplicate"]));
  });
});

describe("two streets with the same name", () => {
  const DOWNTOWN = { latitude: 43.66, longitude: -79.379 };
  const WESTON = { latitude: 43.704, longitude: -79.524 };
  const bothStreets = () =>
    houses(
      [1, "CHURCH ST", 43.6482, -79.3737],
      [300, "CHURCH ST", 43.657, -79.3773],
      [29, "CHURCH ST", WESTON.latitude, WESTON.longitude],
      [31, "CHURCH ST", WESTON.latitude, WESTON.longitude - 0.0003],
    );
  async function placed(address: string, changes: Record<string, unknown> = {}) {
    const site = makeSite();
    await imported();
    const { id } = await publish(site, { address, ...changes });
    await drain(site);
    return { listing: await readPublic(site, id), facts: await factsOf(site, id) };
  }

  it("leave a house without a location, and without the building that is registered on one of them", async () => {
    await bothStreets();
    await building({ rsn: 1, address: "29 CHURCH ST", fsa: "M9N", ...WESTON });
    const { listing, facts } = await placed("29 Church St, Toronto");
    expect(listing).toMatchObject({ ...NO_POINT, isRentControlled: null });
    expect(facts).toMatchObject({ building: null, location: { confidence: "low", latitude: null } });
    const hidden = await placed("29 Church St, Toronto", { addressPrecision: "street", phone: "416-555-0199" });
    expect(hidden.listing).toMatchObject(NO_POINT);
  });

  it.each([
    ["29 Church St, Weston", WESTON.latitude],
    ["29 Church Street Weston, Toronto", WESTON.latitude],
    ["29 Church St, Toronto, M9N 1M5", WESTON.latitude],
    ["300 Church St, Church-Wellesley, Toronto", 43.657],
  ])("are distinguished by a neighbourhood or postal area: %s", async (address, latitude) => {
    await bothStreets();
    await area("neighbourhood", "Weston", WESTON);
    await area("neighbourhood", "Church-Wellesley", DOWNTOWN);
    expect((await placed(address)).listing).toMatchObject({ latitude });
  });

  it("are not inferred from one long street with a gap in its numbers", async () => {
    await houses([100, "BIRCHMOUNT RD", 43.7, -79.27], [2_400, "BIRCHMOUNT RD", 43.8, -79.305]);
    expect((await placed("2400 Birchmount Rd, Toronto")).listing).toMatchObject({ latitude: 43.8 });
  });
});

describe("a corner without houses nearby", () => {
  it.each([
    ["Yonge/Finch", 43.780497],
    ["corner of Yonge and Lawrence", 43.725948],
    ["Lansdowne / Bloor", 43.65928],
    ["Martin Grove & Finch", 43.736739],
  ])("is located at its station: %s", async (address, latitude) => {
    const site = makeSite();
    const { id } = await publish(site, { address });
    await drain(site);
    expect(await readPublic(site, id)).toMatchObject({ latitude });
  });

  it("is located where its streets cross, between their stations and houses", async () => {
    const site = makeSite();
    await houses([161, "BAY ST", 43.646519, -79.378776], [925, "BAY ST", 43.664125, -79.386644]);
    const { id } = await publish(site, { address: "Bay and College" });
    await drain(site);
    const { latitude, longitude } = await readPublic(site, id);
    expect(latitude).toBeCloseTo(43.6605, 3);
    expect(longitude).toBeCloseTo(-79.385, 3);
  });
});
