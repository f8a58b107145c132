import { Camera, Heart, NotebookPen, Phone } from "lucide-react";
import { useState } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { untranslated } from "../../../ui/untranslated.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { NativeSelect, withText } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { reportInterest } from "../card/contact-card.tsx";
import {
  areaText,
  bedsText,
  moveInText,
  photoAlt,
  priceText,
  telHref,
  titleWithoutBedrooms,
} from "../facts/listing-text.ts";
import { removeWithUndo, toastIfNotStored } from "../saving/save-home.ts";
import { ShortDiscount } from "../saving/short-discount.tsx";
import { editHome, readState, SAVED_STATES, type SavedHome, type SavedState } from "../saving/saved-homes.ts";
import { SavedHomeFields } from "./saved-home-fields.tsx";
import { goneText, rentChangeText, STATE_TEXTS, viewingText } from "./saved-text.ts";

interface SavedHomeRowProps {
  home: SavedHome;
  /**
   * Null unless the visitor is choosing homes to compare. `onChoose` is null once the maximum number of other homes is
   * chosen.
   */
  choice: { isChosen: boolean; onChoose: (() => void) | null } | null;
}

/** Colours of the states; later states have stronger colours. */
const STATE_CLASSES: Readonly<Record<SavedState, string>> = {
  to_call: "bg-sunken",
  called: "bg-sunken",
  viewing: "bg-accent-soft",
  applied: "bg-good-soft",
  no: "bg-sunken text-ink-muted",
};

/** Shows a saved home in a row, with its price, its state and an expandable note. */
export function SavedHomeRow({ home, choice }: SavedHomeRowProps) {
  /** The field that gets the focus in the expanded part; null while it is collapsed. */
  const [opened, setOpened] = useState<"note" | "viewing" | null>(null);
  const listing = home.snapshot?.listing ?? null;
  const name = listing?.title ?? `Listing #${home.id}`;
  const setState = (text: string) => {
    const state = readState(text);
    if (toastIfNotStored(editHome(home.id, { state })) && state === "viewing") setOpened("viewing");
  };
  return (
    <article
      aria-label={name}
      className="saved-home relative grid gap-x-3 rounded-card border border-line bg-surface px-2 pt-1.5 pb-0.5 shadow-card has-[input:checked]:border-accent has-[input:checked]:bg-accent-soft"
    >
      <div
        className={`row-span-2 grid size-24 overflow-hidden rounded-control bg-sunken ${home.gone === null ? "" : "filter-[grayscale(1)]"} ${home.state === "no" ? "opacity-60" : ""}`}
      >
        {listing?.images[0] === undefined ? (
          <Camera aria-hidden="true" className="m-auto size-8 text-ink-muted" />
        ) : (
          <PhotoImage src={listing.images[0]} alt={photoAlt(listing, 0, 1)} sizes="6rem" className="size-full" />
        )}
      </div>
      <SavedFacts home={home} name={name} listing={listing} />
      <div className={`z-1 flex items-center self-end ${choice === null ? "" : "hidden"}`}>
        <div className="mr-auto min-w-0 max-w-40 flex-1">
          <NativeSelect
            aria-label={`Status of ${name}`}
            value={home.state ?? ""}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
            className={`rounded-full border-0 pr-7! ${home.state === null ? "bg-transparent pl-0" : `pl-3 ${STATE_CLASSES[home.state]}`}`}
          >
            {[["", "Not called"] as const, ...SAVED_STATES.map(withText((value) => STATE_TEXTS[value]))].map(
              ([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ),
            )}
          </NativeSelect>
        </div>
        {home.gone === null && listing && <Call listing={listing} />}
        <button
          type="button"
          className={quietClass}
          aria-expanded={opened !== null}
          onClick={() => setOpened(opened === "note" ? null : "note")}
        >
          <NotebookPen aria-hidden="true" className={`size-5 ${home.note === "" ? "" : "fill-accent-soft"}`} />
          <span className="max-sm:sr-only">Note</span>
        </button>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={() => removeWithUndo(home.id)}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-heart"
        >
          <Heart aria-hidden="true" className="size-5 fill-current" />
        </button>
      </div>
      {choice && (
        <label className="absolute inset-0 z-1 flex justify-end p-2.5">
          <input
            type="checkbox"
            checked={choice.isChosen}
            disabled={choice.onChoose === null}
            onChange={choice.onChoose ?? undefined}
            aria-label={`Compare ${name}`}
            className="size-6 accent-accent disabled:opacity-40"
          />
        </label>
      )}
      {opened !== null && choice === null && (
        <SavedHomeFields key={opened} home={home} name={name} focusesNote={opened === "note"} />
      )}
    </article>
  );
}

const quietClass = `${buttonClass({ variant: "ghost" })} px-3`;

/** Link that calls the landlord; hidden without a number that can be dialled. */
function Call({ listing: { id, title, phone } }: { listing: PublicListing }) {
  const href = telHref(phone);
  if (href === null) return null;
  return (
    <a
      href={href}
      aria-label={`Call about ${title}`}
      onClick={() => reportInterest(id, "call")}
      className={`${quietClass} print:hidden`}
    >
      <Phone aria-hidden="true" className="size-5" />
      <span className="max-sm:hidden">Call</span>
    </a>
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
  const street = titleWithoutBedrooms(name);
  const area = listing && areaText(listing);
  const news = [goneText(home), rentChangeText(home)].filter((text) => text !== null);
  return (
    <div className="min-w-0">
      {listing && (
        <p className="flex items-center gap-x-2 pr-9">
          <span translate="no" className="display text-xl leading-6 whitespace-nowrap">
            {priceText(listing)}
          </span>
          {isListed && <ShortDiscount listing={listing} isBrief className="py-0" />}
        </p>
      )}
      <h2 className="truncate text-sm font-semibold">
        {isListed ? (
          <Link
            to={listing ? listingPath(listing) : `/listing/${home.id}`}
            aria-label={name}
            className="block truncate after:absolute after:inset-0 hover:text-accent"
          >
            {untranslated(street)}
          </Link>
        ) : (
          untranslated(street)
        )}
      </h2>
      {listing && (
        <p className="truncate text-sm text-ink-muted">
          {[bedsText(listing), area].filter((part) => part !== null).join(" · ")}
          {listing.moveInDate !== "" && (
            <span className="max-sm:sr-only"> · Move-in {moveInText(listing.moveInDate, renderedAt)}</span>
          )}
        </p>
      )}
      {!listing && <p className="text-sm text-ink-muted">This browser has no details of this home.</p>}
      {news.map((text) => (
        <p key={text} className="text-sm font-semibold">
          {untranslated(text)}
        </p>
      ))}
      {home.viewingAt !== null && <p className="text-sm">{untranslated(`Viewing ${viewingText(home.viewingAt)}`)}</p>}
      {home.note !== "" && <p className="truncate text-sm text-ink-muted">{untranslated(home.note)}</p>}
    </div>
  );
}
