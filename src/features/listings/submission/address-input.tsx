/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML's own list (datalist) cannot be styled or filled. */

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { parseTypedHouse } from "../../../../worker/contracts/address-suggestions.ts";
import { parseAddress } from "../../../../worker/contracts/parse-address.ts";
import { suggestAddresses } from "../../../../worker/contracts/places.ts";
import { call } from "../../../lib/api.ts";
import { pause } from "../../../lib/timing.ts";
import { Button } from "../../../ui/button.tsx";
import { ComboboxList, optionId } from "../../../ui/combobox-list.tsx";
import { type ControlIds, TextInput } from "../../../ui/field.tsx";
import { addressesInText } from "./address-in-text.ts";
import type { ListingForm } from "./submission-errors.ts";

/** Debounce in milliseconds. */
const PAUSE_MS = 250;
const NONE = -1;

/**
 * Returns the part of a typed address to look up: number, street and municipality, without the unit. Null while the
 * text is too short, and once it has a postal code.
 */
function suggestionQuery(text: string): string | null {
  const typed = parseTypedHouse(text);
  if (typed === null || typed.postalCode !== null) return null;
  return [typed.key, typed.municipality].filter(Boolean).join(", ");
}

/**
 * Returns addresses that begin like the typed address; none if the City's table is not imported or cannot be reached.
 */
function useSuggestions(typed: string): string[] {
  const q = suggestionQuery(typed);
  const { data } = useQuery({
    queryKey: ["addresses", q],
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      return call(suggestAddresses, { query: { q: q ?? "" } }, { signal });
    },
    enabled: q !== null,
  });
  return data?.map(({ address }) => address).filter((address) => address !== typed.trim()) ?? [];
}

/**
 * The address field, with a list of suggestions and {@link AddressSuggestions} below it. The field is a WAI-ARIA
 * combobox that also accepts any other text. If the typed address has a unit, choosing a suggestion moves the unit to
 * its own field.
 */
export function AddressInput({ form, ...ids }: ControlIds & { form: ListingForm }) {
  const listId = useId();
  // Empty while the list is closed.
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(NONE);
  const [movedUnit, setMovedUnit] = useState<string | null>(null);
  const found = useSuggestions(typed);
  const { onChange, onBlur, ...registered } = form.register("address");

  const close = () => {
    setTyped("");
    setActive(NONE);
  };
  const choose = (address: string) => {
    const { unit } = parseAddress(typed);
    const moves = unit !== null && !form.getValues("unit");
    if (moves) form.setValue("unit", unit, { shouldDirty: true });
    setMovedUnit(moves ? unit : null);
    form.setValue("address", address, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (found.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // After the last option, arrow keys return to the text, and then to the first option.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Escape") {
      // Closes the list but not the dialog around it.
      event.stopPropagation();
      close();
    }
  };

  return (
    <>
      <div className="relative scroll-mt-8">
        <TextInput
          {...ids}
          {...registered}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found[active] === undefined ? undefined : optionId(listId, active)}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(NONE);
            setMovedUnit(null);
            void onChange(event);
          }}
          onBlur={(event) => {
            close();
            void onBlur(event);
          }}
          onKeyDown={onKeyDown}
        />
        <ComboboxList
          id={listId}
          label="Suggested addresses"
          options={found.map((address) => ({ value: address, label: address }))}
          active={active}
          onChoose={choose}
        />
        <output className={movedUnit === null ? "sr-only" : "mt-1 block text-sm"}>
          {movedUnit !== null && `We moved unit ${movedUnit} to its own field below. Renters do not see it.`}
          {found.length > 0 && `${found.length} suggested. Choose with the arrow keys, or keep typing.`}
        </output>
      </div>
      <AddressSuggestions form={form} />
    </>
  );
}

/** Offers more precise addresses found in the description, if the typed one does not name a house. */
function AddressSuggestions({ form }: { form: ListingForm }) {
  const [address, text] = useWatch({ control: form.control, name: ["address", "additionalInfo"] });
  const typed = useDeferredValue(address);
  const description = useDeferredValue(text ?? "");
  const offers = useMemo(() => addressesInText(typed, description), [typed, description]);
  const choose = (offer: string) => {
    form.setValue("address", offer, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setFocus("address");
  };
  return (
    <output className="mt-2 flex flex-wrap items-center gap-2 text-sm empty:hidden">
      {offers.length > 0 && <span>From your description:</span>}
      {offers.map((offer) => (
        <Button key={offer} variant="secondary" size="sm" onClick={() => choose(offer)}>
          Use <span translate="no">{offer}</span>
        </Button>
      ))}
    </output>
  );
}
