import { useWatch } from "react-hook-form";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { ListingCard } from "../card/listing-card.tsx";
import { draftListing } from "./draft-listing.ts";
import { useRentComparison } from "./rent-comparison.tsx";
import type { ListingForm } from "./submission-errors.ts";
import { CardPreview, PREVIEW_SIZES } from "./submission-frame.tsx";

interface DraftCardProps {
  values: ListingDraftInput;
  images: readonly string[];
}

/** The card that a form's values would make, once they have an address and the bedrooms; until then nothing. */
export function DraftCard({ values, images }: DraftCardProps) {
  const { data: comparison } = useRentComparison(values);
  const listing = draftListing(values, images, comparison);
  return listing && <ListingCard listing={listing} listed="Newly Listed" photoSizes={PREVIEW_SIZES} />;
}

/** The card as renters will see it, while the form is filled in. */
export function DraftPreview({ form, images }: { form: ListingForm; images: readonly string[] }) {
  const values = { ...form.getValues(), ...useWatch({ control: form.control }) };
  const isEmpty = draftListing(values, images, undefined) === null;
  return (
    <CardPreview
      note={
        isEmpty
          ? "Add the address and bedrooms to see your card."
          : "Neighbourhood and nearest station are added once it is submitted."
      }
    >
      <DraftCard values={values} images={images} />
    </CardPreview>
  );
}
