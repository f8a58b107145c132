import { useQuery } from "@tanstack/react-query";
import type { ForumStats } from "../../../worker/contracts/forum.ts";
import { formatCount } from "../../lib/format.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { forumStats } from "./moderation.queries.ts";
import { Ban, MessagesSquare } from "lucide-react";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { AdminBans } from "./admin-bans.tsx";
import { AdminThreadList } from "./admin-thread-list.tsx";
import { useModeration } from "./use-moderation.tsx";

const FIGURES: readonly (readonly [name: keyof ForumStats, label: string])[] = [
  ["totalThreads", "Total Threads"],
  ["totalComments", "Total Comments"],
  ["netVotes", "Net Votes"],
  ["activeBans", "Active Bans"],
];

/** Totals of the forum at a glance. */
function AdminForumStats() {
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

/** 'Discussion Moderation' with the number of threads. */
export function AdminDiscussionsTabLabel() {
  const { data } = useQuery(forumStats());
  return <>Discussion Moderation {data && <Chip>{formatCount(data.totalThreads)}</Chip>}</>;
}

/** The forum in figures, its threads with their comments, and who is banned. */
export function AdminDiscussionsTab() {
  const moderation = useModeration();
  return (
    <div className="grid grid-cols-1 gap-5">
      <AdminForumStats />
      <SectionCard title="Quick Actions">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => moderation.askToBan()}>
            <Ban aria-hidden className="size-4" />
            Ban IP Address
          </Button>
          <a
            href={PATHS.forum}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            <MessagesSquare aria-hidden className="size-4" />
            View Discussion Board
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </div>
      </SectionCard>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <AdminThreadList moderation={moderation} />
        <AdminBans />
      </div>
      {moderation.dialogs}
    </div>
  );
}
