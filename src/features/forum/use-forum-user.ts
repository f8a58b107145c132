import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { toast } from "../../lib/toast.ts";
import { forumUser } from "./forum.queries.ts";

export const NO_CONNECTION = "Unable to connect to discussions. Please refresh the page.";

/** Who writes here, once the server has said so; says when it cannot. */
export function useForumUser(): { user: ForumUser | null; isError: boolean; isAsking: boolean; retry(): void } {
  const { data, isLoadingError, errorUpdateCount, isFetching, refetch } = useQuery(forumUser);
  useEffect(() => {
    if (isLoadingError) toast({ title: "Connection Error", description: NO_CONNECTION, variant: "destructive" });
  }, [isLoadingError]);
  return {
    user: data ?? null,
    // Also while it is tried again: the button that does stays.
    isError: data === undefined && errorUpdateCount > 0,
    isAsking: isFetching,
    retry: () => void refetch(),
  };
}
