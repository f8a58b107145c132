import type { VisitDay, VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock, formatDateWithWeekday, formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { CurveChart } from "../../ui/curve-chart.tsx";
import { type Column, countColumn, CsvButton, DataTable, TableCard } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { type ComparedDay, weekOverWeek } from "./insights.ts";
import { changeInPercent, changeText, percentages } from "./stats-text.ts";

interface Part {
  name: string;
  count: number;
}

/** Two parts of a whole, as numbers and a bar. */
function Split({ one, other }: { one: Part; other: Part }) {
  const [first, second] = percentages(one.count, other.count);
  return (
    <div>
      <dl className="flex justify-between gap-4 text-sm">
        {[
          { ...one, percent: first },
          { ...other, percent: second },
        ].map(({ name, count, percent }, index) => (
          <div key={name} className={index === 0 ? "" : "text-end"}>
            <dt className="flex items-center gap-1.5 text-ink-muted">
              <span aria-hidden className={`size-2.5 rounded-full ${index === 0 ? "bg-accent" : "bg-line-strong"}`} />
              {name}
            </dt>
            <dd className="tabular-nums">
              <span className="text-lg font-semibold">{formatCount(count)}</span> ({percent}%)
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="mt-1.5 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        <span className="h-full bg-accent" style={{ width: `${first}%` }} />
        <span className="h-full bg-line-strong" style={{ width: `${second}%` }} />
      </div>
    </div>
  );
}

/** Today's visits against yesterday's (Toronto). */
export function StatsTodayCard({ stats, className }: { stats: VisitorStats; className?: string }) {
  const { todayVisits, yesterdayVisits, uniqueVisitorsToday, returningUsersToday } = stats;
  return (
    <SectionCard title="Today's Visits" className={className}>
      <p className="text-5xl leading-none font-bold tabular-nums">{formatCount(todayVisits)}</p>
      <p className="mt-2 mb-5 text-sm text-ink-muted">
        Yesterday: <span className="font-semibold text-ink tabular-nums">{formatCount(yesterdayVisits)}</span>. Unique
        visitors today: <span className="font-semibold text-ink tabular-nums">{formatCount(uniqueVisitorsToday)}</span>.
      </p>
      <div className="grid gap-5">
        <Split
          one={{ name: "Returning", count: returningUsersToday }}
          other={{ name: "New", count: Math.max(0, uniqueVisitorsToday - returningUsersToday) }}
        />
        <Split
          one={{ name: "Mobile", count: stats.mobileVisitorsToday }}
          other={{ name: "Desktop", count: stats.desktopVisitorsToday }}
        />
      </div>
    </SectionCard>
  );
}

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

/** The last seven days against the seven before. */
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
    countColumn("Visits", ({ visits }) => visits),
    countColumn("Week before", ({ visitsBefore }) => visitsBefore),
    countColumn("Unique", ({ uniqueVisitors }) => uniqueVisitors),
    countColumn("Unique before", ({ uniqueVisitorsBefore }) => uniqueVisitorsBefore),
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

type Hour = VisitorStats["hourlySeries"][number];

const TITLE = "Visits of the last 24 hours";
const COLUMNS: readonly Column<Hour>[] = [
  { header: "Hour that began", value: ({ hour }) => hour, show: ({ hour }) => formatMoment(hour) },
  { header: "Visits", value: ({ visits }) => visits },
];
const inWords = (visits: number) => plural(visits, "visit");

/** Visits by hour as a chart and a table. */
export function StatsHoursCard({ hours, className }: { hours: readonly Hour[]; className?: string }) {
  const total = hours.reduce((sum, { visits }) => sum + visits, 0);
  const highest = Math.max(0, ...hours.map(({ visits }) => visits));
  return (
    <SectionCard
      title={TITLE}
      note={`${formatCount(total)} by the hour in Toronto; the last hour is not over.`}
      className={className}
      actions={<CsvButton title={TITLE} columns={COLUMNS} rows={hours} />}
    >
      <CurveChart
        label={`${TITLE}: ${inWords(total)}, at most ${formatCount(highest)} in an hour.`}
        points={hours.map(({ hour, visits }) => ({
          name: `From ${formatClock(hour)}`,
          tick: formatClock(hour),
          value: visits,
        }))}
        tickEvery={6}
        inWords={inWords}
      />
      <div className="mt-3">
        <Disclosure summary="Numbers by the hour">
          <DataTable caption={TITLE} columns={COLUMNS} rows={hours} rowKey={({ hour }) => hour} />
        </Disclosure>
      </div>
    </SectionCard>
  );
}
