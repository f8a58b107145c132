import type { FunnelRow, PageCount, ReferrerCount, VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, countColumn, TableCard } from "../../ui/data-table.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { percentOf, shareText } from "./stats-text.ts";

interface CountsCardProps {
  title: string;
  /** Column header: 'Visits'. */
  counted: string;
  empty: string;
  className?: string;
  isPart?: boolean;
  /** Shown above the table. */
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
      {total !== undefined && <p className="mb-3 text-4xl leading-none font-bold tabular-nums">{formatCount(total)}</p>}
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

const STEPS = [
  ["Visits", "visits"],
  ["Listing opened", "listingsOpened"],
  ["Call clicked", "callsClicked"],
  ["Signed up", "signedUp"],
  ["Confirmed", "confirmed"],
  ["VIP", "vip"],
] as const satisfies readonly (readonly [string, keyof FunnelRow])[];

const FUNNEL: readonly Column<FunnelRow>[] = [
  { header: "Source", value: ({ referrer }) => referrer },
  ...STEPS.map(([header, step]): Column<FunnelRow> => ({
    header,
    value: (row) => row[step],
    show: (row) => (
      <>
        {formatCount(row[step])}
        {step !== "visits" && <span className="text-xs text-ink-muted"> {shareText(row[step], row.visits)}</span>}
      </>
    ),
  })),
];

interface StatsFunnelProps {
  rows: readonly FunnelRow[];
  /** Subscribers who are in no row because their visit was not counted. */
  withoutVisit: VisitorStats["withoutVisit"];
}

/** Steps from visit to paying subscriber, by source. */
function StatsFunnel({ rows, withoutVisit: { confirmed, vip } }: StatsFunnelProps) {
  const others =
    confirmed > 0
      ? ` Without a visit that was counted, ${formatCount(confirmed)} more confirmed, ${formatCount(vip)} of them VIP.`
      : "";
  return (
    <TableCard
      title="From visit to subscriber"
      note={`This month, by source. The small figures are shares of the visits.${others}`}
      caption="Steps from a visit to a paying reader this month, by source"
      columns={FUNNEL}
      rows={rows}
      rowKey={({ referrer }) => referrer}
      empty="No visits this month yet."
      stacks={3}
      isPart
    />
  );
}

interface StatsSourcesProps {
  stats: VisitorStats;
  className?: string;
}

/** Where visits and subscribers come from, each table in a tab. */
export function StatsSourcesCard({ stats, className }: StatsSourcesProps) {
  const tables = [
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
        empty="No visits yet this month."
        sources={stats.monthReferrerStats}
        total={stats.monthVisits}
      />,
    ],
    [
      "Subscriber Sources 24 hours",
      <StatsSources
        key="day"
        isPart
        title="Subscriber Sources 24 hours"
        counted="Subscribers"
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
        empty="No subscribers yet."
        sources={stats.subscriberSourceStats}
      />,
    ],
    ["Conversion Rate by Source", <StatsConversion key="conversion" rows={stats.conversionRateStats} />],
    ["From visit to subscriber", <StatsFunnel key="funnel" rows={stats.funnel} withoutVisit={stats.withoutVisit} />],
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
