import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** Class that turns the chevron of an open element, but not the chevrons inside it. */
const OPEN = "[details[open]>summary>&]:rotate-180";
/** Class that hides the text in place of the arrow while the element is open. */
const HIDDEN = "[details[open]>summary>&]:hidden";

interface DisclosureProps {
  summary: ReactNode;
  /** True to omit the box, for dense lists. */
  isSmall?: boolean;
  /** A text shown in place of the arrow. */
  mark?: string;
  /** True if initially open. */
  open?: boolean;
  children: ReactNode;
}

/** An expandable section, as a native details element. */
export function Disclosure({ summary, isSmall = false, mark, open = false, children }: DisclosureProps) {
  if (isSmall) {
    return (
      <details className="text-sm">
        <summary className="inline-flex items-center gap-1 rounded-control py-1.5 font-semibold text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11">
          {summary}
          <ChevronDown aria-hidden className={`size-4 shrink-0 transition-transform ${OPEN}`} />
        </summary>
        {children}
      </details>
    );
  }
  return (
    <details open={open} className="rounded-control border border-line-strong bg-surface">
      <summary
        className={`flex min-h-11 items-center justify-between rounded-control px-3 py-2 ${mark === undefined ? "gap-4" : "gap-2 text-sm"}`}
      >
        <span className="min-w-0 wrap-anywhere">{summary}</span>
        {mark === undefined ? (
          <ChevronDown aria-hidden className={`size-5 shrink-0 text-ink-muted transition-transform ${OPEN}`} />
        ) : (
          <span className={`font-semibold text-accent ${HIDDEN}`}>{mark}</span>
        )}
      </summary>
      <div className="px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
