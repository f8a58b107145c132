import { Footprints } from "lucide-react";
import type { Commute, CommuteLeg, CommuteTimetable } from "../../../../worker/contracts/commute.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { COMMUTE_SORT, type ListingSearch } from "../../../../worker/contracts/search.ts";
import { formatDate } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Link } from "../../../ui/link.tsx";
import { FactCard } from "../facts/listing-facts.tsx";
import { shareLink } from "../facts/share-button.tsx";
import type { ListState } from "./list-state.ts";
import { type NamedPlace, withoutName, storePlaces, placesOfSearch } from "./places.ts";
import { useShownPlaces, useCommutesOfHome } from "./commutes.queries.ts";
import {
  limitText,
  badDayText,
  clockText,
  needsBlackText,
  minutesText,
  timetableText,
  walkText,
  commuteTitle,
  whenText,
} from "./commute-text.ts";

export { placesOfSearch, watchPlaces } from "./places.ts";
export { useShownPlaces } from "./commutes.queries.ts";

// The parameter `commutes` in a list's address refers to this browser's places by number, so that the address does not
// reveal them. `commutes=1,3` applies the limits of the first and third place. `sort` sorts by the shortest commute to
// all places, `sort2` by the shortest commute to the second place.

const partsOf = (commutes: string) => commutes.split(",").filter((part) => part !== "");

/** Returns whether the limit of a place applies. @param index number of the place, from 0 */
export const isWithin = (commutes: string, index: number): boolean => partsOf(commutes).includes(String(index + 1));

/** Returns `commutes` with the limit of a place added or removed. */
export function withLimit(commutes: string, index: number, isLimited: boolean): string {
  const others = partsOf(commutes).filter((part) => part !== String(index + 1));
  // Lists with limits cannot be sorted by a single place.
  const kept = others.map((part) => (part.startsWith("sort") && isLimited ? "sort" : part));
  return (isLimited ? [...kept, String(index + 1)] : kept).sort().join();
}

/**
 * Returns the search to send to the server, with the places that `commutes` refers to. Numbers without a place are
 * ignored.
 */
export function requestedSearch(search: ListingSearch, commutes: string, places: readonly NamedPlace[]): ListingSearch {
  const limited = places.filter((_, index) => isWithin(commutes, index));
  const order = partsOf(commutes).find((part) => part.startsWith("sort"));
  const one = order === undefined ? undefined : places[Number(order.slice("sort".length)) - 1];
  const sorted = order === undefined ? [] : one ? [one] : places;
  const asked = limited.length > 0 ? limited : sorted;
  if (asked.length === 0) return search;
  return {
    ...search,
    commute: asked.map(withoutName),
    maxCommute: limited.map(({ limit }) => limit),
    ...(order !== undefined && { sort: COMMUTE_SORT }),
  };
}

/**
 * Returns the `commutes` parameter for a search with places.
 * @param numbers the numbers of these places among this browser's places; by default 1, 2, 3
 */
export function commutesOfSearch(
  { commute, maxCommute, sort }: ListingSearch,
  numbers = commute.map((_, index) => index + 1),
): string {
  return [...(maxCommute.length > 0 ? numbers : []), ...(sort === COMMUTE_SORT ? ["sort"] : [])].join();
}

/** Returns a search without its places. */
export const withoutPlaces = (search: ListingSearch): ListingSearch => ({
  ...search,
  commute: [],
  maxCommute: [],
  sort: search.sort === COMMUTE_SORT ? "newest" : search.sort,
});

/** Shows the commute from a home to each place: its legs in the colours of their lines, and the source of the times. */
export function CommuteDetails({ listing }: { listing: Pick<PublicListing, "id"> }) {
  const found = useCommutesOfHome(listing.id);
  if (found === null) return null;
  const { places, commutes, timetable } = found;
  return (
    <FactCard
      id="listing-commutes"
      title={places.length === 1 && places[0] ? commuteTitle(places[0]) : "Getting to your places"}
    >
      {commutes === null ? (
        <p className="text-sm">We only know this home’s street or area, so we can’t work out the commute.</p>
      ) : (
        <ul className="grid gap-4">
          {places.map((place, nth) => {
            const commute = commutes[nth];
            return commute && <CommuteToPlace key={place.name} commute={commute} place={place} />;
          })}
        </ul>
      )}
      <TimetableNote timetable={timetable} className="mt-4" />
    </FactCard>
  );
}

