// `npm run signals`: prints the accuracy of the text rules on labelled advertisements.
import type { NoteCode } from "../../worker/contracts/listings.ts";
import { KIND_CODES, SCAM_CODES } from "../support/golden-ad.ts";
import { GOLDEN_ADS, readGoldenAds, shareWarned, shareWithheld, sharesOf, tally } from "../support/node/golden-ads.ts";

if (GOLDEN_ADS.length === 0) throw new Error("The labelled advertisements are missing.");
const ads = readGoldenAds();
const percent = (part: number) => `${Math.round(part * 100)} %`;
const row = (code: string, codes: readonly NoteCode[]) => {
  const tallies = codes.map((one) => tally(ads, one));
  const { precision, recall } = sharesOf(tallies);
  const sum = (key: "right" | "wrong" | "missing") => tallies.reduce((total, one) => total + one[key], 0);
  return {
    code,
    precision: percent(precision),
    recall: percent(recall),
    right: sum("right"),
    wrong: sum("wrong"),
    missing: sum("missing"),
  };
};
console.table([
  ...KIND_CODES.map((code) => row(code, [code])),
  row("all kinds", KIND_CODES),
  ...SCAM_CODES.map((code) => row(code, [code])),
  row("all signs of a scam", SCAM_CODES),
]);
console.log(`Honest advertisements with a sign of a scam: ${percent(shareWarned(ads))} (at most 3 %).`);
console.log(`Comparable homes whose percent is withheld: ${percent(shareWithheld(ads))} (at most 10 %).`);
