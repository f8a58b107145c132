import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, useEffect, useMemo } from "react";
import {
  MAX_COMMUTE_PLACES,
  COMMUTE_DAYS,
  DEFAULT_COMMUTE,
  MAX_COMMUTE_MINUTES,
} from "../../../../worker/contracts/commute.ts";
import type { FoundPlace, Bounds } from "../../../../worker/contracts/places.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Field, FieldError, SelectField, TextInput } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { type MapMarker, type MapPoint, MapView } from "../../../ui/map/map-view.tsx";
import { Attribution } from "../place/place-facts.tsx";
import { isWithin, withLimit, withoutPlaces } from "./commutes.tsx";
import type { ListState } from "./list-state.ts";
import { storePlaces, type NamedPlace, DEFAULT_LIMIT, NAME_MAX, parsePlaces, SUGGESTED_PLACE_NAMES } from "./places.ts";
import { whenText } from "./commute-text.ts";
import { useCommutes } from "./commutes-store.ts";
import { placeSuggestions } from "./commutes.queries.ts";

/** City Hall, the initial centre of the map. */
const DOWNTOWN: MapPoint = { latitude: 43.6532, longitude: -79.3832 };
const ZOOM = { chosen: 14, unknown: 11 };

const middleOf = ({ west, south, east, north }: Bounds): MapPoint => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

interface PlacePinMapProps {
  name: string;
  chosen: MapPoint | null;
  onPin(place: MapPoint): void;
}

/**
 * Map for pinning a place that the address search does not find, by pointer, by arrow keys, or with a button for the
 * map's centre.
 */
function PlacePinMap({ name, chosen, onPin }: PlacePinMapProps) {
  const [start] = useState(chosen);
  const [middle, setMiddle] = useState(start ?? DOWNTOWN);
  const { latitude, longitude } = chosen ?? DOWNTOWN;
  const markers = useMemo(
    (): MapMarker[] => [{ id: "pin", tone: "main", latitude, longitude, label: `Pin of ${name}` }],
    [name, latitude, longitude],
  );
  return (
    <div className="grid gap-2">
      <MapView
        label={`Map to put a pin on ${name}`}
        markers={markers}
        openingZoom={start ? ZOOM.chosen : ZOOM.unknown}
        onDrag={onPin}
        onMove={(bounds) => setMiddle(middleOf(bounds))}
        hint="Click the map or drag the pin. You can also move the map or the pin with the arrow keys."
        className="h-64"
        attribution={<Attribution />}
      />
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onPin(middle)}>
        Put the pin at the centre of the map
      </Button>
    </div>
  );
}

/** Milliseconds without typing before a text is looked up, and the minimum length of the text. */
const TYPING_PAUSE_MS = 250;
const MIN_LENGTH = 3;

const NONE_FOUND: readonly FoundPlace[] = [];

/** Label of the address field for each usual place. */
const QUESTIONS: Readonly<Record<string, string>> = {
  Work: "Where do you work?",
  School: "Where is your school?",
  "Partner's work": "Where does your partner work?",
} satisfies Record<(typeof SUGGESTED_PLACE_NAMES)[number], string>;

interface PlaceFinderProps {
  name: string;
  /** Name of the chosen place; null until one is chosen. */
  chosen: string | null;
  error: string | undefined;
  onChoose(place: FoundPlace | null): void;
}

