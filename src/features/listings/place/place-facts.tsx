import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../../../worker/contracts/places.ts";
import { formatDate, formatMetres } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import type { MapMarker } from "../../../ui/map/map-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { FactCard, FoldedCard } from "../facts/listing-facts.tsx";
import { dataDay, locationText, rentControlAnswer, rentControlReason, preciseLocation } from "./place-text.ts";

/** Maximum distance of a marker in the first view; more distant markers would zoom it out too far. */
const IN_FIRST_VIEW_METRES = 800;

const HOME_ID = "home";

/** Returns the id of a place, which the list and the map share. */
export function nearbyId({ kind, name }: Pick<NearbyOnMap, "kind" | "name">): string {
  return `${kind} ${name}`;
}

/** Maximum number of amenities on the map; with more, icons would cover each other. */
const MAX_MAPPED_AMENITIES = 5;

/** Minimum distance between icons in metres, so that they do not cover each other. */
const MIN_ICON_DISTANCE = 150;
const METRES_NORTH = 111_000;
const METRES_EAST = 80_000;

type Near = ListingFacts["nearby"][number];

const areApart = (one: Near, other: Near) =>
  Math.hypot((one.latitude - other.latitude) * METRES_NORTH, (one.longitude - other.longitude) * METRES_EAST) >
  MIN_ICON_DISTANCE;

/** Returns the places that the map shows: the closest station and the nearest amenities. */
export function shownOnMap(nearby: ListingFacts["nearby"]): ListingFacts["nearby"] {
  const shown: Near[] = [];
  for (const near of nearby.toSorted((a, b) => a.distance - b.distance))
    if (near.kind !== "station" && shown.length < MAX_MAPPED_AMENITIES && shown.every((other) => areApart(near, other)))
      shown.push(near);
  return [...nearby.filter(({ kind }) => kind === "station"), ...shown];
}

/** Returns the map content of a listing; null if its location is too imprecise. */
export function createMapContent(
  listing: Pick<PublicListing, "address">,
  facts: Pick<ListingFacts, "location" | "nearby">,
): { markers: MapMarker[]; focusIds: string[] } | null {
  const place = preciseLocation(facts);
  if (place === null) return null;
  const { latitude, longitude, confidence } = place;
  const home: MapMarker = {
    id: HOME_ID,
    latitude,
    longitude,
    label: confidence === "high" ? listing.address : `${listing.address} (about here)`,
    tone: "main",
  };
  const shown = shownOnMap(facts.nearby);
  const around = shown.map((near): MapMarker => ({
    id: nearbyId(near),
    latitude: near.latitude,
    longitude: near.longitude,
    label: `${near.name}, ${formatMetres(near.distance)}`,
    ...(near.kind === "station" ? { tone: "accent", name: near.name } : { tone: "muted", icon: near.kind }),
  }));
  return {
    markers: [home, ...around],
    focusIds: [HOME_ID, ...shown.filter(({ distance }) => distance <= IN_FIRST_VIEW_METRES).map(nearbyId)],
  };
}

interface NearbyButtonProps {
  id: string;
  selectedId: string | null;
  onSelect(id: string): void;
  children: ReactNode;
}

/** Button for a place that is also on the map. Button and marker share the selection. */
export function NearbyButton({ id, selectedId, onSelect, children }: NearbyButtonProps) {
  const isSelected = id === selectedId;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      className={`says-something flex min-h-6 w-full items-center justify-between gap-3 rounded-control px-2 py-0.5 text-left transition-colors pointer-coarse:min-h-11 ${
        isSelected ? "bg-accent-soft text-accent" : "hover:bg-sunken"
      }`}
    >
      {children}
    </button>
  );
}

interface PlaceFactsProps {
  listing: PublicListing;
  facts: ListingFacts;
  /** The map. */
  children: ReactNode;
}

/** Shows the location with its source. */
export function PlaceFacts({ listing, facts, children }: PlaceFactsProps) {
  const place = preciseLocation(facts);
  const day = facts.location && dataDay(facts.location.dataVersion);
  return (
    <FactCard id="listing-place" title="Where it is">
      <p>
        <span className={facts.location ? "font-semibold" : ""}>{locationText(facts)}</span>
        {listing.postalArea !== null && ` · Postal area ${listing.postalArea}`}
      </p>
      {place && <p className="mt-1 text-sm text-ink-muted">Distances are in a straight line. Walking takes longer.</p>}
      {facts.location && !place && (
        <p className="mt-1 text-sm text-ink-muted">Without an exact location we show no map, station or distances.</p>
      )}
      {place && <div className="mt-4">{children}</div>}
      <div className="text-legal mt-3 space-y-1 text-ink-muted">
        {facts.location && (
          <p>
            Location source: {facts.location.source}
            {day && `, data of ${formatDate(day)}`}.
          </p>
        )}
        {(place !== null || facts.neighbourhood !== null || listing.postalArea !== null) && <Attribution />}
      </div>
    </FactCard>
  );
}

