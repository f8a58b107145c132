import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { change, submit } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const ROOM = "Private room in our house, share kitchen with two others.";

const asModerator = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const kinds = ({ reviewNotes }: AdminListing) =>
  reviewNotes.filter(({ code }) => /^(?:reads_like|not_a_home|other_rent)/.test(code));

describe("a listing whose text suggests another type", () => {
  it("has a note with a quotation and a suggested type", async () => {
    const site = makeSite();
    const listing = await asModerator(site, await submit(site, { additionalInfo: ROOM }));
    expect(kinds(listing)).toEqual([
      {
        code: "reads_like_room",
        text: "Reads like a room in a shared home. A room is listed as Private Room.",
        quotes: expect.arrayContaining(["Private room in our house", "share kitchen with two others"]),
      },
    ]);
    expect(listing.homeTypeGuess).toBe("room");
  });

  it(
    "has no note once its type matches, and gets it again when the type is changed back",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site, { additionalInfo: ROOM });
      expect(kinds(await change(site, id, { bedrooms: "Private Room", homeType: "room" }))).toEqual([]);
      expect(kinds(await change(site, id, { bedrooms: "Studio" }))).toHaveLength(1);
      expect(kinds(await change(site, id, { additionalInfo: "Not a room: a whole studio." }))).toEqual([]);
    },
  );

  it("keeps its notes when rents are compared again", async () => {
    const site = makeSite();
    const id = await submit(site, { additionalInfo: "Legal basement apartment." });
    await setBenchmark(site, { rent: 2_000 });
    expect(kinds(await asModerator(site, id)).map(({ code }) => code)).toEqual(["reads_like_basement"]);
  });

  it("returns to review when the text of an edit suggests another type", async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    expect(await owner.edited({ additionalInfo: ROOM })).toMatchObject({ status: "pending" });
  });
});
