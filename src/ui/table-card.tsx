import { type ReactNode, useId, useState } from "react";
import { useMedia } from "../lib/use-media.ts";
import { Button } from "./button.tsx";
import { CsvButton, DataTable, type DataTableProps } from "./data-table.tsx";
import { Hint } from "./hint.tsx";
import { SectionCard } from "./section-card.tsx";
import { Skeleton } from "./skeleton.tsx";

/** Number of rows shown at first, and number of rows in print. The CSV file has all rows. */
const FIRST_ROWS = 5;
const PAPER_ROWS = 10;

interface TableCardProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  title: string;
  /** The rows; undefined while loading. */
  rows: readonly Row[] | undefined;
  /** Notice shown instead of rows that could not be loaded. */
  problem?: ReactNode;
  /** Maximum number of rows shown. The CSV file has all rows. */
  maxRows?: number;
  /** Title of the CSV file, if it should be more specific than the card's. */
  fileTitle?: string;
  /** The total of the rows, shown on the line with the title. */
  total?: ReactNode;
  /** Explanation behind ⓘ. */
  hint?: ReactNode;
  /** Text shown if there are no rows. */
  empty: string;
  className?: string;
  /** Content above the table. */
  children?: ReactNode;
}

/** A table in a card, with a CSV download. Without rows and other content, the card is a single line. */
export function TableCard<Row>({
  title,
  rows,
  problem,
  maxRows = Infinity,
  fileTitle = title,
  total,
  hint,
  empty,
  className,
  children,
  ...table
}: TableCardProps<Row>) {
  const headingId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const isPaper = useMedia("print");
  if (rows?.length === 0 && !children)
    return (
      <section
        aria-labelledby={headingId}
        data-empty
        className="flex flex-wrap gap-x-1.5 rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-card sm:px-5"
      >
        <h2 id={headingId} className="font-semibold">
          {title}
        </h2>
        <p className="text-ink-muted">{empty}</p>
      </section>
    );
  const isFilled = rows !== undefined && rows.length > 0;
  const isLimited = isFilled && rows.length > maxRows;
  const shown = showsAll ? maxRows : isPaper ? PAPER_ROWS : FIRST_ROWS;
  return (
    <SectionCard
      title={title}
      // With this class, the dashboard's layout does not stretch the cards beside this one.
      className={`${showsAll ? "is-open " : ""}${className ?? ""}`}
      hint={hint !== undefined && <Hint about={title}>{hint}</Hint>}
      actions={
        isFilled && (
          <div className="flex items-center gap-3">
            {total}
            <CsvButton title={fileTitle} columns={table.columns} rows={rows} />
          </div>
        )
      }
    >
      {children}
      {isFilled ? (
        <DataTable {...table} rows={rows.slice(0, shown)} />
      ) : rows ? (
        <p className="text-sm text-ink-muted">{empty}</p>
      ) : (
        problem || <Skeleton className="h-52 w-full" />
      )}
      {isFilled && rows.length > FIRST_ROWS && (
        <Button variant="ghost" size="sm" className="mt-2 -mb-2 -ml-3" onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? `Show the first ${FIRST_ROWS}`
            : isLimited
              ? `Show the top ${maxRows}`
              : `Show all ${rows.length}`}
        </Button>
      )}
    </SectionCard>
  );
}
