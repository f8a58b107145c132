/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   HTML's own lists (select, datalist) cannot be searched and styled; the roles are those of WAI-ARIA's pattern, and the keys are the input's. */

import { useEffect, useRef } from "react";

/** An option of a list below an input. */
export interface ListedOption {
  value: string;
  /** A name; browsers must not translate it. */
  label: string;
  /** Note beside the label, such as a count. */
  note?: string;
}

interface ComboboxListProps {
  /** Id of the list, which its input names in `aria-controls`. */
  id: string;
  /** Accessible name. */
  label: string;
  /** Options to show; the list is hidden if there are none. */
  options: readonly ListedOption[];
  /** Index of the active option, or -1. */
  active: number;
  /** The chosen option. */
  value?: string | null;
  onChoose(value: string): void;
}

/** Returns the element id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/**
 * The list of a combobox, following the WAI-ARIA pattern. Render it below its input, in the same positioned box. The
 * focus stays in the input.
 */
export function ComboboxList({ id, label, options, active, value = null, onChoose }: ComboboxListProps) {
  const list = useRef<HTMLUListElement>(null);
  const isListed = options.length > 0;
  useEffect(() => {
    if (isListed && list.current) scrollIntoPlace(list.current);
  }, [isListed]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!isListed}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-11 z-20 mt-1 max-h-[min(16rem,45dvh)] overflow-y-auto overscroll-contain rounded-control border border-line-strong bg-surface py-1 shadow-raised"
    >
      {options.map((option, index) => (
        <li
          key={option.value}
          ref={index === active ? showOption : undefined}
          id={optionId(id, index)}
          role="option"
          aria-selected={option.value === value}
          data-active={index === active || undefined}
          onClick={() => onChoose(option.value)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 py-1.5 text-sm hover:bg-sunken aria-selected:font-semibold aria-selected:text-accent data-active:bg-sunken"
        >
          <span translate="no" className="min-w-0">
            {option.label}
          </span>
          {option.note !== undefined && <span className="shrink-0 text-ink-muted">{option.note}</span>}
        </li>
      ))}
    </ul>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** Space kept free at the bottom, for example for a dialog's footer. */
const FOOT_PX = 96;

/**
 * Scrolls the field to the top if the list would not fit below it. On touch screens it always scrolls, because the
 * keyboard opens after the list.
 */
function scrollIntoPlace(list: HTMLElement): void {
  const isCovered = list.getBoundingClientRect().bottom + FOOT_PX > document.documentElement.clientHeight;
  if (isCovered || matchMedia("(pointer: coarse)").matches) list.parentElement?.scrollIntoView({ block: "start" });
}
