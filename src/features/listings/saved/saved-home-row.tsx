import { Camera, NotebookPen, Trash2 } from "lucide-react";
import { useState } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { asWritten } from "../../../ui/as-written.ts";
import { Button } from "../../../ui/button.tsx";
import { NativeSelect, withText } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { areaText, belowMarketText, photoAlt, priceText, sizeText } from "../facts/listing-text.ts";
import { removeWithUndo, tellOutcome } from "../keeping/save-home.ts";
import { editHome, readState, SAVED_STATES, type SavedHome } from "../keeping/saved-homes.ts";
import { SavedHomeWords } from "./saved-home-words.tsx";
import { goneText, repricedText, STATE_TEXTS, viewingText } from "./saved-text.ts";

interface SavedHomeRowProps {
  home: SavedHome;
  isChosen: boolean;
  /** Null while homes are not being chosen, and for the others once enough are. */
  onChoose: (() => void) | null;
}

/** A saved home in a row: what it costs and what its saver says about it; its note unfolds. */
export function SavedHomeRow({ home, isChosen, onChoose }: SavedHomeRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listing = home.snapshot?.listing ?? null;
  const name = listing?.title ?? `Listing #${home.id}`;
  const setState = (text: string) => {
    const state = readState(text);
    if (tellOutcome(editHome(home.id, { state })) && state === "viewing") setIsOpen(true);
  };
  return (
    <article
      aria-label={name}
      className="saved-home relative grid gap-x-3 gap-y-1 rounded-card border border-line bg-surface p-2 shadow-card"
    >
      <div
        className={`row-span-2 grid size-24 overflow-hidden rounded-control bg-sunken ${home.gone === null ? "" : "grayscale"}`}
      >
        {listing?.images[0] === undefined ? (
          <Camera aria-hidden="true" className="m-auto size-8 text-ink-muted" />
        ) : (
          <PhotoImage src={listing.images[0]} alt={photoAlt(listing, 0, 1)} sizes="6rem" className="size-full" />
        )}
      </div>
      <SavedFacts home={home} name={name} listing={listing} />
      <div className="saved-actions z-1 flex items-center gap-1 self-end">
        <div className="min-w-0 flex-1">
          <NativeSelect
            aria-label={`Status of ${name}`}
            value={home.state ?? ""}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
            className="pr-8! pl-2.5!"
          >
            {[["", "Status"] as const, ...SAVED_STATES.map(withText((value) => STATE_TEXTS[value]))].map(
              ([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ),
            )}
          </NativeSelect>
        </div>
        <Button variant="ghost" className="px-2!" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <NotebookPen aria-hidden="true" className={`size-5 ${home.note === "" ? "" : "fill-accent-soft"}`} />
          Note
        </Button>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={() => removeWithUndo(home.id)}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-ink-muted hover:text-ink"
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
      {onChoose !== null && (
        <label className="absolute top-2 left-2 z-1 grid size-24 p-2">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={onChoose}
            aria-label={`Compare ${name}`}
            className="size-6 accent-accent"
          />
        </label>
      )}
      {isOpen && <SavedHomeWords home={home} name={name} />}
    </article>
  );
}

interface SavedFactsProps {
  home: SavedHome;
  name: string;
  listing: PublicListing | null;
}

function SavedFacts({ home, name, listing }: SavedFactsProps) {
  const renderedAt = useRenderedAt();
  const isListed = home.gone === null;
  const news = [goneText(home), repricedText(home)].filter((text) => text !== null);
  return (
    <div className="min-w-0">
      {listing && (
        <p className="flex items-center gap-x-2 max-sm:pr-9 sm:flex-wrap">
          <span translate="no" className="display text-xl leading-6 max-sm:whitespace-nowrap">
            {priceText(listing)}
          </span>
          {isListed && <Discount listing={listing} />}
        </p>
      )}
      <h2 className="truncate text-sm leading-6 font-semibold">
        {isListed ? (
          <Link
            to={listing ? listingPath(listing) : `/listing/${home.id}`}
            className="block truncate after:absolute after:inset-0 hover:text-accent"
          >
            {asWritten(name)}
          </Link>
        ) : (
          asWritten(name)
        )}
      </h2>
      {listing && (
        <p className="truncate text-sm text-ink-muted max-sm:hidden">
          {[sizeText(listing, renderedAt), areaText(listing)].filter(Boolean).join(" · ")}
        </p>
      )}
      {!listing && <p className="text-sm text-ink-muted">This browser has not seen it while it was listed.</p>}
      {news.map((text) => (
        <p key={text} className="text-sm font-semibold">
          {asWritten(text)}
        </p>
      ))}
      {home.viewingAt !== null && <p className="text-sm">{asWritten(`Viewing ${viewingText(home.viewingAt)}`)}</p>}
      {home.note !== "" && <p className="truncate text-sm text-ink-muted max-sm:hidden">{asWritten(home.note)}</p>}
    </div>
  );
}

/** The pill; on a phone its number alone, about so much where it is an estimate. */
function Discount({ listing }: { listing: PublicListing }) {
  const [percent, ...words] = belowMarketText(listing)?.split(" ") ?? [];
  return (
    percent !== undefined && (
      <span className="discount min-w-0 py-0!">
        <span className="truncate">
          {listing.marketIsEstimate && (
            <span aria-hidden="true" className="sm:hidden">
              ≈
            </span>
          )}
          {percent}
          <span className="max-sm:sr-only"> {words.join(" ")}</span>
        </span>
      </span>
    )
  );
}
