import { ChevronDown, SearchX, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { ATTRIBUTE_FILTERS, type AttributeFilter } from "../../../worker/contracts/attributes.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FILTER_TEXT } from "./attribute-text.ts";
import { pillClass } from "./filter-bar.tsx";

interface AttributeFiltersProps {
  chosen: readonly AttributeFilter[];
  onChange(chosen: AttributeFilter[]): void;
}

/** What a unit must have. Behind a button where the row does not fit in one line, so that the first listing comes early. */
export function AttributeFilters({ chosen, onChange }: AttributeFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const toggle = (name: AttributeFilter) =>
    onChange(ATTRIBUTE_FILTERS.filter((known) => chosen.includes(known) !== (known === name)));
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent hover:text-accent-strong xl:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        More filters{chosen.length > 0 && ` (${chosen.length})`}
        <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? "rotate-180" : ""}`} />
      </button>
      <fieldset id={panelId} className={`${isOpen ? "flex" : "hidden"} flex-wrap gap-2 pt-1.5 pb-3 xl:flex xl:pb-1.5`}>
        <legend className="sr-only">Filter by what the unit has</legend>
        {ATTRIBUTE_FILTERS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen.includes(name)}
            onClick={() => toggle(name)}
            className={`${pillClass} min-h-9 px-3 pointer-coarse:min-h-11`}
          >
            {FILTER_TEXT[name]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** In place of a list that the filters leave empty. */
export function NoMatches({ onClear }: { onClear(): void }) {
  return (
    <Notice icon={SearchX} title="No listings found" actions={<Button onClick={onClear}>Clear all filters</Button>}>
      <p>Try adjusting your filters.</p>
    </Notice>
  );
}
