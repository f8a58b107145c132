import type { FileReport } from "./import-folder.ts";
import type { Remark } from "./tally.ts";

const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

function remarks(all: readonly Remark[], count: number, unit: string, what: string): string[] {
  const lines = all.map(({ at, text }) => `    ${unit} ${at}: ${text}`);
  return count > all.length ? [...lines, `    … and ${count - all.length} more ${what}`] : lines;
}

/** What is told of a file on the terminal. */
export function fileText({ file, tally, ...report }: FileReport): string {
  const lines = [file];
  if (tally !== null) {
    const { read, loaded, refused, duplicates, warned } = tally;
    const counts = [`${plural(read, "row", "rows")} read`, `${loaded} ${report.failure === null ? "loaded" : "valid"}`];
    counts.push(`${refused} refused`);
    if (duplicates > 0) counts.push(plural(duplicates, "duplicate", "duplicates"));
    if (warned > 0) counts.push(plural(warned, "warning", "warnings"));
    lines.push(`  ${counts.join(", ")}`);
    const unit = file.toLowerCase().endsWith("json") ? "feature" : "line";
    lines.push(...remarks(tally.refusals, refused, unit, "refused"));
    lines.push(...remarks(tally.warnings, warned, unit, "warnings"));
  }
  if (report.note !== null) lines.push(`  ${report.note}`);
  if (report.failure !== null) lines.push(`  Not imported: ${report.failure}`);
  if (report.version !== null) {
    const removed = report.deleted > 0 ? `; ${plural(report.deleted, "row", "rows")} no longer in it removed` : "";
    lines.push(`  ${report.isSame ? "same content as before, version" : "version"} ${report.version}${removed}`);
  }
  return lines.join("\n");
}
