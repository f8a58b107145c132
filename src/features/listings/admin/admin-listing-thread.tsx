import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { getListingThread } from "../../../../worker/contracts/questions.ts";
import { call } from "../../../lib/api.ts";
import { FOR_MODERATORS } from "../../../lib/paged-list.ts";
import { Button } from "../../../ui/button.tsx";
import { Messages } from "../../../ui/messages.tsx";

export const threadKey = (id: number) => ["listings", "admin", "thread", { id }] as const;

const threadOf = (id: number) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => call(getListingThread, { id }, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

interface AdminListingThreadProps {
  listing: AdminListing;
  /** Opens the dialog that asks the landlord a question; null for people who may not ask. */
  onAsk: ((listing: AdminListing) => void) | null;
}

/** Shows the questions to the landlord and their answers. */
export function AdminListingThread({ listing, onAsk }: AdminListingThreadProps) {
  const { id } = listing;
  const { data } = useQuery(threadOf(id));
  const messages = data?.messages ?? [];
  return (
    <section aria-labelledby={`thread-${id}`}>
      <h3 id={`thread-${id}`} className={messages.length > 0 ? "mb-2 font-semibold" : "sr-only"}>
        Questions to the landlord
      </h3>
      {messages.length > 0 && (
        <Messages
          messages={messages}
          authorNameOf={({ author, via }) =>
            author === "moderator" ? "Asked" : via === "mail" ? "Answered by email" : "Answered"
          }
        />
      )}
      {messages.length > 0 && onAsk && (
        <Button size="sm" variant="secondary" className="mt-2" onClick={() => onAsk(listing)}>
          Ask Again
        </Button>
      )}
    </section>
  );
}
