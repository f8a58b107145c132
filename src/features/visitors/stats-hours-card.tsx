import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock, formatMoment } from "../../lib/format-moment.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { CurveChart } from "../../ui/curve-chart.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

type Hour = VisitorStats["hourlySeries"][number];

const TITLE = "Visits of the last 24 hours";
const COLUMNS: readonly Column<Hour>[] = [
  { header: "Hour that began", value: ({ hour }) => hour, show: ({ hour }) => formatMoment(hour) },
  { header: "Visits", value: ({ visits }) => visits },
];
const inWords = (visits: number) => plural(visits, "visit");

/** The curve of a day, and its numbers. */
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
