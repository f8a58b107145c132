import { useQuery } from "@tanstack/react-query";
import { Camera, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { isBelowMarket } from "../../../../worker/contracts/market.ts";
import type { FoundOnMap } from "../../../../worker/contracts/search.ts";
import { plural } from "../../../lib/format.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { BelowMarketChip } from "../facts/listing-badges.tsx";
import { photoAlt } from "../facts/listing-text.ts";
import { useAskForWay, WayLines } from "../commute/way-lines.tsx";
import { Heart } from "../keeping/heart.tsx";
import { listingDetail } from "../facts/listings.queries.ts";

interface PinCardProps {
  /** What was pressed: one home, or several in one place. */
  points: readonly FoundOnMap[];
  /** Listings whose whole data is at hand. */
  loaded: readonly PublicListing[];
  /** One of several was chosen. */
  onChoose(id: number): void;
  onClose(): void;
}

/** The home of a pressed pin, or the homes of a pile, on top of the map. Escape closes it and returns to the pin. */
export function PinCard({ points, loaded, onChoose, onClose }: PinCardProps) {
  const card = useRef<HTMLElement>(null);
  const [first] = points;
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  const close = () => {
    // The marker may have been drawn anew since it was pressed; a pile has none.
    document.querySelector<HTMLElement>(`.map-marker[data-key="${first?.id}"]`)?.focus({ preventScroll: true });
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is inside
    <section
      ref={card}
      tabIndex={-1}
      aria-label={points.length === 1 ? "Chosen home" : `${plural(points.length, "home")} in one place`}
      onKeyDown={({ key: pressed }) => pressed === "Escape" && close()}
      className="pin-card"
    >
      {points.length === 1 && first ? (
        <OneHome point={first} listing={loaded.find(({ id }) => id === first.id) ?? null} />
      ) : (
        <ul className="max-h-56 overflow-y-auto py-1 pr-11">
          {points.map((point) => (
            <li key={point.id}>
              <button
                type="button"
                onClick={() => onChoose(point.id)}
                className="flex min-h-11 w-full items-baseline gap-2 px-3 py-2 text-start hover:text-accent"
              >
                <span translate="no" className="display shrink-0">
                  {point.price}
                </span>
                <span className="min-w-0 truncate text-sm">{asWritten(point.title)}</span>
                {isBelowMarket(point.belowMarketPercent) && (
                  <span className="ml-auto shrink-0 text-sm font-bold text-good">
                    {point.belowMarketPercent}% below
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="absolute top-0 right-0 z-10 grid size-11 place-items-center"
      >
        <X aria-hidden="true" className="size-5 rounded-full bg-surface" />
      </button>
    </section>
  );
}

function OneHome({ point, listing: atHand }: { point: FoundOnMap; listing: PublicListing | null }) {
  const { data, isError } = useQuery({ ...listingDetail(point.id), enabled: atHand === null });
  const listing = atHand ?? data ?? null;
  const askForWay = useAskForWay();
  const photo = listing?.images[0];
  return (
    <div className="relative flex min-h-28">
      <div className="w-28 shrink-0 bg-sunken">
        {listing && photo !== undefined ? (
          <PhotoImage src={photo} alt={photoAlt(listing, 0, 1)} sizes="7rem" className="size-full" />
        ) : (
          <Camera aria-hidden="true" className="mx-auto mt-10 size-8 text-ink-muted" />
        )}
      </div>
      <div className="min-w-0 flex-1 p-3 pr-9">
        <p translate="no" className="display text-xl">
          {point.price}
        </p>
        {/* The height of the pill is kept while the home is loaded. */}
        <p className="mt-1 min-h-7">{listing && <BelowMarketChip listing={listing} />}</p>
        <Link
          to={listing ? listingPath(listing) : point.path}
          className="mt-1 line-clamp-2 text-sm font-semibold after:absolute after:inset-0 hover:text-accent"
        >
          <span>{asWritten(point.title)}</span>
        </Link>
        {listing && (
          <p className="text-sm text-ink-muted">
            {[listing.neighbourhood, `${listing.bathrooms} ${listing.bathrooms === "1" ? "bath" : "baths"}`]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
        {askForWay && <WayLines listing={{ id: point.id }} onAsk={askForWay} className="pin-ways" />}
        {(data === null || isError) && (
          <p className="text-sm text-ink-muted">{isError ? "It could not be loaded." : "It is no longer listed."}</p>
        )}
      </div>
      {listing && (
        <Heart
          listing={listing}
          className="absolute right-0 bottom-0 z-1 grid size-11 place-items-center text-accent"
        />
      )}
    </div>
  );
}
