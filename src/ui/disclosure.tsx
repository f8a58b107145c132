import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** Turns the chevron of an open element, and of none that it contains. */
const OPEN = "[details[open]>summary>&]:rotate-180";

interface DisclosureProps {
  summary: ReactNode;
  /** Without a box, for dense lists. */
  isSmall?: boolean;
  /** True if it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** A native details element. */
export function Disclosure({ summary, isSmall = false, open = false, children }: DisclosureProps) {
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
    <details open={open} className="rounded-control border border-line-strong">
      <summary className="flex min-h-11 items-center justify-between gap-4 rounded-control px-3 py-2">
        <span className="min-w-0 wrap-anywhere">{summary}</span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 text-ink-muted transition-transform ${OPEN}`} />
      </summary>
      <div className="px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