/** Field that finds a place by address, intersection or station in this site's own tables. */
function PlaceFinder({ name, chosen, error, onChoose }: PlaceFinderProps) {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const text = typed.trim();
    const timer = setTimeout(() => setWanted(text.length < MIN_LENGTH ? "" : text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError } = useQuery(placeSuggestions(wanted));
  const isLooking = typed.trim().length >= MIN_LENGTH && (typed.trim() !== wanted || (!data && !isError));
  const found = isLooking || wanted === "" ? NONE_FOUND : (data ?? NONE_FOUND);

  const nothingText = () => {
    if (typed.trim().length < MIN_LENGTH) return "For example, 100 Queen St W, King and Bay, or Union station.";
    if (isLooking) return "Looking…";
    return isError ? "Search isn’t responding. Put a pin on the map." : "Nothing found. Put a pin on the map.";
  };
  return (
    <Field label={QUESTIONS[name] ?? "Where is it?"} required {...(error !== undefined && { error })}>
      {(ids) => (
        <Combobox
          {...ids}
          placeholder="Address, intersection or station"
          clearLabel="Another place"
          value={chosen}
          options={found.map(({ label }) => ({ value: label, label }))}
          onType={setTyped}
          onChange={(label) => onChoose(found.find((place) => place.label === label) ?? null)}
          nothingText={nothingText()}
        />
      )}
    </Field>
  );
}

/** Commute limits offered, in minutes. */
const LIMITS = [10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 90, MAX_COMMUTE_MINUTES];
const OTHER = "other";
const DAY_NAMES = { weekday: "A weekday", saturday: "A Saturday", sunday: "A Sunday" } as const;
const DATE = "date";
const PIN = "The pin on the map";

/** Content of the form's fields. */
interface Draft {
  name: string;
  isOther: boolean;
  /** Name of the found or pinned place; null until one is chosen. */
  where: string | null;
  point: { lat: number; lng: number } | null;
  mode: NamedPlace["mode"];
  day: string;
  from: string;
  until: string;
  limit: number;
}

function draftOf(place: NamedPlace | null, taken: readonly string[]): Draft {
  const usual: readonly string[] = SUGGESTED_PLACE_NAMES;
  if (place) {
    const { lat, lng, ...others } = place;
    return { ...others, isOther: !usual.includes(place.name), where: "Keep the current location", point: { lat, lng } };
  }
  const name = usual.find((known) => !taken.includes(known)) ?? "";
  return { ...DEFAULT_COMMUTE, name, isOther: name === "", where: null, point: null, limit: DEFAULT_LIMIT };
}

type Problems = Partial<Record<"name" | "where" | "times", string>>;

function problemsOf({ name, where, point, day, from, until }: Draft, taken: readonly string[]): Problems {
  const isEarlier = from > until;
  const isIncomplete = from === "" || until === "" || day === DATE;
  return {
    ...(name.trim() === "" && { name: "Please give it a name." }),
    ...(taken.includes(name.trim()) && { name: "You already have a place with this name." }),
    ...((where === null || point === null) && {
      where: "Please choose a search result, or pick the place on the map.",
    }),
    ...(isIncomplete && { times: "Please choose a day and both times." }),
    ...(!isIncomplete && isEarlier && { times: "The end time is before the start time." }),
  };
}

interface PlaceFormProps {
  /** The place to edit; null for a new one. */
  place: NamedPlace | null;
  /** Names of the visitor's other places. */
  taken: readonly string[];
  onSave(place: NamedPlace): void;
  onCancel(): void;
}

/** Form for the location of a place. The fields for its name, travel time and commute limit are collapsed. */
export function PlaceForm({ place, taken, onSave, onCancel }: PlaceFormProps) {
  const [draft, setDraft] = useState(() => draftOf(place, taken));
  const [problems, setProblems] = useState<Problems>({});
  // Keeps the collapsed part open after an error. Otherwise the first typed character of a correction would close it.
  const [wasWrong, setWasWrong] = useState(false);
  const [hasMap, setHasMap] = useState(false);
  // Key of the address field; setting a pin changes the key, which clears the typed text.
  const [pins, setPins] = useState(0);
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setProblems({});
  };
  const { name, isOther, where, point, day, from, until, limit } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemsOf(draft, taken);
    const [saved] = point ? parsePlaces(JSON.stringify([{ ...draft, ...point }])) : [];
    const isOutside = Object.keys(wrong).length === 0 && saved === undefined;
    setWasWrong(wasWrong || wrong.name !== undefined || wrong.times !== undefined);
    setProblems(isOutside ? { where: "We only have timetables for Toronto and the area around it." } : wrong);
    if (saved && Object.keys(wrong).length === 0) onSave(saved);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <PlaceFinder
        key={pins}
        name={name}
        chosen={where}
        error={problems.where}
        onChoose={(found) => change({ where: found?.label ?? null, point: found })}
      />
      {hasMap ? (
        <PlacePinMap
          name={name.trim() || "the place"}
          chosen={point && { latitude: point.lat, longitude: point.lng }}
          onPin={({ latitude, longitude }) => {
            change({ where: PIN, point: { lat: latitude, lng: longitude } });
            if (where !== PIN) setPins(pins + 1);
          }}
        />
      ) : (
        <Button variant="ghost" size="sm" className="-ml-3 justify-self-start" onClick={() => setHasMap(true)}>
          Pick it on the map
        </Button>
      )}
      <Disclosure open={wasWrong} summary={day === DATE ? "On a specific date" : whenText(draft)} mark="Change">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="What is it?"
            options={[
              ...SUGGESTED_PLACE_NAMES.map((known): [string, string] => [known, known]),
              [OTHER, "Something else"],
            ]}
            value={isOther ? OTHER : name}
            onChange={({ currentTarget: { value } }) =>
              change(value === OTHER ? { isOther: true, name: "" } : { isOther: false, name: value })
            }
            {...(!isOther && problems.name !== undefined && { error: problems.name })}
          />
          {isOther && (
            <Field label="Name of the place" required {...(problems.name !== undefined && { error: problems.name })}>
              {(ids) => (
                <TextInput
                  {...ids}
                  value={name}
                  maxLength={NAME_MAX}
                  autoComplete="off"
                  onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                />
              )}
            </Field>
          )}
          <SelectField
            label="Longest commute"
            options={[...new Set([...LIMITS, limit])]
              .sort((a, b) => a - b)
              .map((minutes): [number, string] => [minutes, `${minutes} minutes at most`])}
            value={limit}
            onChange={({ currentTarget }) => change({ limit: Number(currentTarget.value) })}
          />
          <SelectField
            label="I arrive on"
            options={[...Object.entries(DAY_NAMES), [DATE, "A specific date"]]}
            value={day in DAY_NAMES ? day : DATE}
            onChange={({ currentTarget: { value } }) => change({ day: value })}
          />
          {!COMMUTE_DAYS.some((known) => known === day) && (
            <Field label="The day">
              {(ids) => (
                <TextInput
                  {...ids}
                  type="date"
                  defaultValue={day}
                  onChange={({ currentTarget: { value } }) => change({ day: value === "" ? DATE : value })}
                />
              )}
            </Field>
          )}
          <TimeField label="Not before" value={from} onChange={(time) => change({ from: time })} />
          <TimeField label="Not after" value={until} onChange={(time) => change({ until: time })} />
        </div>
        {problems.times !== undefined && <FieldError>{problems.times}</FieldError>}
      </Disclosure>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{place ? "Save" : "Add this place"}</Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function TimeField({ label, value, onChange }: { label: string; value: string; onChange(time: string): void }) {
  return (
    <Field label={label}>
      {(ids) => (
        <TextInput {...ids} type="time" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
    </Field>
  );
}

const NONE: readonly NamedPlace[] = [];

interface PlacesDialogProps {
  /** The list to which the commute limits apply; none on a listing's page. */
  list?: ListState;
  onClose(): void;
}

/** Panel for up to three destinations, which are stored in this browser only. */
export function PlacesDialog({ list, onClose }: PlacesDialogProps) {
  const commutes = useCommutes(true);
  const places = commutes?.places ?? NONE;
  // Index of the edited place. For a new place it is the number of places; while the form is closed it is null.
  const [edited, setEdited] = useState<number | null>(null);
  const isFirst = places.length === 0 && edited === null;
  const at = isFirst ? 0 : edited;
  const close = () => setEdited(null);
  // The limits take effect only when the panel closes, because changing the address would close it.
  const [limits, setLimits] = useState(list?.commutes ?? "");
  const finish = () => {
    if (!list || limits === list.commutes) onClose();
    else list.change({ commutes: limits, search: withoutPlaces(list.search) }, { replace: true });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && finish()}
      title={at === null ? "Your places" : (places[at]?.name ?? (isFirst ? "How long to work?" : "Another place"))}
      shape="sheet"
      description={at === null ? undefined : "For every home, we show the door-to-door time by transit and on foot."}
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
            storePlaces(places.toSpliced(at, 1, saved));
            close();
          }}
          onCancel={isFirst ? finish : close}
        />
      )}
      <p className="mt-4 text-sm text-ink-muted">
        Your places stay in this browser, rounded to about 100 m. Our server uses them to calculate trips and does not
        store them.{" "}
        <Link to={PATHS.privacy} className="underline underline-offset-2 hover:text-accent">
          Privacy Policy
        </Link>
      </p>
    </Dialog>
  );
}

interface PlaceListProps {
  places: readonly NamedPlace[];
  /** The limits that apply to the list; null without a list. */
  limits: string | null;
  onLimit(limits: string): void;
  onEdit(index: number): void;
  onClose(): void;
}

function PlaceList({ places, limits, onLimit, onEdit, onClose }: PlaceListProps) {
  const keep = (kept: readonly NamedPlace[]) => {
    storePlaces(kept);
    // Clears the limits, because their numbers would now refer to other places.
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
        <Button className="ml-auto max-sm:w-full" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
