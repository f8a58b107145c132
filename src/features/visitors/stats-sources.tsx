import type { PageCount, ReferrerCount } from "../../../worker/contracts/visitors.ts";
import type { Column } from "../../ui/data-table.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { percentOf } from "./stats-text.ts";

interface CountsCardProps {
  title: string;
  /** What is counted, as a header: 'Visits'. */
  counted: string;
  empty: string;
  className?: string;
  /** The sum as a large number above the table. */
  total?: number;
}

interface Counted {
  name: string;
  count: number;
}

function CountsCard({ of, rows, counted, total, ...card }: CountsCardProps & { of: string; rows: readonly Counted[] }) {
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  const sum = rows.reduce((all, { count }) => all + count, 0);
  const columns: readonly Column<Counted>[] = [
    { header: of, value: ({ name }) => name, bar: ({ count }) => count / highest },
    { header: counted, value: ({ count }) => count, show: ({ count }) => formatCount(count) },
    {
      header: "%",
      value: ({ count }) => percentOf(count, sum),
      show: ({ count }) => `${percentOf(count, sum)}%`,
    },
  ];
  return (
    <TableCard
      {...card}
      caption={`${card.title}, most first`}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    >
      {total !== undefined && <p className="mb-3 text-4xl leading-none font-bold tabular-nums">{formatCount(total)}</p>}
    </TableCard>
  );
}

/** Sources with their counts, as bars. */
export function StatsSources({ sources, ...card }: CountsCardProps & { sources: readonly ReferrerCount[] }) {
  return <CountsCard {...card} of="Source" rows={sources.map(({ referrer, count }) => ({ name: referrer, count }))} />;
}

/** Pages with their counts, as bars. */
export function StatsPages({ pages, ...card }: CountsCardProps & { pages: readonly PageCount[] }) {
  return <CountsCard {...card} of="Page" rows={pages.map(({ page, count }) => ({ name: page, count }))} />;
}
