import "./hint.css";
import { Info } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

interface HintProps {
  /** Name of the explained item, such as 'Month Visitors'. */
  about: string;
  children: ReactNode;
}

/** An explanation behind ⓘ. A click shows it below the title, in the flow, so that it covers no number. */
export function Hint({ about, children }: HintProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <span className="whitespace-nowrap">
        {/* A word joiner keeps the icon on the same line as the word before it. */}
        {"\u2060"}
        <button
          type="button"
          aria-label={`About ${about}`}
          aria-expanded={isOpen}
          aria-controls={id}
          className="hint-button inline-grid size-9 place-items-center rounded-control align-middle text-ink-muted hover:text-ink pointer-coarse:size-11"
          onKeyDown={({ key }) => {
            if (key === "Escape") setIsOpen(false);
          }}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Info aria-hidden className="size-4" />
        </button>
      </span>
      <p id={id} className="hint mt-1 text-sm text-ink-muted" data-open={isOpen || undefined}>
        {children}
      </p>
    </>
  );
}
