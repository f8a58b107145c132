import { tagsPurgedBy } from "../../../contracts/caching.ts";
import type { OutboxPayload } from "../../../contracts/outbox.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener } from "../../../platform/events.ts";
import { endOutboxEntry, outboxIfChanged, type OutboxHandlers, relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { compareRent, figuresOf, type ListedRents, type TypeFigures } from "../../market/market.service.ts";
import {
  type ComparedListing,
  comparedListings,
  MARKET_COLUMNS,
  type NewStanding,
  publicRents,
  rentsApprovedSince,
  rentsWithoutBenchmark,
  updateStandings,
  windowEnd,
} from "./listings.market.repo.ts";
import { previewsLater } from "../previews/previews.service.ts";
import { publicPercent } from "./public-percent.ts";
import { notesComparedAgain } from "../review/review-notes.ts";

/** What the market counts of listings. */
export const listedRents: ListedRents = { publicRents, rentsApprovedSince, rentsWithoutBenchmark };

/** Listings, of all types, that one entry looks at. */
const WINDOW = 200;
/** Listings written by one statement: their notes must fit into a bound value, 2 MB. */
const WRITTEN_AT_ONCE = 50;
/**
 * When all listings have been looked at, they are once more after this: a submission or an edit that was under way
 * meanwhile may have stored what it counted with the former benchmark.
 */
const LAST_LOOK_MS = 10 * 60_000;

type CompareAgain = OutboxPayload<"market.compare_again">;

/** Listener: begins a comparison of all listings of a type. */
export const compareChanged: Listener<"market.changed"> = ({ bedrooms }) => ({
  kind: "market.compare_again",
  payload: { bedrooms, afterId: 0, isLastLook: false },
});

function standingOf(listing: ComparedListing, figures: TypeFigures): NewStanding {
  const comparison = compareRent(figures, { ...listing, municipality: listing.municipality || null });
  const { comparedPercent } = comparison;
  const { id, revision, storedNotes, status, confirmedAt } = listing;
  const reviewNotes = notesComparedAgain(
    listing.reviewNotes,
    { ...listing, ...comparison, belowMarketPercent: comparedPercent },
    { belowMarketPercent: listing.comparedPercent, isPublished: status === "approved" },
  );
  const belowMarketPercent = publicPercent({ comparedPercent, confirmedAt, reviewNotes });
  const standing = { ...comparison, belowMarketPercent };
  const isOther = MARKET_COLUMNS.some((column) => listing[column] !== standing[column]);
  return { id, revision, storedNotes, ...standing, reviewNotes, isOther };
}

function parts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}

/**
 * Compares a window of listings with the figures in force; in the same batch its entry ends and the one for the next
 * window is stored, so that a delivery that dies and is repeated begins no second walk to the end. A listing that stands
 * as it should is not written, one that was changed since it was read keeps what the change gave it.
 */
async function compareAgain(
  deps: Deps,
  { bedrooms, afterId, isLastLook }: CompareAgain,
  entryId: number,
): Promise<void> {
  const endId = await windowEnd(deps, afterId, WINDOW);
  if (endId === null) {
    if (isLastLook) return;
    const lastLook = { bedrooms, afterId: 0, isLastLook: true };
    await deps.db.batch([
      endOutboxEntry(deps, entryId),
      outboxIfChanged(deps, "market.compare_again", lastLook, new Date(deps.now().getTime() + LAST_LOOK_MS)),
    ]);
    relaySoon(deps);
    return;
  }
  const [figures, rows] = await Promise.all([
    figuresOf(deps, bedrooms),
    comparedListings(deps, bedrooms, afterId, endId),
  ]);
  const changes = rows
    .map((listing) => ({ listing, standing: standingOf(listing, figures) }))
    .filter(
      ({ listing, standing }) => standing.isOther || JSON.stringify(standing.reviewNotes) !== listing.storedNotes,
    );
  const seen = changes.filter(({ listing, standing }) => listing.status === "approved" && standing.isOther);
  const standings = changes.map(({ standing }) => standing);
  await deps.db.batch([
    endOutboxEntry(deps, entryId),
    outboxIfChanged(deps, "market.compare_again", { bedrooms, afterId: endId, isLastLook }),
    ...parts(standings, WRITTEN_AT_ONCE).map((part) => updateStandings(deps, part)),
    ...previewsLater(
      deps,
      seen.map(({ listing }) => listing.id),
    ),
  ]);
  relaySoon(deps);
  if (seen.length > 0) {
    await purge(
      deps,
      seen.flatMap(({ listing }) => tagsPurgedBy("listing.edited", listing.id)),
    );
  }
  deps.log.info("market.compared", { bedrooms, afterId, endId, changed: changes.length });
}

export const listingMarketOutbox = { "market.compare_again": compareAgain } satisfies Partial<OutboxHandlers>;
