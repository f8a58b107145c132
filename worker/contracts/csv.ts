export type CsvCell = string | number;

/**
 * Matches text that spreadsheets may run as a formula. Some spreadsheets skip leading spaces and accept full-width
 * signs.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** Formats a cell according to RFC 4180. Puts an apostrophe before text that looks like a formula. */
function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a table as CSV according to RFC 4180, with CRLF line ends. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
