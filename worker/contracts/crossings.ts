import { ADDRESS_MAX, areaCalled, NAMED_UNITS, POSTAL_CODES } from "./addresses.ts";
import { endsAsStreet, hasStreetType, joinStreet, streetLength, streetWords } from "./street-words.ts";

/** What stands between two streets that cross: "Bloor & Spadina", "Finch/Keele", "Dundas @ Ossington", "Bay x College". */
const BETWEEN = /[&+/@]|\s(?:and|at|x|by|between|(?:north|south|east|west|[nsew])\s+of)\s/i;
/** The same where the first of them is written with its type: "Marlee Ave near Eglinton", "Yonge St - Finch Ave". */
const NEAR = /\s(?:[-–—]|near|off|close\s+to|just\s+off)\s/i;
/** Words around a crossing that are of neither street. */
const BEFORE: ReadonlySet<string> = new Set(
  "the corner corners of near nearest at by close to intersection major crossing located location around just off on in".split(
    " ",
  ),
);
const BEHIND: ReadonlySet<string> = new Set(
  "area intersection subway station stn ttc lrt stop neighbourhood neighborhood region toronto on ontario canada gta".split(
    " ",
  ),
);
/** No street is called so: what is around them is no crossing ("kitchen and bath", "room at Finch"). */
const NO_STREET: ReadonlySet<string> = new Set(
  (
    "room rooms bed beds bedroom bedrooms bath baths bathroom washroom kitchen laundry parking basement bsmt apartment apt " +
    "condo house home homes unit suite studio bachelor den floor person people student students female male rent shared " +
    "private furnished utilities hydro internet wifi min mins minute minutes walk walking steps subway station bus ttc " +
    "school toronto gta ontario canada area downtown exact address request viewing null tba only available near close"
  ).split(" "),
);

/** The key of a street as one side of a crossing; null where the words are none. */
function sideOf(text: string): string | null {
  let words = streetWords(text);
  while (words.length > 1 && BEFORE.has(words[0] ?? "")) words = words.slice(1);
  words = words.slice(0, streetLength(words));
  while (words.length > 1 && BEHIND.has(words.at(-1) ?? "")) words = words.slice(0, -1);
  // "16th Richmond Hill", "Eglinton Ave E Mississauga": the town is no part of the street.
  for (const length of [2, 1]) {
    const name = words.slice(-length).join(" ");
    if (words.length > length && areaCalled(name) !== null && (length > 1 || endsAsStreet(words.slice(0, -1))))
      words = words.slice(0, -length);
  }
  const isNamed = words.some((word) => /\p{L}/u.test(word)) || /^4\d\d$/.test(words[0] ?? "");
  if (words.length === 0 || words.length > 5 || !isNamed) return null;
  if (!hasStreetType(words) && words.some((word) => NO_STREET.has(word))) return null;
  // A number in front is of a house or of rooms; within a name it is a highway's.
  if (/^\d+$/.test(words[0] ?? "") && words.length > 1) return null;
  return joinStreet(/^4\d\d$/.test(words[0] ?? "") ? ["highway", ...words] : words);
}

/** The two streets that a part of an address names with something between them. */
function pairIn(part: string, between: RegExp): [string, string] | null {
  const [first = "", second = ""] = part.split(between);
  const [a, b] = [sideOf(first), second === "" ? null : sideOf(second)];
  if (a === null || b === null || a === b) return null;
  // "Oakville / Burlington" are towns; York, King and Milton are streets of Toronto as well.
  return areaCalled(a) !== null && areaCalled(b) !== null ? null : [a, b];
}

/**
 * The keys of two streets that an address names the crossing of, as it is written; null where it names none. A street with
 * its type, behind a comma another ("Finch Ave W, Keele St"), is one too.
 */
export function crossingIn(address: string): [string, string] | null {
  const text = address.slice(0, ADDRESS_MAX).replace(POSTAL_CODES, " ").replace(NAMED_UNITS, " ");
  const parts = text.split(/[,\n•;|():]/);
  for (const part of parts) {
    const pair = pairIn(part, BETWEEN);
    if (pair) return pair;
  }
  for (const part of parts) {
    const [first = ""] = part.split(NEAR);
    const pair = hasStreetType(streetWords(first)) ? pairIn(part, NEAR) : null;
    if (pair) return pair;
  }
  const [first = "", second = ""] = parts;
  const areTyped = [first, second].every((street) => hasStreetType(streetWords(street)));
  const [a, b] = areTyped ? [sideOf(first), sideOf(second)] : [null, null];
  return a !== null && b !== null && a !== b ? [a, b] : null;
}
