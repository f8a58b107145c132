export type CsvCell = string | number;

/** Text that spreadsheets run as a formula; some skip leading spaces and accept full-width signs. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** A cell by RFC 4180. Text that looks like a formula gets a leading apostrophe. */
function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV by RFC 4180, with CRLF line ends. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
