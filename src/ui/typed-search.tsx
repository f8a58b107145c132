import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { TextInput } from "./field.tsx";

/** Debounce in milliseconds. */
const PAUSE_MS = 300;

interface TypedSearchProps {
  /** The current query, or empty. */
  q: string;
  label: string;
  placeholder: string;
  maxLength: number;
  /** Returns the query for a typed text; empty if the text is too short. */
  toQuery(text: string): string;
  tooShort: string;
  /** Result summary, shown while searching. */
  outcome: ReactNode;
  onSearch(q: string): void;
}

/** A debounced search field. The whole list is shown after Escape, and for text that is too short. */
export function TypedSearch({
  q,
  label,
  placeholder,
  maxLength,
  toQuery,
  tooShort,
  outcome,
  onSearch,
}: TypedSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  // Follows changes of `q` from outside, for example by the back button.
  const [asked, setAsked] = useState(q);
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (q !== asked) {
      setAsked(q);
      setText(q);
    }
  }
  const wanted = toQuery(text);
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
    <search>
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
          aria-label={label}
          aria-describedby={`${id}-hint`}
          placeholder={placeholder}
          maxLength={maxLength}
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
      <output id={`${id}-hint`} className="block text-sm text-ink-muted not-empty:mt-1">
        {isTooShort ? tooShort : q !== "" && outcome}
      </output>
    </search>
  );
}
