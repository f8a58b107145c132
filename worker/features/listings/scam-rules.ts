import type { SignalRule } from "./scam-signals.ts";
import { TAKES_BACK } from "./taken-back.ts";

// Every repetition is bounded, so that the time to look through a text grows with its length and no faster.

const MONEY =
  "(?:deposits?|payments?|pay(?:ing)?|fees?|money|funds|e[ -]{0,3}transfers?|emt|first (?:and|&) last|first month'?s?(?: rent)?)";
const VIEWING = "(?:viewings?|showings?|view|see(?:ing)?|visit|tour|inspection|appointment|walk[ -]?through)";
const THE = "(?:the |a |an |any |your |you |we |can |may ){0,3}";

/** Money for a home that nobody has seen. */
const BEFORE_A_VIEWING: SignalRule[] = [
  { find: new RegExp(`\\b${MONEY}\\b.{0,60}\\b(?:before|prior to) ${THE}(?:book |arrange |schedule )?${VIEWING}\\b`) },
  {
    find: new RegExp(`\\b(?:before|prior to) ${THE}${VIEWING}\\b.{0,60}\\b(?<!${TAKES_BACK})${MONEY}\\b`),
  },
  {
    find: new RegExp(
      `\\b${MONEY}\\b.{0,30}\\bto (?:book|arrange|schedule|reserve|secure|confirm) ${THE}(?:viewing|showing|tour)\\b`,
    ),
  },
  {
    find: /\b(?:send|transfer|wire)(?: me| us| over)?(?: an?| the| your| some)?(?: [^ ]{1,12}){0,3} (?:deposit|payment|money|funds|rent)\b.{0,30}\b(?:hold|reserve|secure)\b/,
  },
  {
    find: /(?<![a-z0-9])(?:e[ -]{0,3}transfers?|emt)\b.{0,30}\bto (?:hold|reserve|secure)\b/,
    unless: /\b(?:after|once|when|upon) .{0,20}\b(?:viewing|lease|signing|signed)\b/,
  },
  { find: /\b(?:viewing|showing) deposits?\b/ },
];

/** Payments that nobody gets back. */
const UNTRACEABLE: SignalRule[] = [
  {
    find: /\bwestern[ -]?union\b|\bmoney[ -]?gram\b/,
    // A shop nearby, in a sentence that asks for nothing.
    unless:
      /^(?!.*\b(?:pay|paid|payments?|payable|send|sent|deposits?|rent|by|via|through)\b).*\b(?:near|beside|next to|across from|steps|minutes?|mins?|walk|blocks?|close to|opposite)\b/,
  },
  {
    find: /\bwire[ -]transfers?\b|\bbank[ -]wires?\b|\bwir(?:e|ing) (?:(?:me|us|over|the|a|your|some) ){0,2}(?:money|funds|deposit|rent|payment)\b/,
  },
  {
    find: /\b(?:itunes|steam|google play|amazon|vanilla|gift)[ -](?:gift )?cards?\b|\bgiftcards?\b/,
    needs: /\b(?:pay|paid|payment|payable|deposit|send|buy|purchase|rent)\b/,
    unless: /\b(?:receive|get|bonus|win|free|referral|refer|promo\w{0,8}|offer|incentive|gives?|welcome)\b/,
  },
  { find: /\b(?:bitcoins?|btc|crypto(?:currency|currencies)?|usdt|ethereum)\b(?! (?:atm|machine))/ },
  { find: /\b(?:zelle|venmo|cash ?app)\b/ },
];

const FAR =
  "(?:out of (?:the )?(?:country|province|town)|outside (?:of )?(?:the country|canada)|abroad|overseas|in (?:another|a different) country)";
const NOW = "(?:(?:currently|now|presently|still|both|temporarily|working|living|based|staying|away) ){0,3}";

