import { queryOptions } from "@tanstack/react-query";
import type { PostReportReason } from "../../../../worker/contracts/reports.ts";
import { getShortlist } from "../../../../worker/contracts/saved.ts";
import { call, sendJson } from "../../../lib/api.ts";

/** A shared shortlist. */
export const sharedShortlist = (token: string) =>
  queryOptions({
    queryKey: ["listings", "shortlist", token] as const,
    queryFn: ({ signal }) => call(getShortlist, { token }, { signal }),
    refetchOnMount: "always",
    gcTime: 0,
  });

/** @throws ApiError, TypeError */
export const reportShortlist = (token: string, reason: PostReportReason, details: string): Promise<void> =>
  sendJson<void>("POST", `/api/shortlists/${encodeURIComponent(token)}/report`, { reason, details });
