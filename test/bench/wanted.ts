import { parseArgs } from "node:util";

/** Parts of the bench, in the order of the report. */
export const PARTS = [
  "api",
  "pages",
  "lighthouse",
  "taps",
  "listings",
  "searches",
  "alerts",
  "mailings",
  "commute",
  "enrichments",
  "visitors",
  "approvals",
  "commute-import",
] as const;
export type Part = (typeof PARTS)[number];

/** The options of `npm run bench`. */
export interface Wanted {
  parts: readonly Part[];
  /** True if docs/performance.md is to be written. */
  isReport: boolean;
}

export const USAGE = `Usage: npm run bench [-- [--report] [part …]]
  part      one or some of ${PARTS.join(", ")}; all of them without
  --report  writes what was measured into docs/performance.md; parts that were not asked for stay there as they are`;

const isPart = (text: string): text is Part => PARTS.some((part) => part === text);

/** Parses the arguments; returns an error message if they are invalid. */
export function wantedOf(args: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { report: { type: "boolean", default: false } },
    });
    const unknown = positionals.filter((text) => !isPart(text));
    if (unknown.length > 0) return `There is no part ${unknown.join(", ")}.`;
    const parts = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part));
    return { parts, isReport: values.report };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