/** Nobody is there to show it. */
const AWAY: SignalRule[] = [
  { find: new RegExp(`\\b(?:i|we)(?:'m|'re| am| are|m| was| were|'ve moved| have moved| moved)? ${NOW}${FAR}\\b`) },
  {
    find: new RegExp(
      `\\b(?:owners?|landlords?|(?:my|our) (?:husband|wife|family|parents|job|work)) (?:is |are |lives? |moved |now |currently ){0,2}${NOW}${FAR}\\b`,
    ),
  },
  {
    find: /\b(?:on|for) (?:a |my |our )?(?:mission(?:ary)?(?: work| trip)?|deployment)\b|\bmissionar(?:y|ies)\b(?! (?:church|baptist|alliance|society|school|sisters|fathers|of))/,
  },
  {
    find: /\b(?:can'?t|cannot|can not|unable to|not able to|not available to|won't be able to) (?:show|meet|be there)\b/,
  },
  { find: /\bsight[ -]unseen\b|\bdrive by the (?:house|home|property|building|apartment)\b/ },
  { find: /\b(?:viewings?|showings?) (?:is |are )?not possible\b|\bno (?:viewings?|showings?)(?: possible)?(?=,|$)/ },
];

const CARRIER = "(?:mail|post|courier|fedex|ups|dhl|usps|canada post|parcel|express post)";

const KEYS: SignalRule[] = [
  {
    find: /\b(?:mail|courier|ship|send|fedex|dhl)(?:ed|s|ing|ping)? (?:(?:you|over|out|the|your|house|apartment) ){0,3}keys?\b/,
  },
  { find: /\bkeys?\b(?: [a-z']{1,12}){0,5} (?:mailed|couriered|shipped)\b/ },
  { find: new RegExp(`\\bkeys?\\b(?: [a-z']{1,12}){0,6} (?:by|via|through|with|in the) (?:a )?${CARRIER}\\b`) },
];

const LETTERS = (word: string) => word.split("").join("[^a-z0-9\\n]{0,3}");

/** Ways to write that lead away from the site. Phone numbers are looked for apart. */
const CONTACT: SignalRule[] = [
  { find: /(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/ },
  {
    find: /(?:[^\s@]{1,40} ?)?(?:\(at\)|\[at\]|\{at\}| at |@) ?(?:g ?mail|hotmail|outlook|yahoo|icloud|proton(?:mail)?)\b(?: ?(?:\.|\(dot\)|\[dot\]| dot ) ?(?:com|ca))?/,
  },
  { find: new RegExp(`\\b${LETTERS("whatsapp")}\\b|\\b(?:whats?ap|wh?ats?app|what'?s[ ._-]{0,3}app)\\b(?! l)`) },
  { find: new RegExp(`\\b${LETTERS("telegram")}\\b|\\bt\\.me/`) },
  { find: /\bwe[ -]?chat (?:id|me|us|at|:)|\bwechat\b|\bwei ?xin\b|\bviber\b|\bgoogle hangouts?\b|\bsignal app\b/ },
  {
    find: /\b(?:dm|pm|message|msg|text|add|find|contact|reach|write|inbox)\b.{0,30}\b(?:instagram|insta|facebook|fb|messenger|snapchat|kik)\b/,
  },
  {
    find: /(?<![a-z0-9@.])(?:https?:\/\/|www\.)[^\s]{3,200}|(?<![a-z0-9@.-])(?:[a-z0-9-]{2,63}\.){1,3}(?:com|ca|net|org|biz)\b(?:\/[^\s]{0,200})?(?! (?:offices?|warehouses?|stores?|lockers?|headquarters|campus|hub)\b)/,
  },
];

const TRANSFER: SignalRule[] = [
  { find: /(?<![a-z0-9])(?:e|email|interac)[ ._*-]{0,3}(?:money[ -])?transfers?(?![a-z])/ },
  // An EMT may also be somebody's work.
  { find: /\bemt (?:deposits?|payments?|transfers?|only|to)\b|\b(?:by|via|through|send|pay|with)(?: an?)? emts?\b/ },
];

/** What points to a scam, by the code of its note. */
export const SCAM_RULES = {
  pay_before_viewing: BEFORE_A_VIEWING,
  untraceable_payment: UNTRACEABLE,
  landlord_away: AWAY,
  keys_by_mail: KEYS,
  contact_elsewhere: CONTACT,
  e_transfer: TRANSFER,
};
