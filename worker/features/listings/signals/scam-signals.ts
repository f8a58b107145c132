import type { NoteCode, ReviewNote } from "../../../contracts/listings.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { sentencesOf } from "../../../contracts/folded-text.ts";
import { saysRoom } from "../../../contracts/kind-signals.ts";
import { readText, type ReadText } from "../../../contracts/phrase-matcher.ts";
import { findMatches, matchSpans, quoteSpans, type SignalRule, type Span } from "../../../contracts/signal-rules.ts";
import { findAbsences } from "./absent-landlord.ts";
import { HELP } from "./absent-landlord-rules.ts";
import { contactsIn, numbersIn } from "./contact-rules.ts";
import { findPaymentsBeforeViewing } from "./payment-before-viewing.ts";
import { findLaw } from "./law-notes.ts";
import { SIGNAL_NOTES, SIGNAL_RULES, type TextCode } from "./signal-notes.ts";
import { isNegated, isWarning } from "./negation.ts";
import { toTextSpans, type Sentence, type Sign, spansIn, weigh } from "./weighted-signs.ts";
import { MONEY_FROM_AFAR } from "./viewing-rules.ts";

/** A key, as texts about keys without a handover name it: sent or hidden, in exchange for money. */
const KEY =
  "(?:(?<!mail ?box |parcel |locker |laundry |bike |gym |low |off |in |the )key(?! (?:deposit|feature|location|money|point|pad|fob deposit|to the city)s?)|(?:the|a|spare|house|apartment|unit|front door|my|your|one) key(?! (?:deposit|feature|location|money|point)s?)|keys(?! deposit)|key ?sets?|keyset|fobs?(?! deposit)|access (?:card|code)s?|door codes?|entry codes?|cles|llaves)";
const KEYS = new RegExp(`\\b${KEY}\\b`, "g");

