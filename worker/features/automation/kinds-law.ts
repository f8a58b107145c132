import { daysAfter } from "../../contracts/days.ts";
import { longDay, signedSource } from "./facts.ts";
import { standing, type ThreadKind, wordings } from "./kinds.ts";
import { LAW_TEXTS } from "./law-texts.ts";

/** The Act, and where anybody can read it. */
const ACT = "Residential Tenancies Act, 2006 (Ontario)";
const WHERE = "https://www.ontario.ca/laws/statute/06r17";
/** When the texts were last compared with the law; they say so, because it changes. */
const AS_OF = "as of November 2026";
/** What a post about a rule ends with: its section and month, where to read it, and that it is no advice. */
export const signedLaw = (sections: string, law = ACT) =>
  `${signedSource(`${law}, ${sections}, ${AS_OF}`)} This is information, not legal advice; ${
    law === ACT ? "the Act's text decides" : "the text of the law decides. On tenancies"
  }: ${WHERE}`;

const ASKS = [
  "Has this come up for you? Say how it went.",
  "Did your landlord know this rule?",
  "What would you like explained about it?",
];

const rules = LAW_TEXTS.map(({ name, law, sections, titles, bodies }) =>
  standing(`law.${name}`, signedLaw(sections, law), { titles, bodies, asks: ASKS }),
);

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The last day on which a tenant can give 60 days' notice for the end of a month (ss. 44 and 47); February and March
 * have days of their own (s. 44 (5)).
 */
export function lastNoticeDay(end: string): string {
  const [year = "", month = ""] = end.split("-");
  if (month === "02") return `${year}-01-01`;
  if (month === "03") return `${year}-02-01`;
  return daysAfter(end, -60);
}

/** The next ends of months for which notice can still be given. */
function nextEnds(day: string, count: number): { end: string; notice: string }[] {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return Array.from({ length: 8 }, (_, ahead) => {
    const end = isoDay(Date.UTC(year, month + ahead, 0, 12));
    return { end, notice: lastNoticeDay(end) };
  })
    .filter(({ notice }) => notice >= day)
    .slice(0, count);
}

const noticeCalendar: ThreadKind = {
  name: "law.notice-calendar",
  needs: "nothing",
  restDays: 20,
  write({ day }) {
    const ends = nextEnds(day, 4);
    const rows = ends.map(({ end, notice }) => `- to leave on ${longDay(end)}: by ${longDay(notice)}`).join("\n");
    return wordings(
      [
        `When to give notice: the next four months (${longDay(day)})`,
        `Notice calendar for month-to-month tenants (${longDay(day)})`,
      ],
      [
        `A tenant who rents by the month gives at least 60 days' notice, for the last day of a rental period. With rent due on the first, the notice (form N9) has to be given:\n${rows}\n\nFor the ends of February and March the Act sets dates of its own. During a fixed term other rules hold.`,
        `Leaving a month-to-month tenancy takes 60 days' written notice (form N9) that ends with a rental period. If rent is due on the first, these are the last days for it:\n${rows}\n\nFebruary and March are special in the Act. These dates are for tenancies by the month, not for a fixed term that still runs.`,
      ],
      ["Did you have to pay for a month you did not live there?", "How did you hand in your notice?"],
      signedLaw("ss. 44 and 47"),
    );
  },
};

/** Increases that the guideline allowed, in percent, by the year they took effect (published by Ontario each June). */
const GUIDELINES: readonly (readonly [year: number, percent: string])[] = [
  [2023, "2.5"],
  [2024, "2.5"],
  [2025, "2.5"],
  [2026, "2.1"],
];

/** The guideline of a year in percent; undefined while it is not in the library. */
export const guidelineOf = (year: number): string | undefined => GUIDELINES.find(([of]) => of === year)?.[1];

const guideline: ThreadKind = {
  name: "law.guideline",
  needs: "nothing",
  restDays: 30,
  write({ day }) {
    const year = Number(day.slice(0, 4));
    // A figure of another year is no answer to what holds now.
    const current = guidelineOf(year);
    if (current === undefined) return [];
    const rows = GUIDELINES.map(([of, percent]) => `- ${of}: ${percent}%`).join("\n");
    return wordings(
      [
        `The rent increase guideline for ${year} is ${current}%`,
        `How much may rent rise in ${year}? The guideline, with earlier years`,
      ],
      [
        `For units that the guideline covers, an increase that takes effect in ${year} is limited to ${current}%. More takes an agreement with the tenant on work or services (s. 121) or an order of the Landlord and Tenant Board (s. 126). By year:\n${rows}`,
        `${current}% is the guideline for increases that take effect in ${year}. The Act knows two ways above it: an agreement with the tenant (s. 121) and an order of the Landlord and Tenant Board (s. 126). The guideline by year:\n${rows}`,
      ],
      ["What increase did you get, and was it within the guideline?", "Did you check the form you were given?"],
      signedLaw("ss. 120, 121 and 126, and Ontario's yearly notice of the guideline"),
    );
  },
};

/** What the law says. */
export const LAW_KINDS: readonly ThreadKind[] = [...rules, noticeCalendar, guideline];
