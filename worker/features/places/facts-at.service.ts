import { isInToronto } from "../../contracts/areas.ts";
import type { BuildingFacts, NearbyOnMap } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { UNKNOWN_PLACE } from "../listings/listing/unknown-place.ts";
import { withOneNumber, hasTwoNumbers, parseAddress } from "../../contracts/parse-address.ts";
import {
  chooseBuilding,
  namesOneHouse,
  toBuildingFacts,
  registeredBuildings,
  isTorontoAddress,
  type GeocodedPlace,
  type PlaceData,
  amenitiesText,
  commonAreas,
  surroundingsOf,
} from "../../address/index.ts";
import type { Coordinates } from "../../platform/grid.ts";
import type { PlaceColumns, PlacedListing } from "./places.repo.ts";
import type { ListingPlace } from "../listings/listing/listing-places.table.ts";
import { rentControlOf } from "./rent-control.ts";

/** The known location of a listing. */
export type KnownPlace = Omit<GeocodedPlace, "accuracyMetres">;

const isReliable = (place: KnownPlace | null): place is KnownPlace => place !== null && place.confidence !== "low";

/** Returns the stored location of a listing, or null. A change of the listing's address deletes the location. */
export function storedPlace({ listing, place }: PlacedListing): KnownPlace | null {
  const { latitude, longitude } = listing;
  if (!place?.method || !place.confidence || latitude === null || longitude === null) return null;
  const { method, confidence, source } = place;
  return { latitude, longitude, method, confidence, source: source ?? "" };
}

/**
 * Returns the location from an earlier look-up while the address table that it came from is not imported, because
 * nothing then contradicts that location.
 */
function earlierPlace(asRead: PlacedListing, data: PlaceData): KnownPlace | null {
  const stored = storedPlace(asRead);
  const isFromTable = stored?.method === "table" || stored?.method === "interpolated";
  return isFromTable && !data.has("addresses") ? stored : null;
}

/**
 * Returns the registered building at a listing's address. In "12-40 Main St", "12-40" may be a range of house numbers,
 * or unit 12 of house 40. In both cases, the home is in the building registered at 40. If another building is
 * registered at 12, the building at 40 only counts if both have the same rent control.
 */
export async function buildingAt(
  deps: Deps,
  { address, municipality }: Pick<PlacedListing["listing"], "address" | "municipality">,
  house: Coordinates | null,
): Promise<BuildingFacts | null> {
  const parsed = parseAddress(address);
  const { street, numbers } = parsed;
  if (
    municipality === "" ||
    street === null ||
    numbers === null ||
    !isTorontoAddress(parsed) ||
    !namesOneHouse(address)
  )
    return null;
  const registered = await registeredBuildings(deps, street, numbers.low);
  const ofBoth = registered.filter(({ highestNumber }) => highestNumber >= numbers.high);
  const building = chooseBuilding(ofBoth, parsed, house);
  if (building || !hasTwoNumbers(parsed)) return building && toBuildingFacts(building);
  const low = chooseBuilding(registered, withOneNumber(parsed, "low"), house);
  const high = chooseBuilding(
    await registeredBuildings(deps, street, numbers.high),
    withOneNumber(parsed, "high"),
    house,
  );
  if (high === null || low === null) return high && toBuildingFacts(high);
  return rentControlBy(low) !== null && rentControlBy(low) === rentControlBy(high) ? toBuildingFacts(low) : null;
}

/**
 * Returns the building that {@link buildingAt} finds. While no buildings are imported, returns the building that was
 * found earlier. Returns null if several streets have the same name.
 */
async function knownBuilding(
  deps: Deps,
  { listing, place }: PlacedListing,
  at: KnownPlace | null,
  data: PlaceData,
): Promise<BuildingFacts | null> {
  if (at?.method === "street") return null;
  return data.has("buildings") ? buildingAt(deps, listing, isReliable(at) ? at : null) : (place?.building ?? null);
}

/**
 * Returns whether a building's homes are rent-controlled. Returns null if its register entry does not determine that.
 */
