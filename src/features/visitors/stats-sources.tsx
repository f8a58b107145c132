import type { ReactNode } from "react";
import type { Compared } from "../../../worker/contracts/stats-periods.ts";
import type { PageCount, ReferrerCount, VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, countColumn } from "../../ui/data-table.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { StatsChange } from "./stats-range.tsx";
import { ARROWS_EXPLANATION, percentOf, wholePercent } from "./stats-text.ts";

/** Number of pages in the list (docs/product.md, Visitors); the CSV file has more. */
const TOP_PAGES = 10;

interface CountsCardProps {
  title: string;
  /** Column header, such as 'Visits'. */
  counted: string;
  empty: string;
  hint?: string;
  total?: ReactNode;
  maxRows?: number;
}

/** Returns a host or path that wraps before dots and slashes, not within words. */
export function withBreakOpportunities(name: string): ReactNode {
  const end = name.search(/(?<=.)[./]/);
  if (end === -1) return name;
  return (
    <>
      {name.slice(0, end)}
      <wbr />
      {withBreakOpportunities(name.slice(end))}
    </>
  );
}

interface Counted {
  name: string;
  count: number;
}

function CountsCard({ of, rows, counted, ...card }: CountsCardProps & { of: string; rows: readonly Counted[] }) {
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  const sum = rows.reduce((all, { count }) => all + count, 0);
  const columns: readonly Column<Counted>[] = [
    {
      header: of,
      value: ({ name }) => name,
      show: ({ name }) => withBreakOpportunities(name),
      bar: ({ count }) => count / highest,
    },
    countColumn(counted, ({ count }) => count),
    {
      header: "%",
      value: ({ count }) => percentOf(count, sum),
      show: ({ count }) => wholePercent(count, sum),
    },
  ];
  return (
    <TableCard
      {...card}
      caption={`${card.title}, highest first`}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

function Sources({ sources, ...card }: CountsCardProps & { sources: readonly ReferrerCount[] }) {
  return <CountsCard {...card} of="Source" rows={sources.map(({ referrer, count }) => ({ name: referrer, count }))} />;
}

function Pages({ pages, ...card }: CountsCardProps & { pages: readonly PageCount[] }) {
  return <CountsCard {...card} of="Page" rows={pages.map(({ page, count }) => ({ name: page, count }))} />;
}

type SourceConversion = VisitorStats["conversionRateStats"][number];

const CONVERSION: readonly Column<SourceConversion>[] = [
  {
    header: "Source",
    value: ({ referrer }) => referrer,
    show: ({ referrer }) => withBreakOpportunities(referrer),
  },
  countColumn("Visits", ({ visitors }) => visitors),
  countColumn("Subscribers", ({ subscribers }) => subscribers),
  {
    header: "Rate",
    value: ({ conversionRate }) => conversionRate,
    show: ({ conversionRate }) => <span className="font-semibold">{conversionRate}%</span>,
  },
];

interface StatsSourcesProps {
  stats: VisitorStats;
  /** Visits of this month; undefined while they load. */
  month: Compared | undefined;
}

/** Shows which pages are visited, and where visits and subscribers come from. */
export function StatsSources({ stats, month }: StatsSourcesProps) {
  return (
    <>
      <Pages
        title="Most Visited URLs Today"
        counted="Views"
        empty="No views yet"
        maxRows={TOP_PAGES}
        pages={stats.pageVisitStatsToday}
      />
      <Sources title="Today's Traffic Sources" counted="Visits" empty="No visits yet" sources={stats.referrerStats} />
      <Sources
        title="Month Visitors"
        counted="Visits"
        hint={`Visits this month. ${ARROWS_EXPLANATION} and compare the completed days with the same days last month.`}
        empty="No visits yet"
        sources={stats.monthReferrerStats}
        total={
          <span className="whitespace-nowrap">
            {month && <StatsChange of={month} />}{" "}
            <b className="text-xl leading-none tabular-nums">{formatCount(stats.monthVisits)}</b>
          </span>
        }
      />
      <Sources
        title="Subscriber Sources 24 hours"
        counted="Subscribers"
        hint="People who confirmed in the last 24 hours and are still subscribed."
        empty="None"
        sources={stats.subscriberSourceStats24h}
      />
      <Sources
        title="Subscriber Sources Lifetime"
        counted="Subscribers"
        hint="Everyone who is subscribed now, by the source of the visit they signed up in."
        empty="None"
        sources={stats.subscriberSourceStats}
      />
      <TableCard
        title="Conversion Rate by Source"
        hint="Confirmed subscribers as a percentage of all visits from each source."
        caption="Conversion rate by source"
        columns={CONVERSION}
        rows={stats.conversionRateStats}
        rowKey={({ referrer }) => referrer}
        empty="No visits yet"
      />
    </>
  );
}
