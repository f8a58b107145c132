/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   HTML's own lists (select, datalist) cannot be searched and styled; the roles are those of WAI-ARIA's pattern, and the keys are the input's. */

import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { FieldError, TextInput } from "./field.tsx";

interface ComboboxOption {
  value: string;
  label: string;
  /** Other names by which it is found. */
  also?: readonly string[];
  /** Shown beside the label, such as a count. */
  note?: string;
}

interface Choice {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange(value: string | null): void;
  /** Called with what is typed, for which the page finds the options; without it those that match are shown. */
  onType?(text: string): void;
}

const NONE = -1;

/** Normalizes text for matching, without accents, punctuation and case. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/**
 * State of a combobox. Leaving the field chooses the only option that matches the text, or none if it is empty; any
 * other text is kept and marked invalid.
 */
function useCombobox({ options, value, onChange, onType }: Choice) {
  // The text being typed; null while it is the chosen option's label.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // Index of the active option; NONE until something is typed or an arrow key is pressed.
  const [active, setActive] = useState(NONE);
  const wanted = plain(typed ?? "");
  const matching = options.filter(({ label, also = [] }) =>
    [label, ...also].some((name) => plain(name).includes(wanted)),
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
    open(plain(text) === "" ? NONE : 0);
  };
  /** Turns the typed text into a choice. */
  const commit = () => {
    if (typed === null) return close();
    if (wanted === "") return choose(null);
    const meant = found.find(({ label }) => plain(label) === wanted) ?? (found.length === 1 ? found[0] : undefined);
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
      // Submits the form as in any field, unless Enter changes the choice.
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

/** Space kept free at the bottom, such as for a dialog's footer. */
const FOOT_PX = 96;

interface ComboboxProps extends Choice {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** Accessible name of the clear button. */
  clearLabel: string;
  /** Shown while there are no options. */
  nothingText?: string;
}

/** The WAI-ARIA combobox pattern with a list. */
export function Combobox(props: ComboboxProps) {
  const {
    options,
    value,
    onChange,
    onType,
    placeholder,
    clearLabel,
    nothingText = "Nothing by that name.",
    ...field
  } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const state = useCombobox({ options, value, onChange, ...(onType && { onType }) });
  const { text, found, active, isOpen, isRefused, choose } = state;
  const isListed = isOpen && found.length > 0;

  useEffect(() => {
    if (isListed && box.current && list.current) scrollIntoPlace(box.current, list.current);
  }, [isListed]);

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
        aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
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
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={placeholder}
        hidden={!isListed}
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-11 z-20 mt-1 max-h-[min(16rem,45dvh)] overflow-y-auto overscroll-contain rounded-control border border-line-strong bg-surface py-1 shadow-raised"
      >
        {isOpen &&
          found.map((option, index) => (
            <li
              key={option.value}
              ref={index === active ? showOption : undefined}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.value === value}
              data-active={index === active || undefined}
              onClick={() => choose(option.value)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 py-1.5 text-sm hover:bg-sunken aria-selected:font-semibold aria-selected:text-accent data-active:bg-sunken"
            >
              <span className="min-w-0">{option.label}</span>
              {option.note !== undefined && <span className="shrink-0 text-ink-muted">{option.note}</span>}
            </li>
          ))}
      </ul>
      {isOpen && found.length === 0 && <output className="mt-1 block text-sm text-ink-muted">{nothingText}</output>}
      {isRefused && <FieldError id={errorId}>Choose one of the list.</FieldError>}
    </div>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/**
 * Scrolls the field to the top if the list would not fit below it, and always on touch screens, where the keyboard
 * opens after the list.
 */
function scrollIntoPlace(box: HTMLElement, list: HTMLElement): void {
  const isCovered = list.getBoundingClientRect().bottom + FOOT_PX > document.documentElement.clientHeight;
  if (isCovered || matchMedia("(pointer: coarse)").matches) box.scrollIntoView({ block: "start" });
}
