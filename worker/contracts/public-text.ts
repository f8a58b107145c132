import { withoutEmails } from "./hidden-emails.ts";

const SCRAP = "(?:null|NULL|Null|undefined|Undefined|NaN)";
const BETWEEN = String.raw`[\s,.;:|/-]{0,3}`;
/** Words that programs leave where a value was missing: two or more in a row. */
const REPEATED = new RegExp(`(?<![\\p{L}\\p{N}_])${SCRAP}(?:${BETWEEN}${SCRAP})+(?![\\p{L}\\p{N}_])`, "gu");
/** One alone on its line, or behind the end of the last sentence of a line. */
const ALONE = new RegExp(`(?<=^[ \\t]{0,9}|[.!?:;,] )${SCRAP}(?=[.,;]?[ \\t]{0,9}$)`, "gmu");
const OBJECT = /\[object [A-Z]\w{2,20}\]|&nbsp;/g;
const MAY_HOLD_SCRAP = /null|undefined|NaN|\[object |&nbsp;/i;
const EMPTY_LINES = /\n\s{1,100}\n/g;
const SIGNS_ALONE = /^[\s.,;:|/-]*$/u;

/** A text without what programs leave in place of nothing: "null", "undefined", "NaN" alone or repeated. */
function withoutScraps(text: string): string {
  if (!MAY_HOLD_SCRAP.test(text)) return text;
  const left = text.replace(OBJECT, " ").replace(REPEATED, "").replace(ALONE, "");
  return SIGNS_ALONE.test(left) ? "" : left.replace(EMPTY_LINES, "\n\n").trim();
}

/** What the public reads of a text that somebody wrote about a listing. */
export const publicText = (text: string): string => withoutEmails(withoutScraps(text));

/** Abbreviations that stay in capitals when a title is calmed. */
const ABBREVIATIONS = new Set(
  "AC AGI BC BR CN CRA DIY DM DVP GO GTA HVAC HST LRT LTB N4 N5 N12 N13 OK ON PM ROW RTA TDSB TTC TV UK UP US USA UTSC VIP YRT".split(
    " ",
  ),
);
/** Names that begin with a capital in the middle of a title. */
const NAMES = new Map(
  `Toronto Ontario Canada Scarborough Etobicoke Mississauga Brampton Markham Vaughan York North East West Bloor Yonge
  Danforth Eglinton Sheppard Finch Queen King Dundas College Spadina Annex Leslieville Parkdale Liberty Village Kijiji
  Craigslist Facebook Airbnb`
    .split(/\s+/)
    .map((name) => [name.toUpperCase(), name]),
);
const LETTERS = /\p{L}/gu;
const FIRST_PERSON = /^I(?:['’]|$)/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’]*/gu;
/** Letters from which on capitals are shouting: "TTC" is none. */
const SHOUT_MIN = 8;

/** A title that is all capitals as a sentence: "IS THE TTC LATE" → "Is the TTC late". Others stay as they are. */
export function calmTitle(title: string): string {
  const letters = title.match(LETTERS) ?? [];
  if (letters.length < SHOUT_MIN || title !== title.toUpperCase() || title === title.toLowerCase()) return title;
  let isFirst = true;
  return title.replace(WORD, (word) => {
    const lower = word.toLowerCase();
    const starts = isFirst;
    isFirst = false;
    if (ABBREVIATIONS.has(word)) return word;
    const name = NAMES.get(word);
    if (name !== undefined) return name;
    if (starts || FIRST_PERSON.test(word)) return lower.charAt(0).toUpperCase() + lower.slice(1);
    return lower;
  });
}
