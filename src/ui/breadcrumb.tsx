import { ChevronRight } from "lucide-react";
import { Link } from "./link.tsx";

/** A single line, whose last step (the current page, without a link) is truncated. */
export function Breadcrumb({ steps }: { steps: readonly { name: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 text-sm text-ink-muted">
        {steps.map(({ name, to }, index) => (
          <li key={name} className={`flex items-center gap-1 ${to === undefined ? "min-w-0" : "shrink-0"}`}>
            {to === undefined ? (
              <span aria-current="page" className="truncate py-2 text-ink">
                {name}
              </span>
            ) : (
              <Link to={to} className="py-2 underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-3">
                {name}
              </Link>
            )}
            {index < steps.length - 1 && <ChevronRight aria-hidden="true" className="size-4 shrink-0" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
