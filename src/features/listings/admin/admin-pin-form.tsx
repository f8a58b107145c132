import { useId, useState } from "react";
import { GTA_BOUNDS, isWithin } from "../../../../worker/contracts/region.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { errorText } from "../../../lib/api.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { useDropPin, useLookUpAgain } from "./admin-listing-place.queries.ts";
import { AdminPinMap } from "./admin-pin-map.tsx";
import { coordinatesText, parseCoordinates, swappedPlace } from "./coordinates-text.ts";

const FORMAT_HINT = "Such as 43.65320, -79.38320. The pin stays until the address changes.";
/** Of what the map says: an arrow key moves the marker by less than a metre. */
const MAP_DECIMALS = 6;

/** What keeps a text from being a place, in words; null for a place. */
function problemOf(text: string): string | null {
  if (text.trim() === "") return "Please move the marker, or give latitude and longitude.";
  const place = parseCoordinates(text);
  if (!place) return "Please give latitude and longitude, in this order.";
  return swappedPlace(place) ? "Latitude comes first: these two look swapped." : null;
}

interface AdminPinFormProps {
  listing: Pick<AdminListing, "id" | "revision" | "address">;
  location: ListingFacts["location"];
}

/** Places a listing by a marker on a map or by coordinates: each shows what the other says. */
export function AdminPinForm({ listing: { id, revision, address }, location }: AdminPinFormProps) {
  const formId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const drop = useDropPin(id);
  const lookUp = useLookUpAgain(id);
  const isBusy = drop.isPending || lookUp.isPending;
  const isPinned = location?.method === "pin";
  const place = parseCoordinates(text);
  const swapped = place && swappedPlace(place);

  const write = (next: string) => {
    setText(next);
    setProblem("");
  };
  const submit = () => {
    if (isBusy) return;
    const wrong = problemOf(text);
    setProblem(wrong ?? "");
    if (wrong !== null || !place) return;
    drop.mutate(
      { ...place, revision },
      {
        onSuccess: () => {
          write("");
          toast({ title: "Pin saved" });
        },
        onError: (error) => setProblem(errorText(error, "The pin could not be saved. Please try again.")),
      },
    );
  };
  const lookUpAgain = () =>
    lookUp.mutate(undefined, {
      onSuccess: () => {
        write("");
        toast({ title: isPinned ? "Pin removed" : "The address is looked up again" });
      },
      onError: (error) => toastFailure(isPinned ? "Failed to remove the pin" : "Failed to look it up", error),
    });

  return (
    <form
      id={formId}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
        <Button size="sm" variant="ghost" busy={lookUp.isPending} disabled={drop.isPending} onClick={lookUpAgain}>
          {isPinned ? "Remove Pin" : "Look Up Again"}
        </Button>
      </div>
    </form>
  );
}
