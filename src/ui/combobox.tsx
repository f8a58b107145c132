/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML's own list (datalist) cannot be searched and styled. */

import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { ComboboxList, type ListedOption, optionId } from "./combobox-list.tsx";
import { FieldError, TextInput } from "./field.tsx";

interface ComboboxOption extends ListedOption {
  /** Other names that match the option. */
  also?: readonly string[];
}

interface Choice {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange(value: string | null): void;
  /**
   * Called with the typed text, so that the page can supply options for it. Without this function, the list shows those
   * of the given options that match the text.
   */
  onType?(text: string): void;
}

const NONE = -1;

/** Returns text normalized for matching: without accents, punctuation and case. */
const normalizedText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/**
 * Returns the state of a combobox. Leaving the field chooses the only matching option, or no option if the text is
 * empty. Other text stays and is marked invalid.
 */
function useCombobox({ options, value, onChange, onType }: Choice) {
  // The text being typed; null while the field shows the chosen option's label.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // Index of the active option; NONE until something is typed or an arrow key is pressed.
  const [active, setActive] = useState(NONE);
  const wanted = normalizedText(typed ?? "");
  const matching = options.filter(({ label, also = [] }) =>
    [label, ...also].some((name) => normalizedText(name).includes(wanted)),
  );
  const found = onType ? options : matching;
  const activeOption = isOpen ? found[active] : undefined;
  const chosenLabel = options.find((option) => option.value === value)?.label ?? value ?? "";
  const open = (first = NONE) => {
    setIsOpen(true);
    setActive(first);
  };
  const close = () => {
    setIsOpen(false);
    setActive(NONE);
  };
  const choose = (chosen: string | null) => {
    if (chosen !== value) onChange(chosen);
    setTyped(null);
    setIsRefused(false);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setIsRefused(false);
    onType?.(text);
    open(normalizedText(text) === "" ? NONE : 0);
  };
  /** Turns the typed text into a choice, if possible. */
  const commit = () => {
    if (typed === null) return close();
    if (wanted === "") return choose(null);
    const meant =
      found.find(({ label }) => normalizedText(label) === wanted) ?? (found.length === 1 ? found[0] : undefined);
    if (meant) return choose(meant.value);
    setIsRefused(true);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      // Closes the list but not the dialog around it.
      event.stopPropagation();
      choose(value);
    } else if (event.key === "Enter" && activeOption) {
      event.preventDefault();
      choose(activeOption.value);
    } else if (event.key === "Enter") {
      // Enter submits the form, as in any field, unless it changes the choice.
      if (typed !== null && (wanted !== "" || value !== null)) event.preventDefault();
      commit();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const isDown = event.key === "ArrowDown";
      const next = activeOption ? active + (isDown ? 1 : -1) : isDown ? 0 : -1;
      open(found.length === 0 ? NONE : (next + found.length) % found.length);
    }
  };

  return {
    text: typed ?? chosenLabel,
    found,
    active,
    isOpen,
    isRefused,
    choose,
    type,
    commit,
    onKeyDown,
    open: () => {
      if (!isOpen) open();
    },
  };
}

interface ComboboxProps extends Choice {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** Accessible name of the clear button. */
  clearLabel: string;
  /** Text shown if there are no options. */
  nothingText?: string;
}

/** A field with a searchable list, following the WAI-ARIA combobox pattern. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, onType, placeholder, clearLabel, nothingText = "No matches.", ...field } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const state = useCombobox({ options, value, onChange, ...(onType && { onType }) });
  const { text, found, active, isOpen, isRefused, choose } = state;
  const isListed = isOpen && found.length > 0;

  const errorId = `${id}-error`;
  const describedBy = [isRefused && errorId, field["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <div ref={box} className="relative scroll-mt-8">
      <TextInput
        {...field}
        {...(describedBy !== "" && { "aria-describedby": describedBy })}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[active] ? optionId(`${id}-list`, active) : undefined}
        aria-invalid={isRefused || field["aria-invalid"]}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => state.type(currentTarget.value)}
        onClick={state.open}
        onBlur={state.commit}
        onKeyDown={state.onKeyDown}
        className="pr-11"
      />
      {(value !== null || isRefused) && !isOpen ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            choose(null);
            box.current?.querySelector("input")?.focus();
          }}
          className="absolute top-0 right-0 grid h-11 w-11 place-items-center rounded-control text-ink-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : (
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-3.5 right-3 size-4 text-ink-muted"
        />
      )}
      <ComboboxList
        id={`${id}-list`}
        label={placeholder}
        options={isOpen ? found : []}
        active={active}
        value={value}
        onChoose={choose}
      />
      {isOpen && found.length === 0 && <output className="mt-1 block text-sm text-ink-muted">{nothingText}</output>}
      {isRefused && <FieldError id={errorId}>Choose one from the list.</FieldError>}
    </div>
  );
}
