import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatMetres } from "../../../lib/format.ts";

/** Colours of each TTC line's bullet and number. */
const BULLETS: Record<string, string> = {
  "1": "bg-ttc-1 text-ttc-dark",
  "2": "bg-ttc-2 text-ttc-dark",
  "4": "bg-ttc-4 text-ttc-light",
  "5": "bg-ttc-5 text-ttc-dark",
  "6": "bg-ttc-6 text-ttc-dark",
};

const unchanged = (text: string) => text;

/** Shows the closest station with its lines and straight-line distance; hidden if unknown. */
export function StationLine({
  listing,
  className = "",
  marked = unchanged,
}: {
  listing: Pick<PublicListing, "closestSubwayStation" | "subwayLines" | "distanceToSubway">;
  className?: string;
  /** Highlights search hits in the station's name. */
  marked?: (text: string) => ReactNode;
}) {
  const { closestSubwayStation: station, subwayLines, distanceToSubway } = listing;
  if (station === null) return null;
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-sm ${className}`}>
      {subwayLines.map((line) => (
        <span key={line} className={`bullet ${BULLETS[line] ?? "bg-sunken text-ink"}`}>
          <span className="sr-only">Line </span>
          {line}
        </span>
      ))}
      {/* Breaks between words only; otherwise the name would shrink to make room for its neighbours. */}
      <span className="min-w-0 wrap-break-word">
        <span translate="no">{marked(station)}</span>{" "}
        {distanceToSubway !== null && (
          <span className="whitespace-nowrap text-ink-muted tabular-nums">{formatMetres(distanceToSubway)}</span>
        )}
      </span>
    </span>
  );
}
