import { useQuery } from "@tanstack/react-query";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { adminListingFacts } from "./admin-listing-place.queries.ts";
import { AdminPinForm } from "./admin-pin-form.tsx";
import { coordinatesText } from "./coordinates-text.ts";
import { CONFIDENCE_TEXT, placeKnownToModerators } from "../place/place-text.ts";

const TONES: Record<NonNullable<ListingFacts["location"]>["confidence"], ChipTone> = {
  high: "good",
  medium: "neutral",
  low: "warn",
};

type PlacedListing = Pick<AdminListing, "id" | "revision" | "address">;

/** Where a listing is thought to be, how that is known, and a pin for what nobody finds. */
export function AdminListingPlace({ listing }: { listing: PlacedListing }) {
  const { data: facts, isPending, refetch } = useQuery(adminListingFacts(listing.id));
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Place</h3>
      {isPending && <Skeleton className="h-24 w-full" />}
      {!isPending && !facts && (
        <p className="flex flex-wrap items-center gap-3">
          The place could not be loaded.
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {facts && <KnownPlace facts={facts} />}
      {facts && <AdminPinForm listing={listing} location={facts.location} />}
    </section>
  );
}

function KnownPlace({ facts }: { facts: ListingFacts }) {
  const { location, neighbourhood, municipality } = facts;
  const areas = [neighbourhood, municipality].filter((name) => name !== null);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        {placeKnownToModerators(facts)}
        {location && <Chip tone={TONES[location.confidence]}>{CONFIDENCE_TEXT[location.confidence]}</Chip>}
      </p>
      {location && (
        <p className="text-sm text-ink-muted tabular-nums">
          {[coordinatesText(location), location.source].filter((text) => text !== "").join(" · ")}
        </p>
      )}
      {areas.length > 0 && <p className="text-sm text-ink-muted">{areas.join(", ")}</p>}
    </div>
  );
}
