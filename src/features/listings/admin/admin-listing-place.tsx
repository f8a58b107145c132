import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { type ListingFacts, GTA_BOUNDS, isWithin } from "../../../../worker/contracts/places.ts";
import { errorText } from "../../../lib/api.ts";
import { useHasRole } from "../../../lib/role.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { type MapMarker, type MapPoint, MapView } from "../../../ui/map/map-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Attribution } from "../place/place-facts.tsx";
import { CONFIDENCE_TEXT, moderatorLocationText } from "../place/place-text.ts";
import { adminListingFacts, useSetPin, useLookUpAgain } from "./admin-listings.queries.ts";
import { coordinatesText, parseCoordinates, swapCoordinates } from "./coordinates-text.ts";

const TONES: Record<NonNullable<ListingFacts["location"]>["confidence"], ChipTone> = {
  high: "accent",
  medium: "neutral",
  low: "warn",
};

type PlacedListing = Pick<AdminListing, "id" | "revision" | "address" | "addressPrecision">;

/** Text shown instead of a location, because an area has no exact location and cannot be pinned. */
const AREA_TEXT = "The address is an area. Renters see its name and postal area, but no pin.";

/** Shows a listing's location with its source and confidence. Moderators can correct it with a pin. */
export function AdminListingPlace({ listing }: { listing: PlacedListing }) {
  const { data: facts, isPending, refetch } = useQuery(adminListingFacts(listing.id));
  const mayPin = useHasRole("moderator");
  const isArea = listing.addressPrecision === "area";
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Place</h3>
      {isPending && <Skeleton className="h-24 w-full" />}
      {!isPending && !facts && (
        <p className="flex flex-wrap items-center gap-3">
          The location could not be loaded.
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {facts && <KnownPlace facts={facts} text={isArea ? AREA_TEXT : moderatorLocationText(facts)} />}
      {facts && mayPin && !isArea && <AdminPinForm listing={listing} location={facts.location} />}
    </section>
  );
}

function KnownPlace({ facts, text }: { facts: ListingFacts; text: string }) {
  const { location, neighbourhood, municipality } = facts;
  const areas = [neighbourhood, municipality].filter((name) => name !== null);
  const details = [areas.join(", "), location && coordinatesText(location), location?.source].filter(Boolean);
  return (
    <div className="grid gap-1">
      <p>
        {text} {location && <Chip tone={TONES[location.confidence]}>{CONFIDENCE_TEXT[location.confidence]}</Chip>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-sm text-ink-muted tabular-nums">
        {details.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  );
}

const FORMAT_HINT = "For example, 43.65320, -79.38320. The pin stays until the address changes.";
/** Number of decimals; fewer would be too coarse, because an arrow key moves the marker by less than a metre. */
const MAP_DECIMALS = 6;

/** Returns why a text is not a valid location; null if it is valid. */
function problemOf(text: string): string | null {
  if (text.trim() === "") return "Please move the marker, or enter a latitude and longitude.";
  const place = parseCoordinates(text);
  if (!place) return "Please enter the latitude, then the longitude.";
  return swapCoordinates(place) ? "Latitude comes first: these two look swapped." : null;
}

interface AdminPinFormProps {
  listing: Pick<AdminListing, "id" | "revision" | "address">;
  location: ListingFacts["location"];
}

/**
 * Form that sets a listing's location with a marker on a map or with typed coordinates. Marker and coordinates stay in
 * sync.
 */
function AdminPinForm({ listing: { id, revision, address }, location }: AdminPinFormProps) {
  const formId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const drop = useSetPin(id);
  const lookUp = useLookUpAgain(id);
  const isBusy = drop.isPending || lookUp.isPending;
  const isPinned = location?.method === "pin";
  const place = parseCoordinates(text);
  const swapped = place && swapCoordinates(place);

  const write = (next: string) => {
    setText(next);
    setProblem("");
  };
  // Awaits the response instead of using callbacks, which are lost when the listing leaves the list and the form
  // unmounts.
  const submit = async () => {
    if (isBusy) return;
    const wrong = problemOf(text);
    setProblem(wrong ?? "");
    if (wrong !== null || !place) return;
    try {
      await drop.mutateAsync({ ...place, revision });
      write("");
      toast({ title: "Pin saved" });
    } catch (error) {
      setProblem(errorText(error, "The pin could not be saved. Please try again."));
    }
  };
  const lookUpAgain = async () => {
    try {
      await lookUp.mutateAsync();
      write("");
      toast({ title: isPinned ? "Pin removed" : "Looking up the address again" });
    } catch (error) {
      toastFailure(isPinned ? "Failed to remove the pin" : "Failed to look it up", error);
    }
  };

  return (
    <form
      id={formId}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <AdminPinMap
        address={address}
        location={location}
        chosen={place && isWithin(place, GTA_BOUNDS) ? place : null}
        onMove={(moved) => write(coordinatesText(moved, MAP_DECIMALS))}
      />
      <Field label="Latitude and longitude" hint={FORMAT_HINT} {...(problem !== "" && { error: problem })}>
        {(ids) => (
          <TextInput
            {...ids}
            value={text}
            inputMode="text"
            autoComplete="off"
            className="max-w-sm"
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Field>
      {swapped && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          Longitude seems to come first.
          <Button size="sm" variant="secondary" onClick={() => write(coordinatesText(swapped))}>
            Use {coordinatesText(swapped)}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="secondary" busy={drop.isPending} disabled={lookUp.isPending}>
          {isPinned ? "Move Pin" : "Save Pin"}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          busy={lookUp.isPending}
          disabled={drop.isPending}
          onClick={() => void lookUpAgain()}
        >
          {isPinned ? "Remove Pin" : "Look Up Again"}
        </Button>
      </div>
    </form>
  );
}

/** City Hall, where the marker starts if the listing has no location. */
const DOWNTOWN: MapPoint = { latitude: 43.6532, longitude: -79.3832 };

interface Start extends MapPoint {
  /** Explains the marker's initial position. */
  text: string;
  /** Initial zoom; lower for less precise locations. */
  openingZoom: number;
}

function startOf(location: ListingFacts["location"]): Start {
  if (location === null || location.latitude === null || location.longitude === null) {
    return { ...DOWNTOWN, openingZoom: 11, text: "We have no location yet, so the marker starts downtown." };
  }
  const { latitude, longitude, method, confidence } = location;
  const at = { latitude, longitude };
  if (confidence === "low") {
    return { ...at, openingZoom: 13, text: "The marker starts in the middle of the postal area, not at the home." };
  }
  const text = method === "pin" ? "The marker shows the pin." : "The marker shows where the address was found.";
  return { ...at, openingZoom: 15, text };
}

interface AdminPinMapProps {
  address: string;
  location: ListingFacts["location"];
  /** The unsaved pin; null if the marker has not been moved. */
  chosen: MapPoint | null;
  onMove(place: MapPoint): void;
}

/** A map with a draggable marker for a listing's location. */
function AdminPinMap({ address, location, chosen, onMove }: AdminPinMapProps) {
  const start = startOf(location);
  const { latitude, longitude } = chosen ?? start;
  const markers = useMemo(
    (): MapMarker[] => [{ id: "pin", tone: "main", latitude, longitude, label: `Pin of ${address}` }],
    [address, latitude, longitude],
  );
  const state = chosen === null ? start.text : "The new position is not saved yet.";
  return (
    <MapView
      label={`Map to pin ${address}`}
      markers={markers}
      openingZoom={start.openingZoom}
      onDrag={onMove}
      hint={`${state} Drag it, click the map, or focus it and use the arrow keys.`}
      className="h-52"
      attribution={<Attribution />}
    />
  );
}