function rentControlBy(building: Pick<BuildingFacts, "propertyType" | "yearBuilt">) {
  const { reason } = rentControlOf({ bedrooms: "1 Bedroom", building, statedYear: null });
  return reason === "year_unknown" ? null : reason;
}

/**
 * Computes all facts that follow from a listing's location, as columns of the listing, with their origin. If confidence
 * is low, the facts are only the postal area, or a neighbourhood that contains the whole street, without coordinates,
 * station or amenities (docs/product.md, Places). If the house number is hidden, only rent control is derived from the
 * building. Stores nothing.
 * @param located the location that the geocoder or a moderator determined; null if unknown
 */
export async function computeFacts(
  deps: Deps,
  asRead: PlacedListing,
  located: KnownPlace | null,
  data: PlaceData,
): Promise<{ columns: PlaceColumns; place: ListingPlace }> {
  const { listing } = asRead;
  const isExact = listing.addressPrecision === "exact";
  const at = isReliable(located) ? located : (earlierPlace(asRead, data) ?? located);
  const building = await knownBuilding(deps, asRead, at, data);
  const rentControl = rentControlOf({
    bedrooms: listing.bedrooms,
    building,
    statedYear: listing.yearBuilt,
    text: listing.additionalInfo,
  });
  const around = await placeColumns(deps, asRead, at, data);
  return {
    columns: {
      ...around.columns,
      buildingYear: isExact ? (building?.yearBuilt ?? null) : null,
      isRentControlled: rentControl.isRentControlled,
      rentControlConfidence: rentControl.confidence,
    },
    place: {
      listingId: listing.id,
      method: at?.method ?? null,
      confidence: at?.confidence ?? null,
      source: at?.source ?? null,
      dataVersion: data.version,
      municipality: around.municipality,
      building: isExact ? building : null,
      rentControlReason: rentControl.reason,
      onMap: around.onMap,
      enrichedAt: deps.now(),
    },
  };
}

interface Around {
  columns: Omit<PlaceColumns, "buildingYear" | "isRentControlled" | "rentControlConfidence">;
  municipality: string | null;
  onMap: NearbyOnMap[];
}

async function placeColumns(
  deps: Deps,
  { listing, place: before }: PlacedListing,
  at: KnownPlace | null,
  data: PlaceData,
): Promise<Around> {
  const { buildingYear: _year, isRentControlled: _is, rentControlConfidence: _sure, ...nothing } = UNKNOWN_PLACE;
  // The City's data excludes the municipalities around Toronto, so only the address can name one of them.
  const named = isInToronto(listing.municipality) ? null : listing.municipality;
  if (at === null || at.confidence === "low") {
    const { neighbourhood, municipality } = await commonAreas(deps, at?.on ?? []);
    const postalArea = neighbourhood === null ? parseAddress(listing.address).fsa : null;
    return { columns: { ...nothing, neighbourhood, postalArea }, municipality: municipality ?? named, onMap: [] };
  }
  const isSame = before !== null && listing.latitude === at.latitude && listing.longitude === at.longitude;
  const around = await surroundingsOf(deps, at, data, isSame ? before.onMap : null);
  const { lines, ...station } = around.station;
  const areas = at.on ? await commonAreas(deps, at.on) : around;
  const keep = (dataset: string, now: string | null, then: string | null) =>
    data.has(dataset) || !isSame ? now : then;
  return {
    columns: {
      latitude: at.latitude,
      longitude: at.longitude,
      neighbourhood: keep("neighbourhoods", areas.neighbourhood, listing.neighbourhood),
      postalArea: null,
      distanceToDowntown: around.distanceToDowntown,
      closestSubwayStation: station.name,
      subwayLines: lines,
      distanceToSubway: station.distance,
      amenities: amenitiesText(around.amenities),
    },
    municipality: keep("municipalities", areas.municipality, before?.municipality ?? null) ?? named,
    onMap: [station, ...[...around.amenities.values()].flatMap((places) => places ?? [])],
  };
}
