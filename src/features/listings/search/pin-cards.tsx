import { useQuery } from "@tanstack/react-query";
import { Camera, X } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import { type PublicListing, listingPath } from "../../../../worker/contracts/listings.ts";
import { isBelowMarket } from "../../../../worker/contracts/market.ts";
import type { FoundOnMap } from "../../../../worker/contracts/search.ts";
import { formatMetres, plural } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { isPlainClick, Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { useCommutes } from "../commute/commutes-store.ts";
import { moveInText, photoAlt, savingText } from "../facts/listing-text.ts";
import { listingDetail } from "../facts/listings.queries.ts";
import { Heart } from "../saving/heart.tsx";
import { ShortDiscount } from "../saving/short-discount.tsx";

/** Number of cards drawn on either side of the chosen home's card. */
const BESIDE = 1;

const ROW = "pin-row flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain";
const CELL = "w-full min-w-0 shrink-0 snap-center snap-always px-1";
const CARD =
  "pin-card pointer-events-auto relative h-full overflow-hidden rounded-card border border-line bg-surface shadow-raised";

interface PinCardsProps {
  /** The pressed pin's homes: one, or several at the same place. */
  chosen: readonly FoundOnMap[];
  /** The visitor chose them, so the focus moves there. */
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
 * Shows the home of a pressed pin in a row of cards, or the homes of a cluster. Escape closes the cards and returns the
 * focus to the pin.
 */
export function PinCards({ chosen, isPressed, row, loaded, onChoose, onClose }: PinCardsProps) {
  const cards = useRef<HTMLElement>(null);
  const [first, ...others] = chosen;
  const ids = chosen.map(({ id }) => id).join();
  useEffect(() => {
    if (isPressed && ids !== "") cards.current?.focus({ preventScroll: true });
  }, [ids, isPressed]);
  if (!first) return null;
  const isPile = others.length > 0;
  const at = row.findIndex(({ id }) => id === first.id);
  const close = () => {
    // The marker may have been redrawn since it was pressed, or be part of a cluster.
    const pin = pinOf(`data-key="${first.id}"`) ?? pinOf(`data-key="cluster ${first.id}"`) ?? pinOf("data-selected");
    pin?.focus({ preventScroll: true });
    onClose();
  };
  const onKey = (key: string) => {
    const next = key === "ArrowRight" ? row[at + 1] : key === "ArrowLeft" ? row[at - 1] : undefined;
    if (key === "Escape") close();
    else if (next && !isPile) onChoose(next.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work wherever the focus is inside
    <section
      ref={cards}
      tabIndex={-1}
      aria-label={isPile ? `${plural(chosen.length, "home")} in one place` : "Chosen home"}
      onKeyDown={({ key }) => onKey(key)}
      className="pin-cards pointer-events-none absolute inset-x-0 z-20 outline-none"
    >
      {isPile ? (
        <div className={ROW}>
          <div className={CELL}>
            <div className={CARD}>
              <Pile points={chosen} onChoose={onChoose} />
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

function Pile({ points, onChoose }: { points: readonly FoundOnMap[]; onChoose(id: number): void }) {
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
  /** Position of the chosen home. */
  at: number;
}

/** All homes in a row to swipe; only the chosen one and its neighbours are drawn. */
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

/** Shows `$360 less`. Screen readers also read what the rent is compared with. */
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

/** Returns `Jan 15 · Wellesley 439 m`; beds and street are in the title. */
function whenAndWhere(listing: PublicListing, now: Date): string {
  const { closestSubwayStation: station, distanceToSubway: metres, neighbourhood } = listing;
  const place = station === null ? neighbourhood : `${station} ${metres === null ? "" : formatMetres(metres)}`;
  return [`Move-in ${moveInText(listing.moveInDate, now)}`, place].filter(Boolean).join(" · ");
}

interface OneHomeProps {
  point: FoundOnMap;
  /** The full listing; null if it is not loaded. */
  listing: PublicListing | null;
  /** The listing is to be fetched. */
  isWanted: boolean;
}

function OneHome({ point, listing: atHand, isWanted }: OneHomeProps) {
  const { data, isError } = useQuery({ ...listingDetail(point.id), enabled: isWanted && atHand === null });
  const listing = atHand ?? data ?? null;
  const renderedAt = useRenderedAt();
  const commutes = useCommutes();
  // The list next to or below the map shows the dialog.
  const dialog = useHistoryEntry("listing");
  const photo = listing?.images[0];
  const trouble = isError ? "It could not be loaded." : data === null ? "It is no longer listed." : null;
  return (
    <div className="flex h-full min-h-28">
      <div className="relative w-24 shrink-0 bg-sunken">
        {listing && photo !== undefined ? (
          <PhotoImage src={photo} alt={photoAlt(listing, 0, 1)} sizes="6rem" className="absolute size-full" />
        ) : (
          <Camera aria-hidden="true" className="mx-auto mt-10 size-8 text-ink-muted" />
        )}
      </div>
      <div className="min-w-0 flex-1 px-3 py-2">
        <p className="flex items-baseline gap-x-1.5 pr-8">
          <span translate="no" className="display shrink-0 text-xl">
            {point.price}
          </span>
          {listing && <Saving listing={listing} />}
        </p>
        {/* The height of the label is reserved while the home is loaded. */}
        {isBelowMarket(point.belowMarketPercent) && (
          <p className="min-h-6">{listing && <ShortDiscount listing={listing} isBrief className="max-w-full" />}</p>
        )}
        <Link
          to={listing ? listingPath(listing) : point.path}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            dialog.open(point.id);
          }}
          className="line-clamp-2 text-sm font-semibold after:absolute after:inset-0 hover:text-accent"
        >
          <span>{untranslated(point.title)}</span>
        </Link>
        <p className="truncate text-sm text-ink-muted">
          {listing ? untranslated(whenAndWhere(listing, renderedAt)) : trouble}
        </p>
        {commutes && <commutes.parts.CommuteLines listing={point} className="text-sm font-semibold" />}
      </div>
      {listing && (
        <Heart
          listing={listing}
          className="absolute bottom-1 left-1 z-1 grid size-11 place-items-center rounded-full bg-surface text-accent"
        />
      )}
    </div>
  );
}
