export type CsvCell = string | number;

/** What a spreadsheet would take for a formula, and run; some pass over spaces, and read full-width signs as well. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** A cell after RFC 4180. Text that begins like a formula gets an apostrophe; a number is only a number. */
function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV after RFC 4180, each line ended by CRLF. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
