import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { signedCount } from "./stats-text.ts";
import { StatsArrivals } from "./stats-breakdown.tsx";
import { audience, listingCount, vipCount } from "./stats.queries.ts";

// Column spans of the dashboard's grid, which has 1, 2 or 6 columns.
export const CARD_GRID = "grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6";
export const HALF = "md:col-span-2 lg:col-span-6 xl:col-span-3";
export const WHOLE = "md:col-span-2 lg:col-span-6";

export const TILE_GRID = "grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-6";
export const FIRST_TILE = "sm:col-span-2";

interface TileProps {
  label: string;
  /** Undefined while loading or after a failure. */
  value: number | undefined;
  note?: ReactNode;
  /** Error, shown instead of the note. */
  problem?: string;
  onRetry?(): void;
  /** The most prominent tile. */
  isFirst?: boolean;
  /** Below the note. */
  children?: ReactNode;
}

function Tile({ label, value, note, problem, onRetry, isFirst = false, children }: TileProps) {
  return (
    <div
      className={`grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-card border px-4 py-3 shadow-card sm:flex sm:flex-col sm:items-start sm:py-4 ${isFirst ? `border-accent bg-accent-soft ${FIRST_TILE}` : "border-line bg-surface"}`}
    >
      <dt className="text-sm font-medium text-ink-muted">{label}</dt>
      <dd
        className={`row-span-2 font-bold tabular-nums ${isFirst ? "text-5xl leading-none text-accent sm:my-1" : "text-3xl"}`}
      >
        {value !== undefined ? formatCount(value) : problem === undefined ? <Skeleton className="h-9 w-16" /> : "?"}
      </dd>
      <dd className={`text-sm ${problem === undefined ? "text-ink-muted" : "text-warn"}`}>
        {problem ?? note}
        {problem !== undefined && (
          <button
            type="button"
            aria-label={`Load again: ${label}`}
            className="-my-1 ml-1 inline-grid size-7 place-items-center rounded-control align-middle hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11"
            onClick={onRetry}
          >
            <RefreshCw aria-hidden className="size-4" />
          </button>
        )}
      </dd>
      {children !== undefined && <dd className="col-span-2 mt-2 w-full">{children}</dd>}
    </div>
  );
}

/** Tile props of a separately fetched number, including errors and stale values. */
function figureOf<T>(query: UseQueryResult<T>, pick: (data: T) => number) {
  const { data, isError, dataUpdatedAt, refetch } = query;
  return {
    value: data === undefined ? undefined : pick(data),
    ...(isError && {
      problem:
        data === undefined ? "Could not be loaded" : `Old: of ${formatClock(new Date(dataUpdatedAt).toISOString())}`,
      onRetry: () => void refetch(),
    }),
  };
}

interface StatsTilesProps {
  stats: VisitorStats;
  viewer: Viewer;
  /** Sessions begun in each of the last 30 minutes; undefined before the first response. */
  minutes: readonly number[] | undefined;
}

/** Key figures. */
export function StatsTiles({ stats, viewer, minutes }: StatsTilesProps) {
  const list = useQuery(audience(viewer));
  const vip = useQuery(vipCount(viewer));
  const listings = useQuery(listingCount(viewer));
  return (
    <dl aria-label="Now" className={TILE_GRID}>
      <Tile isFirst label="Active Visitors" value={stats.activeVisitors} note="Seen in the last 5 minutes">
        {minutes ? <StatsArrivals minutes={minutes} /> : <Skeleton className="h-24 w-full" />}
      </Tile>
      <Tile label="1 Hour visitors" value={stats.hourlyVisitorCount} note="Seen in the last hour" />
      <Tile
        label="Mailing-list audience"
        {...figureOf(list, ({ memberCount }) => memberCount)}
        note={
          list.data && (
            <>
              {signedCount(list.data.todayChanges)} today, {signedCount(list.data.yesterdayChanges)} yesterday;{" "}
              {formatCount(list.data.unsubscribeCount)} unsubscribed
            </>
          )
        }
      />
      <Tile
        label="VIP subscriptions"
        {...figureOf(vip, ({ activeSubscriptions }) => activeSubscriptions)}
        note="Paying now"
      />
      <Tile label="Listings" {...figureOf(listings, ({ count }) => count)} note="Public now" />
    </dl>
  );
}
