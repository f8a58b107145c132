import { daysAfter } from "../../contracts/days.ts";
import { reviewBandOf } from "../../contracts/market.ts";
import law from "./content/law.json" with { type: "json" };
import questions from "./content/questions.json" with { type: "json" };
import scams from "./content/scams.json" with { type: "json" };
import seasons from "./content/seasons.json" with { type: "json" };
import { type Facts, longDay, signedPlain, signedSource } from "./facts.ts";
import { REST_DAYS, type Texts, type ThreadKind, type Values, wordings } from "./kinds.ts";

/** A kind that is independent of listings and benchmarks. */
const staticKind = (
  name: string,
  write: (facts: Facts) => ReturnType<typeof wordings>,
  restDays: number,
): ThreadKind => ({
  name,
  needs: "nothing",
  restDays,
  write,
});

/** A kind with a single fixed text. */
const fixedText = (name: string, texts: Texts, signature: string, values: Values = {}) =>
  staticKind(name, () => wordings(texts, values, signature), REST_DAYS.standing);

/** A rule in content/law.json; its bodies are alternative wordings. */
export interface Rule {
  name: string;
  /** The statute; the Residential Tenancies Act by default. */
  law?: string;
  /** "s. 116" */
  sections: string;
  titles: readonly string[];
  bodies: readonly string[];
}

/** Rules of the Residential Tenancies Act, 2006, and related statutes. */
export const RULES: readonly Rule[] = law.rules;

/** The Act and its public address. */
const ACT = "Residential Tenancies Act, 2006 (Ontario)";
const WHERE = "https://www.ontario.ca/laws/statute/06r17";
/** The signature of a post about a rule: section, month, link, and that it is not legal advice. */
export const signedLaw = (sections: string, of = ACT) =>
  `${signedSource(`${of}, ${sections}, as of ${law.comparedIn}`)} This is information, not legal advice; ${
    of === ACT ? "the Act's text decides" : "the text of the law decides. On tenancies"
  }: ${WHERE}`;

const rules = RULES.map(({ name, law: of, sections, titles, bodies }) =>
  fixedText(`law.${name}`, { titles, bodies, questions: law.questions }, signedLaw(sections, of)),
);

/**
 * The last day for a tenant's 60 days' notice to the end of a month (ss. 44 and 47); February and March have dates of
 * their own (s. 44 (5)).
 */
export function lastNoticeDay(end: string): string {
  const [year = "", month = ""] = end.split("-");
  if (month === "02") return `${year}-01-01`;
  if (month === "03") return `${year}-02-01`;
  return daysAfter(end, -60);
}

/** The next month ends for which notice can still be given. */
function nextEnds(day: string, count: number): { end: string; notice: string }[] {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return Array.from({ length: 8 }, (_, ahead) => {
    const end = new Date(Date.UTC(year, month + ahead, 0, 12)).toISOString().slice(0, 10);
    return { end, notice: lastNoticeDay(end) };
  })
    .filter(({ notice }) => notice >= day)
    .slice(0, count);
}

const noticeCalendar = staticKind(
  "law.notice-calendar",
  ({ day }) => {
    const rows = nextEnds(day, 4).map(({ end, notice }) => `- to leave on ${longDay(end)}: by ${longDay(notice)}`);
    return wordings(law.noticeCalendar, { day: longDay(day), rows: rows.join("\n") }, signedLaw("ss. 44 and 47"));
  },
  20,
);

/** Rent increase guidelines in percent by year (published by Ontario each June). */
const GUIDELINES: Readonly<Record<string, string>> = law.guidelines;

/** A year's guideline in percent; undefined when it is not in the library. */
export const guidelineOf = (year: number): string | undefined => GUIDELINES[year];

const guideline = staticKind(
  "law.guideline",
  ({ day }) => {
    const year = Number(day.slice(0, 4));
    const percent = guidelineOf(year);
    // Another year's figure would not apply.
    if (percent === undefined) return [];
    const rows = Object.entries(GUIDELINES).map(([of, one]) => `- ${of}: ${one}%`);
    const source = "ss. 120, 121 and 126, and Ontario's yearly notice of the guideline";
    return wordings(law.guideline, { year, percent, rows: rows.join("\n") }, signedLaw(source));
  },
  REST_DAYS.standing,
);

/** The discount in percent from which the site treats a listing as a likely scam. */
const SUSPICIOUS_PERCENT = Array.from({ length: 100 }, (_, percent) => percent).find(
  (percent) => reviewBandOf(percent) === "scam",
);

const scamKinds = scams.scams.map(({ name, source, questions = scams.questions, ...texts }) =>
  fixedText(`scam.${name}`, { ...texts, questions }, source === undefined ? signedPlain() : signedSource(source), {
    suspicious: SUSPICIOUS_PERCENT ?? "",
  }),
);

/** Seasonal advice, without claims about prices. */
const season = staticKind(
  "season",
  ({ day }) => {
    const month = seasons.months[Number(day.slice(5, 7)) - 1];
    if (!month) return [];
    const titles = month.titles.map((title) => `${title} ({year})`);
    return wordings({ ...month, titles, questions: seasons.questions }, { year: day.slice(0, 4) }, signedPlain());
  },
  12,
);

/** A question a week. */
const question = staticKind(
  "question",
  ({ day }) =>
    questions.topics.flatMap(({ title, bodies }) => {
      const values = { title, Title: title.charAt(0).toUpperCase() + title.slice(1), day: longDay(day) };
      return wordings({ ...questions, bodies }, values, signedPlain());
    }),
  REST_DAYS.questions,
);

/** Threads without site data: law, scams, seasons and questions. */
export const STANDING_KINDS: readonly ThreadKind[] = [
  ...rules,
  noticeCalendar,
  guideline,
  ...scamKinds,
  season,
  question,
];
