import { Footprints } from "lucide-react";
import type { Commute, CommuteLeg, CommuteTimetable } from "../../../../worker/contracts/commute.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatDate } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { FactCard } from "../facts/listing-facts.tsx";
import type { NamedPlace } from "./places.ts";
import { useWaysOfHome } from "./shown-ways.ts";
import { badDayText, clockText, isLight, minutesText, timetableText, walkText, whenText } from "./way-text.ts";

/** The ways from a home to each place: legs with the colours of their lines, and what they were computed from. */
export function WayDetails({ listing }: { listing: Pick<PublicListing, "id"> }) {
  const found = useWaysOfHome(listing.id);
  if (found === null) return null;
  const { places, ways, timetable } = found;
  return (
    <FactCard id="listing-ways" title="The way from here">
      {ways === null ? (
        <p className="text-sm">
          We do not know exactly where this home is, only its street or its area. So we cannot tell how long the way is.
        </p>
      ) : (
        <ul className="grid gap-4">
          {places.map((place, nth) => {
            const way = ways[nth];
            return way && <WayToPlace key={place.name} way={way} place={place} />;
          })}
        </ul>
      )}
      <TimetableNote timetable={timetable} className="mt-4" />
    </FactCard>
  );
}

function WayToPlace({ way, place }: { way: Commute; place: NamedPlace }) {
  const { minutes, legs } = way;
  const bad = badDayText(way);
  const facts = [whenText(place), minutes !== null && legs.length === 0 ? "on foot" : null, bad, walkText(way)];
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-bold">{minutesText(way, place.name)}</span>
        {minutes !== null && minutes > place.limit && (
          <span className="text-sm text-ink-muted">longer than your {place.limit} min</span>
        )}
      </p>
      <p className="text-sm text-ink-muted">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {legs.length > 0 && (
        <ol className="mt-2 grid gap-1.5">
          {legs.map((leg) => (
            <Leg key={leg.departs} leg={leg} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** `504 King St → Dundas West, 8:12–8:31`. */
function Leg({ leg: { line, color, from, to, departs, arrives } }: { leg: CommuteLeg }) {
  return (
    <li className="flex items-start gap-2 text-sm">
      <LineBadge line={line} color={color} />
      <span className="min-w-0 flex-1 wrap-break-word">
        <span translate="no">{from}</span> <span aria-hidden="true">→</span>
        <span className="sr-only"> to </span> <span translate="no">{to}</span>
      </span>
      <span className="shrink-0 text-ink-muted tabular-nums">
        {clockText(departs)}–{clockText(arrives)}
      </span>
    </li>
  );
}

/** A line's name in its colour, as the feed has it. */
function LineBadge({ line, color }: Pick<CommuteLeg, "line" | "color">) {
  const style = color === null ? undefined : { backgroundColor: `#${color}` };
  const ink = color === null ? "bg-sunken text-ink" : isLight(color) ? "text-ttc-dark" : "text-ttc-light";
  return (
    <span
      style={style}
      className={`inline-grid min-h-5 max-w-28 min-w-8 shrink-0 place-items-center rounded-md px-1.5 text-center text-xs font-bold ${ink}`}
    >
      <span className="max-w-full truncate">{line}</span>
    </span>
  );
}

/** How the times came about, until when the timetable is valid, and whose it is. */
function TimetableNote({ timetable, className = "" }: { timetable: CommuteTimetable; className?: string }) {
  const { attributions, label, validUntil } = timetable;
  const expired = timetableText(timetable, useRenderedAt());
  return (
    <div className={`space-y-1 text-xs text-ink-muted ${className}`}>
      {(label !== null || expired !== null) && (
        <p className="font-semibold text-ink">{[label, expired].filter(Boolean).join(" · ")}</p>
      )}
      <p className="flex gap-1.5">
        <Footprints aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        <span>
          By the timetable{expired === null ? ` (valid to ${formatDate(validUntil)})` : ""}, the middle one of 13 times
          in the window, from door to door with waiting and walking. Delays are not in it.
        </span>
      </p>
      {attributions.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
