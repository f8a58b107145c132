import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { SEARCH_MIN_CHARACTERS } from "../../../worker/contracts/listings.ts";
import { plural } from "../../lib/format.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { TextInput } from "../../ui/field.tsx";
import { adminListings, searchIn, type QueueStatus } from "./admin-listings.queries.ts";

/** Milliseconds without a keystroke after which the search begins. */
const PAUSE_MS = 300;
/** Characters that the server looks at. */
const MAX_LENGTH = 100;

interface AdminListingsSearchProps {
  /** What is searched for now; empty for nothing. */
  q: string;
  status: QueueStatus;
  onSearch(q: string): void;
}

/** Searches the queue while one types. What is too short to search for shows the whole queue. */
export function AdminListingsSearch({ q, status, onSearch }: AdminListingsSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  // What the address bar says counts when it was changed by something else than typing here, such as the back button.
  const [asked, setAsked] = useState(q);
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (q !== asked) {
      setAsked(q);
      setText(q);
    }
  }
  const wanted = searchIn(text);
  const isTooShort = text.trim() !== "" && wanted === "";

  const search = (next: string) => {
    setAsked(next);
    if (next !== q) onSearch(next);
  };
  useEffect(() => {
    if (wanted === asked) return undefined;
    const timer = setTimeout(() => search(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };

  return (
    <search className="grid gap-1">
      <form
        className="relative max-w-xl"
        onSubmit={(event) => {
          event.preventDefault();
          search(wanted);
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-ink-muted" />
        <TextInput
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label="Search listings"
          aria-describedby={`${id}-hint`}
          placeholder="Address, name, email, phone or #number"
          maxLength={MAX_LENGTH}
          className="pr-12 pl-9 [&::-webkit-search-cancel-button]:hidden"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || text === "") return;
            event.preventDefault();
            clear();
          }}
        />
        {text !== "" && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-ink-muted hover:text-ink focus-visible:-outline-offset-3"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </form>
      <output id={`${id}-hint`} className="min-h-5 text-sm text-ink-muted">
        {isTooShort
          ? `Type at least ${SEARCH_MIN_CHARACTERS} characters, or the number of a listing.`
          : q !== "" && <Outcome q={q} status={status} />}
      </output>
    </search>
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
