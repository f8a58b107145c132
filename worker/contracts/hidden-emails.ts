/** What stands in place of a mail address that somebody wrote into a public text. */
export const HIDDEN_EMAIL = "[e-mail hidden]";

/** Longest parts on both sides of the "@" that are read, in characters. */
const SIDE_MAX = 320;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const OPEN = String.raw`[(\[{<*_-]`;
const CLOSED = String.raw`[)\]}>*_-]`;
const END = String.raw`(?![\p{L}\p{N}-])`;
/** A dot in words: " dot ", "(dot)", "_dot_", "(.)". */
const SPOKEN_DOT = String.raw`(?:\s{1,2}dot\s{1,2}|\s?${OPEN}\s?dot\s?${CLOSED}\s?|\s?\(\.\)\s?)`;
/** Ends of addresses that nobody writes for something else behind a dot, however they are capitalized. */
const SURE_ENDINGS = "com|ca|net|org|edu|gov|biz|co|io|uk";
/** Ends that count where "@" or "at" stands apart, as it does between words too. */
const ENDINGS = `${SURE_ENDINGS}|info|me|us|fr|de|it|es|nl|in|ir|pk|ru|ua|cn|hk|tw|kr|jp|vn|ph|au|br|mx|name|pro|email|mail|online|site|website|app|dev|xyz|top|club|space|tech|group|agency|team|world|live|life|today|store|shop|rent|rentals|realty|realtor|realestate|properties|property|management|estate|house|homes|haus|condos|apartments|toronto|quebec|canada|ngo|asia|eu|ch|at|se|pl|tr|ae`;
/** Services that give everybody an address, so that the name alone tells one. */
const SURE_SERVICES =
  "g ?mail|googlemail|hot ?mail|yahoo|ymail|rocketmail|outlook|icloud|protonmail|sympatico|tutanota|gmx";
/** Services whose names are words and places as well ("Rogers Centre"). */
const SERVICES = `${SURE_SERVICES}|proton|live|msn|aol|rogers|bell|qq|163|126|naver|mail`;

/** "@", its disguises, and the bare word. */
const AT = new RegExp(
  String.raw`\s{0,3}[@＠﹫]\s{0,3}|\s{0,2}${OPEN}\s?(?:at|@)\s?${CLOSED}\s{0,2}|\s{1,3}at\s{1,3}`,
  "giu",
);
const LETTER = String.raw`[\p{L}\p{N}._%+-]`;
/** The name in front of an "@", with the dots that are said in words: "john dot smith", "o'neil". */
const NAME = new RegExp(
  `(?<!${LETTER})${LETTER}{1,254}(?:(?:['’&]|${SPOKEN_DOT})[\\p{L}\\p{N}._%+-]{1,64}){0,4}$`,
  "iu",
);
/** "b dot com", "sub.b (dot) com"; its end is told apart. */
const SPOKEN_DOMAIN = new RegExp(
  `^${LABEL}(?:(?:[.．。]|${SPOKEN_DOT})${LABEL}){0,2}${SPOKEN_DOT}(\\p{L}{2,24})${END}`,
  "iu",
);
const DOMAIN = new RegExp(`^${LABEL}(?:[.．。]${LABEL}){1,4}`, "iu");
/** "gmail,com", "g mail . com". */
const SERVICE_DOMAIN = new RegExp(
  String.raw`^(?:${SERVICES})(?:\s{0,2}[.．。,]\s{0,2}|${SPOKEN_DOT}|\s)(?:com|ca|net|org|fr|me|co\.uk)${END}`,
  "iu",
);
/** "domain . com", "domain. com", "domain,com". */
const LOOSE_DOMAIN = new RegExp(
  String.raw`^${LABEL}(?:\.${LABEL}){0,2}(?:\s{1,2}[.．。]\s{0,2}(?:${SURE_ENDINGS})|[.．。]\s{1,2}(?:com|ca)|\s?,\s?com)${END}`,
  "iu",
);
const SERVICE = new RegExp(`^(?:${SERVICES})${END}`, "iu");
const SURE_SERVICE = new RegExp(`^(?:${SURE_SERVICES})${END}`, "iu");

const SURE_ENDING = new RegExp(`^(?:${SURE_ENDINGS})$`, "iu");
const ENDING = new RegExp(`^(?:${ENDINGS})$`, "iu");
/** What an address can end with: letters all of one case, as nothing does that begins a sentence. */
const ONE_CASE = /^(?:\p{Ll}{2,24}|\p{Lu}{2,24}|\p{Lo}{2,24}|xn--[a-z\d-]{2,59})$/u;
/** Words in front of "at" and a website: "look at kijiji.ca". */
const NO_NAME =
  /(?:^|[^\p{L}\p{N}])(?:look(?:ing)?|see|seen|view(?:ed|ing)?|more|(?:more|further|full|additional)\s(?:info|details)|information|details|available|apply|online|us|me|it|is|are|am|be|here|now|today|listed|listings?|posted|advertised|photos?|pictures?|pics|videos?|tours?|map|website|site|page|ads?|visit|check|out|find|found|read|book|booking|search|learn|rent|sale|and|or|also|only)$/iu;

type Kind = "sign" | "apart" | "word";

/** Whether a name can end with a label behind a dot. */
function isEnding(labels: readonly string[], kind: Kind): boolean {
  const last = labels.at(-1) ?? "";
  if (SURE_ENDING.test(last)) return true;
  if (!ONE_CASE.test(last)) return false;
  if (kind !== "sign") return ENDING.test(last);
  // "viewing@5.pm", "dundas@st.clair"
  return labels.length > 2 || !/^(?:\d+|st)$/i.test(labels[0] ?? "");
}

/** How many characters of a text's beginning are the domain of a mail address; 0 for none. */
function domainLength(text: string, kind: Kind): number {
  const spoken = SPOKEN_DOMAIN.exec(text);
  if (spoken && (kind !== "word" || ENDING.test(spoken[1] ?? ""))) return spoken[0].length;
  const labels = (DOMAIN.exec(text)?.[0] ?? "").split(/[.．。]/);
  // "a@b.ca.Thanks" ends in front of the next sentence.
  for (; labels.length > 1; labels.pop()) if (isEnding(labels, kind)) return labels.join(".").length;
  const loose = SERVICE_DOMAIN.exec(text) ?? (kind === "word" ? null : LOOSE_DOMAIN.exec(text));
  return (loose ?? (kind === "sign" ? SERVICE : SURE_SERVICE).exec(text))?.[0].length ?? 0;
}

/** Finds more than there are, in little time: nearly every text is asked. */
const MAY_HOLD_EMAIL = /[@＠﹫]|(?<![a-z\d])at(?![a-z\d])/i;

/** Where a text names mail addresses, also those that are written in words. */
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

/** Whether a text names a mail address, also one that is written in words. */
export const holdsEmail = (text: string): boolean => emailsIn(text).length > 0;

/** A text with every mail address hidden, also those that are written in words. Phone numbers stay. */
export function withoutEmails(text: string, instead = HIDDEN_EMAIL): string {
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
