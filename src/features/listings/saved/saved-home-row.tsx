import { CalendarPlus, Camera, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listingPath } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { asWritten } from "../../../ui/as-written.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Field, SelectField, TextArea, TextInput, withText } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { CallLink } from "../card/contact-card.tsx";
import { BelowMarketChip, MarketLine } from "../facts/listing-badges.tsx";
import { areaText, photoAlt, priceText, sizeText } from "../facts/listing-text.ts";
import { StationLine } from "../place/station-line.tsx";
import { removeWithUndo, tellOutcome } from "../keeping/save-home.ts";
import { editHome, NOTE_MAX, readState, readViewing, SAVED_STATES, type SavedHome } from "../keeping/saved-homes.ts";
import { goneText, repricedText, STATE_TEXTS } from "./saved-text.ts";

interface SavedHomeRowProps {
  home: SavedHome;
  isChosen: boolean;
  /** Null while enough others are chosen. */
  onChoose: (() => void) | null;
}

/** A saved home: what it is or was, what became of it, and what its saver says about it. */
export function SavedHomeRow({ home, isChosen, onChoose }: SavedHomeRowProps) {
  const listing = home.snapshot?.listing ?? null;
  const name = listing?.title ?? `Listing #${home.id}`;
  const gone = goneText(home);
  return (
    <article className="saved-home" aria-label={name}>
      <div className={`saved-photo ${gone === null ? "" : "grayscale"}`}>
        {listing?.images[0] === undefined ? (
          <Camera aria-hidden="true" className="m-auto size-8 text-ink-muted" />
        ) : (
          <PhotoImage src={listing.images[0]} alt={photoAlt(listing, 0, 1)} sizes="(min-width: 40rem) 14rem, 7rem" />
        )}
      </div>
      <div className="min-w-0 space-y-1">
        {gone !== null && <Chip tone="danger">{gone}</Chip>}
        <SavedFacts home={home} name={name} />
      </div>
      <Words home={home} name={name} />
      <div className="saved-actions">
        <label className="mr-auto flex min-h-11 cursor-pointer items-center gap-2 font-semibold aria-disabled:opacity-60">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={onChoose === null}
            onChange={() => onChoose?.()}
            aria-label={`Compare ${name}`}
            className="size-5 accent-accent"
          />
          Compare
        </label>
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={() => removeWithUndo(home.id)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Remove
        </Button>
        {gone === null && listing && <CallLink listing={listing} size="sm" />}
      </div>
    </article>
  );
}

function SavedFacts({ home, name }: { home: SavedHome; name: string }) {
  const renderedAt = useRenderedAt();
  const listing = home.snapshot?.listing;
  const isListed = home.gone === null;
  const title = isListed ? (
    <Link to={listing ? listingPath(listing) : `/listing/${home.id}`} className="hover:text-accent">
      {asWritten(name)}
    </Link>
  ) : (
    asWritten(name)
  );
  const repriced = repricedText(home);
  const area = listing && areaText(listing);
  return (
    <>
      {listing && (
        <p className="flex flex-wrap items-center gap-x-3">
          <span translate="no" className="display text-2xl sm:text-3xl">
            {priceText(listing)}
          </span>
          {isListed && <BelowMarketChip listing={listing} />}
        </p>
      )}
      {repriced !== null && <p className="text-sm font-semibold">{asWritten(repriced)}</p>}
      <h2 className="font-semibold wrap-anywhere">{title}</h2>
      {listing && (
        <>
          <p className="text-sm">
            {sizeText(listing, renderedAt)}
            {area !== null && <span className="text-ink-muted"> · {area}</span>}
          </p>
          {isListed && <MarketLine listing={listing} />}
          <StationLine listing={listing} />
        </>
      )}
      {!listing && <p className="text-sm text-ink-muted">This browser has not seen it while it was listed.</p>}
    </>
  );
}

/** Milliseconds without typing after which a note is stored. */
const PAUSE_MS = 400;

/** State, viewing and note. */
function Words({ home, name }: { home: SavedHome; name: string }) {
  const { id, state, viewingAt } = home;
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label="State"
        aria-label={`State of ${name}`}
        value={state ?? ""}
        options={[["", "Not set"], ...SAVED_STATES.map(withText((value) => STATE_TEXTS[value]))]}
        onChange={({ currentTarget }) => void tellOutcome(editHome(id, { state: readState(currentTarget.value) }))}
      />
      {(state === "viewing" || viewingAt !== null) && <Viewing home={home} name={name} />}
      <Note home={home} name={name} />
    </div>
  );
}

function Viewing({ home, name }: { home: SavedHome; name: string }) {
  const { id, viewingAt } = home;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-44 flex-1">
        <Field label="Viewing, Toronto time">
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              defaultValue={viewingAt ?? ""}
              aria-label={`Viewing of ${name}, Toronto time`}
              onChange={({ currentTarget }) =>
                void tellOutcome(editHome(id, { viewingAt: readViewing(currentTarget.value) }))
              }
            />
          )}
        </Field>
      </div>
      {viewingAt !== null && (
        <Button
          variant="secondary"
          aria-label={`Add the viewing of ${name} to your calendar`}
          onClick={() => void import("./viewings.ts").then(({ saveViewings }) => saveViewings([home]))}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
        </Button>
      )}
    </div>
  );
}

function Note({ home: { id, note }, name }: { home: SavedHome; name: string }) {
  const [text, setText] = useState(note);
  const [known, setKnown] = useState(note);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; text: string } | null>(null);
  // Another tab has changed it.
  if (known !== note) {
    setKnown(note);
    setText(note);
  }
  const store = () => {
    if (waiting.current === null) return;
    clearTimeout(waiting.current.timer);
    const typed = waiting.current.text;
    waiting.current = null;
    setKnown(typed);
    tellOutcome(editHome(id, { note: typed }));
  };
  useEffect(
    () => () => {
      if (waiting.current === null) return;
      clearTimeout(waiting.current.timer);
      editHome(id, { note: waiting.current.text });
    },
    [id],
  );
  return (
    <Field label="Note" hint={text.length > NOTE_MAX - 100 && `${text.length} of ${NOTE_MAX} characters.`}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          maxLength={NOTE_MAX}
          aria-label={`Note on ${name}`}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            if (waiting.current) clearTimeout(waiting.current.timer);
            waiting.current = { text: value, timer: setTimeout(store, PAUSE_MS) };
          }}
          onBlur={store}
        />
      )}
    </Field>
  );
}
