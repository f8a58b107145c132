import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type AdminListing, SCAM_BANDS, type ScamBand } from "../../../worker/contracts/listings.ts";
import { type GoldenAd, SCAM_CODES } from "../../support/golden-ad.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { asModerator } from "../../support/worker/market.ts";
import { makeSite } from "../../support/worker/site.ts";

const ADS = (JSON.parse(env.GOLDEN_ADS) as GoldenAd[]).toSorted(
  (one, other) => Number(one.role === "copy") - Number(other.role === "copy"),
);
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

describe.skipIf(ADS.length === 0)("labelled advertisements, submitted and approved,", () => {
  it("show a percentage only with evidence, and get correct warnings", async () => {
    const site = makeSite();
    const read: { ad: GoldenAd; listing: AdminListing }[] = [];
    for (const [nth, { address = `${nth + 1} Golden St, Toronto`, ...ad }] of ADS.entries()) {
      const { bedrooms, rent, homeType, furnished, text } = ad;
      const id = await submit(site, {
        bedrooms,
        rent,
        address,
        additionalInfo: text,
        ...(homeType !== undefined && { homeType }),
        ...(furnished !== undefined && { furnished }),
        email: `landlord${nth}@example.com`,
        phone: `416-555-0${100 + (nth % 100)}`,
      });
      const listing = await asModerator(site, id);
      if (ad.role === "original") await approve(site, id);
      read.push({ ad, listing });
    }
    const isPublic = ({ awaitsConfirmation, belowMarketPercent }: AdminListing) =>
      !awaitsConfirmation && belowMarketPercent !== null;
    const unfounded = read.filter(({ ad, listing }) => isPublic(listing) && !ad.truth.publicPercentAllowed);
    const withheld = read.filter(({ ad, listing }) => listing.awaitsConfirmation && ad.truth.publicPercentAllowed);
    expect([unfounded, withheld].map((wrong) => wrong.map(({ ad }) => ad.id))).toEqual([[], []]);
    const codesOf = ({ reviewNotes }: AdminListing) => new Set(reviewNotes.map(({ code }) => code));
    const raised = read.flatMap(({ ad, listing }) =>
      SCAM_CODES.filter((code) => codesOf(listing).has(code)).map((code) => ({ id: ad.id, code, truth: ad.truth })),
    );
    const wrong = raised.filter(({ code, truth }) => truth.notesForbidden.includes(code));
    expect(share(raised.length - wrong.length, raised.length), JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.8);
    const missing = read.flatMap(({ ad, listing }) =>
      ad.truth.notes
        .filter((code) => SCAM_CODES.includes(code) && !codesOf(listing).has(code))
        .map((code) => [ad.id, code]),
    );
    expect(missing).toEqual([]);
    const band = (name: ScamBand) => SCAM_BANDS.indexOf(name);
    const low = read.filter(({ ad, listing }) => band(listing.scamBand) < band(ad.truth.scam));
    expect(low.map(({ ad }) => ad.id)).toEqual([]);
    const honest = read.filter(({ ad }) => ad.truth.scam === "none");
    const warned = honest.filter(({ listing }) => listing.scamBand !== "none");
    expect(warned.map(({ ad }) => ad.id)).toEqual([]);
    expect(read.length).toBeGreaterThan(100);
  });
});
