import type { FunnelRow, SubscriberDetail, VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import type { Column } from "../../ui/data-table.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { relativeTime, shareText } from "./stats-text.ts";

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
