import type { NoteCode, ReviewNote } from "../../contracts/listings.ts";
import { foldText, sentencesOf } from "../../contracts/folded-text.ts";
import { matchesOf, quotesOf, type SignalRule, type Span } from "../../contracts/signal-rules.ts";
import { contactsIn } from "./contact-rules.ts";
import { LAW_RULES } from "./law-rules.ts";
import { phoneKeyOf } from "./phone-key.ts";
import { SCAM_RULES } from "./scam-rules.ts";
import { isTakenBack } from "./taken-back.ts";

export type { SignalRule };

/** Characters of a text that are looked at; the form takes no more. */
const LOOKED_AT = 12_000;

const RTA = "https://www.ontario.ca/laws/statute/06r17";
const HUMAN_RIGHTS_CODE = {
  name: "Human Rights Code, ss. 2 and 13",
  url: "https://www.ontario.ca/laws/statute/90h19",
};
const tenanciesAct = (sections: string) => ({ name: `Residential Tenancies Act, 2006, ${sections}`, url: RTA });

type TextCode = keyof typeof SCAM_RULES | keyof typeof LAW_RULES | "contact_in_text";

/** What moderators are told, in the order in which they are told it. */
const NOTES: Record<TextCode, Pick<ReviewNote, "text" | "rule">> = {
  pay_before_viewing: { text: "Asks for money before a viewing." },
  untraceable_payment: { text: "Asks for a payment that nobody can get back (wire, gift cards, crypto)." },
  landlord_away: { text: "Says that the landlord is away, or that the unit cannot be shown." },
  keys_by_mail: { text: "Says that the keys come by mail." },
  contact_elsewhere: {
    text: "Leads away from the site: an address, an app, a link or another phone number in the text.",
  },
  e_transfer: { text: "Names e-transfer: usual for monthly rent, a warning sign before a viewing." },
  deposit_not_allowed: {
    text: "Asks for a deposit that the law does not allow. A landlord may take the last month's rent and a refundable key deposit, nothing else.",
    rule: tenanciesAct("ss. 105 and 106"),
  },
  fee_not_allowed: {
    text: "Asks for a fee that a landlord may not charge.",
    rule: tenanciesAct("s. 134"),
  },
  cheques_required: {
    text: "Requires post-dated cheques or automatic payments. A tenant may offer them; a landlord may not require them.",
    rule: tenanciesAct("s. 108"),
  },
  no_pets: {
    text: "Says “no pets”. In a lease such a clause is void, except where a condominium’s own rules forbid pets.",
    rule: tenanciesAct("s. 14"),
  },
  discrimination: {
    text: "May turn away people whom the Code protects. It does not apply where the owner or their family shares the kitchen or bathroom (s. 21).",
    rule: HUMAN_RIGHTS_CODE,
  },
  discrimination_hint: {
    text: "The wording may leave out people whom the Code protects. Worth a word with the landlord.",
    rule: HUMAN_RIGHTS_CODE,
  },
  contact_in_text: { text: "Says how to reach somebody: a phone number, mail address, link or messenger in the text." },
};

const CODES = Object.keys(NOTES) as TextCode[];
const RULES = new Map<TextCode, readonly SignalRule[]>(
  Object.entries<readonly SignalRule[]>({ ...SCAM_RULES, ...LAW_RULES }).map(([code, rules]) => [
    code as TextCode,
    rules.map((rule) => ({ ...rule, find: new RegExp(rule.find, "g") })),
  ]),
);

/** Whether a note follows from the words of a listing. */
export const isFromText = (code: NoteCode): boolean => code in NOTES;

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

/** Every place that a note is about, by its code. */
function spansOf(text: string, phone: string | null): Map<TextCode, Span[]> {
  const found = new Map<TextCode, Span[]>(CODES.map((code) => [code, []]));
  for (const sentence of sentencesOf(text)) {
    for (const code of CODES) {
      for (const { start, end } of RULES.get(code)?.flatMap((rule) => matchesOf(rule, sentence.text, isTakenBack)) ??
        [])
        found.get(code)?.push({ start: sentence.start + start, end: sentence.start + end });
    }
  }
  const elsewhere = found.get("contact_elsewhere") ?? [];
  elsewhere.push(...otherPhones(text, phone));
  found.get("contact_in_text")?.push(...elsewhere, ...contactsIn(text, phone));
  return found;
}

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
    const quotes = quotesOf(folded, found.get(code) ?? []);
    return quotes.length === 0 ? [] : [{ code, ...NOTES[code], quotes }];
  });
}

/** Codes and words of all signals of some texts, however many: a note quotes the first few only. */
function signalWords(texts: Texts, phone: string | null): Set<string> {
  const { text } = foldTexts(texts);
  return new Set(
    [...spansOf(text, phone)].flatMap(([code, spans]) =>
      spans.map(({ start, end }) => `${code} ${text.slice(start, end)}`),
    ),
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
