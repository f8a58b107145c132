import type { ComparedKeys, StatsRange } from "../../../worker/contracts/stats-periods.ts";
import { type Column, countColumn, TableCard } from "../../ui/data-table.tsx";
import { comparisonColumns, RANGE_WORDS } from "./stats-range.tsx";
import { percentOf } from "./stats-text.ts";

interface StatsKeysProps {
  range: StatsRange;
  title: string;
  /** Header of the keys: 'Source'. */
  of: string;
  /** Header of the counts: 'Visits'. */
  counted: string;
  /** What the counts are, in a sentence. */
  note?: string;
  rows: ComparedKeys;
  isPart?: boolean;
}

/** Counts of a range by key, beside what they are compared with. */
export function StatsKeys({ range, of, counted, note, rows, ...card }: StatsKeysProps) {
  const { unit, compared } = RANGE_WORDS[range];
  const highest = Math.max(1, ...rows.map(({ now }) => now));
  const sum = rows.reduce((all, { now }) => all + now, 0);
  const columns: readonly Column<ComparedKeys[number]>[] = [
    { header: of, value: ({ key }) => key, bar: ({ now }) => now / highest },
    countColumn(counted, ({ now }) => now),
    { header: "%", value: ({ now }) => percentOf(now, sum), show: ({ now }) => `${percentOf(now, sum)}%` },
    ...comparisonColumns<ComparedKeys[number]>(unit, (row) => row),
  ];
  return (
    <TableCard
      {...card}
      note={`${note === undefined ? "" : `${note} `}Compared: ${compared}.`}
      caption={`${card.title}, most first`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      empty="Nothing was counted in this time."
      stacks={3}
    />
  );
}