const SIGNS: readonly Sign[] = [
  // A carrier delivers them.
  {
    words:
      /\b(?:(?:in|by|via|through|thru|with|per|using|to|into) (?:the |an? |registered |express |regular |canada |priority |inter-?city )*(?:mail|post|courier|parcel|package|envelope|fedex|fed ex|dhl|ups|usps|purolator|canpar|uber(?: (?:package|connect))?|taxi|bus parcel|lyft|messenger|delivery|colissimo|chronopost|freight|shipping|logistics)|(?:mails?|mailed|mailing|couriers?|couriered|shipp?(?:s|ed|ing)?|fedex(?:ed)?|posts?|posted|dispatch(?:ed|es)?|forward(?:ed|s)?) (?:(?:you|u|out|off|over|to|the|your|my|both|it|them|two|a|sets? of|house|apartment|unit) ){0,4}(?:keys?|fobs?|it|them)\b|(?:parcel|shipping|courier|delivery|logistics|escrow|moving) (?:firm|company|service|agency|agent|guy|man|office)|(?:courier|fedex|dhl|purolator|mailman|postman|driver|uber)(?: [a-z]{2,8}){0,3} (?:brings?|delivers?|drops?|hands?|gives?|has|carries)|(?:keys?|fobs?|it|them|set)(?: [a-z]{2,12}){0,6} (?:mailed|couriered|shipped|posted|dispatched|fedexed|delivered|sent)\b|to your (?:door|doorstep|present|current|home|house|address|mailing|hotel|place)|(?:at|on) your (?:door|doorstep)|tracking(?: number)?|overnight)\b/,
    here: 2,
    near: 1,
  },
  // They are left somewhere.
  {
    words:
      /\b(?:lock ?box|key ?box|key ?safe|smart ?lock|key ?pad|combination|combo|(?:under|behind|inside|beneath) (?:the |a |my )?(?:[a-z]{3,10} )?(?:mat|pot|planter|rock|brick|bbq|box|mailbox|meter|step|stairs?|bench|gnome|tire|panel)|mailbox|taped|hidden|hiding|tucked|waiting for you|(?:left|leave|put|placed|drop(?:ped)?) (?:it |them |the [a-z]{3,5} )?(?:in|at|with|under|behind)|locker|variety store|convenience|where (?:the|it|they|my|your) (?:[a-z]{2,8} ){0,2}(?:is|are|lies?)|with (?:the |my |our )?(?:concierge|doorman|security|neighbou?r|front desk)|envelope with your name|text (?:you |u )?(?:the |a |where)|send (?:you |u )?the code)\b/,
    here: 2,
    near: 1,
  },
  // After a payment.
  {
    words:
      /(?<![a-z])(?:(?:after|once|when|upon|until|as soon as|soon as|on receipt of|right after)\b.{0,40}(?:rent|payment|deposit|money|funds|transfer|month|paid|pays?|amount|fee|\$|received|cleared|cash)|(?:rent|payment|deposit|money|funds|transfer|month|amount)(?: [a-z]{2,9}){0,3} (?:received|confirmed|cleared|arriv\w{1,3}|in|through|sent|comes?|done|lands?|shows?)|(?:send|pay|e-? ?transfer|interac|emt|wire|deposit)(?: (?:me|us|the|your|a|an|first|1st|only|by|in|on|to|\$)){0,4} ?(?:\$ ?\d|\d{2,5}|first|1st|month|rent|deposit|half)|paid|payment|western union|money ?gram|bitcoin|gift cards?)(?![a-z])/,
    here: 2,
    near: 2,
  },
  // Nobody hands them over.
  {
    words:
      /\b(?:contactless|self[ -]check[ -]?in|let yourself in|walk in|go in(?:side)?|move in (?:alone|by yourself|yourself|same day|right away)|no need to meet|without meeting|nobody (?:will|has to|needs)|same day|next day|not (?:here|there|around|in (?:toronto|town|canada))|with me in|abroad|overseas|finally see|see it then|then you (?:can )?(?:see|look))\b/,
    here: 1,
    near: 1,
  },
  // Someone is present, another key is meant, or the lease comes first.
  {
    words:
      /\b(?:in person|hand(?:ed|s|ing)? (?:you |over |u )?(?:the |your )?keys?|keys? (?:are |is )?(?:handed|given|exchanged?)|hand ?over|exchange|agents?|realtors?|brokers?|(?:at|on|upon|after|when|once) (?:we |you |both |lease |the lease )*(?:sign(?:ing|ed)?|possession)|(?<!e-)sign(?:ing)? (?:the )?lease|walk[ -]?through|viewings?|showings?|show(?:s|ing)? (?:you|it|u|the)|meet (?:you|u|me|up|at|there)|laundry|amazon|parcels? (?:room|lockers?|are|delivered|stored)|mail ?room|mailbox keys?|keys? (?:to|for) (?:the |your )?(?:mail|gate|locker|garage|laundry|bike|gym|storage|parking|shed|backyard)|packages? (?:room|delivered|are)|deposit for|refundable key|per (?:key|fob)|replacement|extra|each|\d (?:keys?|fobs?)|key (?:and|&|\/) (?:damage|fob deposit)|deadbolt|keyless|intercom)\b/,
    here: -3,
    near: -1,
  },
];

/** Least weight of a finding. */
const ENOUGH = 4;

/** Finds statements that keys come without a person. Linear in the length of the text. */
function findUnattendedKeys(sentences: readonly Sentence[]): Span[] {
  const weightOf = weigh(sentences, SIGNS);
  return sentences.flatMap((sentence, at) => {
    const spans = spansIn(sentence.text, KEYS);
    return spans.length === 0 || weightOf(at) < ENOUGH ? [] : toTextSpans(sentence, spans);
  });
}

/** Most characters of a text that are searched; the form accepts no more. */
const SEARCHED_LENGTH = 12_000;

