import { useQuery } from "@tanstack/react-query";
import { Camera, X } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import { type PublicListing, listingPath } from "../../../../worker/contracts/listings.ts";
import { isBelowMarket } from "../../../../worker/contracts/market.ts";
import type { FoundOnMap } from "../../../../worker/contracts/search.ts";
import { plural } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { isPlainClick, Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { useCommutes } from "../commute/commutes-store.ts";
import { DiscountText } from "../facts/listing-badges.tsx";
import {
  bedsText,
  belowMarketText,
  moveInText,
  photoAlt,
  savingText,
  titleWithoutBedrooms,
} from "../facts/listing-text.ts";
import { listingDetail } from "../facts/listings.queries.ts";
import { StationLine } from "../place/station-line.tsx";
import { Heart } from "../saving/heart.tsx";

/** Number of cards drawn on either side of the chosen home's card. */
const BESIDE = 1;

const ROW = "pin-row flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain";
const CELL = "w-full min-w-0 shrink-0 snap-center snap-always px-1";
const CARD =
  "pin-card pointer-events-auto relative h-full overflow-hidden rounded-card border border-line bg-surface shadow-raised";

interface PinCardsProps {
  /** The chosen pin's homes; more than one if several are at the same place. */
  chosen: readonly FoundOnMap[];
  /** True if the visitor chose the homes; the focus then moves to their cards. */
  isPressed: boolean;
  /** The homes to swipe or step through. */
  row: readonly FoundOnMap[];
  /** Listings that are already loaded in full. */
  loaded: readonly PublicListing[];
  onChoose(id: number): void;
  onClose(): void;
}

const pinOf = (selector: string) => document.querySelector<HTMLElement>(`.map-marker[${selector}]`);

/**
 * Shows the home of the chosen pin in a row of cards, or the homes of a cluster. Escape closes the cards and returns
 * the focus to the pin.
 */
export function PinCards({ chosen, isPressed, row, loaded, onChoose, onClose }: PinCardsProps) {
  const cards = useRef<HTMLElement>(null);
  const [first, ...others] = chosen;
  const ids = chosen.map(({ id }) => id).join();
  useEffect(() => {
    if (isPressed && ids !== "") cards.current?.focus({ preventScroll: true });
  }, [ids, isPressed]);
  if (!first) return null;
  const hasSeveralHomes = others.length > 0;
  const at = row.findIndex(({ id }) => id === first.id);
  const close = () => {
    // The marker may have been redrawn since the visitor chose it, or be part of a cluster now.
    const pin = pinOf(`data-key="${first.id}"`) ?? pinOf(`data-key="cluster ${first.id}"`) ?? pinOf("data-selected");
    pin?.focus({ preventScroll: true });
    onClose();
  };
  const onKey = (key: string) => {
    const next = key === "ArrowRight" ? row[at + 1] : key === "ArrowLeft" ? row[at - 1] : undefined;
    if (key === "Escape") close();
    else if (next && !hasSeveralHomes) onChoose(next.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work wherever the focus is inside
    <section
      ref={cards}
      tabIndex={-1}
      aria-label={hasSeveralHomes ? `${plural(chosen.length, "home")} in one place` : "Chosen home"}
      onKeyDown={({ key }) => onKey(key)}
      className="pin-cards outline-none"
    >
      {hasSeveralHomes ? (
        <div className={ROW}>
          <div className={CELL}>
            <div className={CARD}>
              <SeveralHomes points={chosen} onChoose={onChoose} />
              <CloseButton onClick={close} />
            </div>
          </div>
        </div>
      ) : (
        <>
          {row.length > 1 && (
            <output className="sr-only">{`${at + 1} of ${row.length}: ${first.title}, ${first.price}`}</output>
          )}
          <CardRow row={row} at={at} loaded={loaded} isPressed={isPressed} onChoose={onChoose} onClose={close} />
        </>
      )}
    </section>
  );
}

function CloseButton({ onClick }: { onClick(): void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className="absolute top-0 right-0 z-10 grid size-11 place-items-center"
    >
      <X aria-hidden="true" className="size-5 rounded-full bg-surface" />
    </button>
  );
}

function SeveralHomes({ points, onChoose }: { points: readonly FoundOnMap[]; onChoose(id: number): void }) {
  return (
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
            <span className="min-w-0 truncate text-sm">{untranslated(point.title)}</span>
            {isBelowMarket(point.belowMarketPercent) && (
              <span className="ml-auto shrink-0 text-sm font-bold text-good">{point.belowMarketPercent}% below</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const widthOfCard = (list: HTMLElement) => list.querySelector("li")?.getBoundingClientRect().width || 1;
const shownAt = (list: HTMLElement) => Math.round(list.scrollLeft / widthOfCard(list));

interface CardRowProps extends Pick<PinCardsProps, "row" | "loaded" | "isPressed" | "onChoose" | "onClose"> {
  /** Index of the chosen home in the row. */
  at: number;
}

/** Row of all homes to swipe. Only the chosen home and its neighbours are drawn. */
function CardRow({ row, at, loaded, isPressed, onChoose, onClose }: CardRowProps) {
  const list = useRef<HTMLOListElement>(null);
  const from = Math.max(0, at - BESIDE);
  useLayoutEffect(() => {
    const strip = list.current;
    if (strip && shownAt(strip) !== at) strip.scrollTo({ left: at * widthOfCard(strip), behavior: "instant" });
  }, [at]);
  return (
    <ol
      ref={list}
      className={ROW}
      style={{ "--before": from } as CSSProperties}
      onScroll={({ currentTarget }) => {
        const shown = row[shownAt(currentTarget)];
        if (shown && shown !== row[at]) onChoose(shown.id);
      }}
    >
      {row.slice(from, at + BESIDE + 1).map((point, nth) => (
        <li
          key={point.id}
          inert={from + nth !== at}
          aria-setsize={row.length}
          aria-posinset={from + nth + 1}
          className={CELL}
        >
          <div className={CARD}>
            <OneHome point={point} listing={loaded.find(({ id }) => id === point.id) ?? null} isWanted={isPressed} />
            {from + nth === at && <CloseButton onClick={onClose} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Shows a saving such as `$360 less`. Screen readers also announce what the rent is compared with. */
function Saving({ listing }: { listing: PublicListing }) {
  const [amount, average] = savingText(listing)?.split(" than ") ?? [];
  if (amount === undefined) return null;
  return (
    <span className="truncate text-sm font-semibold text-good">
      {amount}
      <span className="sr-only"> than {average}</span>
    </span>
  );
}

/** Returns `1 bed · Move-in Jan 15`. */
const sizeAndDate = (listing: PublicListing, now: Date): string =>
  `${bedsText(listing)} · Move-in ${moveInText(listing.moveInDate, now)}`;

interface OneHomeProps {
  point: FoundOnMap;
  /** The full listing; null if it is not loaded. */
  listing: PublicListing | null;
  /** True if the listing should be fetched. */
  isWanted: boolean;
}

function OneHome({ point, listing: loadedListing, isWanted }: OneHomeProps) {
  const { data, isError } = useQuery({ ...listingDetail(point.id), enabled: isWanted && loadedListing === null });
  const listing = loadedListing ?? data ?? null;
  const renderedAt = useRenderedAt();
  const commutes = useCommutes();
  // Opens the listing's dialog, which the list beside or below the map renders.
  const dialog = useHistoryEntry("listing");
  const photo = listing?.images[0];
  const discount = listing && belowMarketText(listing);
  const trouble = isError ? "It could not be loaded." : data === null ? "It is no longer listed." : null;
  return (
    <div className="flex h-full min-h-26">
      <div className="relative w-24 shrink-0 bg-sunken">
        {listing && photo !== undefined ? (
          <PhotoImage src={photo} alt={photoAlt(listing, 0, 1)} sizes="6rem" className="absolute size-full" />
        ) : (
          <Camera aria-hidden="true" className="mx-auto mt-10 size-8 text-ink-muted" />
        )}
        {discount !== null && (
          <span className="discount pointer-events-none absolute top-1 left-1">
            <DiscountText text={discount} textClass="sr-only" />
          </span>
        )}
        {listing && <Heart listing={listing} className="heart-corner top-auto right-auto bottom-0 left-0" />}
      </div>
      <div className="min-w-0 flex-1 px-3 py-2 text-sm">
        <p className="flex items-baseline gap-x-1.5 pr-8">
          <span translate="no" className="display shrink-0 text-xl">
            {point.price}
          </span>
          {listing && <Saving listing={listing} />}
        </p>
        <Link
          to={listing ? listingPath(listing) : point.path}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            dialog.open(point.id);
          }}
          className="block truncate font-semibold after:absolute after:inset-0 hover:text-accent"
        >
          <span className="sr-only">{point.bedrooms} - </span>
          <span translate="no">{titleWithoutBedrooms(point.title)}</span>
        </Link>
        <p className="truncate text-ink-muted">{listing ? sizeAndDate(listing, renderedAt) : trouble}</p>
        {listing?.closestSubwayStation === null ? (
          <p className="truncate text-ink-muted">{untranslated(listing.neighbourhood)}</p>
        ) : (
          listing && <StationLine listing={listing} className="card-station" />
        )}
        {commutes && <commutes.parts.CommuteLines listing={point} className="font-semibold" />}
      </div>
    </div>
  );
}
