import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  type ComparedGoal,
  type Goal,
  GOALS,
  type GoalConversion,
  type GoalRow,
  type EmptySearches,
  type SearchCount,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, TableCard } from "../../ui/data-table.tsx";
import { NativeSelect } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { comparisonColumns, RANGE_WORDS, StatsChange } from "./stats-range.tsx";
import { goalConversion, emptySearches } from "./stats.queries.ts";

const GOAL_NAMES: Readonly<Record<Goal, string>> = {
  opened: "Listing opened",
  called: "Called",
  signed_up: "Signed up",
  confirmed: "Confirmed",
  vip: "VIP",
};

const ORIGINS = [
  ["Source", "Sources", ({ sources }) => sources],
  ["First page", "First pages", ({ pages }) => pages],
  ["Campaign", "Campaigns", ({ campaigns }) => campaigns],
] as const satisfies readonly (readonly [string, string, (conversion: GoalConversion) => GoalRow[]])[];

type RowGoal = Pick<ComparedGoal, "whole" | "before">;

/** How often the goal was reached in what is compared. */
const reachedIn = ({ whole, before }: RowGoal) => ({
  before: before?.reached ?? null,
  ...(whole && { whole: whole.reached }),
});
const visitsIn = ({ whole, before }: RowGoal) => ({
  before: before?.visits ?? null,
  ...(whole && { whole: whole.visits }),
});

const rateText = (rate: number | null) => (rate === null ? "" : `${rate}%`);

const RATE: Column<GoalRow> = {
  header: "Rate %",
  value: ({ rate }) => rate ?? "",
  show: ({ rate }) => <b>{rateText(rate)}</b>,
};

interface GoalsProps {
  range: StatsRange;
  viewer: Viewer;
  className?: string;
}

/** How often a chosen goal is reached, by where visits came from. */
export function StatsGoalsCard({ range, viewer, className }: GoalsProps) {
  const [goal, setGoal] = useState<Goal>("confirmed");
  const query = useQuery(goalConversion(goal, range, viewer));
  const id = useId();
  const found = query.data?.goal === goal && query.data.range === range ? query.data : undefined;
  const { title, unit, compared } = RANGE_WORDS[range];
  return (
    <SectionCard
      title={`Goals ${title}`}
      note={`Visits and goals count once a session and day. 'Unknown': the visit was not counted or is older than 30 days. Compared is the goal: ${compared}.`}
      className={className}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div>
          <label htmlFor={id} className="block text-sm font-medium">
            Goal
          </label>
          <NativeSelect id={id} value={goal} onChange={({ target }) => setGoal(target.value as Goal)}>
            {GOALS.map((one) => (
              <option key={one} value={one}>
                {GOAL_NAMES[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
        <p className="min-h-9 tabular-nums">
          {found && (
            <>
              <span className="text-2xl font-bold">{formatCount(found.reached)}</span>{" "}
              <StatsChange of={reachedIn(found)} /> of {plural(found.visits, "visit")}{" "}
              <StatsChange of={visitsIn(found)} /> {found.rate !== null && <b>({rateText(found.rate)})</b>}
            </>
          )}
        </p>
      </div>
      {found ? (
        <Tabs
          label={`${GOAL_NAMES[goal]} by`}
          items={ORIGINS.map(([of, name, pick]) => {
            const columns: readonly Column<GoalRow>[] = [
              { header: of, value: ({ key }) => key },
              countColumn("Visits", ({ visits }) => visits),
              countColumn(GOAL_NAMES[goal], ({ reached }) => reached),
              RATE,
              ...comparisonColumns<GoalRow>(unit, reachedIn),
            ];
            return {
              value: of.replace(" ", "-"),
              label: name,
              content: (
                <TableCard
                  isPart
                  title={`${GOAL_NAMES[goal]} by ${of.toLowerCase()} ${title}`}
                  caption={`${GOAL_NAMES[goal]} by ${of.toLowerCase()}, most first`}
                  columns={columns}
                  rows={pick(found)}
                  stacks={3}
                  rowKey={({ key }) => key}
                  empty={
                    of === "Campaign"
                      ? "No visit came by a link with utm_campaign in this time."
                      : "Nothing was counted in this time."
                  }
                />
              ),
            };
          })}
        />
      ) : query.isError ? (
        <LoadFailure title="The goals could not be loaded" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </SectionCard>
  );
}

type EmptySearch = EmptySearches["searches"][number];

/** The rarest ones are counted together, and have no address. */
const SearchLink = ({ query, children }: { query: string; children: string }) =>
  query.startsWith("?") ? (
    <Link to={`/${query}`} className="underline">
      {children}
    </Link>
  ) : (
    children
  );

const comparisonOf = ({ whole, before }: SearchCount) => ({
  before: before ?? null,
  ...(whole !== undefined && { whole }),
});

const searchColumns = (range: StatsRange, searchText: (query: string) => string): readonly Column<EmptySearch>[] => [
  {
    header: "Search",
    value: ({ query }) => searchText(query),
    show: ({ query }) => <SearchLink query={query}>{searchText(query)}</SearchLink>,
  },
  countColumn("Times", ({ count }) => count),
  ...comparisonColumns<EmptySearch>(RANGE_WORDS[range].unit, comparisonOf),
];

interface SearchesProps extends GoalsProps {
  /** The filters of a list's query in words. */
  searchText(query: string): string;
}

/** Lists what visitors searched for and did not find. */
export function StatsSearchesCard({ range, viewer, searchText, className }: SearchesProps) {
  const query = useQuery(emptySearches(range, viewer));
  const found = query.data?.range === range ? query.data : undefined;
  const { title: of, compared } = RANGE_WORDS[range];
  const title = `Searches without results ${of}`;
  const columns = searchColumns(range, searchText);
  if (found === undefined)
    return (
      <SectionCard title={title} className={className}>
        {query.isError ? (
          <LoadFailure title="The searches could not be loaded" onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </SectionCard>
    );
  return (
    <TableCard
      title={title}
      note={
        <>
          {plural(found.count, "search", "searches")} in all <StatsChange of={comparisonOf(found)} />; listed from three
          of the same on, without places of ways to work. Compared: {compared}.
        </>
      }
      caption={`${title}, most first`}
      columns={columns}
      rows={found.searches}
      rowKey={({ query: key }) => key}
      stacks={3}
      empty="No search without results was made three times."
      {...(className !== undefined && { className })}
    />
  );
}
