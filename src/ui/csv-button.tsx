import { Download } from "lucide-react";
import { toCsv } from "../lib/csv.ts";
import { saveFile } from "../lib/save-file.ts";
import { Button } from "./button.tsx";
import type { Column } from "./data-table.tsx";

/** Spreadsheets read a file as UTF-8 by this mark alone. */
const UTF8_MARK = "\u{feff}";

interface CsvButtonProps<Row> {
  /** Names the file, too. */
  title: string;
  columns: readonly Pick<Column<Row>, "header" | "value">[];
  rows: readonly Row[];
}

/** Gives a table as a file. */
export function CsvButton<Row>({ title, columns, rows }: CsvButtonProps<Row>) {
  const save = () => {
    const csv = toCsv(
      columns.map(({ header }) => header),
      rows.map((row) => columns.map((column) => column.value(row))),
    );
    saveFile(`${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.csv`, "text/csv;charset=utf-8", UTF8_MARK + csv);
  };
  return (
    <Button variant="ghost" size="sm" aria-label={`${title} as CSV`} className="-mr-3 -mb-2" onClick={save}>
      <Download aria-hidden className="size-4" />
      CSV
    </Button>
  );
}
