import { useQuery } from "@tanstack/react-query";
import { Ban, MessagesSquare } from "lucide-react";
import { formatCount } from "../../lib/format.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { AdminBans } from "./admin-bans.tsx";
import { AdminForumStats } from "./admin-forum-stats.tsx";
import { AdminThreadList } from "./admin-thread-list.tsx";
import { forumStats } from "./moderation.queries.ts";
import { useModeration } from "./use-moderation.tsx";

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
