import {
  type FunnelRow,
  type PageCount,
  type ReferrerCount,
  type SubscriberDetail,
  UNKNOWN,
  type Visitor,
  type VisitorStats,
} from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { type Column, countColumn, TableCard } from "../../ui/data-table.tsx";
import { percentOf, relativeTime, shareText } from "./stats-text.ts";

interface StatsVisitorListProps {
  /** Visitors of the last hour, newest first. */
  visitors: readonly Visitor[];
  /** The visitors among them who are active now. */
  active: readonly Visitor[];
  /** The total number; the list only has those seen last. */
  count: number;
  now: string;
  className?: string;
}

const Ago = ({ moment, now }: { moment: string; now: string }) => (
  <time dateTime={moment} className="whitespace-nowrap">
    {relativeTime(moment, now)}
  </time>
);

const placeOf = ({ city, country }: Visitor) =>
  city === UNKNOWN ? country : country === UNKNOWN ? city : `${city}, ${country}`;

const columnsFor = (here: ReadonlySet<string>, now: string): readonly Column<Visitor>[] => [
  {
    header: "Page",
    value: ({ page }) => page,
    show: ({ id, page, subscribed }) => (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span
          title={here.has(id) ? "Here now" : "Left"}
          className={`size-2 shrink-0 rounded-full ${here.has(id) ? "bg-accent" : "bg-line-strong opacity-60"}`}
        >
          <span className="sr-only">{here.has(id) ? "Here now:" : "Left:"}</span>
        </span>
        <span className="min-w-0 flex-1 basis-16">{page}</span>
        {subscribed && <Chip tone="accent">Subscribed</Chip>}
      </span>
    ),
  },
  { header: "City", value: placeOf },
  { header: "Referrer", value: ({ referrer }) => referrer },
  {
    header: "Seen",
    value: ({ lastSeen }) => lastSeen,
    show: ({ lastSeen }) => <Ago moment={lastSeen} now={now} />,
  },
];

/** Active visitors and those of the last hour. */
export function StatsVisitorList({ visitors, active, count, now, className }: StatsVisitorListProps) {
  const here = new Set(active.map(({ id }) => id));
  // By arrival, because the order of last activity changes with every heartbeat.
  const rows = visitors.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  return (
    <TableCard
      title="Live visitors"
      note={
        count > visitors.length
          ? `The ${visitors.length} of the last hour who were seen last, by arrival.`
          : "Of the last hour, the last to arrive first."
      }
      caption="Visitors of the last hour"
      columns={columnsFor(here, now)}
      rows={rows}
      rowKey={({ id }) => id}
      empty="Nobody was here in the last hour."
      stacks={3}
      className={className}
    />
  );
}

interface CountsCardProps {
  title: string;
  /** Column header: 'Visits'. */
  counted: string;
  empty: string;
  className?: string;
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

export function StatsSources({ sources, ...card }: CountsCardProps & { sources: readonly ReferrerCount[] }) {
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
export function StatsConversion({ rows, className }: { rows: readonly SourceConversion[]; className?: string }) {
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
      className={className}
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
  className?: string;
}

/** Steps from visit to paying subscriber, by source. */
export function StatsFunnel({ rows, withoutVisit: { confirmed, vip }, className }: StatsFunnelProps) {
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
      className={className}
    />
  );
}

interface StatsNewestProps {
  subscribers: readonly SubscriberDetail[];
  pendingCount: number;
  now: string;
  className?: string;
}

const newestColumns = (now: string): readonly Column<SubscriberDetail>[] => [
  {
    header: "Subscriber",
    value: ({ email }) => email,
    show: ({ email }) => <span className="md:whitespace-nowrap">{email}</span>,
  },
  { header: "Source", value: ({ referrer }) => referrer },
  {
    header: "Confirmed",
    value: ({ subscribedAt }) => subscribedAt,
    show: ({ subscribedAt }) => <Ago moment={subscribedAt} now={now} />,
  },
];

export function StatsNewest({ subscribers, pendingCount, now, className }: StatsNewestProps) {
  return (
    <TableCard
      title="Newest subscribers"
      note={`${formatCount(pendingCount)} signed up and not confirmed yet.`}
      caption="Newest subscribers"
      columns={newestColumns(now)}
      rows={subscribers}
      // Masked addresses may be equal, even with the same time.
      rowKey={({ email, subscribedAt }, index) => `${email} ${subscribedAt} ${subscribers.length - index}`}
      empty="No subscribers yet."
      stacks={2}
      className={className}
    />
  );
}
