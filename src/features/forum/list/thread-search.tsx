import { Search, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SEARCH_MAX, SEARCH_MIN } from "../../../../worker/contracts/forum.ts";
import { DEFAULT_THREAD_LIST, normalizeSearch, type ThreadListView } from "../../../../worker/contracts/forum-list.ts";
import { cleanLine } from "../../../../worker/contracts/text.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { TextInput } from "../../../ui/field.tsx";

/** Debounce in milliseconds. */
const PAUSE_MS = 350;

/**
 * Searches titles, contents and comments. An uncontrolled input in a plain form, so that it works before hydration and
 * without scripts, and keeps what was typed meanwhile.
 */
export function ThreadSearch({ view, onSearch }: { view: ThreadListView; onSearch(q: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last query searched for. */
  const asked = useRef(view.q);
  const search = useRef(onSearch);
  const inBrowser = useInBrowser();
  const [isTooShort, setIsTooShort] = useState(false);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  const ask = () => {
    clearTimeout(timer.current);
    const typed = input.current?.value ?? "";
    const q = normalizeSearch(typed);
    setIsTooShort(q === "" && cleanLine(typed) !== "");
    if (q === asked.current) return;
    asked.current = q;
    search.current(q);
  };
  const askSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, PAUSE_MS);
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    ask();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };

  useEffect(() => {
    // The query changed by a link or by going back.
    if (view.q === asked.current || !input.current) return;
    asked.current = view.q;
    input.current.value = view.q;
    setIsTooShort(false);
  }, [view.q]);
  useEffect(() => {
    const field = input.current;
    // Typed before hydration.
    if (field && field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
    return () => clearTimeout(timer.current);
  }, []);

  return (
    <search className="min-w-0 flex-1 basis-64">
      <form action={PATHS.forum} onSubmit={submit} className="relative">
        {view.sort !== DEFAULT_THREAD_LIST.sort && <input type="hidden" name="sort" value={view.sort} />}
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-muted"
        />
        <TextInput
          ref={input}
          type="search"
          name="q"
          aria-label="Search discussions"
          placeholder="Search discussions..."
          autoComplete="off"
          maxLength={SEARCH_MAX}
          defaultValue={view.q}
          onInput={askSoon}
          // The browser's own clear button ignores the theme.
          className="peer pr-12 pl-10 [&::-webkit-search-cancel-button]:hidden"
        />
        {inBrowser && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-ink-muted peer-placeholder-shown:hidden hover:text-ink focus-visible:-outline-offset-3"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </form>
      <output className="block text-sm text-ink-muted not-empty:mt-1">
        {isTooShort && `Type at least ${SEARCH_MIN} letters to search.`}
      </output>
    </search>
  );
}
