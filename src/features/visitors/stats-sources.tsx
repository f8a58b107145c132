import type { ReactNode } from "react";
import {
  type Compared,
  type ComparedKeys,
  FUNNEL_STEPS,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import type { PageCount, ReferrerCount, VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, countColumn, TableCard } from "../../ui/data-table.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { StatsKeys } from "./stats-breakdown.tsx";
import { comparisonColumns, periodOf, RANGE_WORDS, StatsChange, type StatsPeriodProps } from "./stats-range.tsx";
import { percentOf, shareText, STEP_NAMES } from "./stats-text.ts";

interface CountsCardProps {
  title: string;
  /** Column header: 'Visits'. */
  counted: string;
  empty: string;
  className?: string;
  isPart?: boolean;
  /** Shown above the table. */
  total?: { count: number; compared: Compared | undefined };
  note?: string;
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
    countColumn(counted, ({ count }) => count),
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
      {total && (
        <p className="mb-3 leading-none">
          <span className="text-4xl leading-none font-bold tabular-nums">{formatCount(total.count)}</span>{" "}
          {total.compared && <StatsChange of={total.compared} />}
        </p>
      )}
    </TableCard>
  );
}

function StatsSources({ sources, ...card }: CountsCardProps & { sources: readonly ReferrerCount[] }) {
  return <CountsCard {...card} of="Source" rows={sources.map(({ referrer, count }) => ({ name: referrer, count }))} />;
}

export function StatsPages({ pages, ...card }: CountsCardProps & { pages: readonly PageCount[] }) {
  return <CountsCard {...card} of="Page" rows={pages.map(({ page, count }) => ({ name: page, count }))} />;
}

type SourceConversion = VisitorStats["conversionRateStats"][number];

const CONVERSION: readonly Column<SourceConversion>[] = [
  { header: "Source", value: ({ referrer }) => referrer },
  countColumn("Visits", ({ visitors }) => visitors),
  countColumn("Subscribers", ({ subscribers }) => subscribers),
  {
    header: "Rate %",
    value: ({ conversionRate }) => conversionRate,
    show: ({ conversionRate }) => <span className="font-semibold">{conversionRate}%</span>,
  },
];

/** Conversion rates by source. */
function StatsConversion({ rows }: { rows: readonly SourceConversion[] }) {
  return (
    <TableCard
      title="Conversion Rate by Source"
      note="Confirmed subscribers against visits, of all time."
      caption="Conversion rate by source"
      columns={CONVERSION}
      rows={rows}
      rowKey={({ referrer }) => referrer}
      empty="No visits yet."
      stacks={3}
      isPart
    />
  );
}

type SourceSteps = StatsPeriod["funnelBySource"][number];

/** Each step with its share of the visits and the change; the file has what is compared as well. */
const funnelColumns = (unit: StatsPeriod["unit"]): readonly Column<SourceSteps>[] => [
  { header: "Source", value: ({ key }) => key },
  ...FUNNEL_STEPS.map((step): Column<SourceSteps> => ({
    header: STEP_NAMES[step],
    value: (row) => row[step].now,
    show: (row) => (
      <>
        {formatCount(row[step].now)}
        {step !== "visits" && (
          <span className="text-xs text-ink-muted"> {shareText(row[step].now, row.visits.now)}</span>
        )}
        <span className="block text-xs empty:hidden">
          <StatsChange of={row[step]} />
        </span>
      </>
    ),
  })),
  ...FUNNEL_STEPS.flatMap((step) =>
    comparisonColumns<SourceSteps>(unit, (row) => row[step]).map((column) => ({
      ...column,
      header: `${STEP_NAMES[step]}: ${column.header}`,
      isExportOnly: true as const,
    })),
  ),
];

