import { ImageOff } from "lucide-react";
import type { ReportedListing } from "../../../../worker/contracts/reports.ts";
import { formatCents, plural } from "../../../lib/format.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { marketText, STATUSES } from "./admin-listing-badges.tsx";

/** Shows the first photo of a reported listing. */
export function AdminReportedListingPhoto({ listing: { photo } }: { listing: ReportedListing }) {
  return (
    <span className="grid size-16 place-items-center overflow-hidden rounded-control bg-sunken text-ink-muted sm:size-24">
      {photo === null ? (
        <ImageOff aria-hidden className="size-5" />
      ) : (
        <PhotoImage src={photo} alt="" sizes="(width < 40rem) 64px, 96px" className="size-full" />
      )}
    </span>
  );
}

/** Shows the rent, the market rent, the status and the number of reports on one line. */
export function AdminReportedListingFacts({ listing, reports }: { listing: ReportedListing; reports: number }) {
  const { rent, marketRent, status } = listing;
  const market = marketRent === null ? "market" : formatCents(Math.round(marketRent * 100));
  return (
    <p className="text-sm">
      <b translate="no">{rent}</b> · {marketText(listing, market)} · {STATUSES[status].label} ·{" "}
      {plural(reports, "report")}
    </p>
  );
}
