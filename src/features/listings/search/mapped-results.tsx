import { useQuery, useQueries } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import type { CommuteArea } from "../../../../worker/contracts/commute.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { isBelowMarket } from "../../../../worker/contracts/market.ts";
import { type Bounds, boundsText, parseBounds } from "../../../../worker/contracts/places.ts";
import { type FoundOnMap, MAP_POINTS, type SearchMap } from "../../../../worker/contracts/search.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import type { MapTint } from "../../../ui/map/map-types.ts";
import { type MapMarker, MapView } from "../../../ui/map/map-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ListingFeed } from "../card/listing-feed.tsx";
import { cardId } from "../card/listing-grid.tsx";
import type { ListState } from "../commute/list-state.ts";
import { placesOfSearch } from "../commute/places.ts";
import { useCommutes } from "../commute/commutes-store.ts";
import { useShownPlaces, areaOfPlace } from "../commute/commutes.queries.ts";
import { useSavedIndex } from "../saving/saved-index.ts";
import { OPEN_DATA } from "../place/place-facts.tsx";
import { pillClass } from "./filter-bar.tsx";
import { MapBeside, type MappedResultsProps } from "./listing-results.tsx";
import { PinCards } from "./pin-cards.tsx";
import { searchMap } from "./search.queries.ts";

/** The area around a place, with the commute limit that it was requested for, in minutes. */
interface LimitedArea {
  area: CommuteArea;
  limit: number;
}

const UNREACHABLE = 255;
/** Number of shades of the tint; nearer points have stronger shades. */
const TINT_LEVELS = 3;

const bytesOf = ({ minutes }: CommuteArea) => Uint8Array.from(atob(minutes), (byte) => byte.charCodeAt(0));

/**
 * Returns the minutes from a point to the place of an area; {@link UNREACHABLE} outside the area or beyond its limit.
 */
function minutesAt(area: CommuteArea, minutes: Uint8Array, latitude: number, longitude: number): number {
  const column = Math.floor((longitude - area.west) / area.stepLng);
  const row = Math.floor((area.north - latitude) / area.stepLat);
  const isInside = column >= 0 && row >= 0 && column < area.width && row < area.height;
  return isInside ? (minutes[row * area.width + column] ?? UNREACHABLE) : UNREACHABLE;
}

/**
 * Returns a function that rates a point by its commutes. The function divides each commute by its limit and returns the
 * largest quotient, or null if any commute exceeds its limit.
 */
function createLimitShareAt(areas: readonly LimitedArea[]) {
  const read = areas.map(({ area, limit }) => ({ area, limit, minutes: bytesOf(area) }));
  return (latitude: number, longitude: number): number | null => {
    let share = 0;
    for (const { area, limit, minutes } of read) {
      const taken = minutesAt(area, minutes, latitude, longitude);
      if (taken === UNREACHABLE || taken > limit) return null;
      share = Math.max(share, taken / limit);
    }
    return share;
  };
}

/**
 * Returns the map's tint for points from which all places can be reached within their limits.
 * @param areas at least one
 */
export function createTint(areas: readonly [LimitedArea, ...LimitedArea[]]): MapTint {
  const { west, north, stepLng, stepLat, width, height } = areas[0].area;
  const shareAt = createLimitShareAt(areas);
  const levels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const share = shareAt(north - (row + 0.5) * stepLat, west + (column + 0.5) * stepLng);
      if (share !== null)
        levels[row * width + column] = TINT_LEVELS - Math.min(TINT_LEVELS - 1, Math.floor(share * TINT_LEVELS));
    }
  }
  return { west, north, east: west + width * stepLng, south: north - height * stepLat, width, height, levels };
}

/**
 * Returns a function that checks, to about 150 m, whether all places can be reached from a point within their limits.
 */
export function createReachabilityTest(areas: readonly LimitedArea[]) {
  const shareAt = createLimitShareAt(areas);
  return (latitude: number, longitude: number): boolean => shareAt(latitude, longitude) !== null;
}

/**
 * Returns the area from which all places can be reached within their limits. The places are those whose limits apply to
 * the list, otherwise all shown places. The area is null while it loads, if there are no places, and if `isWanted` is
 * false.
 */
export function useReachable({ asked }: ListState, isWanted: boolean) {
  const shown = useShownPlaces();
  const own = useCommutes()?.places ?? [];
  const places = asked.maxCommute.length > 0 ? placesOfSearch(asked, own) : shown;
  const limits = places.map(({ limit }) => limit).join();
  const areas = useQueries({
    queries: places.map((place) => ({ ...areaOfPlace(place), enabled: isWanted })),
    combine: (results) => results.map(({ data }) => data),
  });
  const reachable = useMemo(() => {
    const [first, ...others] = areas.flatMap((area, nth) =>
      area === undefined ? [] : [{ area, limit: Number(limits.split(",")[nth]) }],
    );
    if (first === undefined || others.length + 1 < areas.length) return null;
    return { tint: createTint([first, ...others]), isReachable: createReachabilityTest([first, ...others]) };
  }, [areas, limits]);
  return { hasPlaces: places.length > 0, reachable: isWanted ? reachable : null };
}

