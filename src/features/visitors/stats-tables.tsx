import { type SubscriberDetail, UNKNOWN, type Visitor } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { type Column, TableCard } from "../../ui/data-table.tsx";
import { relativeTime } from "./stats-text.ts";

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
