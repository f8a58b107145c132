import { Menu, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { PATHS } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { Link } from "../../ui/link.tsx";

const MENU_ID = "realtors-menu";
const LINKS = [
  { to: PATHS.about, label: "About Us" },
  { to: PATHS.contact, label: "Contact" },
];

/** The page's own bar: logo, About Us and Contact, which a phone shows behind a button. */
export function RealtorsMenu() {
  const { name } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const Icon = isOpen ? X : Menu;

  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    setIsOpen(false);
    toggle.current?.focus();
  };

  return (
    <nav aria-label="For realtors" className="border-b border-line bg-surface">
      <div className="page-width py-1 md:flex md:items-center md:justify-between">
        <div className="flex items-center justify-between gap-2">
          {/* A plain anchor: the worker answers this address, by leading home. */}
          <a
            href={PATHS.email}
            className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-bold max-sm:text-sm"
          >
            {name}
            <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-[0.8125rem] font-semibold text-accent">
              Realtors
            </span>
          </a>
          <button
            ref={toggle}
            type="button"
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
            aria-label="Menu"
            onClick={() => setIsOpen(!isOpen)}
            onKeyDown={closeByEscape}
            className="grid size-11 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink md:hidden"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
        <ul id={MENU_ID} className={`pb-2 md:flex md:gap-2 md:pb-0 ${isOpen ? "" : "max-md:hidden noscript:block"}`}>
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={() => setIsOpen(false)}
                onKeyDown={closeByEscape}
                className="flex min-h-11 items-center rounded-control font-semibold underline-offset-4 hover:text-accent hover:underline md:px-3"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
