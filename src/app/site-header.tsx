import { SunMoon } from "lucide-react";
import { toggleTheme } from "../lib/theme.ts";
import { useLocation } from "react-router";
import { useSite } from "../lib/site.tsx";
import { PATHS } from "../lib/paths.ts";
import { Link } from "../ui/link.tsx";

/** Its face is the same in both themes, so that markup made at the edge need not know the visitor's. */
function ThemeButton() {
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="col-start-3 grid size-11 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </button>
  );
}

export const TAGLINE = "Toronto's #1 Below Market Renters Community";

export function SiteHeader() {
  const { name } = useSite();
  const isForum = useLocation().pathname.startsWith(PATHS.forum);
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto grid w-full max-w-[84rem] grid-cols-[2.75rem_1fr_2.75rem] items-center px-2 py-2 sm:px-6">
        <Link
          to={isForum ? PATHS.forum : PATHS.home}
          className="col-start-2 justify-self-center rounded-control py-1 sm:px-2 text-center"
        >
          <span className="block text-lg leading-tight font-extrabold tracking-tight text-accent sm:text-xl">
            {name}
          </span>
          {/* On one line: the header stays in view, and every line of it is taken from the page. */}
          <span className="block text-[0.6875rem] leading-snug tracking-tight whitespace-nowrap text-ink-muted max-[22.4rem]:hidden sm:text-sm sm:tracking-normal">
            {TAGLINE}
          </span>
        </Link>
        <ThemeButton />
      </div>
    </header>
  );
}
