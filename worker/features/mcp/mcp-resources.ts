import { RENT_CONTROL_EXEMPT_AFTER } from "../../contracts/places.ts";
import { NOTICE_DAYS, NOTICE_PROBLEMS, RULE_LINKS } from "../../contracts/rent-check.ts";
import { SCAM_ADVICE } from "../../contracts/scam-advice.ts";

interface Resource {
  name: string;
  title: string;
  description: string;
  text: string;
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

/** Texts for assistants, in Markdown, by their address. */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  "guide://rental-scams": {
    name: "rental-scams",
    title: "Staying clear of rental scams",
    description: "What to do, and what never to do, before money changes hands.",
    text: `# Staying clear of rental scams\n\n${list(SCAM_ADVICE)}\n`,
  },
  "guide://rent-increases": {
    name: "rent-increases",
    title: "Rent increases in Ontario",
    description: "The rules that the rent check applies, with their sections and sources. No legal advice.",
    text: [
      "# Rent increases in Ontario",
      "General information on the Residential Tenancies Act, 2006; no legal advice.",
      list([
        "A rent may rise once in 12 months (s. 119), and by no more than the guideline of the year in which the increase begins (s. 120).",
        `The tenant gets ${NOTICE_DAYS} days of written notice (s. 116), on form N1, or N2 where the guideline does not apply.`,
        `Units first occupied as a home after ${RENT_CONTROL_EXEMPT_AFTER} are exempt from the guideline (s. 6.1). The rent of a new tenancy is free in either case.`,
      ]),
      "What the rent check says against a notice:",
      list(Object.values(NOTICE_PROBLEMS).map(({ section, text }) => `s. ${section}: ${text}`)),
      `Sources: ${Object.values(RULE_LINKS).join(" ")}`,
    ].join("\n\n"),
  },
};
