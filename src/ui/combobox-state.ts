import { type KeyboardEvent, useState } from "react";

export interface ComboboxOption {
  value: string;
  label: string;
  /** Other names that find it. */
  also?: readonly string[];
  /** Beside the label, such as a count. */
  note?: string;
}

interface Choice {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange(value: string | null): void;
}

const NONE = -1;

/** Letters and digits alone, so that neither accents nor punctuation matter to who types. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/**
 * What is typed, listed and chosen in a combobox. Whoever leaves it has chosen what the text names alone, or nothing when
 * it is empty; any other text stays and is refused.
 */
export function useCombobox({ options, value, onChange }: Choice) {
  // What is typed and not yet a choice; null while the choice stands.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // None of them, until something is typed or an arrow key is pressed.
  const [active, setActive] = useState(NONE);
  const wanted = plain(typed ?? "");
  const found = options.filter(({ label, also = [] }) => [label, ...also].some((name) => plain(name).includes(wanted)));
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
    open(plain(text) === "" ? NONE : 0);
  };
  /** Makes a choice of what is typed. */
  const settle = () => {
    if (typed === null) return close();
    if (wanted === "") return choose(null);
    const meant = found.find(({ label }) => plain(label) === wanted) ?? (found.length === 1 ? found[0] : undefined);
    if (meant) return choose(meant.value);
    setIsRefused(true);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      // It closes the list, and nothing around it.
      event.stopPropagation();
      choose(value);
    } else if (event.key === "Enter" && activeOption) {
      event.preventDefault();
      choose(activeOption.value);
    } else if (event.key === "Enter") {
      // It submits, as in any field, unless that changes the choice: this is shown first.
      if (typed !== null && (wanted !== "" || value !== null)) event.preventDefault();
      settle();
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
    settle,
    onKeyDown,
    open: () => {
      if (!isOpen) open();
    },
  };
}
