import { useState } from "react";
import { MAX_COMMUTE_PLACES } from "../../../../worker/contracts/commute.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";
import type { ListState } from "./list-state.ts";
import { isWithin, withLimit, withoutPlaces } from "./asked-ways.ts";
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
  // The limits take effect when the panel is closed: the address that opened it keeps it open.
  const [limits, setLimits] = useState(list?.ways ?? "");
  const finish = () => {
    if (!list || limits === list.ways) onClose();
    else list.change({ ways: limits, search: withoutPlaces(list.search) }, { replace: true });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && finish()}
      title={at === null ? "Your places" : (places[at]?.name ?? "A place you travel to")}
      shape="sheet"
      description={
        at === null
          ? undefined
          : "Then every home says how long the way there takes, by transit and on foot, from door to door."
      }
    >
      {at === null ? (
        <PlaceList
          places={places}
          limits={list ? limits : null}
          onLimit={setLimits}
          onEdit={setEdited}
          onClose={finish}
        />
      ) : (
        <PlaceForm
          key={at}
          place={places[at] ?? null}
          taken={places.filter((_, index) => index !== at).map(({ name }) => name)}
          onSave={(saved) => {
            keepPlaces(places.toSpliced(at, 1, saved));
            close();
          }}
          onCancel={isFirst ? finish : close}
        />
      )}
      <p className="mt-4 text-sm text-ink-muted">
        Your places stay in this browser, rounded to about 100 m. Our server uses them to work out the ways, and stores
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
  /** Which limits the list keeps; null without a list. */
  limits: string | null;
  onLimit(limits: string): void;
  onEdit(index: number): void;
  onClose(): void;
}

function PlaceList({ places, limits, onLimit, onEdit, onClose }: PlaceListProps) {
  const keep = (kept: readonly NamedPlace[]) => {
    keepPlaces(kept);
    // The numbers would name other places.
    onLimit("");
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
            {limits !== null && (
              <Choice
                type="checkbox"
                checked={isWithin(limits, index)}
                onChange={() => onLimit(withLimit(limits, index, !isWithin(limits, index)))}
              >
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
