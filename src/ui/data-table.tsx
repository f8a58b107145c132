import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { toCsv } from "../../worker/contracts/csv.ts";
import { formatCount } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import { asWritten } from "./as-written.ts";
import { Button } from "./button.tsx";
import { SectionCard } from "./section-card.tsx";

export interface Column<Row> {
  header: string;
  /** Exported, and shown unless `show` is given. */
  value(row: Row): string | number;
  show?(row: Row): ReactNode;
  /** Only in the CSV file, for what `show` of another column tells. */
  isExportOnly?: true;
  /** Length of a bar below the value, from 0 to 1. */
  bar?(row: Row): number;
}

/** A column of formatted counts. */
export const countColumn = <Row,>(header: string, value: (row: Row) => number): Column<Row> => ({
  header,
  value,
  show: (row) => formatCount(value(row)),
});

/** Values per line of a stacked row, and the word length from which a value gets its own line. */
const STACKED = {
  2: { grid: "max-md:grid-cols-2", isLong: /\S{20}/ },
  3: { grid: "max-md:grid-cols-3", isLong: /\S{13}/ },
} as const;

export interface DataTableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row, index: number): string;
  /** On narrow screens, stacks each row into blocks of this many values per line. */
  stacks?: keyof typeof STACKED;
}

const isNumeric = (value: string | number) => typeof value === "number";

/** The first column is the row header; numbers are right-aligned. */
export function DataTable<Row>({ caption, columns: all, rows, rowKey, stacks }: DataTableProps<Row>) {
  const columns = all.filter(({ isExportOnly }) => !isExportOnly);
  const first = rows[0];
  const endsLine = (column: Column<Row>) => first !== undefined && isNumeric(column.value(first));
  return (
    <table className={`w-full border-collapse text-sm ${stacks ? "max-md:block" : ""}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className={stacks ? "max-md:sr-only" : ""}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`pb-1.5 align-bottom text-sm font-medium wrap-break-word text-ink-muted not-first:pl-3 sm:not-first:pl-5 ${endsLine(column) ? "text-end" : "text-start"}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={stacks ? "max-md:block" : ""}>
        {rows.map((row, at) => (
          <tr
            key={rowKey(row, at)}
            className={`border-t border-line ${stacks ? `max-md:grid max-md:gap-x-3 max-md:py-2 ${STACKED[stacks].grid}` : ""}`}
          >
            {columns.map((column, index) =>
              index === 0 ? (
                <th
                  key={column.header}
                  scope="row"
                  className={`min-w-24 py-1.5 text-start font-medium wrap-anywhere sm:min-w-36 ${column.bar ? "w-full" : ""} ${stacks ? "max-md:col-span-full" : ""}`}
                >
                  {column.show?.(row) ?? column.value(row)}
                  {column.bar && <Bar share={column.bar(row)} />}
                </th>
              ) : (
                <td
                  key={column.header}
                  className={`py-1.5 pl-3 wrap-anywhere sm:pl-5 ${endsLine(column) ? "text-end whitespace-nowrap tabular-nums" : "sm:min-w-24"} ${stacks ? `max-md:py-0.5 max-md:pl-0 max-md:text-start ${STACKED[stacks].isLong.test(String(column.value(row))) && !column.show ? "max-md:col-span-full" : ""}` : ""}`}
                >
                  {stacks && (
                    <span aria-hidden className="block text-sm text-ink-muted md:hidden">
                      {column.header}
                    </span>
                  )}
                  <span>{column.show?.(row) ?? asWritten(column.value(row))}</span>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken">
      <span className="block h-full rounded-full bg-accent" style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}

/** Byte order mark, without which Excel does not read UTF-8. */
const UTF8_MARK = "\u{feff}";

interface CsvButtonProps<Row> {
  /** Also the file name. */
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
    <Button variant="ghost" size="sm" aria-label={`${title} as CSV`} className="-mr-3 -mb-2" onClick={save}>
      <Download aria-hidden className="size-4" />
      CSV
    </Button>
  );
}

interface TableCardProps<Row> extends DataTableProps<Row> {
  title: string;
  note?: ReactNode;
  /** Shown instead of a table without rows. */
  empty: string;
  /** Rows shown at first; the CSV file has all. */
  limit?: number;
  className?: string;
  /** Under a tab of a card that has its title. */
  isPart?: boolean;
  /** Shown above the table. */
  children?: ReactNode;
}

interface CardPartProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a card under a tab that has its title. */
function CardPart({ title, note, actions, children }: CardPartProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3 id={headingId} className="sr-only">
        {title}
      </h3>
      <div className="mb-2 flex items-start justify-between gap-3 text-sm text-ink-muted">
        <p>{note}</p>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A table in a card, or a part of one, with a CSV download. */
export function TableCard<Row>({
  title,
  note,
  empty,
  limit = 10,
  className,
  isPart = false,
  children,
  ...table
}: TableCardProps<Row>) {
  const { columns, rows } = table;
  const [showsAll, setShowsAll] = useState(false);
  const Frame = isPart ? CardPart : SectionCard;
  return (
    <Frame
      title={title}
      note={note}
      {...(!isPart && { className })}
      actions={rows.length > 0 && <CsvButton title={title} columns={columns} rows={rows} />}
    >
      {children}
      {rows.length === 0 ? (
        <p className="text-sm text-ink-muted">{empty}</p>
      ) : (
        <DataTable {...table} rows={showsAll ? rows : rows.slice(0, limit)} />
      )}
      {rows.length > limit && (
        <Button variant="ghost" size="sm" className="mt-2 -ml-3" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${limit}` : `Show all ${rows.length}`}
        </Button>
      )}
    </Frame>
  );
}
