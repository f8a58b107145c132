import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { CsvButton } from "./csv-button.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { SectionCard } from "./section-card.tsx";

interface TableCardProps<Row> extends DataTableProps<Row> {
  title: string;
  note?: ReactNode;
  /** Said in the place of a table without rows. */
  empty: string;
  /** Rows that are shown at first; the file holds all of them. */
  limit?: number;
  className?: string;
  /** Above the table. */
  children?: ReactNode;
}

/** A table in a card, and as a file. */
export function TableCard<Row>({ title, note, empty, limit = 10, className, children, ...table }: TableCardProps<Row>) {
  const { columns, rows } = table;
  const [showsAll, setShowsAll] = useState(false);
  return (
    <SectionCard
      title={title}
      note={note}
      className={className}
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
    </SectionCard>
  );
}
