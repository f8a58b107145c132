import type { Column, Figures, Table } from "./figures.ts";
import type { Conditions } from "./machine.ts";
import type { Part } from "./wanted.ts";
import { PARTS } from "./wanted.ts";

/** Share of the processor above which other processes make timings unreliable. */
const QUIET = 0.1;

const OPENING = `# Performance

\`npm run bench -- --report\` writes this page; do not edit it by hand. Each part states when and on which hardware it was
measured.

- Compare the ratios rather than the times. Both sides of a ratio were measured alternately, in the same run on the same
  machine, so ratios also hold on other machines. Absolute times hold only on the measured machine.
- The benchmarks do not measure a real network, Cloudflare itself (its cache, its D1 over a network, its regions) or many
  machines at once. The local runtime does not emulate Workers Cache, so every request here is a cache miss.
- The local D1 runs in the same process as the worker, so every processor time includes the database's work.

To repeat the measurements, run \`npm ci && npm run bench -- --report\`, or only some parts, such as
\`npm run bench -- --report api pages\`. Other work on the machine distorts the times; a part whose times were distorted
says so.
`;

const start = (part: Part) => `<!-- part: ${part} -->`;
const end = (part: Part) => `<!-- end: ${part} -->`;

/** Formats a cell for display; empty if it does not apply. */
export function cellText(cell: string | number | null, { digits = 0, unit = "" }: Column): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return cell.toLocaleString("en-CA", format) + unit;
}

const rowsOf = ({ columns, rows }: Table) =>
  rows.map((row) => columns.map((column, index) => cellText(row[index] ?? null, column)));

function tableMarkdown(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    `${table.caption}:`,
    "",
    line(table.columns.map(({ name }) => name)),
    line(table.columns.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...rowsOf(table).map(line),
  ].join("\n");
}

function conditionsText({ at, processor, cores, memoryGb, othersBusy, versions }: Conditions): string {
  const time = at.toISOString().replace(/T(\d\d:\d\d).*$/, ", $1 UTC");
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const others =
    othersBusy > QUIET
      ? ` **Others kept ${Math.round(othersBusy * 100)}% of the processor busy: times are too long, and ratios less sure.**`
      : "";
  return `Measured ${time}, on ${cores} cores of ${processor} with ${memoryGb} GB, with ${programs.join(", ")}.${others}`;
}

/** Formats a part of the report. */
export function sectionMarkdown(part: Part, figures: Figures, measured: Conditions): string {
  const { title, meaning, tables, aims = [], notes = [] } = figures;
  const list = (lines: readonly string[]) => (lines.length > 0 ? [lines.map((text) => `- ${text}`).join("\n")] : []);
  return [
    start(part),
    `## ${title}`,
    meaning,
    ...tables.map(tableMarkdown),
    ...list(aims.map(({ text, isMet }) => `${isMet ? "Reached" : "**Not reached**"}: ${text}.`)),
    ...list(notes),
    conditionsText(measured),
    end(part),
  ].join("\n\n");
}

/** Parses the sections of an earlier report. */
function sectionsOf(report: string): Map<Part, string> {
  return new Map(
    PARTS.flatMap((part) => {
      const from = report.indexOf(start(part));
      const to = report.indexOf(end(part));
      return from === -1 || to === -1 ? [] : [[part, report.slice(from, to + end(part).length)] as const];
    }),
  );
}

/** Returns the whole report, with new sections for the parts measured now and earlier sections for the other parts. */
export function reportMarkdown(sections: ReadonlyMap<Part, string>, before: string): string {
  const kept = sectionsOf(before);
  const all = PARTS.flatMap((part) => sections.get(part) ?? kept.get(part) ?? []);
  return `${[OPENING.trimEnd(), ...all].join("\n\n")}\n`;
}

/** Formats the findings of a part for a terminal. */
export function figuresText({ title, tables, aims = [], notes = [] }: Figures): string {
  const lines = tables.flatMap((table) => {
    const rows = [table.columns.map(({ name }) => name), ...rowsOf(table)];
    const widths = table.columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
    const pad = (text: string, index: number) =>
      index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
    return [`${table.caption}:`, ...rows.map((row) => `  ${row.map(pad).join("  ").trimEnd()}`)];
  });
  const aimed = aims.map(({ text, isMet }) => `  ${isMet ? "reached" : "NOT reached"}: ${text}`);
  return [`\n${title}`, ...lines, ...aimed, ...notes].join("\n");
}
