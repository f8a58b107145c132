import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState, type ReactNode, useEffect } from "react";
import type { PublicListing, Amenities, NearbyPlace } from "../../../../worker/contracts/listings.ts";
import {
  type BuildingFacts,
  type ListingFacts,
  AMENITY_RADII_M,
  type NearbyOnMap,
} from "../../../../worker/contracts/places.ts";
import { formatCount, formatDate, formatMetres, plural } from "../../../lib/format.ts";
import { LoadFailure } from "../../../ui/notice.tsx";
import { MapView } from "../../../ui/map/map-view.tsx";
import { FactList, FoldedCard } from "../facts/listing-facts.tsx";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import {
  createMapContent,
  NearbyButton,
  nearbyId,
  PlaceFacts,
  PlaceSkeleton,
  RentControlNote,
  shownOnMap,
} from "./place-facts.tsx";
import { BUILDING_KIND, preciseLocation } from "./place-text.ts";
import { Baby, ChevronDown, GraduationCap, type LucideIcon, ShoppingCart, Stethoscope, Trees } from "lucide-react";

interface AmenityKind {
  key: keyof Amenities;
  onMap: NearbyOnMap["kind"];
  name: string;
  source: string;
  icon: LucideIcon;
}

const CITY = "City of Toronto";
const OSM = "OpenStreetMap";

/** Kinds of amenities in display order, with the icons used on the map. */
const AMENITY_KINDS: readonly AmenityKind[] = [
  { key: "schools", onMap: "school", name: "Schools", source: CITY, icon: GraduationCap },
  { key: "daycares", onMap: "daycare", name: "Daycares", source: CITY, icon: Baby },
  { key: "groceryStores", onMap: "grocery", name: "Grocery stores", source: OSM, icon: ShoppingCart },
  { key: "medicalFacilities", onMap: "medical", name: "Medical facilities", source: OSM, icon: Stethoscope },
  { key: "parks", onMap: "park", name: "Parks", source: OSM, icon: Trees },
];

/** Maximum number of places shown per kind. */
const SHOWN = 5;

function isPlace(value: unknown): value is NearbyPlace {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "distance" in value &&
    Number.isFinite(value.distance)
  );
}

function places(source: object, key: keyof Amenities): NearbyPlace[] | null {
  const list: unknown = key in source ? (source as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list.filter(isPlace).slice(0, SHOWN) : null;
}

/** Amenities by kind. An empty list means that none are nearby; null means that there is no data for the kind. */
type KnownAmenities = Record<keyof Amenities, NearbyPlace[] | null>;

/** Parses a listing's amenities; null if there are none or the JSON is invalid. */
function parseAmenities(json: string | null): KnownAmenities | null {
  if (json === null || json === "") return null;
  try {
    const source: unknown = JSON.parse(json);
    if (typeof source !== "object" || source === null) return null;
    return Object.fromEntries(AMENITY_KINDS.map(({ key }) => [key, places(source, key)])) as KnownAmenities;
  } catch {
    return null;
  }
}

interface AmenitiesCardProps {
  amenities: string | null;
  /** The places shown on the map beside this list. */
  nearby?: readonly NearbyOnMap[];
  selectedId?: string | null;
  onSelect?(id: string): void;
}

/** Card with the amenities around a listing; hidden if they are unknown. */
function AmenitiesCard({ amenities: json, nearby, selectedId = null, onSelect }: AmenitiesCardProps) {
  const amenities = parseAmenities(json);
  if (amenities === null) return null;
  const onMap = new Set(nearby?.map(nearbyId));
  return (
    <section
      aria-labelledby="listing-amenities"
      className="rounded-card border border-line bg-surface p-5 print:hidden"
    >
      <h2 id="listing-amenities" className="mb-4 text-lg font-bold">
        Family-Friendly Amenities
      </h2>
      <div className="divide-y divide-line">
        {AMENITY_KINDS.map((kind) => {
          const places = amenities[kind.key];
          return (
            places !== null && (
              <KindList
                key={kind.key}
                kind={kind}
                nearest={places[0] ?? null}
                isOpen={places.some(({ name }) => nearbyId({ kind: kind.onMap, name }) === selectedId)}
              >
                {places.map((place) => {
                  const id = nearbyId({ kind: kind.onMap, name: place.name });
                  const row = <PlaceRow name={place.name} distance={formatMetres(place.distance)} />;
                  return (
                    <li key={`${place.name} ${place.distance}`}>
                      {onSelect && onMap.has(id) ? (
                        <NearbyButton id={id} selectedId={selectedId} onSelect={onSelect}>
                          {row}
                        </NearbyButton>
                      ) : (
                        <div className="flex justify-between gap-3 px-2 py-0.5">{row}</div>
                      )}
                    </li>
                  );
                })}
              </KindList>
            )
          );
        })}
      </div>
      <p className="mt-4 text-sm text-ink-muted">Straight-line distances, from open data that may be incomplete.</p>
    </section>
  );
}

/** Lists places of one kind, with the radius of the lookup (docs/product.md, Places). Parks have no radius. */
function KindList({
  kind,
  nearest,
  isOpen,
  children,
}: {
  kind: AmenityKind;
  nearest: NearbyPlace | null;
  /** True if a place of this kind is selected on the map. */
  isOpen: boolean;
  children: ReactNode;
}) {
  const { key, name, source, icon: Icon } = kind;
  const details = useRef<HTMLDetailsElement>(null);
  // A selection opens the list; only the visitor closes it.
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true;
  }, [isOpen]);
  const within = key === "parks" ? "nearest" : `within ${AMENITY_RADII_M[key]} m`;
  const heading = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <h3 className="font-bold">
        {name} <span className="font-normal text-ink-muted">({within})</span>
      </h3>
    </>
  );
  const row = "flex min-h-11 items-center gap-2 text-sm";
  if (nearest === null)
    return (
      <div className={row}>
        {heading}
        <p className="ml-auto text-right text-ink-muted">
          <span className="block">None listed nearby</span>
          <span className="text-legal block">Source: {source}</span>
        </p>
      </div>
    );
  return (
    <details ref={details} className="group">
      <summary className={`${row} rounded-control`}>
        {heading}
        <span className="ml-auto whitespace-nowrap text-ink-muted tabular-nums">{formatMetres(nearest.distance)}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="-mx-2 text-sm">{children}</ul>
      <p className="text-legal mt-1 mb-3 text-ink-muted">Source: {source}</p>
    </details>
  );
}

