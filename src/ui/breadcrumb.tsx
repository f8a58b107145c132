import { ChevronRight } from "lucide-react";
import { PATHS } from "../lib/paths.ts";
import { untranslated } from "./untranslated.ts";
import { Link } from "./link.tsx";

interface Step {
  name: string;
  to?: string;
}

const HOME: Step = { name: "Home", to: PATHS.home };

/**
 * Shows the path from the home page on a single line. The last step, which is the current page, has no link and is
 * truncated.
 */
export function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 text-sm text-ink-muted">
        {[HOME, ...steps].map(({ name, to }, index) => (
          <li key={name} className={`flex items-center gap-1 ${to === undefined ? "min-w-0" : "shrink-0"}`}>
            {to === undefined ? (
              <span aria-current="page" className="truncate py-2 text-ink">
                {untranslated(name)}
              </span>
            ) : (
              <Link to={to} className="py-2 underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-3">
                {name}
              </Link>
            )}
            {index < steps.length && <ChevronRight aria-hidden="true" className="size-4 shrink-0" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