/** Screen widths at which the map fills the screen, with the list below it (search-bar.css). */
const FULL_SCREEN = "(width < 64rem)";

/** Shows a list and its map, which share the selection and the area. */
export function MappedResults({ filter, hidesRooms, ...feed }: MappedResultsProps) {
  // Null until a home is chosen.
  const [chosenIds, setChosenIds] = useState<readonly number[] | null>(null);
  // The home whose card is hovered or focused.
  const [nearId, setNearId] = useState<number | null>(null);
  const [isPlain, setIsPlain] = useState(false);
  const chosenId = chosenIds?.length === 1 ? (chosenIds[0] ?? null) : null;

  useEffect(() => {
    // On phones the map covers the list, so the list does not scroll to the home.
    if (chosenId === null || matchMedia(FULL_SCREEN).matches) return;
    const card = document.getElementById(cardId(chosenId));
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector<HTMLElement>("h3 a")?.focus({ preventScroll: true });
  }, [chosenId]);

  return (
    <MapBeside
      isPlain={isPlain}
      map={
        <ResultsMap
          list={feed.list}
          filter={filter}
          hidesRooms={hidesRooms}
          loaded={feed.listings}
          chosenIds={chosenIds}
          nearId={nearId}
          onChoose={(ids) => {
            setNearId(null);
            setChosenIds(ids);
          }}
          onUnavailable={() => setIsPlain(true)}
        />
      }
    >
      <ListingFeed {...feed} mapSync={{ chosenId, onIntent: setNearId }} />
    </MapBeside>
  );
}

/** Maximum number of characters of a price in a marker. The marker's label has the full price. */
const PRICE_MAX = 9;
const pinText = (amount: string) => (amount.length > PRICE_MAX ? `${amount.slice(0, PRICE_MAX - 1)}…` : amount);

function markerOf(point: FoundOnMap, isReachable: boolean): MapMarker {
  const { id, title, price, belowMarketPercent, latitude, longitude } = point;
  const amount = /^\d/.test(price) ? `$${price}` : price;
  const isBelow = isBelowMarket(belowMarketPercent);
  return {
    id: String(id),
    latitude,
    longitude,
    tone: isBelow ? "good" : "calm",
    label: [title, amount, isBelow && `${belowMarketPercent}% below market`, isReachable && "within your limits"]
      .filter(Boolean)
      .join(", "),
    isEmphasized: isReachable,
    text: pinText(amount),
  };
}

function placedText({ total, rooms, isCut }: SearchMap, placed: number, hidesRooms: boolean, isArea: boolean): string {
  const found = total - (hidesRooms ? rooms : 0);
  if (isArea) return `${isCut ? "At least " : ""}${plural(found, "home")} in this area`;
  if (found === 0) return "No listings to show on the map.";
  if (total > MAP_POINTS)
    return `${formatCount(placed)} of the first ${formatCount(MAP_POINTS)} of ${formatCount(found)} homes on the map`;
  return `${formatCount(placed)} of ${isCut ? "at least " : ""}${plural(found, "home")} on the map`;
}

/** Milliseconds after a move before the area is searched. */
const MOVE_PAUSE_MS = 300;

