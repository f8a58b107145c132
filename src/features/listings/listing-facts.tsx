import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { formatDate, formatDay } from "../../lib/format.ts";

const PETS: Record<string, string> = { yes: "Allowed", no: "Not allowed", limited: "Limited" };
const PARKING: Record<string, string> = { included: "Included", extra: "At extra cost", none: "None" };
const LAUNDRY: Record<string, string> = { unit: "In the unit", building: "In the building", none: "None" };

const yesNo = (value: boolean | null, yes: string, no: string) => (value === null ? null : value ? yes : no);

/**
 * What is known of a listing, as pairs of name and value. Left out is what is not known, and what the badges above say:
 * rent control, station and downtown.
 */
function facts(listing: PublicListing): [name: string, value: string][] {
  const pairs: [string, string | null | undefined][] = [
    ["Bedrooms", listing.bedrooms],
    ["Bathrooms", listing.bathrooms],
    ["Move-in date", formatDate(listing.moveInDate)],
    ["Year built", listing.yearBuilt === null ? null : String(listing.yearBuilt)],
    ["Utilities", yesNo(listing.utilitiesIncluded, "Included", "Not included")],
    ["Furnished", yesNo(listing.furnished, "Yes", "No")],
    ["Laundry", listing.laundry && LAUNDRY[listing.laundry]],
    ["Parking", listing.parking && PARKING[listing.parking]],
    ["Pets", listing.pets && PETS[listing.pets]],
    [
      "Lease",
      listing.leaseMonths === null
        ? null
        : listing.leaseMonths === 0
          ? "Month to month"
          : `${listing.leaseMonths} months`,
    ],
    ["Listed", formatDay(listing.submittedAt)],
  ];
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
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
