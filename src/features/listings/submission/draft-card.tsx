import { useWatch } from "react-hook-form";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { ListingCard } from "../card/listing-card.tsx";
import { ListingCardSkeleton } from "../card/listing-card-skeleton.tsx";
import { draftListing } from "./draft-listing.ts";
import { useRentComparison } from "./rent-comparison.tsx";
import type { ListingForm } from "./submission-errors.ts";
import { CardPreview, PREVIEW_SIZES } from "./submission-frame.tsx";

/** Returns the listing that a form's values would create; null until they include an address and the bedrooms. */
function useDraftListing(values: ListingDraftInput, images: readonly string[]): PublicListing | null {
  const { data: comparison } = useRentComparison(values);
  return draftListing(values, images, comparison);
}

const renderCard = (listing: PublicListing | null) =>
  listing && <ListingCard listing={listing} listed="Newly Listed" photoSizes={PREVIEW_SIZES} />;

interface DraftCardProps {
  values: ListingDraftInput;
  images: readonly string[];
}

/**
 * Shows the card of the listing that a form's values would create; nothing until they include an address and the
 * bedrooms.
 */
export const DraftCard = ({ values, images }: DraftCardProps) => renderCard(useDraftListing(values, images));

/** Shows the card as renters will see it, updated while the landlord fills in the form. */
export function DraftPreview({ form, images }: { form: ListingForm; images: readonly string[] }) {
  const listing = useDraftListing({ ...form.getValues(), ...useWatch({ control: form.control }) }, images);
  return (
    <CardPreview
      {...(listing === null && { title: "Your listing will look like this" })}
      note={
        listing === null
          ? "Add the address and bedrooms to see your card."
          : "We add the neighbourhood and nearest station after you submit."
      }
    >
      {renderCard(listing) ?? <ListingCardSkeleton />}
    </CardPreview>
  );
}
