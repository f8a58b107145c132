import { SEARCH_WINDOW } from "../../../../worker/contracts/search-answers.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ShownCount } from "./search-state.ts";

/** '12 listings', 'At least 37 listings'. */
export function countText({ count, isCut }: ShownCount): string {
  return `${isCut ? "At least " : ""}${plural(count, "listing")}`;
}

/** How many listings a list holds; said by screen readers when it changes. Empty where it is not known. */
export function ResultCount({ shown, isPending }: { shown: ShownCount | null; isPending: boolean }) {
  return (
    <output className="mr-2 block min-w-0 font-semibold max-sm:flex-1">
      {isPending && <Skeleton className="h-5 w-24" />}
      {!isPending && shown !== null && countText(shown)}
      {!isPending && shown?.isCut === true && (
        <span className="font-normal text-ink-muted"> among the first {formatCount(SEARCH_WINDOW)} looked through</span>
      )}
    </output>
  );
}
