import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { ApiError } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { forumUser } from "./forum.queries.ts";

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
