import { Skeleton } from "../../ui/skeleton.tsx";
import { CARD_GRID, FIRST_TILE, HALF, THIRD, TILE_GRID, TWO_THIRDS, WHOLE } from "./stats-spans.ts";

const CARDS = [
  ["hours", TWO_THIRDS],
  ["today", THIRD],
  ["pages", THIRD],
  ["visitors", TWO_THIRDS],
  ["sources", HALF],
  ["month", HALF],
  ["funnel", WHOLE],
] as const;

/** The dashboard's line, tiles and cards before the first numbers came. */
export function StatsSkeleton() {
  return (
    <>
      <output className="sr-only">Checking your session</output>
      <Skeleton className="h-20 w-full sm:h-11" />
      <div aria-hidden className={TILE_GRID}>
        {["active", "hour", "audience", "vip", "listings"].map((name, index) => (
          <Skeleton key={name} className={`h-18 w-full sm:h-36 ${index === 0 ? FIRST_TILE : ""}`} />
        ))}
      </div>
      <div aria-hidden className={CARD_GRID}>
        {CARDS.map(([name, span]) => (
          <Skeleton key={name} className={`h-96 w-full ${span}`} />
        ))}
      </div>
    </>
  );
}
