import { useQuery } from "@tanstack/react-query";
import type { Compared, StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { comparisonColumns, periodOf, RANGE_WORDS, StatsChange } from "./stats-range.tsx";
import { statsPeriod } from "./stats.queries.ts";
import { percentages } from "./stats-text.ts";

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

interface TodayRow extends Part {
  compared: Omit<Compared, "now">;
}

const COLUMNS: readonly Column<TodayRow>[] = [
  { header: "Counted", value: ({ name }) => name },
  countColumn("Today", ({ count }) => count),
  ...comparisonColumns<TodayRow>("hour", ({ compared }) => compared),
];

const NOT_COMPARED = { before: null };

/** The difference of two counts, such as new visitors: all without those that return. */
const without = (all: Compared, some: Compared): Omit<Compared, "now"> =>
  all.whole === undefined || some.whole === undefined || all.before === null || some.before === null
    ? NOT_COMPARED
    : { whole: all.whole - some.whole, before: all.before - some.before };

/** The counts of today, with those of the hours that are over where they are known. */
function rowsOf(stats: VisitorStats, period: StatsPeriod | undefined) {
  const { todayVisits, uniqueVisitorsToday, returningUsersToday } = stats;
  const device = (name: string) => period?.devices.find(({ key }) => key === name) ?? NOT_COMPARED;
  return {
    visits: { name: "Visits", count: todayVisits, compared: period?.visits ?? NOT_COMPARED },
    unique: {
      name: "Unique visitors",
      count: uniqueVisitorsToday,
      compared: period?.uniqueVisitors ?? NOT_COMPARED,
    },
    returning: { name: "Returning", count: returningUsersToday, compared: period?.returning ?? NOT_COMPARED },
    new: {
      name: "New",
      count: Math.max(0, uniqueVisitorsToday - returningUsersToday),
      compared: period ? without(period.uniqueVisitors, period.returning) : NOT_COMPARED,
    },
    mobile: { name: "Mobile", count: stats.mobileVisitorsToday, compared: device("mobile") },
    desktop: { name: "Desktop", count: stats.desktopVisitorsToday, compared: device("desktop") },
  } satisfies Record<string, TodayRow>;
}

interface StatsTodayProps {
  stats: VisitorStats;
  viewer: Viewer;
  className?: string;
}

/** Today's visits and visitors (Toronto) beside the same hours of yesterday. */
export function StatsTodayCard({ stats, viewer, className }: StatsTodayProps) {
  const query = useQuery(statsPeriod("today", viewer));
  const named = rowsOf(stats, periodOf({ range: "today", query }));
  const rows: readonly TodayRow[] = Object.values(named);
  const title = "Today's Visits";
  return (
    <SectionCard
      title={title}
      note={`Compared: ${RANGE_WORDS.today.compared}.`}
      className={className}
      actions={<CsvButton title={title} columns={COLUMNS} rows={rows} />}
    >
      <p className="leading-none">
        <span className="text-5xl leading-none font-bold tabular-nums">{formatCount(stats.todayVisits)}</span>{" "}
        <StatsChange of={named.visits.compared} />
      </p>
      <p className="mt-2 text-sm text-ink-muted">
        Yesterday: <span className="font-semibold text-ink tabular-nums">{formatCount(stats.yesterdayVisits)}</span>.
      </p>
      <p className="mb-5 text-sm text-ink-muted">
        Unique visitors today:{" "}
        <span className="font-semibold text-ink tabular-nums">{formatCount(stats.uniqueVisitorsToday)}</span>{" "}
        <StatsChange of={named.unique.compared} />
      </p>
      <div className="grid gap-5">
        <Split one={named.returning} other={named.new} />
        <Split one={named.mobile} other={named.desktop} />
        <Disclosure summary="Numbers of today">
          <DataTable caption={title} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} stacks={3} />
        </Disclosure>
      </div>
    </SectionCard>
  );
}
