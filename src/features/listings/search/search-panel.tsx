import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ATTRIBUTE_FILTERS, type AttributeFilter } from "../../../../worker/contracts/attributes.ts";
import { BATHROOMS, HOME_TYPE_NAMES, HOME_TYPES } from "../../../../worker/contracts/bedrooms.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../../../worker/contracts/market.ts";
import { parseDollars } from "../../../../worker/contracts/rents.ts";
import { type ListingSearch, SEARCH_RENT_MAX, type SearchMeaning } from "../../../../worker/contracts/search.ts";
import { plural, formatCents, formatCount } from "../../../lib/format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, SelectField, TextInput, withText } from "../../../ui/field.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { filterCount, type ListState, type ShownCount, shownCount, unfiltered } from "../commute/list-state.ts";
import { useOpenPlaces } from "../commute/commute-lines.tsx";
import { useCommutes } from "../commute/commutes-store.ts";
import type { ListSource } from "../facts/listings.queries.ts";
import { meaningParts } from "../filters/meaning-parts.ts";
import { countText, pillClass } from "./filter-bar.tsx";
import { SearchPlaceFields, withChosenOption } from "./search-place-fields.tsx";
import { withSortOrder, orderChoices, readSortOrder } from "./search-tools.tsx";
import { searchCount } from "./search.queries.ts";

/** Discounts in percent, starting at the threshold of "below market". */
const DISCOUNTS = [BELOW_MARKET_MIN_PERCENT, 15, 20, 25, 30];

const RENT_RANGE = { min: 1, max: SEARCH_RENT_MAX };

interface SearchFieldsProps {
  search: ListingSearch;
  onChange(changes: Partial<ListingSearch>): void;
  /** The `commutes` of the {@link ListView}. */
  commutes: string;
  onChangeCommutes(commutes: string): void;
}

interface SegmentsProps<Value> {
  label: string;
  options: (readonly [value: Value, text: string])[];
  value: Value | null;
  onChange(value: Value | null): void;
}