/** Handles moves of the map. If the list follows the map, the area is searched after a pause, otherwise on request. */
function useMovedArea(list: ListState) {
  const [moved, setMoved] = useState<Bounds | null>(null);
  const { follows } = list;
  const searchHere = () => {
    if (moved) list.change({ search: { ...list.search, bbox: boundsText(moved) } }, { replace: true });
    setMoved(null);
  };
  const onPause = useEffectEvent(searchHere);
  useEffect(() => {
    if (!follows || moved === null) return undefined;
    const timer = setTimeout(() => onPause(), MOVE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [follows, moved]);
  return { isAway: moved !== null, onMove: setMoved, searchHere };
}

interface ResultsMapProps {
  list: ListState;
  filter: FilterName | Bedrooms;
  hidesRooms: boolean;
  loaded: readonly PublicListing[];
  /** Ids of the homes chosen on the map; null until one is chosen. */
  chosenIds: readonly number[] | null;
  /** The home whose card is hovered or focused. */
  nearId: number | null;
  onChoose(ids: readonly number[]): void;
  onUnavailable(): void;
}

/**
 * Passes the map's vertical position on the page to the style sheet, so that the map ends at the fold, whatever the
 * height of the hero above it.
 */
function setMapStart(pane: HTMLElement | null): (() => void) | undefined {
  // Measures the container, because the map itself sticks to the window.
  const beside = pane?.closest<HTMLElement>(".map-pane")?.parentElement;
  if (!beside) return undefined;
  const updateMapStart = () =>
    beside.style.setProperty("--map-start", `${beside.getBoundingClientRect().top + window.scrollY}px`);
  const watch = new ResizeObserver(updateMapStart);
  watch.observe(document.body);
  return () => watch.disconnect();
}

/** Passes the height of the buttons and cards at the bottom of the map to the style sheet. */
function watchDock(dock: HTMLElement | null): (() => void) | undefined {
  const pane = dock?.closest<HTMLElement>(".map-view");
  if (!dock || !pane) return undefined;
  const watch = new ResizeObserver(() => pane.style.setProperty("--dock", `${dock.offsetHeight}px`));
  watch.observe(dock);
  return () => watch.disconnect();
}

function ResultsMap(props: ResultsMapProps) {
  const { list, filter, hidesRooms, loaded, chosenIds, nearId, onChoose, onUnavailable } = props;
  const { data, isError, refetch } = useQuery(searchMap(filter, list.asked));
  const { hidden } = useSavedIndex();
  const { isAway, onMove, searchHere } = useMovedArea(list);
  const points = useMemo(
    () =>
      (data?.points ?? []).filter(
        ({ id, bedrooms }) => !(hidesRooms && bedrooms === "Private Room") && !hidden.includes(id),
      ),
    [data, hidesRooms, hidden],
  );
  const [isTinted, setIsTinted] = useState(true);
  const { hasPlaces, reachable } = useReachable(list, isTinted);
  const markers = useMemo(
    () =>
      points.map((point) => {
        const isReachable = reachable?.isReachable(point.latitude, point.longitude) === true;
        return markerOf(point, isReachable);
      }),
    [points, reachable],
  );
  // Uses the bounds that belong to the shown points, so that the map is not fitted to the points of the previous
  // search.
  const bbox = data?.bbox ?? null;
  const area = useMemo(() => parseBounds(bbox) ?? null, [bbox]);
  const isFullScreen = useMedia(FULL_SCREEN);
  const isLoaded = ({ id }: FoundOnMap) => loaded.some((listing) => listing.id === id);
  const chosen =
    chosenIds === null && isFullScreen
      ? points.slice(0, 1).filter(isLoaded)
      : points.filter(({ id }) => chosenIds?.includes(id));
  // Until a home is chosen, no pin is emphasized.
  const selectedId = nearId ?? (chosenIds?.length === 1 ? chosenIds[0] : null) ?? null;
  // The list beside the map highlights the chosen home's card.
  const isBeside = !isFullScreen && chosen.length === 1 && chosen.every(isLoaded);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => setMapStart(box.current), []);
  const follow = (
    <Switch checked={list.follows} onChange={(follows) => list.change({ follows }, { replace: true })}>
      Search as I move
    </Switch>
  );
  return (
    <div ref={box} className="map-results">
      {data ? (
        <MapView
          label="Map of the listings"
          markers={markers}
          area={area}
          conditions={data.conditions}
          tint={reachable?.tint ?? null}
          isClustered
          clusterLabel={(count) => `${plural(count, "listing")} here: zoom in`}
          selectedId={selectedId === null ? null : String(selectedId)}
          keepsCamera={chosenIds === null && nearId === null}
          onSelect={(id) => onChoose([Number(id)])}
          onUnsplittableCluster={(ids) => onChoose(ids.map(Number))}
          onMove={onMove}
          onUnavailable={onUnavailable}
          className="results-map"
          credits={OPEN_DATA}
        >
          <div className="map-tools">
            {hasPlaces && (
              <button
                type="button"
                data-over-map=""
                aria-pressed={isTinted}
                onClick={() => setIsTinted(!isTinted)}
                className={`${pillClass} min-h-11 px-3.5 shadow-card`}
              >
                Within reach
              </button>
            )}
            {isFullScreen && (isAway || area !== null || !list.follows) && (
              <div data-over-map="" className="follow-pill">
                {follow}
              </div>
            )}
            {!list.follows && isAway && (
              <Button size="sm" className="lg:mx-auto" onClick={searchHere}>
                Search this area
              </Button>
            )}
          </div>
          <div ref={watchDock} className="map-dock">
            <Link
              to={list.to({ isMap: false })}
              keepsScroll
              data-over-map=""
              className={`to-list ${buttonClass({ size: "md" })}`}
            >
              <LayoutGrid aria-hidden="true" className="size-4" />
              List
            </Link>
            {markers.length === 0 && area !== null && (
              <p className="mx-3 flex flex-wrap items-center gap-x-3 rounded-card border border-line bg-surface px-4 py-2 shadow-raised">
                <span className="mr-auto">No homes in this area.</span>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => list.change({ search: { ...list.search, bbox: null } }, { replace: true })}
                >
                  Show all homes
                </Button>
              </p>
            )}
            <PinCards
              chosen={isBeside ? [] : chosen}
              isPressed={chosenIds !== null}
              row={isFullScreen ? points : chosen}
              loaded={loaded}
              onChoose={(id) => onChoose([id])}
              onClose={() => onChoose([])}
            />
          </div>
        </MapView>
      ) : (
        <Skeleton className="results-map rounded-card" />
      )}
      <div className="map-foot">
        {!isFullScreen && follow}
        <output className="max-lg:sr-only">
          {data && placedText(data, markers.length, hidesRooms, area !== null)}
        </output>
        <span className="flex items-center gap-1.5 max-lg:hidden">
          <span aria-hidden="true" className="h-3 w-6 rounded-full bg-good" />
          Below market
        </span>
        {isError && (
          <>
            <p role="alert">The locations could not be loaded.</p>
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