const LINK = "underline underline-offset-2 hover:text-accent";

const LICENCE = ["https://open.toronto.ca/open-data-licence/", "Open Government Licence – Toronto"] as const;
const CONTAINS = "Contains information licensed under the ";

/** HTML that credits the City's licence in the corner of a map. */
export const OPEN_DATA = `${CONTAINS}<a href="${LICENCE[0]}">${LICENCE[1]}</a>`;

/** Shows the attribution that the licences of the open data require. */
export function Attribution() {
  return (
    <p className="text-legal text-ink-muted">
      {/* Inline links may be smaller than the minimum target size. */}
      {CONTAINS}
      <a className={LINK} href={LICENCE[0]} rel="noopener license">
        {LICENCE[1]}
      </a>
      .{" "}
      <a className={LINK} href="https://www.openstreetmap.org/copyright" rel="noopener license">
        © OpenStreetMap contributors
      </a>
    </p>
  );
}

export function PlaceSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <output className="sr-only">Loading what is nearby</output>
      <Skeleton className="mb-3 h-5 w-32" />
      <Skeleton className="mb-3 h-5 w-3/4" />
      <Skeleton className="mb-4 h-16 w-full" />
      <Skeleton className="h-72 rounded-card sm:h-96" />
    </div>
  );
}

export function VerifyNote() {
  return (
    <p className="text-sm text-ink-muted">
      Please verify rent control status and all details directly with the landlord before making any decisions.
    </p>
  );
}

/** Ontario's page on the rule and the yearly guidelines. */
const OFFICIAL = "https://www.ontario.ca/page/residential-rent-increases";

interface RentControlNoteProps {
  /** Undefined while loading; `rentControl` is null until the server has looked it up. */
  facts: Pick<ListingFacts, "rentControl" | "building"> | undefined;
  statedYear: number | null;
}

/** Guidelines in percent, as published by the province (ontario.ca). Add each year once its guideline is published. */
const GUIDELINES: readonly (readonly [year: number, percent: number])[] = [
  [2025, 2.5],
  [2026, 2.1],
];

/** Returns the guidelines from last year on, as far as known: '2.5% in 2025, 2.1% in 2026'. */
function guidelinesText(now: Date): string {
  return GUIDELINES.filter(([year]) => year >= now.getUTCFullYear() - 1)
    .map(([year, percent]) => `${percent}% in ${year}`)
    .join(", ");
}

/** Returns a text such as 'Rent controlled (built in 1960)', worded by how certain it is. */
function rentControlText(rentControl: NonNullable<ListingFacts["rentControl"]>, year: number | null): string {
  const { isRentControlled, confidence } = rentControl;
  if (isRentControlled === null || confidence !== "high") return rentControlAnswer(rentControl);
  return `${isRentControlled ? "Rent controlled" : "Not rent controlled"}${year === null ? "" : ` (built in ${year})`}`;
}

/** Shows whether the rent is controlled. The reason and the rules are collapsed. */
export function RentControlNote({ facts, statedYear }: RentControlNoteProps) {
  const guidelines = guidelinesText(useRenderedAt());
  const rentControl = facts?.rentControl;
  const building = facts?.building ?? null;
  return (
    <FoldedCard
      id="listing-rent-control"
      title="Rent control"
      answer={
        rentControl
          ? rentControlText(rentControl, building?.yearBuilt ?? statedYear)
          : rentControl === null && "We haven’t checked yet whether this rent is controlled."
      }
      below={<VerifyNote />}
    >
      <div className="space-y-3">
        {rentControl && <p>{rentControlReason(rentControl.reason, building, statedYear)}</p>}
        {/* Sources: Residential Tenancies Act, 2006, s. 6.1 and s. 120; the province's published guidelines. */}
        <p className="text-sm print:hidden">
          In Ontario, homes first lived in after November 15, 2018 are exempt from rent control. For all other homes, a
          yearly guideline of at most 2.5% limits how much the rent of a current tenant may rise
          {guidelines && `: ${guidelines}`}. The starting rent for a new tenant is not limited.
        </p>
        <p className="text-sm text-ink-muted print:hidden">
          The rule depends on the day someone first lived in the home. We only know the year it was built. A new unit or
          an addition in an older building can be exempt.{" "}
          <a
            href={OFFICIAL}
            rel="noopener"
            className="font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
          >
            Ontario's rules on rent increases
          </a>
        </p>
      </div>
    </FoldedCard>
  );
}
