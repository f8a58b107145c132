import { queryOptions } from "@tanstack/react-query";
import type { PostReportReason } from "../../../../worker/contracts/reports.ts";
import type { KeptHome, KeptList, LookedUp, Shortlist, ShortlistCreated } from "../../../../worker/contracts/saved.ts";
import type { SubscriptionCheck } from "../../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../../lib/api.ts";

const KEPT = "/api/saved-homes";

/** What became of some homes, at most 200, in one request. @throws ApiError, TypeError */
export const lookUpHomes = (ids: readonly number[]): Promise<LookedUp> =>
  sendJson<LookedUp>("POST", `${KEPT}/look-up`, { ids });

/** The list on the server; null without access. @throws ApiError, TypeError */
export async function keptOnServer(signal?: AbortSignal): Promise<KeptList | null> {
  const init = signal ? { signal } : {};
  // Asked first, because an answer of 401 is an error in the console.
  const { isSubscribed } = await getJson<SubscriptionCheck>("/api/access/session", init);
  return isSubscribed ? getJson<KeptList>(KEPT, init) : null;
}

export const savedKeys = { server: ["listings", "saved", "server"] as const };

/** {@link keptOnServer}, asked on every visit. */
export const serverList = () =>
  queryOptions({
    queryKey: savedKeys.server,
    queryFn: ({ signal }) => keptOnServer(signal),
    refetchOnMount: "always",
  });

/** Keeps the list on the server, or changes the tick. @throws ApiError, TypeError */
export const keepOnServer = (wantsPriceDrops: boolean): Promise<KeptList> =>
  sendJson<KeptList>("PUT", KEPT, { wantsPriceDrops });

/** Merges up to 30 homes into the list on the server. @throws ApiError (409 when it is not kept any more), TypeError */
export const mergeOnServer = (homes: readonly KeptHome[]): Promise<KeptList> =>
  sendJson<KeptList>("PATCH", KEPT, { homes });

/** Deletes the list from the server. @throws ApiError, TypeError */
export const deleteFromServer = (): Promise<void> => sendJson<void>("DELETE", KEPT);

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