const CODES = Object.keys(SIGNAL_NOTES) as TextCode[];
/** Escapes and classes in a rule's source, whose '$' and '^' are not anchors. */
const LITERAL = /\\.|\[(?:\\.|[^\][\\])*\]/g;
/** Whether a rule refers to sentence boundaries and so cannot be tried on the whole text. */
const isAnchored = ({ source }: RegExp) => /[$^]/.test(source.replace(LITERAL, ""));
const findingAll = (rules: readonly SignalRule[]) =>
  rules.map((rule) => ({
    ...rule,
    any: isAnchored(rule.find) ? null : rule.find,
    find: new RegExp(rule.find, "g"),
  }));
type Finding = ReturnType<typeof findingAll>[number];
const RULES = new Map<TextCode, readonly Finding[]>(
  Object.entries<readonly SignalRule[]>(SIGNAL_RULES).map(([code, rules]) => [code as TextCode, findingAll(rules)]),
);
const FROM_AFAR = findingAll(MONEY_FROM_AFAR);

/** Whether a note is derived from a listing's text. */
export const isFromText = (code: NoteCode): boolean =>
  code in SIGNAL_NOTES || code === "contact_elsewhere" || code === "no_pets_hint";

const PHONE = /(?<![\d$])(?:\+?1[ .-]{0,2})?\(?[2-9]\d{2}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)/g;
const FOREIGN_PHONE = /(?<![\d$])\+(?!1)\d{1,3}[\d ()-]{7,16}\d/g;
const DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)";
const SPELLED_PHONE = new RegExp(`\\b${DIGIT}(?:[ ,-]{1,3}${DIGIT}){6,11}\\b`, "g");

/** Phone numbers in a text other than the listing's. */
const otherPhones = (text: string, phone: string | null): Span[] => [
  ...numbersIn(text, PHONE, phone),
  ...matchSpans(text, FOREIGN_PHONE),
  ...matchSpans(text, SPELLED_PHONE),
];

/** A question that is denied in the next sentence: 'Landlord abroad? No, next door.' */
const DENIED = /^ ?\?[ !?]{0,4}(?:no|nope|nah|not|never|none|run|ignore|beware|walk away)\b/;
/** Questions about the landlord in the third person, which landlords do not ask: 'Is the landlord overseas?' */
const ASKED = /^ ?(?:is|are|does|do|has) (?:the |your |an? )?(?:landlord|owner|he|she|they)\b/;

/** A small sum, which is a viewing fee; deposits and rents are larger and have their own notes. */
const SMALL_SUM =
  /(?:\$ ?(?:\d{2}|1[0-2]\d)|(?<![\d$,.])(?:\d{2}|1[0-2]\d) ?(?:\$|dollars?|bucks)|\b(?:twenty|thirty|forty|fifty|sixty|eighty)(?= (?:dollars|bucks|for|to)\b))(?![\d,])/;
const NO_FEE = /\b(?:deposits?|months?|hold|book|reserve|rent|keys?|half|weeks?)\b/;

const AFTER_PAYMENT = /\b(?:after|once|upon|when|until|as soon as|on receipt)\b/;

