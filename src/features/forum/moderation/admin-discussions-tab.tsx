import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Ban, MessagesSquare } from "lucide-react";
import { useRef, useState } from "react";
import { normalizeSearch } from "../../../../worker/contracts/forum-list.ts";
import { SEARCH_MAX, SEARCH_MIN } from "../../../../worker/contracts/forum.ts";
import type { ForumStats } from "../../../../worker/contracts/forum-moderation.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { collectItems, readTotal } from "../../../lib/paged-list.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { SectionCard } from "../../../ui/section-card.tsx";
import { RowsSkeleton, Skeleton } from "../../../ui/skeleton.tsx";
import { TypedSearch } from "../../../ui/typed-search.tsx";
import { AdminThreadCard } from "./admin-thread-card.tsx";
import { threadCountText } from "./moderation-text.ts";
import { adminThreads, forumStats } from "./moderation.queries.ts";
import { type Moderation, useModeration } from "./use-moderation.tsx";
import { AdminBans } from "../../bans/index.ts";

const FIGURES: readonly (readonly [name: keyof ForumStats, label: string])[] = [
  ["totalThreads", "Total Threads"],
  ["totalComments", "Total Comments"],
  ["netVotes", "Net Votes"],
  ["activeBans", "Active Bans"],
];

function AdminForumStats() {
  const query = useQuery(forumStats());
  if (!query.isPending && !query.data)
    return <LoadFailure title="Failed to fetch discussion statistics" onRetry={() => void query.refetch()} />;
  return (
    <dl aria-label="Statistics" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {FIGURES.map(([name, label]) => (
        <div key={name} className="flex items-center gap-1.5">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">
            {query.data ? formatCount(query.data[name]) : <Skeleton className="h-5 w-8" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function AdminDiscussionsTabLabel() {
  const { data } = useQuery(forumStats());
  return (
    <>
      Discussion Moderation {data && <span className="font-normal tabular-nums">{formatCount(data.totalThreads)}</span>}
    </>
  );
}

export function AdminDiscussionsTab() {
  const moderation = useModeration();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminForumStats />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <AdminThreadList moderation={moderation} />
        <div className="grid grid-cols-1 gap-5">
          <SectionCard title="Quick Actions">
            <div className="flex flex-wrap gap-2">
              <RoleButton needs="moderator" size="sm" variant="secondary" onClick={() => moderation.askToBan()}>
                <Ban aria-hidden className="size-4" />
                Ban IP Address
              </RoleButton>
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
          <AdminBans />
        </div>
      </div>
      {moderation.dialogs}
    </div>
  );
}

/** Lists all discussions for moderators, including deleted ones: sticky threads first, then newest first. */
function AdminThreadList({ moderation }: { moderation: Moderation }) {
  const [q, setQ] = useState("");
  const query = useInfiniteQuery(adminThreads(q));
  const list = useRef<HTMLDivElement>(null);
  const threads = collectItems(query.data);
  const total = readTotal(query.data) ?? threads.length;
  return (
    <section aria-labelledby="threads-heading" className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="threads-heading" className="text-lg font-semibold">
          Discussion Threads
        </h2>
        {threads.length > 0 && (
          <output className="text-sm text-ink-muted">{threadCountText(threads.length, total)}</output>
        )}
      </div>
      <TypedSearch
        q={q}
        label="Search discussions"
        placeholder="Search titles and comments"
        maxLength={SEARCH_MAX}
        toQuery={normalizeSearch}
        tooShort={`Type at least ${SEARCH_MIN} letters.`}
        outcome={query.data && (total === 0 ? "Nothing found." : `${plural(total, "discussion")} found, newest first.`)}
        onSearch={setQ}
      />
      {query.isPending && <RowsSkeleton label="Loading discussion threads" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch discussion threads" onRetry={() => void query.refetch()} />
      )}
      {query.data && threads.length === 0 && q === "" && (
        <Notice icon={MessagesSquare} title="No discussion threads">
          Nobody has started a discussion yet.
        </Notice>
      )}
      <div ref={list} className="overflow-clip rounded-card border border-line bg-surface shadow-card empty:hidden">
        {threads.map((thread) => (
          <AdminThreadCard key={thread.id} thread={thread} moderation={moderation} />
        ))}
      </div>
      <LoadMoreButton
        label="Load More Threads"
        what="threads"
        query={query}
        onLoaded={() => list.current?.querySelectorAll<HTMLElement>("[data-post^=thread]")[threads.length]?.focus()}
      />
    </section>
  );
}
