import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ForumUser } from "../../../../worker/contracts/forum.ts";
import { ApiError } from "../../../lib/api.ts";
import { useSite } from "../../../lib/site.tsx";
import { toast } from "../../../lib/toast.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { forumUser } from "../forum.queries.ts";

const NO_CONNECTION = "Unable to connect to discussions. Please refresh the page.";

/**
 * The reason why the visitor cannot write: the server could not be reached, the network is banned, or the site is a
 * demonstration.
 */
export interface WriteBlock {
  text: string;
  /** True if a retry cannot help. */
  isBanned: boolean;
}

const DEMO: WriteBlock = { text: "This is a demo. You cannot post here.", isBanned: true };

function reasonOf(error: unknown): WriteBlock {
  const isBanned = error instanceof ApiError && error.code === "request.banned";
  return { text: isBanned ? error.text : `Connection Error: ${NO_CONNECTION}`, isBanned };
}

/** Returns the identity that this browser posts with. If none can be loaded, it shows a toast. */
export function useForumUser(): {
  user: ForumUser | null;
  block: WriteBlock | null;
  isRetrying: boolean;
  retry(): void;
} {
  const { isDemo = false } = useSite();
  const { data, error, isLoadingError, isFetching, refetch } = useQuery({ ...forumUser, enabled: !isDemo });
  // Stored during a retry, so that the retry button stays.
  const [last, setLast] = useState<Error | null>(null);
  if (error !== null && error !== last) setLast(error);
  const failure = data === undefined && last !== null ? reasonOf(last) : null;
  const block = isDemo ? DEMO : failure;
  const isCutOff = isLoadingError && block?.isBanned === false;
  useEffect(() => {
    if (isCutOff) toast({ title: "Connection Error", description: NO_CONNECTION, variant: "destructive" });
  }, [isCutOff]);
  return { user: data ?? null, block, isRetrying: isFetching, retry: () => void refetch() };
}

interface PostingAsProps {
  user: ForumUser | null;
  block: WriteBlock | null;
  /** Class that sets a width independent of the name. */
  className?: string;
}

/** 'Posting as' and the generated name, with its space reserved until it is known. */
export function PostingAs({ user, block, className = "" }: PostingAsProps) {
  const inBrowser = useInBrowser();
  if (block) return <p className="min-h-6 text-sm text-danger">{block.text}</p>;
  return (
    // On phones the name has its own line, so that its length does not shift the layout.
    <div className={`flex min-h-6 w-full items-center text-sm text-ink-muted ${className}`}>
      {user && (
        <p className="wrap-anywhere">
          Posting as{" "}
          <span translate="no" className="font-semibold text-ink">
            {user.username}
          </span>
        </p>
      )}
      {/* Without scripts the skeleton would never be replaced. */}
      {!user && inBrowser && <Skeleton className="h-4 w-44" />}
    </div>
  );
}
