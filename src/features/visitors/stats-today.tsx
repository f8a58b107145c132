import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { SectionCard } from "../../ui/section-card.tsx";
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
