/** Text that replaces an email address in a public text. */
export const HIDDEN_EMAIL = "[e-mail hidden]";

/** Maximum number of characters examined on each side of the "@". */
const SIDE_MAX = 320;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const OPEN = String.raw`[(\[{<*_-]`;
const CLOSED = String.raw`[)\]}>*_-]`;
const END = String.raw`(?![\p{L}\p{N}-])`;
/** A spelled-out dot: " dot ", "(dot)", "_dot_", "(.)". */
const SPOKEN_DOT = String.raw`(?:\s{1,2}dot\s{1,2}|\s?${OPEN}\s?dot\s?${CLOSED}\s?|\s?\(\.\)\s?)`;
/** Top-level domains that identify an email address in any capitalisation. */
const SURE_ENDINGS = "com|ca|net|org|edu|gov|biz|co|io|uk";
/**
 * Top-level domains that count if "@" or "at" has spaces around it. Other endings do not count there, because spaces
 * also surround ordinary words.
 */
const ENDINGS = `${SURE_ENDINGS}|info|me|us|fr|de|it|es|nl|in|ir|pk|ru|ua|cn|hk|tw|kr|jp|vn|ph|au|br|mx|name|pro|email|mail|online|site|website|app|dev|xyz|top|club|space|tech|group|agency|team|world|live|life|today|store|shop|rent|rentals|realty|realtor|realestate|properties|property|management|estate|house|homes|haus|condos|apartments|toronto|quebec|canada|ngo|asia|eu|ch|at|se|pl|tr|ae`;
/** Email providers whose name alone identifies an email address. */
const SURE_SERVICES =
  "g ?mail|googlemail|hot ?mail|yahoo|ymail|rocketmail|outlook|icloud|protonmail|sympatico|tutanota|gmx";
/** Email providers whose names are also words or places ("Rogers Centre"). */
const SERVICES = `${SURE_SERVICES}|proton|live|msn|aol|rogers|bell|qq|163|126|naver|mail`;

/** Matches "@", disguised forms of "@", and the word "at". */
const AT = new RegExp(
  String.raw`\s{0,3}[@＠﹫]\s{0,3}|\s{0,2}${OPEN}\s?(?:at|@)\s?${CLOSED}\s{0,2}|\s{1,3}at\s{1,3}`,
  "giu",
);
const LETTER = String.raw`[\p{L}\p{N}._%+-]`;
/** The local part of an email address. It may have spelled-out dots or an apostrophe: "john dot smith", "o'neil". */
const NAME = new RegExp(
  `(?<!${LETTER})${LETTER}{1,254}(?:(?:['’&]|${SPOKEN_DOT})[\\p{L}\\p{N}._%+-]{1,64}){0,4}$`,
  "iu",
);
/**
 * Matches domains with spelled-out dots: "b dot com", "sub.b (dot) com". The top-level domain is checked separately.
 */
const SPOKEN_DOMAIN = new RegExp(
  `^${LABEL}(?:(?:[.．。]|${SPOKEN_DOT})${LABEL}){0,2}${SPOKEN_DOT}(\\p{L}{2,24})${END}`,
  "iu",
);
const DOMAIN = new RegExp(`^${LABEL}(?:[.．。]${LABEL}){1,4}`, "iu");
/** Matches domains of email providers in loose spelling: "gmail,com", "g mail . com". */
const SERVICE_DOMAIN = new RegExp(
  String.raw`^(?:${SERVICES})(?:\s{0,2}[.．。,]\s{0,2}|${SPOKEN_DOT}|\s)(?:com|ca|net|org|fr|me|co\.uk)${END}`,
  "iu",
);
/** Matches domains in loose spelling: "domain . com", "domain. com", "domain,com". */
const LOOSE_DOMAIN = new RegExp(
  String.raw`^${LABEL}(?:\.${LABEL}){0,2}(?:\s{1,2}[.．。]\s{0,2}(?:${SURE_ENDINGS})|[.．。]\s{1,2}(?:com|ca)|\s?,\s?com)${END}`,
  "iu",
);
const SERVICE = new RegExp(`^(?:${SERVICES})${END}`, "iu");
const SURE_SERVICE = new RegExp(`^(?:${SURE_SERVICES})${END}`, "iu");

const SURE_ENDING = new RegExp(`^(?:${SURE_ENDINGS})$`, "iu");
const ENDING = new RegExp(`^(?:${ENDINGS})$`, "iu");
/**
 * Matches possible top-level domains. All letters have the same case, unlike the letters of a word at the start of a
 * sentence.
 */
const ONE_CASE = /^(?:\p{Ll}{2,24}|\p{Lu}{2,24}|\p{Lo}{2,24}|xn--[a-z\d-]{2,59})$/u;
/** Words that come before "at" and a website: "look at kijiji.ca". */
const NO_NAME =
  /(?:^|[^\p{L}\p{N}])(?:look(?:ing)?|see|seen|view(?:ed|ing)?|more|(?:more|further|full|additional)\s(?:info|details)|information|details|available|apply|online|us|me|it|is|are|am|be|here|now|today|listed|listings?|posted|advertised|photos?|pictures?|pics|videos?|tours?|map|website|site|page|ads?|visit|check|out|find|found|read|book|booking|search|learn|rent|sale|and|or|also|only)$/iu;

type Kind = "sign" | "apart" | "word";

