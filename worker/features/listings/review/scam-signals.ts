import type { NoteCode, ReviewNote } from "../../../contracts/listings.ts";
import { foldText, sentencesOf } from "../../../contracts/folded-text.ts";
import { findMatches, quoteSpans, type SignalRule, type Span } from "../../../contracts/signal-rules.ts";
import { absences } from "./absence.ts";
import { HELP } from "./away-rules.ts";
import { contactsIn } from "./contact-rules.ts";
import { keysAlone } from "./keys-alone.ts";
import { moneyFirst } from "./money-first.ts";
import { livingTogether } from "./owner-rules.ts";
import { isOnlySuited, leanings } from "./people-signs.ts";
import { phoneKeyOf } from "../core/comparison-keys.ts";
import { SIGNAL_NOTES, SIGNAL_RULES, type TextCode } from "./signal-notes.ts";
import { isTakenBack, isWarning } from "./taken-back.ts";
import { MONEY_FROM_AFAR } from "./viewing-rules.ts";

/** Characters of a text that are looked at; the form takes no more. */
const LOOKED_AT = 12_000;

const CODES = Object.keys(SIGNAL_NOTES) as TextCode[];
/** What is no anchor in the source of a rule: '\\$' and '[$,]'. */
const LITERAL = /\\.|\[(?:\\.|[^\][\\])*\]/g;
/** Whether a rule speaks of the beginning or end of a sentence: such a rule cannot be tried on the whole text. */
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

/** Whether a note follows from the words of a listing. */
export const isFromText = (code: NoteCode): boolean =>
  code in SIGNAL_NOTES || code === "contact_elsewhere" || code === "no_pets_hint";

const PHONE = /(?<![\d$])(?:\+?1[ .-]{0,2})?\(?[2-9]\d{2}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)/g;
const FOREIGN_PHONE = /(?<![\d$])\+(?!1)\d{1,3}[\d ()-]{7,16}\d/g;
const DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)";
const SPELLED_PHONE = new RegExp(`\\b${DIGIT}(?:[ ,-]{1,3}${DIGIT}){6,11}\\b`, "g");

/** Phone numbers in a text that are not the listing's own. */
function otherPhones(text: string, phone: string | null): Span[] {
  const own = phone === null ? null : phoneKeyOf(phone);
  const local = [...text.matchAll(PHONE)].filter(({ 0: number }) => phoneKeyOf(number) !== own);
  return [...local, ...text.matchAll(FOREIGN_PHONE), ...text.matchAll(SPELLED_PHONE)].map(
    ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }),
  );
}

/** A question that the next sentence answers with a no: 'Landlord abroad? No, next door.' */
const DENIED = /^ ?\?[ !?]{0,4}(?:no|nope|nah|not|never|none|run|ignore|beware|walk away)\b/;
/** 'Is the landlord overseas?': no landlord asks so of himself. */
const ASKED = /^ ?(?:is|are|does|do|has) (?:the |your |an? )?(?:landlord|owner|he|she|they)\b/;

/** A small sum for looking, which is a fee: deposits and rents are more, and are told as such. */
const SMALL_SUM =
  /(?:\$ ?(?:\d{2}|1[0-2]\d)|(?<![\d$,.])(?:\d{2}|1[0-2]\d) ?(?:\$|dollars?|bucks)|\b(?:twenty|thirty|forty|fifty|sixty|eighty)(?= (?:dollars|bucks|for|to)\b))(?![\d,])/;
const NO_FEE = /\b(?:deposits?|months?|hold|book|reserve|rent|keys?|half|weeks?)\b/;

const AFTER_PAYMENT = /\b(?:after|once|upon|when|until|as soon as|on receipt)\b/;

