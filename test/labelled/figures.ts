// Prints how well the rules for texts do on labelled advertisements: `npm run signals`.
import { GOLDEN_ADS, sharesOf, tallyKinds } from "../support/node/golden-ads.ts";

if (GOLDEN_ADS.length === 0) throw new Error("The labelled advertisements are missing.");
const tallies = tallyKinds(GOLDEN_ADS);
const percent = (part: number) => `${Math.round(part * 100)} %`;
const rows = [...tallies, ["all kinds", null] as const].map(([code, tally]) => {
  const { precision, recall } = sharesOf(tally ? [tally] : [...tallies.values()]);
  return { code, precision: percent(precision), recall: percent(recall), ...tally };
});
console.table(rows);
