import { SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { ListSource } from "../card/listings.queries.ts";
import type { ListState } from "./search-state.ts";

interface NoMatchesProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
  onClear(): void;
}

/** In place of a list that the filters leave empty. Which of them to give up is looked up after the page. */
export function NoMatches({ list, source, hidesRooms, onClear }: NoMatchesProps) {
  const [hints, setHints] = useState<typeof import("./loosen-filters.tsx") | null>(null);
  // Without it, the page is complete.
  useEffect(() => void import("./loosen-filters.tsx").then(setHints, () => undefined), []);
  return (
    <Notice icon={SearchX} title="No listings found" actions={<Button onClick={onClear}>Clear all filters</Button>}>
      <p>Try adjusting your filters.</p>
      {hints && <hints.LoosenFilters list={list} source={source} hidesRooms={hidesRooms} />}
    </Notice>
  );
}
