import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { formatDate, formatDay } from "../../lib/format.ts";
import { attributeFacts } from "./attribute-text.ts";

/**
 * What is known of a listing, as pairs of name and value. Left out is what is not known, and what the badges above say:
 * rent control, station and downtown.
 */
function facts(listing: PublicListing): [name: string, value: string][] {
  return [
    ["Bedrooms", listing.bedrooms],
    ["Bathrooms", listing.bathrooms],
    ["Move-in date", formatDate(listing.moveInDate)],
    ...attributeFacts(listing),
    ["Listed", formatDay(listing.submittedAt)],
  ];
}

/** The Details card. */
export function ListingFacts({ listing }: { listing: PublicListing }) {
  return (
    <section aria-labelledby="listing-details" className="rounded-card border border-line bg-surface p-5">
      <h2 id="listing-details" className="mb-3 text-lg font-bold">
        Details
      </h2>
      <dl className="grid gap-x-8 text-sm sm:grid-cols-2">
        {facts(listing).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
