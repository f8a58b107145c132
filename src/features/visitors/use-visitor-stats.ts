import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { type Poll, usePoll } from "../../lib/use-poll.ts";
import { STATS_EVERY_MS, visitorStats } from "./stats.queries.ts";

/** The numbers of this second, asked each second; undefined until they came for the first time. */
export function useVisitorStats(sessionId: string, isLive: boolean): Poll & { stats: VisitorStats | undefined } {
  const client = useQueryClient();
  const { data } = useQuery(visitorStats(sessionId));
  const ask = useCallback(async () => {
    try {
      await client.fetchQuery({ ...visitorStats(sessionId), staleTime: 0 });
      return true;
    } catch {
      return false;
    }
  }, [client, sessionId]);
  return { stats: data, ...usePoll(ask, STATS_EVERY_MS, isLive) };
}