/** Confirmations by source, most first. */
const confirmedBySource = ({ funnelBySource }: StatsPeriod): ComparedKeys =>
  funnelBySource
    .map(({ key, confirmed }) => ({ key, ...confirmed }))
    .filter(({ now }) => now > 0)
    .toSorted((one, other) => other.now - one.now);

const ONCE_A_DAY = "Each session counts once a day.";

/** Titles of the tables that follow the range. */
const RANGE_TABS = ["Visits", "Subscribers", "From visit to subscriber"] as const;

/** Visits, confirmations and all steps of a range, each by source, in the order of {@link RANGE_TABS}. */
function rangeTables(range: StatsRange, period: StatsPeriod): readonly ReactNode[] {
  const { title, unit, compared } = RANGE_WORDS[range];
  return [
    <StatsKeys
      key="visits"
      isPart
      range={range}
      title={`Sources ${title}`}
      of="Source"
      counted="Visits"
      note={ONCE_A_DAY}
      rows={period.sources}
    />,
    <StatsKeys
      key="subscribers"
      isPart
      range={range}
      title={`Subscribers by source ${title}`}
      of="Source"
      counted="Confirmed"
      note="Who confirmed, by the source of the visit; also who has left since."
      rows={confirmedBySource(period)}
    />,
    <TableCard
      key="steps"
      isPart
      title={`From visit to subscriber ${title}`}
      note={`${ONCE_A_DAY} The small figures beside the counts are shares of the visits. 'Unknown': the visit was not counted. Compared: ${compared}.`}
      caption="Steps from a visit to a paying reader, by source"
      columns={funnelColumns(unit)}
      rows={period.funnelBySource}
      rowKey={({ key }) => key}
      empty="Nothing was counted in this time."
      stacks={3}
    />,
  ];
}

interface StatsSourcesProps extends StatsPeriodProps {
  stats: VisitorStats;
}

/** Where visits and subscribers come from, each table in a tab: those of the range, then those of a fixed time. */
export function StatsSourcesCard({ stats, range, query, className }: StatsSourcesProps) {
  const period = periodOf({ range, query });
  const ofRange = period && rangeTables(range, period);
  const tables = [
    ...RANGE_TABS.map((name, at) => [name, ofRange?.[at] ?? <Skeleton key={name} className="h-64 w-full" />] as const),
    [
      "Today's Traffic Sources",
      <StatsSources
        key="today"
        isPart
        title="Today's Traffic Sources"
        counted="Visits"
        empty="No visits yet today."
        sources={stats.referrerStats}
      />,
    ],
    [
      "Month Visitors",
      <StatsSources
        key="month"
        isPart
        title="Month Visitors"
        counted="Visits"
        note="Visits of this month. Compared: its days that are over with the same days of the month before."
        empty="No visits yet this month."
        sources={stats.monthReferrerStats}
        total={{ count: stats.monthVisits, compared: query.data?.period?.month }}
      />,
    ],
    [
      "Subscriber Sources 24 hours",
      <StatsSources
        key="day"
        isPart
        title="Subscriber Sources 24 hours"
        counted="Subscribers"
        note="Who confirmed in the last 24 hours and is on the list."
        empty="Nobody confirmed in the last 24 hours."
        sources={stats.subscriberSourceStats24h}
      />,
    ],
    [
      "Subscriber Sources Lifetime",
      <StatsSources
        key="lifetime"
        isPart
        title="Subscriber Sources Lifetime"
        counted="Subscribers"
        note="Who is on the list, of all time."
        empty="No subscribers yet."
        sources={stats.subscriberSourceStats}
      />,
    ],
    ["Conversion Rate by Source", <StatsConversion key="conversion" rows={stats.conversionRateStats} />],
  ] as const;
  return (
    <SectionCard title="Visits and subscribers by source" className={className}>
      <Tabs
        label="Tables of sources"
        // Without spaces, as ids are made of them.
        items={tables.map(([title, content], at) => ({ value: String(at), label: title, content }))}
      />
    </SectionCard>
  );
}
