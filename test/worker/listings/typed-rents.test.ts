import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { type Events, listen } from "../../../worker/platform/events.ts";
import type { AdminListing, PublicListing, RentComparison } from "../../../worker/contracts/listings.ts";
import { LISTENERS } from "../../../worker/jobs.ts";
import { approve, change, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { asModerator } from "../../support/worker/market.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LISTS = "/api/marketplace-listings";
const RENT_NOTES: ReadonlySet<string> = new Set([
  "rent_unparsed",
  "rent_range",
  "rent_period",
  "rent_per_person",
  "rent_currency",
]);

const rentNotesOf = ({ reviewNotes }: AdminListing) => reviewNotes.filter(({ code }) => RENT_NOTES.has(code));
const confirm = async (site: Site, id: number) =>
  json<AdminListing & { decisionId: string | null }>(
    site.fetch(`/api/admin/listings/${id}/confirm`, { method: "POST", as: await site.logIn() }),
  );
const idsOf = async (site: Site, query: string) =>
  (await json<PublicListing[]>(site.fetch(LISTS + query))).map(({ id }) => id);
const feedOf = async (site: Site) => (await site.fetch("/price-drops/feed.xml")).text();

interface GoldenRent {
  typed: string;
  cents: number | null;
  note: string | null;
  monthly?: number;
}
const golden = JSON.parse(env.GOLDEN_RENTS) as GoldenRent[];

describe("a submitted rent", () => {
  it.each([
    ["$1,850/month", 185_000, []],
    ["2600 plus $450 parking", 260_000, []],
    ["was $2600 now $2400", 240_000, []],
    ["1.5-1.8k", 150_000, [/lower end .* \$1,500 a month/]],
    ["$1850 biweekly", null, [/about \$4,008 a month/]],
    ["$455/week", null, [/about \$1,972 a month/]],
    ["1800 per person", null, [/one person, room or bed/]],
    ["US$1,700", null, [/not in Canadian dollars/]],
    ["416-555-0123", null, [/No monthly rent/]],
    ["$16,000", null, [/No monthly rent/]],
  ] as const)("of '%s' is shown as typed, and moderators see how it was understood", async (rent, rentCents, texts) => {
    const site = makeSite();
    const id = await submit(site, { rent });
    const listing = await asModerator(site, id);
    expect(listing).toMatchObject({ rent, rentCents });
    expect(rentNotesOf(listing).map(({ text }) => text)).toEqual(texts.map((text) => expect.stringMatching(text)));
    await approve(site, id);
    expect(await readPublic(site, id)).toMatchObject({
      rent,
      rentCents,
      ...(rentCents === null && { belowMarketPercent: null }),
    });
  });

  it.skipIf(golden.length === 0)("from the shared cases is understood as expected", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const [nth, { typed, cents, note, monthly }] of golden.entries()) {
      const id = await submit(site, {
        rent: typed,
        address: `${nth + 1} Oak St, Toronto, ON`,
        phone: `416-555-${String(1000 + nth)}`,
        email: `landlord-${nth}@example.com`,
      });
      const listing = await asModerator(site, id);
      expect(listing, typed).toMatchObject({ rent: typed, rentCents: cents });
      expect(
        rentNotesOf(listing).map(({ code }) => code),
        typed,
      ).toEqual(note === null ? [] : [note]);
      const [, named = ""] = /\$([\d,]+) a month/.exec(rentNotesOf(listing)[0]?.text ?? "") ?? [];
      if (monthly !== undefined)
        expect(Math.abs(Number(named.replace(",", "")) / monthly - 1), typed).toBeLessThan(0.03);
    }
  });

  it("that is a range has no percentage, is in no feed and sorted last by discount, until a moderator confirms it", async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "1850-2050" });
    const other = await publish(site, { rent: "$2,100", address: "9 Elm St, Toronto", phone: "416-555-0199" });
    expect(await readPublic(site, id)).toMatchObject({
      rent: "1850-2050",
      rentCents: 185_000,
      belowMarketPercent: null,
      awaitsConfirmation: true,
    });
    expect(await idsOf(site, "?sort=discount")).toEqual([other.id, id]);
    await confirm(site, id);
    expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 16, awaitsConfirmation: false });
    expect(await idsOf(site, "?sort=discount")).toEqual([id, other.id]);
  });

  it("that is not understood is ignored by orders and filters by rent, and by the rent history", async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$900 biweekly" });
    const other = await publish(site, { rent: "$2,100", address: "9 Elm St, Toronto", phone: "416-555-0199" });
    expect(await idsOf(site, "?sort=price")).toEqual([other.id, id]);
    expect(await idsOf(site, "?maxRent=2200")).toEqual([other.id]);
    expect(await idsOf(site, "?sort=discount")).toEqual([other.id, id]);
    expect((await readPublic(site, id)).priceHistory).toEqual([]);
  });

  it("loses its note with the edit that makes it a monthly amount", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { rent: "$455/week" });
    expect(rentNotesOf(await owner.asModerator())).toHaveLength(1);
    await owner.edit({ rent: "$1,972" });
    expect(await owner.asModerator()).toMatchObject({ rentCents: 197_200, status: "pending" });
    expect(rentNotesOf(await owner.asModerator())).toEqual([]);
  });

  it("keeps its note when the benchmarks change", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "1850-2050" });
    await site.fetch("/api/admin/market/benchmarks", {
      json: { bedrooms: "1 Bedroom", rent: 2_500, source: "A report", asOf: "2025-11", url: "https://example.com/" },
      as: await site.logIn(),
    });
    await site.runQueue();
    expect(rentNotesOf(await asModerator(site, id)).map(({ code }) => code)).toEqual(["rent_range"]);
  });

  it("that is still being typed is compared like its listing", async () => {
    const site = makeSite();
    const compare = (rent: string) =>
      json<RentComparison>(
        site.fetch(
          `/api/rent-comparison?${new URLSearchParams({ rent, bedrooms: "1 Bedroom", municipality: "Toronto" }).toString()}`,
        ),
      );
    expect(await compare("1850-2050")).toMatchObject({
      rentCents: 185_000,
      belowMarketPercent: null,
      awaitsConfirmation: true,
    });
    expect(await compare("$455/week")).toMatchObject({ rentCents: null, belowMarketPercent: null });
  });
});