function CommuteToPlace({ commute, place }: { commute: Commute; place: NamedPlace }) {
  const { minutes, legs } = commute;
  const bad = badDayText(commute);
  const facts = [whenText(place), minutes !== null && legs.length === 0 ? "on foot" : null, bad, walkText(commute)];
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-bold">{minutesText(commute, place.name)}</span>
        {minutes !== null && minutes > place.limit && (
          <span className="text-sm text-ink-muted">over your limit of {place.limit} min</span>
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

/** Shows a leg, such as `504 King St → Dundas West, 8:12–8:31`. */
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

/** Shows a line's name in the colour that the feed gives it. */
function LineBadge({ line, color }: Pick<CommuteLeg, "line" | "color">) {
  const style = color === null ? undefined : { backgroundColor: `#${color}` };
  const ink = color === null ? "bg-sunken text-ink" : needsBlackText(color) ? "text-ttc-dark" : "text-ttc-light";
  return (
    <span
      style={style}
      className={`inline-grid min-h-5 max-w-28 min-w-5 shrink-0 place-items-center rounded-full px-1 text-center text-sm leading-5 font-bold ${ink}`}
    >
      <span className="sr-only">Line </span>
      <span className="max-w-full truncate">{line}</span>
    </span>
  );
}

/** Explains how the times were computed, how long the timetable is valid, and where it comes from. */
function TimetableNote({ timetable, className = "" }: { timetable: CommuteTimetable; className?: string }) {
  const { attributions, label, validUntil } = timetable;
  const expired = timetableText(timetable, useRenderedAt());
  return (
    <div className={`space-y-1 text-sm text-ink-muted ${className}`}>
      {(label !== null || expired !== null) && (
        <p className="font-semibold text-ink">{[label, expired].filter(Boolean).join(" · ")}</p>
      )}
      <Disclosure isSmall summary="How we count">
        <p>
          Based on the timetable{expired === null ? ` (valid to ${formatDate(validUntil)})` : ""}: the median for 13
          arrival times between your two, door to door, with waiting and walking. Delays are not included.
        </p>
      </Disclosure>
      {attributions.map((sentence) => (
        <p key={sentence} className="text-legal">
          {sentence}
        </p>
      ))}
    </div>
  );
}

const SHARED_PLACES_WARNING = "It includes your places: anyone with the link can see them.";

/** Buttons that share a list with this browser's places, or keep the places of a shared link. */
export function CommuteBar({ list, own }: { list: ListState; own: readonly NamedPlace[] }) {
  const { search, asked } = list;
  if (search.commute.length > 0) return <SharedPlaces list={list} own={own} />;
  if (asked.commute.length === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={({ currentTarget }) => {
        const shared = { search: asked, commutes: "" };
        void shareLink(document.title, location.origin + list.to(shared), SHARED_PLACES_WARNING, currentTarget);
        // Adds the places to the page's own address too.
        list.change(shared, { replace: true });
      }}
    >
      Share with places
    </Button>
  );
}

/** Notice and buttons for a shared link with places. */
function SharedPlaces({ list, own }: { list: ListState; own: readonly NamedPlace[] }) {
  const { search } = list;
  const places = placesOfSearch(search, own);
  const numbers = places.map(({ name, limit }) => 1 + own.findIndex((one) => one.name === name && one.limit === limit));
  const isOwn = !numbers.includes(0);
  const back = { search: withoutPlaces(search), commutes: isOwn ? commutesOfSearch(search, numbers) : "" };
  return (
    <>
      <span className="max-sm:sr-only">
        {isOwn ? "This link includes your places." : "Using the places in the link."}
      </span>
      {!isOwn && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            storePlaces(places);
            list.change({ search: withoutPlaces(search), commutes: commutesOfSearch(search) }, { replace: true });
            toast({ title: "Saved in this browser", description: "Name them under “Your places”." });
          }}
        >
          {own.length === 0 ? "Keep these places" : "Replace my places"}
        </Button>
      )}
      {own.length > 0 && (
        <Link to={list.to(back)} keepsScroll className={buttonClass({ variant: "ghost", size: "sm" })}>
          {isOwn ? "Remove places" : "Use my places"}
        </Link>
      )}
    </>
  );
}

/** Returns `≤ 35 min to Work`; null without the place. */
export const limitTextOrNull = (place: NamedPlace | undefined): string | null => (place ? limitText(place) : null);

interface CommuteLinesProps {
  listing: Pick<PublicListing, "id">;
  className: string;
}

/**
 * Shows the lines and minutes to each place, or the reason why there are none. Renders nothing without places, and
 * while the commutes load.
 */
export function CommuteLines({ listing, className }: CommuteLinesProps) {
  const found = useCommutesOfHome(listing.id);
  const hasPlaces = useShownPlaces().length > 0;
  return hasPlaces && found && <FoundCommutes {...found} className={className} />;
}

type FoundCommutesProps = NonNullable<ReturnType<typeof useCommutesOfHome>> & Pick<CommuteLinesProps, "className">;

/** Shows the loaded commutes from a home. */
export function FoundCommutes({ places, commutes, className }: FoundCommutesProps) {
  return (
    <ul aria-label="Commutes to your places" className={className}>
      {commutes === null ? (
        <li>Commute time unknown</li>
      ) : (
        places.map(({ name }, nth) => commutes[nth] && <CommuteLine key={name} commute={commutes[nth]} name={name} />)
      )}
    </ul>
  );
}

/** Shows a commute such as `1 17 min to work`, with line 1 as a badge. */
function CommuteLine({ commute, name }: { commute: Commute; name: string }) {
  const { lines, legs, minutes } = commute;
  return (
    <li className="flex min-w-0 items-center gap-1">
      {[...new Set(lines)].map((line) => (
        <LineBadge key={line} line={line} color={legs.find((leg) => leg.line === line)?.color ?? null} />
      ))}
      {minutes !== null && lines.length === 0 && (
        <>
          <Footprints aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">On foot </span>
        </>
      )}
      <span className="truncate">{minutesText(commute, name)}</span>
    </li>
  );
}
