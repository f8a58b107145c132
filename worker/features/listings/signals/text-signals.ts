import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { mentionsRoom } from "../../../contracts/kind-signals.ts";
import type { NoteCode, ReviewNote } from "../../../contracts/listings.ts";
import { type Found, joinSentencePairs, readText, type ReadText } from "../../../contracts/phrase-matcher.ts";
import { compileRules, findRule } from "../../../contracts/phrase-rules.ts";
import { createLazily } from "../../../contracts/create-lazily.ts";
import { matchSpans, quoteSpans, type Span } from "../../../contracts/text-spans.ts";
import { contactsIn, phoneNumbersIn } from "./contact-rules.ts";
import { findLaw } from "./law-notes.ts";
import { SCAM_LISTS, SCAM_TABLE } from "./scam-table.ts";
import { SIGNAL_NOTES, type TextCode } from "./signal-notes.ts";

/** Maximum number of characters of a text that are searched: as many as the form accepts. */
const SEARCHED_LENGTH = 12_000;

const CODES = Object.keys(SIGNAL_NOTES) as TextCode[];
const scams = createLazily(() => compileRules(SCAM_TABLE, SCAM_LISTS));

/** Returns whether a note comes from a listing's text. */
export const isFromText = (code: NoteCode): boolean => code in SIGNAL_NOTES || code === "no_pets_hint";

const PHONE = /(?<![\d$])(?:\+?1[ .-]{0,2})?\(?[2-9]\d{2}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)/g;
const FOREIGN_PHONE = /(?<![\d$])\+(?!1)\d{1,3}[\d ()-]{7,16}\d/g;
const DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)";
const SPELLED_PHONE = new RegExp(`\\b${DIGIT}(?:[ ,-]{1,3}${DIGIT}){6,11}\\b`, "g");

/** Returns the phone numbers in a text, except the listing's own. */
const otherPhones = (text: string, phone: string | null): Span[] => [
  ...phoneNumbersIn(text, PHONE, phone),
  ...matchSpans(text, FOREIGN_PHONE),
  ...matchSpans(text, SPELLED_PHONE),
];

/** Returns the positions of findings in the folded text. */
const toSpans = ({ sentences }: ReadText, found: readonly Found[]): Span[] =>
  found.map(({ sentence, from, to }) => {
    const { tokens = [] } = sentences[sentence] ?? {};
    return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
  });

/** Returns the positions of all findings in a text, by the code of their note. */
function spansOf(read: ReadText, { phone, bedrooms }: Listed): Map<TextCode, Span[]> {
  const { text } = read.folded;
  // A sign of fraud may continue in the next sentence.
  const pairs = joinSentencePairs(read);
  const isRoom = bedrooms === "Private Room" || mentionsRoom(read);
  return new Map<TextCode, Span[]>([
    ...[...scams()].map(
      ([code, rules]) =>
        [
          code,
          toSpans(
            pairs,
            rules.flatMap((rule) => findRule(pairs, rule)),
          ),
        ] as const,
    ),
    ...[...findLaw(read, isRoom)].map(([code, found]) => [code, toSpans(read, found)] as const),
    ["contact_in_text", [...otherPhones(text, phone), ...contactsIn(text, phone)]],
  ]);
}

type Texts = readonly (string | null | undefined)[];

const readTexts = (texts: Texts) => readText(texts.filter(Boolean).join("\n").slice(0, SEARCHED_LENGTH));

/**
 * The properties of a listing on which its signals depend: its phone number, which its texts may repeat, and its type.
 */
interface Listed {
  phone: string | null;
  bedrooms?: Bedrooms | null;
}

/**
 * Returns notes for moderators on a listing's texts: signs of scams, unlawful claims and contacts, each with quotes.
 * The notes are never public, because they would help scammers to avoid detection.
 * @param texts the landlord's texts; skips null and blank texts
 */
export function textSignals(texts: Texts, listed: Listed): ReviewNote[] {
  const read = readTexts(texts);
  const found = spansOf(read, listed);
  return CODES.flatMap((code) => {
    const quotes = quoteSpans(read.folded, found.get(code) ?? []);
    return quotes.length === 0 ? [] : [{ code, ...SIGNAL_NOTES[code], quotes }];
  });
}

/**
 * Codes of notes on terms that Ontario's law does not allow. The wording of these notes is also suitable for landlords.
 */
const LAW_CODES: ReadonlySet<NoteCode> = new Set<TextCode>([
  "deposit_not_allowed",
  "fee_not_allowed",
  "cheques_required",
  "no_pets",
  "discrimination",
]);

/** Returns the notes of {@link textSignals} that explain the law to a landlord while they write the text. */
export const lawNotes = (text: string): ReviewNote[] =>
  textSignals([text], { phone: null }).filter(({ code }) => LAW_CODES.has(code));

interface ReadListing extends Listed {
  texts: Texts;
}

/** Returns the codes and words of all findings in texts. Notes quote only the first few findings. */
function signalWords({ texts, ...listed }: ReadListing): Set<string> {
  const read = readTexts(texts);
  return new Set(
    [...spansOf(read, listed)]
      .filter(([code]) => code !== "shares_with_owner")
      .flatMap(([code, spans]) => spans.map(({ start, end }) => `${code} ${read.folded.text.slice(start, end)}`)),
  );
}

/**
 * Returns whether {@link textSignals} finds something in a listing's texts that it did not find in the previous texts.
 */
export function hasNewSignal(before: ReadListing, after: ReadListing): boolean {
  const known = signalWords(before);
  return [...signalWords(after)].some((words) => !known.has(words));
}
