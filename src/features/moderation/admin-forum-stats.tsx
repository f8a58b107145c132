import { useQuery } from "@tanstack/react-query";
import type { ForumStats } from "../../../worker/contracts/forum.ts";
import { formatCount } from "../../lib/format.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { forumStats } from "./moderation.queries.ts";

const FIGURES: readonly (readonly [name: keyof ForumStats, label: string])[] = [
  ["totalThreads", "Total Threads"],
  ["totalComments", "Total Comments"],
  ["netVotes", "Net Votes"],
  ["activeBans", "Active Bans"],
];

/** Totals of the forum at a glance. */
export function AdminForumStats() {
  const query = useQuery(forumStats());
  if (!query.isPending && !query.data)
    return <LoadFailure title="Failed to fetch discussion statistics" onRetry={() => void query.refetch()} />;
  return (
    <dl aria-label="Statistics" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {FIGURES.map(([name, label]) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface px-4 py-3 shadow-card"
        >
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd className="text-2xl font-bold tabular-nums">
            {query.data ? formatCount(query.data[name]) : <Skeleton className="h-9 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
