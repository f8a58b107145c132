import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FoundPlace } from "../../../../worker/contracts/places.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { Field } from "../../../ui/field.tsx";
import { foundPlaces } from "./ways.queries.ts";

/** Milliseconds without a key after which a text is looked up, and its least length. */
const TYPING_PAUSE_MS = 250;
const LEAST_LENGTH = 3;

const NONE: readonly FoundPlace[] = [];

interface PlaceFinderProps {
  /** What is chosen, in words. */
  chosen: string | null;
  error: string | undefined;
  onChoose(place: FoundPlace | null): void;
}

/** A place by its address, intersection or station, looked up in this site's own tables. */
export function PlaceFinder({ chosen, error, onChoose }: PlaceFinderProps) {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const text = typed.trim();
    const timer = setTimeout(() => setWanted(text.length < LEAST_LENGTH ? "" : text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError } = useQuery(foundPlaces(wanted));
  const isLooking = typed.trim().length >= LEAST_LENGTH && (typed.trim() !== wanted || (!data && !isError));
  const found = isLooking || wanted === "" ? NONE : (data ?? NONE);

  const nothingText = () => {
    if (typed.trim().length < LEAST_LENGTH) return "Such as 100 Queen St W, King and Bay, or Union station.";
    if (isLooking) return "Looking…";
    return isError ? "The search does not answer. Put a pin on the map." : "Nothing found. Put a pin on the map.";
  };
  return (
    <Field label="Where is it?" required {...(error !== undefined && { error })}>
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