/** Returns whether the last label of a domain can be a top-level domain. */
function isEnding(labels: readonly string[], kind: Kind): boolean {
  const last = labels.at(-1) ?? "";
  if (SURE_ENDING.test(last)) return true;
  if (!ONE_CASE.test(last)) return false;
  if (kind !== "sign") return ENDING.test(last);
  // "viewing@5.pm" and "dundas@st.clair" are not email addresses.
  return labels.length > 2 || !/^(?:\d+|st)$/i.test(labels[0] ?? "");
}

/** Returns the length of the email domain at the start of a text; 0 if there is none. */
function domainLength(text: string, kind: Kind): number {
  const spoken = SPOKEN_DOMAIN.exec(text);
  if (spoken && (kind !== "word" || ENDING.test(spoken[1] ?? ""))) return spoken[0].length;
  const labels = (DOMAIN.exec(text)?.[0] ?? "").split(/[.．。]/);
  // In "a@b.ca.Thanks", the address ends before the next sentence.
  for (; labels.length > 1; labels.pop()) if (isEnding(labels, kind)) return labels.join(".").length;
  const loose = SERVICE_DOMAIN.exec(text) ?? (kind === "word" ? null : LOOSE_DOMAIN.exec(text));
  return (loose ?? (kind === "sign" ? SERVICE : SURE_SERVICE).exec(text))?.[0].length ?? 0;
}

/** A fast check that excludes most texts. The check may match texts without an email address. */
const MAY_HOLD_EMAIL = /[@＠﹫]|(?<![a-z\d])at(?![a-z\d])/i;

/** Returns the positions of email addresses in a text, including spelled-out ones. */
function emailsIn(text: string): { start: number; end: number }[] {
  if (!MAY_HOLD_EMAIL.test(text)) return [];
  const found: { start: number; end: number }[] = [];
  let from = 0;
  for (const { 0: at, index } of text.matchAll(AT)) {
    const begin = index + at.length;
    const kind: Kind = /^\s+at\s+$/i.test(at) ? "word" : at.length === 1 ? "sign" : "apart";
    const after = text.slice(begin, begin + SIDE_MAX);
    const length = index < from ? 0 : domainLength(after, kind);
    if (length === 0) continue;
    const before = text.slice(Math.max(from, index - SIDE_MAX), index);
    const name = NAME.exec(before);
    const isSite = kind === "word" && (/^www\./i.test(after) || NO_NAME.test(before));
    if (name === null || isSite) continue;
    const end = begin + length;
    found.push({ start: index - name[0].length, end });
    from = end;
  }
  return found;
}

/** Returns whether a text contains an email address, including spelled-out ones. */
export const containsEmail = (text: string): boolean => emailsIn(text).length > 0;

/** Hides every email address in a text, including spelled-out ones. Keeps phone numbers. */
export function hideEmails(text: string, instead = HIDDEN_EMAIL): string {
  const found = emailsIn(text);
  if (found.length === 0) return text;
  let from = 0;
  const parts = found.map(({ start, end }) => {
    const part = text.slice(from, start) + instead;
    from = end;
    return part;
  });
  return parts.join("") + text.slice(from);
}

const SCRAP = "(?:null|NULL|Null|undefined|Undefined|NaN)";
const BETWEEN = String.raw`[\s,.;:|/-]{0,3}`;
/** Two or more consecutive placeholders that programs emit for missing values. */
const REPEATED = new RegExp(`(?<![\\p{L}\\p{N}_])${SCRAP}(?:${BETWEEN}${SCRAP})+(?![\\p{L}\\p{N}_])`, "gu");
/** A single placeholder, alone on its line or after the last sentence of a line. */
const ALONE = new RegExp(`(?<=^[ \\t]{0,9}|[.!?:;,] )${SCRAP}(?=[.,;]?[ \\t]{0,9}$)`, "gmu");
const OBJECT = /\[object [A-Z]\w{2,20}\]|&nbsp;/g;
const MAY_HOLD_SCRAP = /null|undefined|NaN|\[object |&nbsp;/i;
const EMPTY_LINES = /\n\s{1,100}\n/g;
const SIGNS_ALONE = /^[\s.,;:|/-]*$/u;

/** Removes placeholders for missing values: "null", "undefined", "NaN" alone or repeated. */
function withoutScraps(text: string): string {
  if (!MAY_HOLD_SCRAP.test(text)) return text;
  const left = text.replace(OBJECT, " ").replace(REPEATED, "").replace(ALONE, "");
  return SIGNS_ALONE.test(left) ? "" : left.replace(EMPTY_LINES, "\n\n").trim();
}

/** Returns a user's text as the public sees it. */
export const publicText = (text: string): string => hideEmails(withoutScraps(text));

/** Abbreviations that keep their capitals when a title is converted. */
const ABBREVIATIONS = new Set(
  "AC AGI BC BR CN CRA DIY DM DVP GO GTA HVAC HST LRT LTB N4 N5 N12 N13 OK ON PM ROW RTA TDSB TTC TV UK UP US USA UTSC VIP YRT".split(
    " ",
  ),
);
/** Names that keep a capital within a title. */
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
/** Minimum number of letters in a title that is converted. A shorter title, such as "TTC", may be an abbreviation. */
const SHOUT_MIN = 8;

/**
 * Converts a title in all capitals to sentence case: "IS THE TTC LATE" → "Is the TTC late". Leaves other titles
 * unchanged.
 */
export function uncapitalizeTitle(title: string): string {
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
