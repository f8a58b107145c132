import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** The way here; the last step, without a link, is this page. */
export function Breadcrumb({ steps }: { steps: readonly { name: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-muted">
        {steps.map(({ name, to }, index) => (
          <li key={name} className="flex items-center gap-1">
            {to === undefined ? (
              <span aria-current="page" className="py-2 text-ink">
                {name}
              </span>
            ) : (
              <Link to={to} className="py-2 underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-3">
                {name}
              </Link>
            )}
            {/* Behind its step, so that no line begins with it. */}
            {index < steps.length - 1 && <ChevronRight aria-hidden="true" className="size-4 shrink-0" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
