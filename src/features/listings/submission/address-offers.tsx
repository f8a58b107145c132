import { useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { addressesInText } from "./address-in-text.ts";
import type { ListingForm } from "./submission-errors.ts";

/** Offers what the description says of the address, where the address itself names no house. */
export function AddressOffers({ form }: { form: ListingForm }) {
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
      {offers.length > 0 && <span>Your description says more:</span>}
      {offers.map((offer) => (
        <Button key={offer} variant="secondary" size="sm" onClick={() => choose(offer)}>
          Use <span translate="no">{offer}</span>
        </Button>
      ))}
    </output>
  );
}
