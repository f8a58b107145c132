import { HOME_TYPE_NAMES } from "../../../../worker/contracts/home-types.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatDate, formatDay } from "../../../lib/format.ts";
import { attributeFacts } from "./attribute-text.ts";
import { FactCard, FactList } from "./fact-list.tsx";

/** The Details card: what the landlord says. What is not said is left out. The year built stands by rent control, with its source. */
export function ListingFacts({ listing }: { listing: PublicListing }) {
  return (
    <FactCard id="listing-details" title="Details">
      <FactList
        facts={[
          ["Bedrooms", listing.bedrooms],
          ["Bathrooms", listing.bathrooms],
          ["Kind of home", listing.homeType && HOME_TYPE_NAMES[listing.homeType]],
          ["Move-in date", formatDate(listing.moveInDate)],
          ...attributeFacts(listing),
          ["Listed", formatDay(listing.submittedAt)],
        ]}
      />
    </FactCard>
  );
}
