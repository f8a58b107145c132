import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { asModerator, setBenchmark, settle } from "../../support/worker/market.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";

describe("the band of a listing in the queue", () => {
  it("depends on its percentage, and is absent without one", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const wanted = [
      ["$15,001", null, null],
      ["$15,000", -579, "reject"],
      ["$3,000", -36, "reject"],
      ["$2,210", 0, "reject"],
      ["$2,199", 0, "reject"],
      ["$2,198", 1, "review"],
      ["$1,890", 14, "review"],
      ["$1,889", 15, "normal"],
      ["$1,338", 39, "normal"],
      ["$1,336", 40, "scam"],
      ["$300", 86, "scam"],
      ["$299", null, null],
      ["ask me", null, null],
    ] as const;
    for (const [rent, belowMarketPercent, reviewBand] of wanted) {
      const id = await submit(site, { rent });
      expect(await asModerator(site, id), rent).toMatchObject({ belowMarketPercent, reviewBand });
      const [listed] = await json<AdminListing[]>(site.fetch("/api/admin/listings?limit=1", { as }));
      expect(listed).toMatchObject({ id, reviewBand });
    }
  });

  it("gives the reasons of a scam check: the percentage, the benchmark, its source and month", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$900", bedrooms: "Studio", additionalInfo: "Keys by courier." });
    const { reviewNotes, reviewBand } = await asModerator(site, id);
    expect(reviewBand).toBe("scam");
    expect(reviewNotes.map(({ text }) => text)).toEqual([
      "50% below market, $900 against $1,790 (Rentals.ca & Urbanation National Rent Report, 2025-10, estimate): check for a scam.",
      "Says the keys will be mailed.",
    ]);
  });

  it("changes with the benchmark", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$1,400" });
    expect((await asModerator(site, id)).reviewBand).toBe("normal");
    await setBenchmark(site, { rent: 2_400 });
    await settle(site);
    expect(await asModerator(site, id)).toMatchObject({ belowMarketPercent: 42, reviewBand: "scam" });
  });
});

describe("a weak benchmark", () => {
  it.each([
    ["a studio", { bedrooms: "Studio", rent: "$1,500" }, 16],
    ["a room", { bedrooms: "Private Room", rent: "$900" }, 19],
    ["a large home", { bedrooms: "4+ Bedrooms", rent: "$3,500" }, 20],
  ])(
    "is called an estimate for %s: in the list, on the page, in the digest and in the queue",
    { tags: ["rest"] },
    async (_name, unit, percent) => {
      const site = makeSite({ now: new Date("2026-11-19T12:00:00Z") });
      await subscribe(site, "ana@example.com");
      const listing = await publish(site, unit);
      expect(listing).toMatchObject({ belowMarketPercent: percent, marketIsEstimate: true });
      expect(await asModerator(site, listing.id)).toMatchObject({ marketIsEstimate: true });
      const words = `${percent}% below market (estimate)`;
      const category = listing.bedrooms === "1 Bedroom" ? "/1-bedroom-apartments-toronto" : "/";
      for (const path of [category, `/listing/${listing.id}/${listing.slug}`]) {
        const page = await (await site.fetch(path)).text();
        if (path !== "/" || listing.bedrooms !== "Private Room") expect(page, path).toContain(words);
        expect(page, path).not.toMatch(new RegExp(`${percent}% below market(?! \\(estimate\\))`));
      }
      site.clock.now = new Date("2026-11-20T15:00:00Z");
      await site.tick();
      await site.runMailings();
      const [mail] = await mailsTo(site, "ana@example.com");
      for (const body of [mail?.text, mail?.html]) expect(body).toContain(words);
    },
  );

  it("is the only one that is called an estimate", async () => {
    const site = makeSite();
    const listing = await publish(site);
    const page = await (await site.fetch(`/listing/${listing.id}/${listing.slug}`)).text();
    expect(page).toContain("16% below market");
    expect(page).not.toContain("estimate)");
  });
});