/** A control with a few choices and "Any". */
function Segments<Value>({ label, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm">{label}</legend>
      <div className="grid grid-cols-6 gap-1">
        {[[null, "Any"] as const, ...options].map(([choice, text]) => (
          <button
            key={text}
            type="button"
            aria-pressed={choice === value}
            onClick={() => onChange(choice)}
            className={`${pillClass} min-h-11 justify-center`}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const groupClass = "flex min-w-0 flex-col gap-4";
const legendClass = "mb-3 text-base font-bold";

function SearchFields({ search, onChange, commutes, onChangeCommutes }: SearchFieldsProps) {
  const openPlaces = useOpenPlaces();
  const { attributes, minDiscount, moveInBy, controlled, dropped, homeType, bathrooms } = search;
  const toggle = (name: AttributeFilter) =>
    onChange({
      attributes: ATTRIBUTE_FILTERS.map((filter) => filter.name).filter(
        (known) => attributes.includes(known) !== (known === name),
      ),
    });
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      <fieldset>
        <legend className={legendClass}>Rent</legend>
        <div className={groupClass}>
          <fieldset>
            <legend className="mb-1 text-sm">Rent a month</legend>
            <div className="grid grid-cols-2 gap-3">
              <RentField label="Min" rent={search.minRent} onChange={(minRent) => onChange({ minRent })} />
              <RentField label="Max" rent={search.maxRent} onChange={(maxRent) => onChange({ maxRent })} />
            </div>
          </fieldset>
          <Segments
            label="Below the market rent by at least"
            options={withChosenOption(DISCOUNTS, minDiscount).map((percent) => [percent, `${percent}%`])}
            value={minDiscount}
            onChange={(chosen) => onChange({ minDiscount: chosen })}
          />
          <Field label="Move in by">
            {(ids) => (
              <TextInput
                {...ids}
                type="date"
                defaultValue={moveInBy ?? ""}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ moveInBy: value.startsWith("20") ? value : null })
                }
              />
            )}
          </Field>
          <div>
            <Choice type="checkbox" checked={controlled} onChange={() => onChange({ controlled: !controlled })}>
              Rent Controlled
            </Choice>
            <p className="ml-8 text-sm text-ink-muted">Only homes we know are rent controlled. Others may be too.</p>
          </div>
          <div>
            <Choice type="checkbox" checked={dropped} onChange={() => onChange({ dropped: !dropped })}>
              Rent reduced
            </Choice>
            <p className="ml-8 text-sm text-ink-muted">The rent is now below its lowest of the previous 30 days.</p>
          </div>
        </div>
      </fieldset>
      <fieldset>
        <legend className={legendClass}>Place</legend>
        <div className={groupClass}>
          <SearchPlaceFields search={search} onChange={onChange} />
          <CommuteLimits commutes={commutes} onChange={onChangeCommutes} />
          {openPlaces && (
            <Button variant="secondary" className="self-start" onClick={openPlaces}>
              Your places
            </Button>
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend className={legendClass}>The unit</legend>
        <div className={`${groupClass} mb-3`}>
          <SelectField
            label="Kind of home"
            options={[["", "Any kind"], ...HOME_TYPES.map(withText((type) => HOME_TYPE_NAMES[type]))]}
            value={homeType ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onChange({ homeType: HOME_TYPES.find((known) => known === value) ?? null })
            }
          />
          <Segments
            label="Bathrooms"
            options={BATHROOMS.map((least) => [least, least === "3+" ? least : `${least}+`])}
            value={bathrooms}
            onChange={(chosen) => onChange({ bathrooms: chosen })}
          />
        </div>
        <div>
          {ATTRIBUTE_FILTERS.map(({ name, text }) => (
            <Choice key={name} type="checkbox" checked={attributes.includes(name)} onChange={() => toggle(name)}>
              {text}
            </Choice>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** Switches for the commute limit of each of this browser's places. */
function CommuteLimits({ commutes, onChange }: { commutes: string; onChange(commutes: string): void }) {
  const known = useCommutes();
  if (!known || known.places.length === 0) return null;
  const { parts, places } = known;
  return (
    <div>
      {places.map((place, index) => (
        <Choice
          key={place.name}
          type="checkbox"
          checked={parts.isWithin(commutes, index)}
          onChange={() => onChange(parts.withLimit(commutes, index, !parts.isWithin(commutes, index)))}
        >
          {parts.limitTextOrNull(place)}
        </Choice>
      ))}
    </div>
  );
}

interface RentFieldProps {
  label: string;
  rent: number | null;
  onChange(rent: number | null): void;
}

/** Rent field that keeps invalid input and shows an error. */
function RentField({ label, rent, onChange }: RentFieldProps) {
  const [text, setText] = useState(rent === null ? "" : formatCount(rent));
  const isRefused = parseDollars(text, RENT_RANGE) === undefined;
  return (
    <Field
      label={label}
      {...(isRefused && { error: `Please enter whole dollars, ${formatCents(SEARCH_RENT_MAX * 100)} at most.` })}
    >
      {(ids) => (
        <MoneyInput
          {...ids}
          inputMode="numeric"
          maxLength={10}
          placeholder="Any"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            onChange(parseDollars(currentTarget.value, RENT_RANGE) ?? null);
          }}
        />
      )}
    </Field>
  );
}

/** Minimum width at which the panel fits over the list, and the sort order fits beside the filters. */
const WIDE = "(min-width: 64rem)";

const actionText = (shown: ShownCount | null | undefined) =>
  shown ? `Show ${plural(shown.count, "listing")}`.replace(/(\d)(?= )/, shown.isCut ? "$1+" : "$1") : "Show listings";

interface SearchPanelProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
  /** The number of results of the list; null until it is known. */
  found: ShownCount | null;
  meaning: SearchMeaning | null;
  onApply(changes: Pick<ListState, "search" | "commutes">): void;
  onClose(): void;
}

/** Lists the conditions that the search words already set. */
function SetByWords({ meaning }: { meaning: SearchMeaning }) {
  const parts = meaningParts(meaning);
  return (
    parts.length > 0 && (
      <p className="mb-4 rounded-control bg-accent-soft px-3 py-2 text-sm">
        Already set by your search words: <strong>{parts.map(({ text }) => text).join(" · ")}</strong>
      </p>
    )
  );
}

/**
 * The filters, as a dialog on narrow screens and otherwise as a panel below the row of filters. Changes take effect on
 * Apply.
 */
export function SearchPanel({ list, source, hidesRooms, found, meaning, onApply, onClose }: SearchPanelProps) {
  const formId = useId();
  const isWide = useMedia(WIDE);
  const [draft, setDraft] = useState({ search: list.search, commutes: list.commutes });
  // Key of the fields; Clear all changes it, which resets uncontrolled fields.
  const [round, setRound] = useState(0);
  const isChanged = draft.search !== list.search || draft.commutes !== list.commutes;
  const { data } = useQuery({ ...searchCount(source, list.asking(draft)), enabled: isChanged });
  const shown = isChanged ? data && shownCount(data, hidesRooms) : found;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = event.currentTarget.querySelector<HTMLElement>("[aria-invalid]");
    if (refused) refused.focus();
    else onApply(draft);
  };
  const known = useCommutes();
  const form = (
    <form id={formId} noValidate onSubmit={submit}>
      {draft.search.q !== null && meaning && <SetByWords meaning={meaning} />}
      {/* On wide screens, the sort order has its own field beside the filters. */}
      {!isWide && (
        <div className="mb-6">
          <SelectField
            label="Sort by"
            options={orderChoices(draft, known)}
            value={readSortOrder(draft)}
            onChange={({ currentTarget }) => setDraft(withSortOrder(draft, currentTarget.value))}
          />
        </div>
      )}
      <SearchFields
        key={round}
        search={draft.search}
        onChange={(changes) => setDraft(({ search, commutes }) => ({ search: { ...search, ...changes }, commutes }))}
        commutes={draft.commutes}
        onChangeCommutes={(commutes) => setDraft(({ search }) => ({ search, commutes }))}
      />
    </form>
  );
  const actions = (
    <>
      <output className="sr-only">{shown && countText(shown)}</output>
      <Button
        variant="ghost"
        className="mr-auto aria-disabled:bg-transparent"
        disabled={filterCount(draft.search, draft.commutes) === 0}
        onClick={() => {
          setDraft(unfiltered(draft));
          setRound(round + 1);
        }}
      >
        Clear all
      </Button>
      <Button type="submit" form={formId}>
        {actionText(shown)}
      </Button>
    </>
  );
  if (!isWide)
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Filters" footer={actions}>
        {form}
      </Dialog>
    );
  return (
    <WidePanel onClose={onClose}>
      {form}
      <div className="sticky -bottom-6 -mx-6 mt-5 -mb-6 flex items-center gap-2 border-t border-line bg-surface px-6 py-3">
        {actions}
      </div>
    </WidePanel>
  );
}

function WidePanel({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    element?.style.setProperty("--top", `${element.getBoundingClientRect().top}px`);
    element?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is inside
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Filters"
      onKeyDown={onKeyDown}
      className="absolute inset-x-6 top-full max-h-[max(20rem,100dvh-var(--top)-1rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-6 shadow-raised outline-none"
    >
      {children}
    </section>
  );
}
