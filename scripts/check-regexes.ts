// Can a regular expression take longer than its text is long? (docs/decisions/0025)
import { faultOf } from "./regex-faults.ts";
import { constructedRegexes, filesWithRegexes } from "./regexes.ts";

/** Expressions that are polynomial, and the longest text, in characters, that ever reaches them. Better none: mend them. */
const BOUNDED: readonly { file: string; begins: string; maxLength: number }[] = [
  // HOUSE_NUMBER: ADDRESS_MAX characters, of which each may be a "½" that is written out.
  { file: "worker/contracts/addresses.ts", begins: "(^|[\\s,–-]|", maxLength: 800 },
];

const files = filesWithRegexes();
const { made, notMade } = await constructedRegexes(files);
const written = [...[...files.values()].flatMap(({ literals }) => literals), ...made];
const each = new Map(written.map((found) => [String(found.regex), found]));
const faults = notMade.map((place) => `${place}: made while the code runs, when nothing can look through it`);
const unused = new Set(BOUNDED);
for (const { place, regex } of each.values()) {
  const bound = BOUNDED.find(({ file, begins }) => place.startsWith(file) && regex.source.startsWith(begins));
  if (bound) unused.delete(bound);
  const fault = faultOf(regex, bound?.maxLength);
  if (fault !== null) faults.push(`${place}: ${fault}\n  ${String(regex).slice(0, 300)}`);
}
for (const { file, begins } of unused) faults.push(`${file} has no expression that begins with ${begins}`);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${each.size} regular expressions take no longer than their texts are long.`);
