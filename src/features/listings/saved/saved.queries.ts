import { queryOptions } from "@tanstack/react-query";
import type { PostReportReason } from "../../../../worker/contracts/reports.ts";
import type { LookedUp, Shortlist, ShortlistCreated } from "../../../../worker/contracts/saved.ts";
import { getJson, sendJson } from "../../../lib/api.ts";

/** What became of some homes, at most 200, in one request. @throws ApiError, TypeError */
export const lookUpHomes = (ids: readonly number[]): Promise<LookedUp> =>
  sendJson<LookedUp>("POST", "/api/saved-homes/look-up", { ids });

/** @throws ApiError, TypeError */
export const shareShortlist = (listingIds: readonly number[], title: string): Promise<ShortlistCreated> =>
  sendJson<ShortlistCreated>("POST", "/api/shortlists", { listingIds, title });

const shortlistApi = (token: string) => `/api/shortlists/${encodeURIComponent(token)}`;

/** A shared shortlist. */
export const sharedShortlist = (token: string) =>
  queryOptions({
    queryKey: ["listings", "shortlist", token] as const,
    queryFn: ({ signal }) => getJson<Shortlist>(shortlistApi(token), { signal }),
    refetchOnMount: "always",
    gcTime: 0,
  });

/** @throws ApiError, TypeError */
export const reportShortlist = (token: string, reason: PostReportReason, details: string): Promise<void> =>
  sendJson<void>("POST", `${shortlistApi(token)}/report`, { reason, details });
