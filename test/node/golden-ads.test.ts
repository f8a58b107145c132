import { describe, expect, it } from "vitest";
import { GOLDEN_ADS, KIND_CODES, sharesOf, tallyKinds } from "../support/node/golden-ads.ts";

describe.skipIf(GOLDEN_ADS.length === 0)("of the labelled advertisements in seven languages,", () => {
  it("nine of ten kind notes are right, and of rooms and basements at least 85 % are noted", () => {
    const tallies = tallyKinds(GOLDEN_ADS);
    const of = (...codes: (typeof KIND_CODES)[number][]) => sharesOf(codes.flatMap((code) => tallies.get(code) ?? []));
    expect(of(...KIND_CODES).precision).toBeGreaterThanOrEqual(0.9);
    expect(of("reads_like_room").recall).toBeGreaterThanOrEqual(0.85);
    expect(of("reads_like_basement").recall).toBeGreaterThanOrEqual(0.85);
    expect(of(...KIND_CODES).recall).toBeGreaterThanOrEqual(0.85);
  });
});
