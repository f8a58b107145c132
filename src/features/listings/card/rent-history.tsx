import { useQuery } from "@tanstack/react-query";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { daysOnMarket } from "../../../../worker/contracts/price-history.ts";
import { formatCents, formatDay, plural } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import { dropText, signedPercentText } from "../facts/listing-text.ts";
import { untranslated } from "../../../ui/untranslated.ts";

/** Number of days shown in the history, the newest ones. */
const SHOWN = 6;

/** Returns `November 3`, with its year unless it is the current year. */
const dayText = (moment: string, now: Date) => formatDay(moment).replace(`, ${formatDay(now).slice(-4)}`, "");
/** Returns `June`, with its year unless it is the current year. */
const monthText = (moment: string, now: Date) =>
  dayText(moment, now)
    .replace(/ \d{1,2}\b/, "")
    .replace(",", "");

/**
 * Returns 'Reduced by $150 on November 3 (−7%)' or 'Raised by $100 on November 3 (+4%)'; null if the last change is
 * neither.
 */
function lastChangeText({ priceDrop, priceHistory, approvedAt, ...listing }: PublicListing, now: Date): string | null {
  if (priceDrop) return dropText(priceDrop, dayText(priceDrop.at, now));
  // Ignores rents from an earlier listing of the same home.
  const own = priceHistory.filter(({ from }) => approvedAt !== null && from >= approvedAt);
  const [before, last] = own.slice(-2);
  if (!before || !last || last.rentCents <= before.rentCents || last.rentCents !== listing.rentCents) return null;
  const percent = Math.round((last.rentCents / before.rentCents - 1) * 100);
  return `Raised by ${formatCents(last.rentCents - before.rentCents)} on ${dayText(last.from, now)}${signedPercentText(percent)}`;
}

/** Returns the rent at the end of each Toronto day on which it changed. */
function rentsOfDays(history: PublicListing["priceHistory"]): PublicListing["priceHistory"] {
  const days = new Map(history.map((rent) => [formatDay(rent.from), rent]));
  return [...days.values()].filter(({ rentCents }, nth, all) => rentCents !== all[nth - 1]?.rentCents);
}

/** Shows the last rent change of this listing, if there is one. */
export function RentChange({ listing }: { listing: PublicListing }) {
  const change = lastChangeText(listing, useRenderedAt());
  if (change === null) return null;
  const [words = "", percent] = change.split(" (");
  return (
    <span>
      {untranslated(words)} {percent !== undefined && <span className="whitespace-nowrap">({percent}</span>}
    </span>
  );
}

/** Shows the home's previous listing. If there were several rents, it lists each rent with its day. */
export function RentHistory({ listing }: { listing: PublicListing }) {
  const now = useRenderedAt();
  const { priceHistory, previousListing } = listing;
  const shown = rentsOfDays(priceHistory).slice(-SHOWN);
  if (previousListing === null && shown.length < 2) return null;
  return (
    <section aria-label="History of the rent" className="space-y-1 text-sm">
      {previousListing !== null && (
        <p>
          Previously listed at {untranslated(formatCents(previousListing.rentCents))}, until{" "}
          {monthText(previousListing.until, now)}
        </p>
      )}
      {shown.length > 1 && (
        <ol className="flex flex-wrap gap-x-3 text-ink-muted tabular-nums">
          {shown.map(({ rentCents, from }) => (
            <li key={from}>
              {untranslated(formatCents(rentCents))} from {dayText(from, now)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Shows the day on which a home was listed, and how long similar homes usually stay listed. */
export function TimeOnMarket({ listing }: { listing: PublicListing }) {
  const now = useRenderedAt();
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const days = daysOnMarket(listing, now);
  const pace = facts?.pace ?? null;
  return (
    <p className="mt-3 text-sm text-ink-muted">
      Listed {formatDay(listing.submittedAt)}.{" "}
      {days !== null && (days === 0 ? "On the site since today. " : `On the site for ${plural(days, "day")}. `)}
      {pace !== null && facts?.neighbourhood && (
        <>
          {listing.bedrooms} in {facts.neighbourhood}: half are gone within {plural(pace.medianDays, "day")}. This
          counts homes listed here in the last 180 days, {pace.known} of them known to be gone.
        </>
      )}
    </p>
  );
}
