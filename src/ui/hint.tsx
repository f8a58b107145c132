import "./hint.css";
import { Info } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";

interface HintProps {
  /** Name of the explained item: 'Month Visitors'. */
  about: string;
  children: ReactNode;
}

/** An explanation behind ⓘ, as wide as the nearest positioned ancestor. A press or the focus opens it. */
export function Hint({ about, children }: HintProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** True if the explanation was open before a press, because the focus of the press also opens it. */
  const wasOpen = useRef(false);
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
          onPointerDown={() => void (wasOpen.current = isOpen)}
          onKeyDown={({ key }) => {
            wasOpen.current = isOpen;
            if (key === "Escape") setIsOpen(false);
          }}
          onClick={() => setIsOpen(!wasOpen.current)}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
        >
          <Info aria-hidden className="size-4" />
        </button>
      </span>
      <p
        id={id}
        className="hint rounded-control border border-line-strong bg-surface p-3 text-sm shadow-raised"
        data-open={isOpen || undefined}
      >
        {children}
      </p>
    </>
  );
}
