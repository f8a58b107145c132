import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** Something folded behind one line. The browser opens and closes it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group rounded-control border border-line-strong">
      <summary className="flex min-h-11 items-center justify-between gap-4 rounded-control px-3 py-2">
        <span className="min-w-0 wrap-anywhere">{summary}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
