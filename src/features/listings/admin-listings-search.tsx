import { useInfiniteQuery } from "@tanstack/react-query";
import { SEARCH_MIN_CHARACTERS } from "../../../worker/contracts/listings.ts";
import { plural } from "../../lib/format.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { TypedSearch } from "../../ui/typed-search.tsx";
import { adminListings, searchIn, type QueueStatus } from "./admin-listings.queries.ts";

/** Characters that the server looks at. */
const MAX_LENGTH = 100;

interface AdminListingsSearchProps {
  /** What is searched for now; empty for nothing. */
  q: string;
  status: QueueStatus;
  onSearch(q: string): void;
}

/** Searches the queue while one types. */
export function AdminListingsSearch({ q, status, onSearch }: AdminListingsSearchProps) {
  return (
    <TypedSearch
      q={q}
      label="Search listings"
      placeholder="Address, name, email, phone or #number"
      maxLength={MAX_LENGTH}
      searchIn={searchIn}
      tooShort={`Type at least ${SEARCH_MIN_CHARACTERS} characters, or the number of a listing.`}
      outcome={<Outcome q={q} status={status} />}
      onSearch={onSearch}
    />
  );
}

/** How many were found, for ears too: the queue itself is no live region. */
function Outcome({ q, status }: { q: string; status: QueueStatus }) {
  const { data, hasNextPage } = useInfiniteQuery(adminListings(status, q));
  if (!data) return null;
  const count = itemsOf(data).length;
  if (count === 0) return "Nothing found.";
  return `${hasNextPage ? `${count} or more listings` : plural(count, "listing")} found, newest first.`;
}
