import { matchSpans, type Span } from "../../../contracts/text-spans.ts";
import { phoneKeyOf } from "../../../contracts/phones.ts";

// All repetitions in these patterns are bounded and unambiguous, so matching takes time linear in the length of the
// text.

/** Match '.' and '@' as people spell them out to hide email addresses from software. */
const DOT = String.raw`(?:\.| ?(?:\(dot\)|\[dot\]) ?| dot )`;
const AT = String.raw`(?:@| ?(?:\(at\)|\[at\]|\{at\}) ?| at )`;

/** Names of messengers that are not also ordinary words. */
const MESSENGERS = "what'?s[ ._-]?app|telegram|wechat|weixin|viber|skype|kakao ?talk|zalo|imessage|signal app";
/**
 * Names of social networks. Texts may mention them for other reasons, so they only count together with an account name.
 */
const NETWORKS = "instagram|insta|ig|facebook|fb|snapchat|snap|kik|discord|signal|messenger|line|we chat";

const LETTERS = (word: string) => word.split("").join("[^a-z0-9\\n]{0,3}");

const CONTACTS: readonly RegExp[] = [
  // Email addresses: a@b.ca, "a (at) b dot ca".
  /(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/g,
  new RegExp(
    `(?<![a-z0-9._%+-])[a-z0-9._%+-]{2,64}${AT}[a-z0-9-]{2,63}${DOT}(?:com|ca|net|org|co|io|me|uk|ru|cn)(?![a-z0-9-])`,
    "g",
  ),
  /(?:[^\s@]{1,40} ?)?(?:\(at\)|\[at\]|\{at\}| at |@) ?(?:g ?mail|hotmail|outlook|yahoo|icloud|proton(?:mail)?)\b(?: ?(?:\.|\(dot\)|\[dot\]| dot ) ?(?:com|ca))?/g,
  // Links with and without a scheme. Top-level domains that are also words only count with a path, because a space may
  // be missing after a period.
  /(?<![a-z0-9@.])(?:https?:\/\/|www\.)[^\s]{3,200}/g,
  /(?<![a-z0-9@.-])(?:[a-z0-9-]{2,63}\.){1,3}(?:com|ca|net|org|biz|io|ly|gg|xyz|uk|eu|ru|cn|co(?!-))\b(?:\/[^\s]{0,200})?(?! (?:offices?|warehouses?|stores?|lockers?|headquarters|campus|hub)\b)/g,
  /(?<![a-z0-9@.-])(?:[a-z0-9-]{1,63}\.){1,3}(?:me|us|to|is|in|tv|info|link|page|app|site|online|shop|live|store|top)\/[a-z0-9][^\s]{0,200}/g,
  // Messengers, and social networks together with account names.
  new RegExp(`\\b${LETTERS("whatsapp")}\\b|\\b(?:whats?ap|wh?ats?app|what'?s[ ._-]{0,3}app)\\b(?! l)`, "g"),
  new RegExp(`\\b${LETTERS("telegram")}\\b|\\bt\\.me/`, "g"),
  /\bwe[ -]?chat (?:id|me|us|at|:)|\bwei ?xin\b|\bgoogle hangouts?\b|微信/g,
  /\b(?:dm|pm|message|msg|text|add|find|contact|reach|write|inbox)\b.{0,30}\b(?:instagram|insta|facebook|fb|messenger|snapchat|kik)\b/g,
  /(?<![a-z0-9._@])@[a-z][a-z0-9._]{2,29}/g,
  new RegExp(`(?<![a-z0-9])(?:${MESSENGERS})(?![a-z])`, "g"),
  new RegExp(`(?<![a-z0-9])(?:${NETWORKS})(?: (?:id|name|handle|user))?(?: ?[:=@] ?|: @)[a-z0-9._]{2,30}`, "g"),
];

/**
 * Matches nine to fifteen digits in the phone formats of any country. Prices do not match, because they have a dollar
 * sign or comma.
 */
const LONG_NUMBER = /(?<![\d$.,])\+?\(?\d(?:[ ().-]{0,2}\d){8,14}(?!\d)/g;

/**
 * Returns the positions of contact details in a folded text: email addresses, links, messengers and phone numbers.
 * @param phone the listing's phone number, which is ignored
 */
export function contactsIn(text: string, phone: string | null): Span[] {
  return [...CONTACTS.flatMap((contact) => matchSpans(text, contact)), ...phoneNumbersIn(text, LONG_NUMBER, phone)];
}

/** Returns the phone numbers that a pattern matches, except the listing's own number. */
export function phoneNumbersIn(text: string, pattern: RegExp, phone: string | null): Span[] {
  const own = phone === null ? null : phoneKeyOf(phone);
  return matchSpans(text, pattern).filter(({ start, end }) => phoneKeyOf(text.slice(start, end)) !== own);
}
