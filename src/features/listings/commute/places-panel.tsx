import { useState } from "react";
import { MAX_COMMUTE_PLACES } from "../../../../worker/contracts/commute.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";
import type { ListState } from "../search/search-state.ts";
import { isWithin, withLimit } from "./asked-ways.ts";
import { PlaceForm } from "./place-form.tsx";
import { keepPlaces, type NamedPlace } from "./places.ts";
import { whenText } from "./way-text.ts";
import { useWays } from "./ways-store.ts";

const NONE: readonly NamedPlace[] = [];

interface PlacesDialogProps {
  /** The list whose ways can be limited; none on a listing's page. */
  list?: ListState;
  onClose(): void;
}

/** Up to three places that one travels to, which stay in this browser. */
export function PlacesDialog({ list, onClose }: PlacesDialogProps) {
  const ways = useWays(true);
  const places = ways?.places ?? NONE;
  // Index of the place in the form; the number of places for a new one, null for none.
  const [edited, setEdited] = useState<number | null>(null);
  const isFirst = places.length === 0 && edited === null;
  const at = isFirst ? 0 : edited;
  const close = () => setEdited(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={at === null ? "Your places" : (places[at]?.name ?? "A place you travel to")}
      shape="sheet"
      description={
        at === null
          ? undefined
          : "Then every home says how long the way there takes, by transit and on foot, from door to door."
      }
    >
      {at === null ? (
        <PlaceList places={places} {...(list && { list })} onEdit={setEdited} onClose={onClose} />
      ) : (
        <PlaceForm
          key={at}
          place={places[at] ?? null}
          taken={places.filter((_, index) => index !== at).map(({ name }) => name)}
          onSave={(saved) => {
            keepPlaces(places.toSpliced(at, 1, saved));
            close();
          }}
          onCancel={isFirst ? onClose : close}
        />
      )}
      <p className="mt-4 text-sm text-ink-muted">
        Your places stay in this browser, rounded to about 100 m. We are told them to compute the ways, and store
        nothing.{" "}
        <Link to={PATHS.privacy} className="underline underline-offset-2 hover:text-accent">
          Privacy Policy
        </Link>
      </p>
    </Dialog>
  );
}

interface PlaceListProps {
  places: readonly NamedPlace[];
  list?: ListState;
  onEdit(index: number): void;
  onClose(): void;
}

function PlaceList({ places, list, onEdit, onClose }: PlaceListProps) {
  const limit = (index: number) =>
    list?.change({ ways: withLimit(list.ways, index, !isWithin(list.ways, index)) }, { replace: true });
  const keep = (kept: readonly NamedPlace[]) => {
    keepPlaces(kept);
    // The numbers in the address would name other places.
    if (list && list.ways !== "") list.change({ ways: "" }, { replace: true });
  };
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {places.map((place, index) => (
          <li key={place.name} className="rounded-control border border-line-strong p-3">
            <div className="flex flex-wrap items-center gap-x-2">
              <h3 className="mr-auto min-w-0 font-bold wrap-anywhere">{place.name}</h3>
              <Button variant="ghost" size="sm" aria-label={`Edit ${place.name}`} onClick={() => onEdit(index)}>
                Edit
              </Button>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${place.name}`}
                onClick={() => keep(places.toSpliced(index, 1))}
              >
                Remove
              </Button>
            </div>
            <p className="text-sm text-ink-muted">{whenText(place)}</p>
            {list && (
              <Choice type="checkbox" checked={isWithin(list.ways, index)} onChange={() => limit(index)}>
                Only homes within {place.limit} min
              </Choice>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {places.length < MAX_COMMUTE_PLACES && (
          <Button variant="secondary" onClick={() => onEdit(places.length)}>
            Add a place
          </Button>
        )}
        <Button variant="ghost" onClick={() => keep([])}>
          Clear all
        </Button>
        <Button className="ml-auto" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
