import { MINUTE_MS } from "../../../contracts/days.ts";
import type { OutboxPayload } from "../../../platform/outbox.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener } from "../../../platform/events.ts";
import { finishOutboxEntry, outboxEntry, type OutboxHandlers, relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { compareRent, currentBenchmarks, type ListedRents, type TypeBenchmarks } from "../../market/market.service.ts";
import {
  type ComparedListing,
  homesOf,
  homesOfMonth,
  listedNeighbourhoods,
  listingsToCompare,
  MARKET_COLUMNS,
  type NewComparison,
  publicRents,
  rentsApprovedSince,
  rentsWithoutBenchmark,
  storeComparisons,
  windowEnd,
} from "./listings.market.repo.ts";
import { queuePreviews } from "../previews/previews.service.ts";
import { publicPercent } from "../listing/public-percent.ts";
import { notesAfterComparison } from "../signals/review-notes.ts";

export const listedRents: ListedRents = {
  publicRents,
  rentsApprovedSince,
  rentsWithoutBenchmark,
  neighbourhoods: listedNeighbourhoods,
  homesOf,
  homesOfMonth,
};

/** Number of listings per outbox entry, counting listings of all types. */
const WINDOW = 200;
/** Maximum number of listings per statement, because their notes must fit into one bound value of 2 MB. */
const PER_STATEMENT = 50;
/**
 * Delay before the second pass over all listings, which finds submissions and edits that used the previous benchmark
 * during the first pass.
 */
const SECOND_PASS_MS = 10 * MINUTE_MS;

type CompareAgain = OutboxPayload<"market.compare_again">;

/** Listener that starts a comparison of all listings of a type. */
export const startComparison: Listener<"market.changed"> = ({ bedrooms }) => ({
  kind: "market.compare_again",
  payload: { bedrooms, afterId: 0, isLastLook: false },
});

function newComparison(listing: ComparedListing, benchmarks: TypeBenchmarks): NewComparison {
  const compared = compareRent(benchmarks, { ...listing, municipality: listing.municipality || null });
  const { comparedPercent } = compared;
  const { id, revision, storedNotes, status } = listing;
  const reviewNotes = notesAfterComparison(
    listing.reviewNotes,
    { ...listing, ...compared, belowMarketPercent: comparedPercent },
    { belowMarketPercent: listing.comparedPercent, isPublished: status === "approved" },
  );
  const belowMarketPercent = publicPercent({ ...listing, comparedPercent, reviewNotes });
  const comparison = { ...compared, belowMarketPercent };
  const isChanged = MARKET_COLUMNS.some((column) => listing[column] !== comparison[column]);
  return { id, revision, storedNotes, ...comparison, reviewNotes, isChanged };
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}

/**
 * Compares a range of listings with the current benchmarks. One batch completes the outbox entry and stores the entry
 * for the next range, so that a repeated delivery does not continue the pass twice. Writes only listings whose
 * comparison changed, and skips listings that changed since they were read.
 */
async function compareWindow(
  deps: Deps,
  { bedrooms, afterId, isLastLook }: CompareAgain,
  entryId: number,
): Promise<void> {
  const endId = await windowEnd(deps, afterId, WINDOW);
  if (endId === null) {
    if (isLastLook) return;
    const secondPass = { bedrooms, afterId: 0, isLastLook: true };
    await runAllOrNone(deps, [
      finishOutboxEntry(deps, entryId),
      outboxEntry(deps, "market.compare_again", secondPass, new Date(deps.now().getTime() + SECOND_PASS_MS)),
    ]);
    relaySoon(deps);
    return;
  }
  const [benchmarks, rows] = await Promise.all([
    currentBenchmarks(deps, bedrooms),
    listingsToCompare(deps, bedrooms, afterId, endId),
  ]);
  const changes = rows
    .map((listing) => ({ listing, comparison: newComparison(listing, benchmarks) }))
    .filter(
      ({ listing, comparison }) =>
        comparison.isChanged || JSON.stringify(comparison.reviewNotes) !== listing.storedNotes,
    );
  const publicIds = changes
    .filter(({ listing, comparison }) => listing.status === "approved" && comparison.isChanged)
    .map(({ listing }) => listing.id);
  const comparisons = changes.map(({ comparison }) => comparison);
  await runAllOrNone(deps, [
    finishOutboxEntry(deps, entryId),
    outboxEntry(deps, "market.compare_again", { bedrooms, afterId: endId, isLastLook }),
    ...chunks(comparisons, PER_STATEMENT).map((chunk) => storeComparisons(deps, chunk)),
    ...queuePreviews(deps, publicIds),
  ]);
  relaySoon(deps);
  await purge(deps, "listing.edited", publicIds);
  deps.log.info("market.compared", { bedrooms, afterId, endId, changed: changes.length });
}

export const listingMarketOutbox = { "market.compare_again": compareWindow } satisfies Partial<OutboxHandlers>;
