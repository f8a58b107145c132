import type { NoteCode, ReviewNote } from "../../../contracts/listings.ts";
import { foldText, sentencesOf } from "../../../contracts/folded-text.ts";
import { inPairs, readText } from "../../../contracts/phrase-matcher.ts";
import { compileRules, findRule } from "../../../contracts/phrase-rules.ts";
import { findMatches, matchSpans, quoteSpans, type SignalRule, type Span } from "../../../contracts/signal-rules.ts";
import { contactsIn, numbersIn } from "./contact-rules.ts";
import { findSharedRooms } from "./shared-with-owner-rules.ts";
import { isOnlySuited, findPreferences } from "./tenant-preferences.ts";
import { toTextSpans } from "./sentences.ts";
import { SCAM_LISTS, SCAM_TABLE } from "./scam-table.ts";
import { SIGNAL_NOTES, SIGNAL_RULES, type TextCode } from "./signal-notes.ts";
import { isNegated, isWarning } from "./negation.ts";

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
const SCAMS = compileRules(SCAM_TABLE, SCAM_LISTS);

/** Whether a note is derived from a listing's text. */
export const isFromText = (code: NoteCode): boolean => code in SIGNAL_NOTES || code === "no_pets_hint";

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

/** The positions of signs of a fraud. A sign may go on in the next sentence. */
function* scamSpans(text: string): Generator<[TextCode, Span]> {
  const pairs = inPairs(readText(text));
  for (const [code, rules] of SCAMS)
    for (const { sentence, from, to } of rules.flatMap((rule) => findRule(pairs, rule))) {
      const { tokens = [] } = pairs.sentences[sentence] ?? {};
      yield [code, { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }];
    }
}

/** The positions of all findings by note code. */
function spansOf(text: string, phone: string | null): Map<TextCode, Span[]> {
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
  for (const [code, span] of scamSpans(text)) add(code, [span]);
  add("shares_with_owner", findSharedRooms(text, sentences));
  const { refusals, preferences } = findPreferences(text, sentences);
  add("discrimination", refusals);
  for (const { start, text: sentence } of sentences) {
    const end = start + sentence.length;
    const isAsked = spans("pay_before_viewing").some((span) => span.start >= start && span.end <= end);
    if (isAsked && SMALL_SUM.test(sentence) && !NO_FEE.test(sentence)) add("fee_not_allowed", [{ start, end }]);
  }
  const [suited, refused] = partition(spans("discrimination"), (span) => isOnlySuited(text, span));
  found.set("discrimination", refused);
  add("discrimination_hint", suited);
  if (!has("discrimination") && !has("shares_with_owner")) add("discrimination_hint", preferences);
  if (has("cheques_required")) found.set("cheques_hint", []);
  const hints = spans("discrimination_hint").filter((hint) => !refused.some((span) => overlap(span, hint)));
  found.set("discrimination_hint", hints);
  // Section 21 of the Code permits a choice if kitchen or bathroom are shared; moderators still see the words.
  if (has("shares_with_owner")) {
    add("shares_with_owner", refused);
    found.set("discrimination", []);
  }
  return found;
}

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

type Texts = readonly (string | null | undefined)[];

const foldTexts = (texts: Texts) => foldText(texts.filter(Boolean).join("\n").slice(0, SEARCHED_LENGTH));

/**
 * Notes on a listing's texts for moderators: signs of scams, unlawful claims and contacts, each with quotes. Never
 * public, because the notes would help scammers to avoid them.
 * @param texts of the landlord; null and blank ones are skipped
 * @param phone of the listing, which its texts may repeat
 */
export function textSignals(texts: Texts, phone: string | null): ReviewNote[] {
  const folded = foldTexts(texts);
  const found = spansOf(folded.text, phone);
  return CODES.flatMap((code) => {
    const quotes = quoteSpans(folded, found.get(code) ?? []);
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
  textSignals([text], null).filter(({ code }) => LAW_CODES.has(code));

/** Codes and words of all findings in some texts, because notes only quote the first few. */
function signalWords(texts: Texts, phone: string | null): Set<string> {
  const { text } = foldTexts(texts);
  return new Set(
    [...spansOf(text, phone)]
      .filter(([code]) => code !== "shares_with_owner")
      .flatMap(([code, spans]) => spans.map(({ start, end }) => `${code} ${text.slice(start, end)}`)),
  );
}

/** Whether a listing's texts have a finding of {@link textSignals} that its earlier texts did not have. */
export function hasNewSignal(
  before: { texts: Texts; phone: string | null },
  after: { texts: Texts; phone: string | null },
): boolean {
  const known = signalWords(before.texts, before.phone);
  return [...signalWords(after.texts, after.phone)].some((words) => !known.has(words));
}
