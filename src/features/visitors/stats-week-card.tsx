import type { VisitDay } from "../../../worker/contracts/visitors.ts";
import { formatDateWithWeekday } from "../../lib/format-weekday.ts";
import { formatCount } from "../../lib/format.ts";
import type { Column } from "../../ui/data-table.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { changeInPercent, changeText } from "./stats-text.ts";
import { type ComparedDay, weekOverWeek } from "./week-over-week.ts";

const shortDay = (day: string) =>
  formatDateWithWeekday(day).replace(/^(\w{3})\w*, (\w{3})\w* (\d{1,2})(?!\d).*$/, "$1, $2 $3");

interface TotalProps {
  name: string;
  now: number;
  before: number;
  isComparable: boolean;
}

function Total({ name, now, before, isComparable }: TotalProps) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd>
        <span className="text-3xl font-bold tabular-nums">{formatCount(now)}</span>{" "}
        <span className="text-sm tabular-nums">
          {isComparable && <span className="font-semibold">{changeText(changeInPercent(now, before))} </span>}
          <span className="text-ink-muted">before: {formatCount(before)}</span>
        </span>
      </dd>
    </div>
  );
}

/** The seven days before today against the seven before those. */
export function StatsWeekCard({ days, className }: { days: readonly VisitDay[]; className?: string }) {
  const week = weekOverWeek(days);
  const highest = Math.max(1, ...week.days.flatMap(({ visits, visitsBefore }) => [visits, visitsBefore]));
  const columns: readonly Column<ComparedDay>[] = [
    {
      header: "Day",
      value: ({ day }) => day,
      show: ({ day }) => shortDay(day),
      bar: ({ visits }) => visits / highest,
    },
    { header: "Visits", value: ({ visits }) => visits, show: ({ visits }) => formatCount(visits) },
    {
      header: "Week before",
      value: ({ visitsBefore }) => visitsBefore,
      show: ({ visitsBefore }) => formatCount(visitsBefore),
    },
    { header: "Unique", value: ({ uniqueVisitors }) => uniqueVisitors, show: (row) => formatCount(row.uniqueVisitors) },
    {
      header: "Unique before",
      value: ({ uniqueVisitorsBefore }) => uniqueVisitorsBefore,
      show: (row) => formatCount(row.uniqueVisitorsBefore),
    },
  ];
  return (
    <TableCard
      title="Week over week"
      note="The seven complete days before today against the seven before those."
      caption="Visits and unique visitors by day, against the week before"
      columns={columns}
      rows={week.days}
      rowKey={({ day }) => day}
      empty="No days yet."
      stacks={2}
      className={className}
    >
      <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3">
        <Total name="Visits" now={week.visits} before={week.visitsBefore} isComparable={week.isComparable} />
        <Total
          name="Unique visitors, day by day"
          now={week.uniqueVisitors}
          before={week.uniqueVisitorsBefore}
          isComparable={week.isComparable}
        />
      </dl>
    </TableCard>
  );
}