function PlaceRow({ name, distance }: { name: string; distance: string }) {
  return (
    <>
      <span className="min-w-0">{name}</span>
      <span className="shrink-0 text-ink-muted tabular-nums">{distance}</span>
    </>
  );
}

const REGISTER = "https://www.toronto.ca/rentsafeto";

/** Card with data from the City's register of rental buildings. Missing values are left out. */
export function BuildingCard({ building }: { building: BuildingFacts }) {
  const { yearBuilt, storeys, units, score, evaluatedOn, propertyType } = building;
  const scoredOn = evaluatedOn === null ? "" : `, ${formatDate(evaluatedOn)}`;
  const facts = [units !== null && plural(units, "home"), score !== null && `City's score ${Math.round(score)} of 100`];
  return (
    <FoldedCard id="listing-building" title="The building" answer={facts.filter(Boolean).join(" · ")}>
      <FactList
        facts={[
          ["Registered as", BUILDING_KIND[propertyType] ?? null],
          ["Built", yearBuilt === null ? null : `${yearBuilt}, according to the landlord`],
          ["Storeys", storeys],
          ["Homes", units === null ? null : formatCount(units)],
          ["City's score", score === null ? null : `${Math.round(score)} of 100${scoredOn}`],
        ]}
      />
      <p className="mt-3 text-sm text-ink-muted">
        From the City's register of apartment buildings, RentSafeTO, for <span translate="no">{building.address}</span>.
        {score !== null &&
          " City inspectors scored the building itself: entrances, halls, elevators, waste and grounds. They do not rate individual homes."}{" "}
        <a
          href={REGISTER}
          rel="noopener"
          className="font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          About RentSafeTO
        </a>
      </p>
    </FoldedCard>
  );
}

const RINGS = [
  { metres: 500, text: "500 m" },
  { metres: 1000, text: "1 km" },
];

interface ListingMapProps {
  listing: Pick<PublicListing, "address" | "title">;
  facts: Pick<ListingFacts, "location" | "nearby">;
  selectedId: string | null;
  onSelect(id: string): void;
}

/** Shows a map with the listing, its station and amenities; hidden if the location is too imprecise. */
export function ListingMap({ listing, facts, selectedId, onSelect }: ListingMapProps) {
  const map = useMemo(() => createMapContent(listing, facts), [listing, facts]);
  if (map === null) return null;
  const shown = shownOnMap(facts.nearby);
  const legend = AMENITY_KINDS.filter(({ onMap }) => shown.some(({ kind }) => kind === onMap)).map(
    ({ onMap, name, icon: Icon }) => ({ key: onMap, name, icon: <Icon aria-hidden="true" /> }),
  );
  return (
    <MapView
      label={`Map of what is around ${listing.title}`}
      {...map}
      rings={RINGS}
      legend={legend}
      selectedId={selectedId}
      onSelect={onSelect}
      className="h-72 sm:h-96"
    />
  );
}

/** Shows open data about a listing's surroundings: map, amenities, rent control and building. */
export function ListingSurroundings({ listing }: { listing: PublicListing }) {
  const { data: facts, isPending, isError, refetch } = useQuery(listingPlaceFacts(listing.id));
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const map = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    setSelectedId((before) => (before === id ? null : id));
    map.current?.scrollIntoView({ block: "nearest" });
  };
  const isOnMap = facts ? preciseLocation(facts) !== null : false;
  return (
    <div className="grid grid-cols-1 gap-6">
      {isPending && <PlaceSkeleton />}
      {isError && (
        <div className="rounded-card border border-line bg-surface">
          <LoadFailure level="h2" title="The map and nearby places could not be loaded" onRetry={() => void refetch()}>
            <p>Please try again later.</p>
          </LoadFailure>
        </div>
      )}
      {facts && (
        <div className="print:hidden">
          <PlaceFacts listing={listing} facts={facts}>
            <div ref={map} className="scroll-mt-24">
              <ListingMap listing={listing} facts={facts} selectedId={selectedId} onSelect={setSelectedId} />
            </div>
          </PlaceFacts>
        </div>
      )}
      <AmenitiesCard
        amenities={listing.amenities}
        {...(facts && isOnMap && { nearby: shownOnMap(facts.nearby), selectedId, onSelect: choose })}
      />
      <RentControlNote facts={facts ?? undefined} statedYear={listing.yearBuilt} />
      <div className="print:hidden">{facts?.building && <BuildingCard building={facts.building} />}</div>
    </div>
  );
}