/** Every place that a note is about, by its code. */
function spansOf(text: string, phone: string | null): Map<TextCode, Span[]> {
  const found = new Map<TextCode, Span[]>(CODES.map((code) => [code, []]));
  const sentences = sentencesOf(text).filter((sentence) => {
    const after = text.slice(sentence.start + sentence.text.length).slice(0, 20);
    const isAsked = /^ ?\?/.test(after) && ASKED.test(sentence.text);
    return !isAsked && !DENIED.test(after) && !isWarning(sentence.text);
  });
  const look = (code: TextCode, rules: readonly Finding[]) => {
    // Most rules have nothing to say of a text: they are tried on all of it once, and not on each sentence.
    const suiting = rules.filter(
      ({ any, inText, notInText }) =>
        any?.test(text) !== false &&
        [inText ?? []].flat().every((needed) => needed.test(text)) &&
        !notInText?.test(text),
    );
    for (const sentence of sentences) {
      for (const { start, end } of suiting.flatMap((rule) => findMatches(rule, sentence.text, isTakenBack)))
        found.get(code)?.push({ start: sentence.start + start, end: sentence.start + end });
    }
  };
  for (const [code, rules] of RULES) look(code, rules);
  found.get("contact_in_text")?.push(...otherPhones(text, phone), ...contactsIn(text, phone));
  found.get("keys_by_mail")?.push(...keysAlone(sentences));
  if (!HELP.test(text)) found.get("landlord_away")?.push(...absences(sentences));
  found.get("shares_with_owner")?.push(...livingTogether(text, sentences));
  const { outright, leaning } = leanings(text, sentences);
  found.get("discrimination")?.push(...outright);
  const has = (code: TextCode) => (found.get(code) ?? []).length > 0;
  // Who cannot show the home and wants money wants it before a viewing.
  const isFromAfar = (has("landlord_away") || has("keys_by_mail") || has("no_viewing")) && !HELP.test(text);
  if (isFromAfar) look("pay_before_viewing", FROM_AFAR);
  // 'The keys come after payment' says no more than that, unless nobody shows the home.
  const isOfKeys = ({ start, end }: Span) =>
    !has("landlord_away") && !has("no_viewing") && AFTER_PAYMENT.test(text.slice(start, end));
  found
    .get("pay_before_viewing")
    ?.push(
      ...moneyFirst(sentences, false),
      ...(isFromAfar ? moneyFirst(sentences, true).filter((span) => !isOfKeys(span)) : []),
    );
  const isAskedIn = ({ start, text }: (typeof sentences)[number]) =>
    (found.get("pay_before_viewing") ?? []).some((span) => span.start >= start && span.end <= start + text.length);
  found
    .get("fee_not_allowed")
    ?.push(
      ...sentences
        .filter((sentence) => SMALL_SUM.test(sentence.text) && !NO_FEE.test(sentence.text) && isAskedIn(sentence))
        .map(({ start, text }) => ({ start, end: start + text.length })),
    );
  const [suited, refusing] = partition(found.get("discrimination") ?? [], (span) => isOnlySuited(text, span));
  found.set("discrimination", refusing);
  found.get("discrimination_hint")?.push(...suited);
  if (!has("discrimination") && !has("shares_with_owner")) found.get("discrimination_hint")?.push(...leaning);
  if (has("cheques_required")) found.set("cheques_hint", []);
  if (has("discrimination")) {
    const refused = found.get("discrimination") ?? [];
    found.set(
      "discrimination_hint",
      (found.get("discrimination_hint") ?? []).filter((hint) => !refused.some((span) => overlap(span, hint))),
    );
    // Who shares kitchen or bathroom may choose (Code, s. 21); the words stay in sight.
    if (has("shares_with_owner")) {
      found.set("shares_with_owner", [...(found.get("shares_with_owner") ?? []), ...refused]);
      found.set("discrimination", []);
    }
  }
  return found;
}

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

type Texts = readonly (string | null | undefined)[];

const foldTexts = (texts: Texts) => foldText(texts.filter(Boolean).join("\n").slice(0, LOOKED_AT));

/**
 * What the words of a listing say that moderators should know: signs of a scam, claims that Ontario's law does not
 * allow, and ways to reach somebody, each with the words it is about. Never for the public: a list of what is looked for
 * would help those who are looked for.
 * @param texts what the landlord wrote; null and blank ones say nothing
 * @param phone the listing's own, which may be repeated in its text
 */
export function textSignals(texts: Texts, phone: string | null): ReviewNote[] {
  const folded = foldTexts(texts);
  const found = spansOf(folded.text, phone);
  return CODES.flatMap((code) => {
    const quotes = quoteSpans(folded, found.get(code) ?? []);
    return quotes.length === 0 ? [] : [{ code, ...SIGNAL_NOTES[code], quotes }];
  });
}

/** Codes and words of all signals of some texts, however many: a note quotes the first few only. */
function signalWords(texts: Texts, phone: string | null): Set<string> {
  const { text } = foldTexts(texts);
  return new Set(
    [...spansOf(text, phone)]
      .filter(([code]) => code !== "shares_with_owner")
      .flatMap(([code, spans]) => spans.map(({ start, end }) => `${code} ${text.slice(start, end)}`)),
  );
}

/** Whether the words of a listing say something that {@link textSignals} notes and that its former words did not say. */
export function hasNewSignal(
  before: { texts: Texts; phone: string | null },
  after: { texts: Texts; phone: string | null },
): boolean {
  const known = signalWords(before.texts, before.phone);
  return [...signalWords(after.texts, after.phone)].some((words) => !known.has(words));
}