describe("a rent check", () => {
  it.each([
    ["$1,850/month plus $100 parking", "1850"],
    ["was 2600 now 2400", "2400"],
  ])("parses '%s'", async (rent, read) => {
    const query = new URLSearchParams({ type: "1 Bedroom", rent }).toString();
    const answer = await json<{ asked: { rent: number } }>(makeSite().fetch(`/api/rent-check?${query}`));
    expect(answer.asked.rent).toBe(Number(read));
  });

  it("asks about a rent for another period", async () => {
    const query = new URLSearchParams({ type: "1 Bedroom", rent: "$455/week" }).toString();
    const response = await makeSite().fetch(`/api/rent-check?${query}`);
    expect(response.status).toBe(400);
    const { fields } = await json<{ fields: Record<string, string> }>(response);
    expect(fields.rent).toBe("Is that $1,972 a month? Please enter a monthly rent in dollars, like 1850.");
  });
});

describe("a rent that changes by more than 40 %", () => {
  const told: Events["listing.rent_dropped"][] = [];
  const siteThatTells = () => {
    const site = makeSite();
    told.length = 0;
    const tell = (event: Events["listing.rent_dropped"]) => {
      told.push(event);
      return null;
    };
    listen({ ...LISTENERS, "listing.rent_dropped": [tell] });
    return site;
  };
  afterEach(() => listen(LISTENERS));
  const isMuch = (listing: AdminListing) => listing.reviewNotes.some(({ code }) => code === "rent_changed_much");

  it.each([
    ["$2,600", "$1,500", true],
    ["$2,600", "$1,560", false],
    ["$1,500", "$2,200", true],
    ["$1,500", "$2,100", false],
  ])("is noted for moderators: from %s to %s %s", { tags: ["rest"] }, async (from, to, expected) => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { rent: from });
    await owner.edit({ rent: to });
    expect(isMuch(await owner.asModerator())).toBe(expected);
    await owner.approve();
    await owner.edit({ additionalInfo: "New kitchen." });
    expect(isMuch(await owner.asModerator())).toBe(expected);
  });

  it("is not a drop until a moderator has confirmed it, nor after that is undone", async () => {
    const site = siteThatTells();
    const { id } = await publish(site, { rent: "$2,400", bedrooms: "2 Bedrooms" });
    await change(site, id, { rent: "$1,400" });
    expect((await asModerator(site, id)).reviewNotes).toContainEqual({
      code: "rent_changed_much",
      text: "The rent fell by 42%, from $2,400 to $1,400. A reduction is shown once you have confirmed it.",
    });
    const isHidden = async () => {
      expect((await readPublic(site, id)).priceDrop).toBeNull();
      expect(await idsOf(site, "?dropped=1")).toEqual([]);
      expect(await feedOf(site)).not.toContain("Reduced by");
    };
    await isHidden();
    expect(told).toEqual([]);

    const { decisionId } = await confirm(site, id);
    expect((await readPublic(site, id)).priceDrop).toMatchObject({ fromCents: 240_000, toCents: 140_000, percent: 42 });
    expect(await idsOf(site, "?dropped=1")).toEqual([id]);
    expect(await feedOf(site)).toContain("Reduced by $1,000");
    expect(told).toMatchObject([{ listingId: id, fromCents: 240_000, toCents: 140_000, decisionId }]);

    await site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as: await site.logIn() });
    await isHidden();
  });

  it("is a drop upon approval if it was confirmed before", { tags: ["rest"] }, async () => {
    const site = siteThatTells();
    const owner = await publishedByOwner(site, { rent: "$2,200" });
    await owner.edit({ rent: "$1,300" });
    await confirm(site, owner.id);
    expect(told).toEqual([]);
    await owner.approve();
    expect((await readPublic(site, owner.id)).priceDrop).toMatchObject({ fromCents: 220_000, toCents: 130_000 });
    expect(told).toHaveLength(1);
  });

  it("does not result from an extra's price, or from a rent that was not understood", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$2,600" });
    for (const rent of ["2600 plus $450 parking", "$450 biweekly", "1300 per person", "$2600 less $100"]) {
      await change(site, id, { rent });
      expect((await readPublic(site, id)).priceDrop, rent).toBeNull();
    }
  });
});
