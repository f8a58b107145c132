import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ComparedGoal,
  type EmptySearches,
  type Goal,
  GOALS,
  type GoalConversion,
  type GoalRow,
  type SearchCount,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn } from "../../ui/data-table.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { BySelect, NOTHING_COUNTED } from "./stats-breakdown.tsx";
import { changedCount, exportedComparison, fileTitle, RANGE_WORDS, StatsChange } from "./stats-range.tsx";
import { emptySearches, goalConversion } from "./stats.queries.ts";

const GOAL_NAMES: Readonly<Record<Goal, string>> = {
  opened: "Opened",
  called: "Called",
  signed_up: "Signed up",
  confirmed: "Confirmed",
  vip: "VIP",
};
const GOAL_CHOICES = GOALS.map((goal) => [goal, GOAL_NAMES[goal]] as const);

const ORIGINS = {
  Source: ({ sources }) => sources,
  "First page": ({ pages }) => pages,
  Campaign: ({ campaigns }) => campaigns,
} as const satisfies Record<string, (conversion: GoalConversion) => GoalRow[]>;
type Origin = keyof typeof ORIGINS;
const ORIGIN_CHOICES = (Object.keys(ORIGINS) as Origin[]).map((origin) => [origin, origin] as const);

type RowGoal = Pick<ComparedGoal, "whole" | "before">;

/** Returns how often the goal was reached in each of the compared periods. */
const reachedIn = ({ whole, before }: RowGoal) => ({
  before: before?.reached ?? null,
  ...(whole && { whole: whole.reached }),
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
}

/** Shows how often a chosen goal was reached, by the origin of the visits. */
export function StatsGoalsCard({ range, viewer }: GoalsProps) {
  const [goal, setGoal] = useState<Goal>("confirmed");
  const [by, setBy] = useState<Origin>("Source");
  const query = useQuery(goalConversion(goal, range, viewer));
  const found = query.data?.goal === goal && query.data.range === range ? query.data : undefined;
  const columns: readonly Column<GoalRow>[] = [
    { header: by, value: ({ key }) => key },
    countColumn("Visits", ({ visits }) => visits),
    changedCount<GoalRow>(GOAL_NAMES[goal], ({ reached }) => reached, reachedIn),
    RATE,
    ...exportedComparison<GoalRow>(RANGE_WORDS[range].unit, reachedIn),
  ];
  return (
    <TableCard
      title="Goals"
      fileTitle={fileTitle(`${GOAL_NAMES[goal]} by ${by.toLowerCase()}`, range)}
      hint="Each session counts once a day. “Unknown” means that the visit wasn't counted or is more than 30 days old."
      caption={`${GOAL_NAMES[goal]} by ${by.toLowerCase()}, highest first`}
      columns={columns}
      rows={found && ORIGINS[by](found)}
      problem={
        query.isError && <LoadFailure title="The goals could not be loaded" onRetry={() => void query.refetch()} />
      }
      rowKey={({ key }) => key}
      empty={by === "Campaign" ? "No links with utm_campaign yet" : NOTHING_COUNTED}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <BySelect label="Goal" hidesLabel value={goal} choices={GOAL_CHOICES} onChange={setGoal} />
        <BySelect label="by" value={by} choices={ORIGIN_CHOICES} onChange={setBy} />
      </div>
      {found && (
        <p className="mb-3 tabular-nums">
          <b className="text-2xl">{formatCount(found.reached)}</b> of {plural(found.visits, "visit")}{" "}
          {found.rate !== null && `(${rateText(found.rate)})`} <StatsChange of={reachedIn(found)} />
        </p>
      )}
    </TableCard>
  );
}

type EmptySearch = EmptySearches["searches"][number];

/** Link to a search. The rarest searches are counted together, so they have no link. */
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
  changedCount<EmptySearch>("Times", ({ count }) => count, comparisonOf),
  ...exportedComparison<EmptySearch>(RANGE_WORDS[range].unit, comparisonOf),
];

interface SearchesProps extends GoalsProps {
  /** The filters of a list's query in words. */
  searchText(query: string): string;
}

/** Table of searches that returned nothing. */
export function StatsSearchesCard({ range, viewer, searchText }: SearchesProps) {
  const query = useQuery(emptySearches(range, viewer));
  const found = query.data?.range === range ? query.data : undefined;
  const title = "Searches without results";
  const total = found && plural(found.count, "search", "searches");
  return (
    <TableCard
      title={title}
      fileTitle={fileTitle(title, range)}
      hint="Searches made at least three times. Commute destinations are left out."
      caption={`${title}, highest first`}
      columns={searchColumns(range, searchText)}
      rows={found?.searches}
      problem={
        query.isError && <LoadFailure title="The searches could not be loaded" onRetry={() => void query.refetch()} />
      }
      rowKey={({ query: key }) => key}
      empty={found?.count ? `Only ${formatCount(found.count)} so far` : NOTHING_COUNTED}
    >
      {found && found.searches.length > 0 && (
        <p className="mb-3 text-sm">
          {total} in total <StatsChange of={comparisonOf(found)} />
        </p>
      )}
    </TableCard>
  );
}
