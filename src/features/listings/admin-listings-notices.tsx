import { Inbox } from "lucide-react";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { QueueStatus } from "./admin-listings.queries.ts";

export const FETCH_FAILED = {
  title: "Error Loading Listings",
  description: "Failed to fetch listings. Please refresh the page.",
};

/** In the place of the queue when it could not be fetched. */
export function ListingsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <LoadFailure title={FETCH_FAILED.title} onRetry={onRetry}>
      {FETCH_FAILED.description}
    </LoadFailure>
  );
}

/** In the place of the queue when nothing is in it. */
export function NoListings({ status, q }: { status: QueueStatus; q: string }) {
  const whole =
    status === "all"
      ? "No property listings have been submitted yet."
      : status === "unplaced"
        ? "The place of every listing is known."
        : "No listing is in this state.";
  return (
    <Notice icon={Inbox} title="No listings found">
      {q === "" ? whole : "No listing matches your search."}
    </Notice>
  );
}
