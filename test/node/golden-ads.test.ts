import { describe, expect, it } from "vitest";
import type { NoteCode } from "../../worker/contracts/listings.ts";
import { KIND_CODES, SCAM_CODES } from "../support/golden-ad.ts";
import { GOLDEN_ADS, readGoldenAds, shareWarned, shareWithheld, sharesOf, tally } from "../support/node/golden-ads.ts";

describe.skipIf(GOLDEN_ADS.length === 0)("in labelled advertisements in seven languages,", () => {
  const ads = GOLDEN_ADS.length === 0 ? [] : readGoldenAds();
  const of = (...codes: readonly NoteCode[]) => sharesOf(codes.map((code) => tally(ads, code)));

  it("nine of ten kind notes are right, and at least 85 % of rooms and basements get one", () => {
    expect(of(...KIND_CODES).precision).toBeGreaterThanOrEqual(0.9);
    expect(of("reads_like_room").recall).toBeGreaterThanOrEqual(0.85);
    expect(of("reads_like_basement").recall).toBeGreaterThanOrEqual(0.85);
    expect(of(...KIND_CODES).recall).toBeGreaterThanOrEqual(0.85);
  });

  it("four of five signs of a scam are right, and at most 3 % of honest advertisements have one", () => {
    expect(of(...SCAM_CODES).precision).toBeGreaterThanOrEqual(0.8);
    expect(of(...SCAM_CODES).recall).toBeGreaterThanOrEqual(0.85);
    expect(shareWarned(ads)).toBeLessThanOrEqual(0.03);
  });

  it("nine of ten comparable homes keep their percentage", () => {
    expect(shareWithheld(ads)).toBeLessThanOrEqual(0.1);
  });
});
