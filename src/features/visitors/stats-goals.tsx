import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ComparedGoal,
  type EmptySearches,
  FUNNEL_STEPS,
  type FunnelStepName,
  type Goal,
  GOALS,
  type GoalConversion,
  type GoalRow,
  type SearchCount,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, countColumn } from "../../ui/data-table.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { BySelect, NOTHING_COUNTED } from "./stats-breakdown.tsx";
import {
  changedCount,
  exportedComparison,
  fileTitle,
  readLoadedPeriod,
  RANGE_WORDS,
  StatsChange,
  type StatsPeriodProps,
} from "./stats-range.tsx";
import { withBreakOpportunities } from "./stats-sources.tsx";
import { shareText, STEP_NAMES } from "./stats-text.ts";
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
  "First page": ({ pages }) => pages,
  Campaign: ({ campaigns }) => campaigns,
} as const satisfies Record<string, (conversion: GoalConversion) => GoalRow[]>;
type Origin = keyof typeof ORIGINS;
const BY = ["Source", "First page", "Campaign"] as const satisfies readonly ("Source" | Origin)[];
const BY_CHOICES = BY.map((by) => [by, by] as const);

type RowGoal = Pick<ComparedGoal, "whole" | "before">;

/** Returns how often the goal was reached in each of the compared periods. */
const pickGoalCounts = ({ whole, before }: RowGoal) => ({
  before: before?.reached ?? null,
  ...(whole && { whole: whole.reached }),
});
const rateText = (rate: number | null) => (rate === null ? "" : `${rate}%`);

const RATE: Column<GoalRow> = {
  header: "Rate %",
  value: ({ rate }) => rate ?? "",
  show: ({ rate }) => <b>{rateText(rate)}</b>,
};

const goalColumns = (by: Origin, goal: Goal, unit: StatsPeriod["unit"]): readonly Column<GoalRow>[] => [
  { header: by, value: ({ key }) => key },
  countColumn("Visits", ({ visits }) => visits),
  changedCount<GoalRow>(GOAL_NAMES[goal], ({ reached }) => reached, pickGoalCounts),
  RATE,
  ...exportedComparison<GoalRow>(unit, pickGoalCounts),
];

type SourceSteps = StatsPeriod["funnelBySource"][number];

/** Steps that narrow screens show first. */
const MAIN_STEPS: readonly FunnelStepName[] = ["visits", "confirmed"];

/**
 * Returns a column for each step, with the step's share of the visits and the change since the period before. The CSV
 * file also has the compared counts.
 * @param shown steps that have a column on the screen
 */
const stepColumns = (unit: StatsPeriod["unit"], shown: readonly FunnelStepName[]): readonly Column<SourceSteps>[] => [
  { header: "Source", value: ({ key }) => key, show: ({ key }) => withBreakOpportunities(key) },
  ...FUNNEL_STEPS.map((step): Column<SourceSteps> => ({
    header: STEP_NAMES[step],
    value: (row) => row[step].now,
    show: ({ [step]: count, visits }) => (
      <>
        {count.now === 0 ? "–" : formatCount(count.now)}
        {step !== "visits" && count.now > 0 && (
          <span className="text-ink-muted"> {shareText(count.now, visits.now)}</span>
        )}{" "}
        <StatsChange of={count} />
      </>
    ),
    ...(!shown.includes(step) && { isExportOnly: true }),
  })),
  ...FUNNEL_STEPS.flatMap((step) =>
    exportedComparison<SourceSteps>(unit, (row) => row[step]).map((column) => ({
      ...column,
      header: `${STEP_NAMES[step]}: ${column.header}`,
    })),
  ),
];

const STEPS = "From visit to subscriber";
const STEPS_HINT = "Each session counts once a day. Percentages are shares of the visits.";

interface RangeProps {
  range: StatsRange;
  viewer: Viewer;
}

/**
 * Card about the steps from a visit to a paying subscriber: all steps by source, or one step by first page or campaign.
 */
export function StatsStepsCard({ range, query, viewer }: StatsPeriodProps & RangeProps) {
  const [by, setBy] = useState<(typeof BY)[number]>("Source");
  const [goal, setGoal] = useState<Goal>("confirmed");
  const [showsSteps, setShowsSteps] = useState(false);
  const isNarrow = useMedia("screen and (width < 48rem)");
  const goals = useQuery({ ...goalConversion(goal, range, viewer), enabled: by !== "Source" });
  const choice = <BySelect label="By" value={by} choices={BY_CHOICES} onChange={setBy} />;
  // Both branches render a TableCard with one child that starts with the select, so that React keeps the select and its
  // focus.
  if (by === "Source") {
    const shown = isNarrow && !showsSteps ? MAIN_STEPS : FUNNEL_STEPS;
    return (
      <TableCard
        title={STEPS}
        fileTitle={fileTitle(STEPS, range)}
        hint={`${STEPS_HINT} “Unknown” means that the visit wasn't counted.`}
        className="is-whole"
        caption="Steps from a visit to a paying subscriber, by source"
        columns={stepColumns(RANGE_WORDS[range].unit, shown)}
        rows={readLoadedPeriod({ range, query })?.funnelBySource}
        rowKey={({ key }) => key}
        empty={NOTHING_COUNTED}
        stacks={shown === FUNNEL_STEPS ? 3 : undefined}
      >
        <div className="mb-3 flex flex-wrap gap-2">
          {choice}
          {isNarrow && (
            <Button variant="ghost" size="sm" onClick={() => setShowsSteps(!showsSteps)}>
              {showsSteps ? "Show fewer steps" : "Show all steps"}
            </Button>
          )}
        </div>
      </TableCard>
    );
  }
  const found = goals.data?.goal === goal && goals.data.range === range ? goals.data : undefined;
  return (
    <TableCard
      title={STEPS}
      fileTitle={fileTitle(`${GOAL_NAMES[goal]} by ${by.toLowerCase()}`, range)}
      hint={`${STEPS_HINT} “Unknown” means that the visit wasn't counted or is more than 30 days old.`}
      className="is-whole"
      caption={`${GOAL_NAMES[goal]} by ${by.toLowerCase()}, highest first`}
      columns={goalColumns(by, goal, RANGE_WORDS[range].unit)}
      rows={found && ORIGINS[by](found)}
      problem={
        goals.isError && <LoadFailure title="The goals could not be loaded" onRetry={() => void goals.refetch()} />
      }
      rowKey={({ key }) => key}
      empty={by === "Campaign" ? "No links with utm_campaign yet" : NOTHING_COUNTED}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        {choice}
        <BySelect label="Goal" hidesLabel value={goal} choices={GOAL_CHOICES} onChange={setGoal} />
        {found && (
          <p className="basis-full tabular-nums">
            <b className="text-2xl">{formatCount(found.reached)}</b> of {plural(found.visits, "visit")}{" "}
            {found.rate !== null && `(${rateText(found.rate)})`} <StatsChange of={pickGoalCounts(found)} />
          </p>
        )}
      </div>
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

interface SearchesProps extends RangeProps {
  /** Returns the filters of a list's query string in words. */
  searchText(query: string): string;
}

/** Table of searches that found nothing. */
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
