/** What stands in place of a mail address that somebody wrote into a public text. */
export const HIDDEN_EMAIL = "[e-mail hidden]";

const NAME = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,254}`;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
/** Ends of addresses that are written in words: "dot com". */
const ENDING = "(?:com|ca|net|org|edu|co|io|me|info|biz|uk|us|fr|de|in|ru|cn|hk)(?![\\p{L}\\p{N}])";
/** Services that give everybody an address, so that the name alone tells one. */
const SERVICE =
  "(?:g ?mail|hot ?mail|yahoo|ymail|rocketmail|outlook|icloud|proton(?:mail)?|live|msn|aol|rogers|sympatico|bell|gmx|tutanota|qq|163|126|naver|mail)";
const BRACKET = String.raw`[(\[{<*_-]`;
const CLOSED = String.raw`[)\]}>*_-]`;
/** "@" and its disguises but the bare word. */
const AT = String.raw`(?: ?[@＠﹫] ?| ?${BRACKET} ?(?:at|@) ?${CLOSED} ?)`;
const DOT = String.raw`(?:[.．。]| [.．] ?| ?${BRACKET} ?dot ?${CLOSED} ?| dot | ?\(\.\) ?)`;

const EMAILS: readonly RegExp[] = [
  // a@b.ca, "a [at] b (dot) ca".
  new RegExp(`${NAME}${AT}${LABEL}(?:${DOT}${LABEL}){1,4}`, "giu"),
  // "a @ gmail", with no more said.
  new RegExp(`${NAME}${AT}${SERVICE}(?![\\p{L}\\p{N}])`, "giu"),
  // "a at gmail.com", "a at b dot com": the bare word counts where a service or a spoken dot follows.
  new RegExp(`${NAME} at ${SERVICE}${DOT}${LABEL}`, "giu"),
  new RegExp(`${NAME} at ${LABEL}(?: dot ${LABEL}){0,2} ?(?: dot |[(\\[{] ?dot ?[)\\]}] ?)${ENDING}`, "giu"),
  // "a_at_b_dot_com"
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}.%+]{1,254}[_-]at[_-][\p{L}\p{N}]{1,63}[_-]dot[_-]\p{L}{2,10}(?![\p{L}\p{N}])/giu,
];
/** A text without any of these holds no address, and most texts do not. */
const MAY_HOLD_EMAIL = /[@＠﹫]|(?<![\p{L}\p{N}])at(?![\p{L}\p{N}])/iu;

/** A text with every mail address hidden, also those that are written in words. Phone numbers stay. */
function withoutEmails(text: string): string {
  if (!MAY_HOLD_EMAIL.test(text)) return text;
  return EMAILS.reduce((left, pattern) => left.replace(pattern, HIDDEN_EMAIL), text);
}

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
