import { Download } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { toCsv } from "../../worker/contracts/csv.ts";
import { formatCount } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import { untranslated } from "./untranslated.ts";
import { Button } from "./button.tsx";

export interface Column<Row> {
  header: string;
  /** Returns the exported value, which is also shown unless `show` is given. */
  value(row: Row): string | number;
  show?(row: Row): ReactNode;
  /** Set for columns that only the CSV file has, because `show` of another column already shows the value. */
  isExportOnly?: true;
  /** Returns the length of a bar drawn behind the value, from 0 to 1. */
  bar?(row: Row): number;
}

/** Returns a column of formatted counts. */
export const countColumn = <Row,>(header: string, value: (row: Row) => number): Column<Row> => ({
  header,
  value,
  show: (row) => formatCount(value(row)),
});

/** Layouts of stacked rows by values per line. A value with a long word gets its own line. */
const STACKED = {
  2: { grid: "stack:grid-cols-2", isLong: /\S{20}/ },
  3: { grid: "stack:grid-cols-3", isLong: /\S{13}/ },
} as const;

export interface DataTableProps<Row> {
  /** Caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row, index: number): string;
  /** On narrow screens, each row is stacked into lines of this many values. */
  stacks?: keyof typeof STACKED;
}

const isNumeric = (value: string | number) => typeof value === "number";

/** A table. The first column has the row headers; numbers are right-aligned. */
export function DataTable<Row>({ caption, columns: all, rows, rowKey, stacks }: DataTableProps<Row>) {
  const columns = all.filter(({ isExportOnly }) => !isExportOnly);
  const first = rows[0];
  const endsLine = (column: Column<Row>) => first !== undefined && isNumeric(column.value(first));
  return (
    <table className={`w-full border-collapse text-sm ${stacks ? "stack:block" : ""}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className={stacks ? "stack:sr-only" : ""}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`pb-1.5 align-bottom text-sm font-medium wrap-break-word text-ink-muted not-first:pl-2 sm:not-first:pl-3 ${endsLine(column) ? "text-end" : "text-start"}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={stacks ? "stack:block" : ""}>
        {rows.map((row, at) => (
          <tr
            key={rowKey(row, at)}
            className={`border-t border-line ${stacks ? `stack:grid stack:gap-x-3 stack:py-2 ${STACKED[stacks].grid}` : ""}`}
          >
            {columns.map((column, index) =>
              index === 0 ? (
                <th
                  key={column.header}
                  scope="row"
                  className={`min-w-24 py-1.5 text-start font-medium wrap-anywhere ${column.bar ? "data-bar w-full" : ""} ${stacks ? "stack:col-span-full" : ""}`}
                  style={column.bar && ({ "--share": column.bar(row).toFixed(3) } as CSSProperties)}
                >
                  {column.show?.(row) ?? column.value(row)}
                </th>
              ) : (
                <td
                  key={column.header}
                  className={`py-1.5 pl-2 wrap-anywhere sm:pl-3 ${endsLine(column) ? "text-end whitespace-nowrap tabular-nums" : ""} ${stacks ? `stack:py-0.5 stack:pl-0 stack:text-start ${STACKED[stacks].isLong.test(String(column.value(row))) && !column.show ? "stack:col-span-full" : ""}` : ""}`}
                >
                  {stacks && (
                    <span aria-hidden className="hidden text-sm text-ink-muted stack:block">
                      {column.header}
                    </span>
                  )}
                  <span>{column.show?.(row) ?? untranslated(column.value(row))}</span>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Byte order mark, without which Excel does not read UTF-8. */
const UTF8_MARK = "\u{feff}";

interface CsvButtonProps<Row> {
  /** Title, also used as the file name. */
  title: string;
  columns: readonly Pick<Column<Row>, "header" | "value">[];
  rows: readonly Row[];
}

export function CsvButton<Row>({ title, columns, rows }: CsvButtonProps<Row>) {
  const save = () => {
    const csv = toCsv(
      columns.map(({ header }) => header),
      rows.map((row) => columns.map((column) => column.value(row))),
    );
    saveFile(`${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.csv`, "text/csv;charset=utf-8", UTF8_MARK + csv);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${title} as CSV`}
      className="-my-2 -mr-3 pointer-coarse:-my-3"
      onClick={save}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">CSV</span>
    </Button>
  );
}
