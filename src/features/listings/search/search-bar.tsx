import { Activity, type ComponentType, lazy, type ReactNode } from "react";
import type { SearchToolsProps } from "./search-tools.tsx";

/**
 * The edge renders them with the rest. In the browser they become alive after the listings; without their code the list
 * goes on.
 */
const SearchTools = lazy(async (): Promise<{ default: ComponentType<SearchToolsProps> }> => {
  try {
    const { SearchTools } = await import("./search-tools.tsx");
    return { default: SearchTools };
  } catch {
    return { default: () => null };
  }
});

interface SearchBarProps extends SearchToolsProps {
  /** The choice of the type. */
  children: ReactNode;
}

/** What a list can be narrowed to and sorted by. As high as it will be from the first on. */
export function SearchBar({ children, ...tools }: SearchBarProps) {
  return (
    <div className="flex min-h-40 flex-wrap content-start items-center gap-2 lg:min-h-27">
      {children}
      {/* Waits for its own code only. Other than Suspense, it needs no inline script. */}
      <Activity>
        <SearchTools {...tools} />
      </Activity>
    </div>
  );
}
