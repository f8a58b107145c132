import { MessagesSquare } from "lucide-react";
import { Activity, type ComponentType, lazy, type ReactNode, useEffect, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { PostButton } from "../submission/post-button.tsx";
import { type ListState, viewQuery } from "../commute/list-state.ts";
import type { ResultSummaryProps, SearchToolsProps } from "./search-tools.tsx";

type Tools = typeof import("./search-tools.tsx");

/**
 * Returns a component that is server-rendered and hydrated after the listings. The list works even if the component's
 * code fails to load.
 */
function hydrateLater<Props>(part: (tools: Tools) => ComponentType<Props>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: part(await import("./search-tools.tsx")) };
    } catch {
      return { default: () => null };
    }
  });
}
const WordsField = hydrateLater<{ list: ListState }>((tools) => tools.WordsField);
const SearchTools = hydrateLater<SearchToolsProps>((tools) => tools.SearchTools);
const ResultSummary = hydrateLater<ResultSummaryProps>((tools) => tools.ResultSummary);

/** Height in pixels; if at least this much of the results is visible, the page does not scroll to them. */
const MIN_VISIBLE_PX = 240;

/**
 * Returns a ref for the element below the sticky row. After a change of the list, the page scrolls to the element,
 * unless it and some results are already on the screen.
 */
function useScrollAfterChange(list: ListState) {
  const element = useRef<HTMLDivElement>(null);
  const type = useNavigationType();
  const view = viewQuery({ ...list, page: 1 });
  const before = useRef(view);
  useEffect(() => {
    // Scrolls the types to the start, because the chosen type is first.
    element.current?.previousElementSibling?.firstElementChild?.scrollTo({ left: 0 });
    // On phones and tablets the map covers the list, so the page does not scroll to the list.
    if (list.isMap && !matchMedia("(width >= 64rem)").matches) return;
    if (before.current === view) return;
    before.current = view;
    const [found, row] = [element.current, element.current?.previousElementSibling];
    // The browser restores the scroll position when the visitor goes back.
    if (!found || !row || type === NavigationType.Pop) return;
    const { top } = found.getBoundingClientRect();
    if (top >= row.getBoundingClientRect().bottom - 1 && top + MIN_VISIBLE_PX <= window.innerHeight) return;
    const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    found.scrollIntoView({ block: "start", behavior: prefersReducedMotion ? "instant" : "smooth" });
  }, [view, type, list.isMap]);
  return element;
}

interface SearchBarProps extends SearchToolsProps, ResultSummaryProps {
  /** The heading of the page or section. */
  heading: ReactNode;
  /** The preselected type of a new post. */
  presetBedrooms?: Bedrooms;
  /** The filter by bedrooms. */
  children: ReactNode;
}

/**
 * The area above a list: the heading with the search, the row of filters, which sticks while the list is in view, and
 * the number of results. Activity hydrates each part on its own and, unlike Suspense, needs no inline script.
 */
export function SearchBar({ heading, presetBedrooms, children, ...parts }: SearchBarProps) {
  const { list } = parts;
  const found = useScrollAfterChange(list);
  return (
    <>
      <div className="list-head">
        {heading}
        <Activity>
          <WordsField list={list} />
        </Activity>
      </div>
      <div className="filter-row" data-over-map="">
        <div className="filter-scroller">{children}</div>
        <Activity>
          <SearchTools {...parts} />
        </Activity>
      </div>
      <div ref={found} className="found">
        <Activity>
          <ResultSummary {...parts} />
        </Activity>
        <div className="list-links">
          <Link to={PATHS.forum} className={buttonClass({ variant: "secondary", size: "sm" })}>
            <MessagesSquare aria-hidden="true" className="size-4" />
            Discussions
          </Link>
          <PostButton presetBedrooms={presetBedrooms} />
        </div>
      </div>
    </>
  );
}
