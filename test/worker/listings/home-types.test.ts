import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import { change, draft, publish } from "../../support/worker/listings.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const ROOM_PROBLEM = "A room is listed as Private Room.";

describe("the home type", () => {
  it("is shown to renters and moderators", async () => {
    const site = makeSite();
    const listing = await publish(site, { homeType: "basement" });
    expect(listing.homeType).toBe("basement");
    const admin = await json<AdminListing>(site.fetch(`/api/admin/listings/${listing.id}`, { as: await site.logIn() }));
    expect(admin).toMatchObject({ homeType: "basement", bedrooms: "1 Bedroom" });
  });

  it("is optional", { tags: ["rest"] }, async () => {
    const site = makeSite();
    expect((await publish(site)).homeType).toBeNull();
    expect((await publish(site, { address: "2 Elm St", homeType: "" })).homeType).toBeNull();
    expect((await publish(site, { address: "3 Elm St", homeType: null })).homeType).toBeNull();
  });

  it.each(["room", "shared_bed"])(
    "for a %s that has its own bedrooms is rejected beside the field",
    async (homeType) => {
      const site = makeSite();
      const response = await site.fetch("/api/property-listings", { json: draft({ homeType }) });
      expect(response.status).toBe(400);
      expect((await json<ErrorBody>(response)).fields).toEqual({ homeType: ROOM_PROBLEM });
    },
  );

  it("is rejected when it is unknown", async () => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", { json: draft({ homeType: "castle" }) });
    expect(response.status).toBe(400);
    expect((await json<ErrorBody>(response)).fields?.homeType).toBe("Please choose one of the options.");
  });

  it.each([
    [undefined, "room"],
    ["room", "room"],
    ["shared_bed", "shared_bed"],
    ["house", "room"],
  ])("of a Private Room submitted as %s is stored as %s", async (homeType, stored) => {
    const site = makeSite();
    expect((await publish(site, { bedrooms: "Private Room", homeType })).homeType).toBe(stored);
  });
});

describe("an edit keeps home type and bedrooms consistent", () => {
  it("when a moderator changes both in one step", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { homeType: "apartment" });
    const edited = await change(site, id, { bedrooms: "Private Room", homeType: "shared_bed" });
    expect(edited).toMatchObject({ bedrooms: "Private Room", homeType: "shared_bed" });
  });

  it(
    "when only the bedrooms change: a Private Room is a room, and a former one has no known type",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { homeType: "condo" });
      expect((await change(site, id, { bedrooms: "Private Room" })).homeType).toBe("room");
      expect((await change(site, id, { bedrooms: "Studio" })).homeType).toBeNull();
      expect((await change(site, id, { homeType: "house" })).homeType).toBe("house");
    },
  );

  it("and is rejected for a room with other bedrooms", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const as = await site.logIn();
    const response = await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { homeType: "room" }, as });
    expect(response.status).toBe(400);
    expect((await json<ErrorBody>(response)).fields).toEqual({ homeType: ROOM_PROBLEM });
  });

  it("and requires review when it is a landlord's, with a description for moderators", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { homeType: "apartment" });
    expect(await owner.edited({ homeType: "basement" })).toMatchObject({ homeType: "basement", status: "pending" });
    const { changedSinceApproval } = await owner.asModerator();
    expect(changedSinceApproval).toEqual([
      { field: "homeType", label: "Kind of home", before: "Apartment, condo or flat", after: "Basement" },
    ]);
    expect(await owner.isPublic()).toBe(false);
  });
});
