import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ForumUser } from "../../../../worker/contracts/forum.ts";
import { ApiError } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { forumUser } from "../forum.queries.ts";

const NO_CONNECTION = "Unable to connect to discussions. Please refresh the page.";

/** Why nobody can write here: the server could not be asked who does, or it refuses this network. */
export interface NobodyWrites {
  text: string;
  /** Trying again changes nothing. */
  isBanned: boolean;
}

function reasonOf(error: unknown): NobodyWrites {
  const isBanned = error instanceof ApiError && error.code === "request.banned";
  return { text: isBanned ? error.text : `Connection Error: ${NO_CONNECTION}`, isBanned };
}

/** Who writes here, once the server has said so; says when it cannot. */
export function useForumUser(): {
  user: ForumUser | null;
  nobody: NobodyWrites | null;
  isAsking: boolean;
  retry(): void;
} {
  const { data, error, isLoadingError, isFetching, refetch } = useQuery(forumUser);
  // Also while it is tried again: the button that does stays.
  const [last, setLast] = useState<Error | null>(null);
  if (error !== null && error !== last) setLast(error);
  const nobody = data === undefined && last !== null ? reasonOf(last) : null;
  const isCutOff = isLoadingError && nobody?.isBanned === false;
  useEffect(() => {
    if (isCutOff) toast({ title: "Connection Error", description: NO_CONNECTION, variant: "destructive" });
  }, [isCutOff]);
  return { user: data ?? null, nobody, isAsking: isFetching, retry: () => void refetch() };
}

interface PostingAsProps {
  user: ForumUser | null;
  nobody: NobodyWrites | null;
  /** Beside something else it needs a width, which does not hang on the name. */
  className?: string;
}

/** 'Posting as' and the generated name. As large before it is known as it is then. */
export function PostingAs({ user, nobody, className = "" }: PostingAsProps) {
  const inBrowser = useInBrowser();
  if (nobody) return <p className="min-h-6 text-sm text-danger">{nobody.text}</p>;
  return (
    // On a line of its own on phones: whether a name fits beside something else would be known late.
    <div className={`flex min-h-6 items-center text-sm text-ink-muted max-sm:basis-full ${className}`}>
      {user && (
        <p>
          Posting as <span className="font-semibold text-ink">{user.username}</span>
        </p>
      )}
      {/* Without the page's code there is nothing to wait for. */}
      {!user && inBrowser && <Skeleton className="h-4 w-44" />}
    </div>
  );
}
