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
import { type Column, TableCard } from "../../ui/data-table.tsx";
import { percentOf, relativeTime, shareText } from "./stats-text.ts";

interface StatsVisitorListProps {
  /** Of the last hour, newest first. */
  visitors: readonly Visitor[];
  /** Those of them that are here now. */
  active: readonly Visitor[];
  /** How many they are in truth: the list holds those seen last. */
  count: number;
  now: string;
  className?: string;
}

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
    show: ({ lastSeen }) => (
      <time dateTime={lastSeen} className="whitespace-nowrap">
        {relativeTime(lastSeen, now)}
      </time>
    ),
  },
];

/** Who is here, and who was within the hour. */
export function StatsVisitorList({ visitors, active, count, now, className }: StatsVisitorListProps) {
  const here = new Set(active.map(({ id }) => id));
  // By arrival: in the order they were last seen, rows would change places with every heartbeat.
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

type SourceConversion = VisitorStats["conversionRateStats"][number];

const CONVERSION: readonly Column<SourceConversion>[] = [
  { header: "Source", value: ({ referrer }) => referrer },
  { header: "Visits", value: ({ visitors }) => visitors, show: ({ visitors }) => formatCount(visitors) },
  {
    header: "Subscribers",
    value: ({ subscribers }) => subscribers,
    show: ({ subscribers }) => formatCount(subscribers),
  },
  {
    header: "Rate %",
    value: ({ conversionRate }) => conversionRate,
    show: ({ conversionRate }) => <span className="font-semibold">{conversionRate}%</span>,
  },
];

/** Which sources turn visits into subscribers. */
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
  /** In no row: nobody knows of their visit. */
  withoutVisit: VisitorStats["withoutVisit"];
  className?: string;
}

/** The way from a visit to a paying reader, by source. */
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
    show: ({ subscribedAt }) => (
      <time dateTime={subscribedAt} className="whitespace-nowrap">
        {relativeTime(subscribedAt, now)}
      </time>
    ),
  },
];

/** Who confirmed last. */
export function StatsNewest({ subscribers, pendingCount, now, className }: StatsNewestProps) {
  return (
    <TableCard
      title="Newest subscribers"
      note={`${formatCount(pendingCount)} signed up and not confirmed yet.`}
      caption="Newest subscribers"
      columns={newestColumns(now)}
      rows={subscribers}
      // Shortened addresses can be the same, and confirmed at the same moment.
      rowKey={({ email, subscribedAt }, index) => `${email} ${subscribedAt} ${subscribers.length - index}`}
      empty="No subscribers yet."
      stacks={2}
      className={className}
    />
  );
}
