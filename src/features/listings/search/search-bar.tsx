import { Activity, type ComponentType, lazy, type ReactNode } from "react";
import type { SearchToolsProps } from "./search-tools.tsx";

/** Server-rendered, but hydrated after the listings; the list works if its code fails to load. */
const SearchTools = lazy(async (): Promise<{ default: ComponentType<SearchToolsProps> }> => {
  try {
    const { SearchTools } = await import("./search-tools.tsx");
    return { default: SearchTools };
  } catch {
    return { default: () => null };
  }
});

interface SearchBarProps extends SearchToolsProps {
  /** The bedroom filter. */
  children: ReactNode;
}

/** Filters and sort order; the minimum height reserves its space. */
export function SearchBar({ children, ...tools }: SearchBarProps) {
  return (
    <div className="flex min-h-40 flex-wrap content-start items-center gap-2 lg:min-h-27">
      {children}
      {/* Hydrates on its own; unlike Suspense, Activity needs no inline script. */}
      <Activity>
        <SearchTools {...tools} />
      </Activity>
    </div>
  );
}