/** The positions of all findings by note code. */
function spansOf(read: ReadText, { phone, bedrooms }: Listed): Map<TextCode, Span[]> {
  const { text } = read.folded;
  const found = new Map<TextCode, Span[]>(CODES.map((code) => [code, []]));
  const spans = (code: TextCode) => found.get(code) ?? [];
  const add = (code: TextCode, more: readonly Span[]) => void spans(code).push(...more);
  const has = (code: TextCode) => spans(code).length > 0;
  const sentences = sentencesOf(text).filter((sentence) => {
    const after = text.slice(sentence.start + sentence.text.length).slice(0, 20);
    const isAsked = /^ ?\?/.test(after) && ASKED.test(sentence.text);
    return !isAsked && !DENIED.test(after) && !isWarning(sentence.text);
  });
  const look = (code: TextCode, rules: readonly Finding[]) => {
    // Most rules match nothing, so each is first tried on the whole text.
    const suiting = rules.filter(
      ({ any, inText, notInText }) =>
        any?.test(text) !== false &&
        [inText ?? []].flat().every((needed) => needed.test(text)) &&
        !notInText?.test(text),
    );
    for (const sentence of sentences)
      for (const rule of suiting) add(code, toTextSpans(sentence, findMatches(rule, sentence.text, isNegated)));
  };
  for (const [code, rules] of RULES) look(code, rules);
  add("contact_in_text", [...otherPhones(text, phone), ...contactsIn(text, phone)]);
  add("keys_by_mail", findUnattendedKeys(sentences));
  if (!HELP.test(text)) add("landlord_away", findAbsences(sentences));
  // Without anybody to show the home, any payment would come before a viewing.
  const isFromAfar = (has("landlord_away") || has("keys_by_mail") || has("no_viewing")) && !HELP.test(text);
  if (isFromAfar) look("pay_before_viewing", FROM_AFAR);
  // 'The keys come after payment' only counts if nobody shows the home.
  const isOfKeys = ({ start, end }: Span) =>
    !has("landlord_away") && !has("no_viewing") && AFTER_PAYMENT.test(text.slice(start, end));
  add("pay_before_viewing", findPaymentsBeforeViewing(sentences, false));
  if (isFromAfar) {
    const payments = findPaymentsBeforeViewing(sentences, true).filter((span) => !isOfKeys(span));
    add("pay_before_viewing", payments);
  }
  for (const { start, text: sentence } of sentences) {
    const end = start + sentence.length;
    const isAsked = spans("pay_before_viewing").some((span) => span.start >= start && span.end <= end);
    if (isAsked && SMALL_SUM.test(sentence) && !NO_FEE.test(sentence)) add("fee_not_allowed", [{ start, end }]);
  }
  for (const [code, places] of findLaw(read, bedrooms === "Private Room" || saysRoom(read)))
    for (const { sentence, from, to } of places) {
      const tokens = read.sentences[sentence]?.tokens ?? [];
      add(code, [{ start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }]);
    }
  return found;
}

type Texts = readonly (string | null | undefined)[];

const readTexts = (texts: Texts) => readText(texts.filter(Boolean).join("\n").slice(0, SEARCHED_LENGTH));

/** What a listing's fields say: its phone, which the texts may repeat, and whether it is a room. */
interface Listed {
  phone: string | null;
  bedrooms?: Bedrooms | null;
}

/**
 * Notes on a listing's texts for moderators: signs of scams, unlawful claims and contacts, each with quotes. Never
 * public, because the notes would help scammers to avoid them.
 * @param texts of the landlord; null and blank ones are skipped
 */
export function textSignals(texts: Texts, listed: Listed): ReviewNote[] {
  const read = readTexts(texts);
  const found = spansOf(read, listed);
  return CODES.flatMap((code) => {
    const quotes = quoteSpans(read.folded, found.get(code) ?? []);
    return quotes.length === 0 ? [] : [{ code, ...SIGNAL_NOTES[code], quotes }];
  });
}

/** Notes on what Ontario's law does not allow, in words that fit a landlord, too. */
const LAW_CODES: ReadonlySet<NoteCode> = new Set<TextCode>([
  "deposit_not_allowed",
  "fee_not_allowed",
  "cheques_required",
  "no_pets",
  "discrimination",
]);

/** Those of {@link textSignals} that explain the law to a landlord who is writing the text. */
export const lawNotes = (text: string): ReviewNote[] =>
  textSignals([text], { phone: null }).filter(({ code }) => LAW_CODES.has(code));

interface ReadListing extends Listed {
  texts: Texts;
}

/** Codes and words of all findings in some texts, because notes only quote the first few. */
function signalWords({ texts, ...listed }: ReadListing): Set<string> {
  const read = readTexts(texts);
  return new Set(
    [...spansOf(read, listed)]
      .filter(([code]) => code !== "shares_with_owner")
      .flatMap(([code, spans]) => spans.map(({ start, end }) => `${code} ${read.folded.text.slice(start, end)}`)),
  );
}

/** Whether a listing's texts have a finding of {@link textSignals} that its earlier texts did not have. */
export function hasNewSignal(before: ReadListing, after: ReadListing): boolean {
  const known = signalWords(before);
  return [...signalWords(after)].some((words) => !known.has(words));
}
