// `npm run bench`: measures ratios side by side in one run, never absolute times alone. It sends a limited number of
// requests, only to this machine. `npm run bench -- mailings` runs one part. With --report, it writes
// docs/performance.md.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import type { Figures } from "./figures.ts";
import { busyShare, conditions } from "./machine.ts";
import { figuresText, reportMarkdown, sectionMarkdown } from "./report-text.ts";
import { type Part, USAGE, wantedOf, type Wanted } from "./wanted.ts";

const REPORT = "docs/performance.md";

/** The measurement of each part, loaded on demand because each part has its own dependencies. */
const MEASURES: Record<Part, () => Promise<Figures>> = {
  api: async () => (await import("./api.ts")).measureApi(),
  pages: async () => (await import("./pages.ts")).measurePages(),
  lighthouse: async () => (await import("./lighthouse.ts")).measureLighthouse(),
  taps: async () => (await import("./taps.ts")).measureTaps(),
  listings: async () => (await import("./listings.ts")).measureListings(),
  searches: async () => (await import("./searches.ts")).measureSearches(),
  alerts: async () => (await import("./alerts.ts")).measureAlerts(),
  mailings: async () => (await import("./mailings.ts")).measureMailings(),
  commute: async () => (await import("./commute.ts")).measureCommutes(),
  enrichments: async () => (await import("./enrichments.ts")).measureEnrichments(),
  visitors: async () => (await import("./visitors.ts")).measureVisitors(),
  approvals: async () => (await import("./approvals.ts")).measureApprovals(),
  "commute-import": async () => (await import("./commute-import.ts")).measureCommuteImport(),
};

async function main({ parts, isReport }: Wanted): Promise<void> {
  const sections = new Map<Part, string>();
  try {
    let before = await busyShare();
    for (const part of parts) {
      const figures = await MEASURES[part]();
      console.log(figuresText(figures));
      const after = await busyShare();
      sections.set(part, sectionMarkdown(part, figures, conditions(Math.max(before, after))));
      before = after;
      // Written after every part, because a later failure must not lose earlier results.
      if (isReport)
        writeFileSync(REPORT, reportMarkdown(sections, existsSync(REPORT) ? readFileSync(REPORT, "utf8") : ""));
    }
  } finally {
    await (await import("./side-by-side.ts")).endSideBySide();
  }
  if (isReport) console.log(`\nWritten: ${REPORT}`);
}

const wanted = wantedOf(argv.slice(2));
if (typeof wanted === "string") {
  console.error(`${wanted}\n${USAGE}`);
  process.exitCode = 2;
} else await main(wanted);
