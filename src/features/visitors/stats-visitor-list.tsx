import type { Visitor } from "../../../worker/contracts/visitors.ts";
import { UNKNOWN } from "../../../worker/contracts/visitors.ts";
import { Chip } from "../../ui/chip.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { relativeTime } from "./stats-text.ts";

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
