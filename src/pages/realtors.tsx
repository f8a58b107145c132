import { BadgeCheck, ChartNoAxesColumn, CircleDollarSign, Mail, Menu, Phone, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Answers } from "../app/router/page-table.ts";
import { rentersText } from "../../worker/contracts/claims.ts";
import type { PageData } from "../../worker/contracts/page.ts";
import { claim } from "../features/claims/claims.queries.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { IconCard, type IconCardProps } from "./parts/static-page.tsx";

export const head = fixedHead(
  "For Realtors",
  "Realtors in Toronto and the GTA: bring your clients' below-market rentals to renters who are looking for them. Contact us by email.",
  PATHS.realtors,
);

const POINTS: readonly IconCardProps[] = [
  {
    icon: ChartNoAxesColumn,
    title: "The price speaks for itself",
    text: "Where a rent can be compared, the listing says how far it is below the published market rent.",
  },
  {
    icon: Phone,
    title: "Calls come to you",
    text: "Renters see the phone number you give and call you. Your email stays private.",
  },
  {
    icon: BadgeCheck,
    title: "Reviewed listings around yours",
    text: "A person looks at every listing before it is published, so yours is in good company.",
  },
  {
    icon: CircleDollarSign,
    title: "Free for below-market units",
    text: "Listing costs you and your client nothing. Units above market are not listed.",
  },
];

export const answers = (data: PageData): Answers =>
  data.page === "realtors" ? [[claim("activeRenters").queryKey, data.activeRenters]] : [];

/** Stays the same until the council publishes its next annual report. */
const AGENTS = "90,000+ agents in Ontario";
const AGENTS_SOURCE = "Real Estate Council of Ontario: 105,752 registrants at the end of 2023";

export function Component() {
  const site = useSite();
  useDocumentHead(head(null, site));
  const { data: renters } = useQuery(claim("activeRenters"));
  const subject = encodeURIComponent(`Realtor enquiry for ${site.name}`);
  return (
    <>
      <RealtorsMenu />
      <div className="page-width pt-6 max-sm:hidden">
        <Breadcrumb steps={[{ name: PAGE_NAMES.realtors }]} />
      </div>
      <section className="page-width py-6 text-center sm:py-10">
        <h1 className="mx-auto max-w-3xl text-2xl display sm:text-4xl">
          Bring your below-market rentals to renters who are looking for them
        </h1>
        <p className="mx-auto mt-2 max-w-2xl text-ink-muted sm:text-lg">
          For real estate agents in Toronto and the Greater Toronto Area with clients who would rather have a good
          tenant soon than the last dollar.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {site.contactEmail !== "" && (
            <a href={`mailto:${site.contactEmail}?subject=${subject}`} className={buttonClass({ size: "lg" })}>
              <Mail aria-hidden="true" className="size-5" />
              Contact us by email
            </a>
          )}
          <Link to={PATHS.landlords} className={buttonClass({ variant: "secondary", size: "lg" })}>
            Submit a rental
          </Link>
        </div>
        <ul className="mt-6 flex flex-wrap justify-center gap-x-10 gap-y-3 text-lg">
          {typeof renters === "number" && <li className="font-bold">{rentersText(renters)}</li>}
          <li>
            <span className="font-bold">{AGENTS}</span>
            <span className="block text-sm text-ink-muted">{AGENTS_SOURCE}</span>
          </li>
        </ul>
      </section>

      <section aria-labelledby="reasons-heading" className="page-width">
        <h2 id="reasons-heading" className="mb-6 text-2xl font-bold">
          Why list here
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {POINTS.map((point) => (
            <IconCard key={point.title} {...point} />
          ))}
        </ul>
        <p className="mt-6 max-w-3xl text-ink-muted">
          Listing for a client? Get their permission, and name your brokerage in the description, as Ontario’s
          advertising rules for registrants require.
        </p>
      </section>
    </>
  );
}

const MENU_ID = "realtors-menu";
const LINKS = [
  { to: PATHS.about, label: "About Us" },
  { to: PATHS.contact, label: "Contact" },
];

/** The page's own navigation bar, collapsible on phones. */
function RealtorsMenu() {
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
          {/* A plain anchor, because the worker redirects this address. */}
          <a
            href={PATHS.email}
            className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-bold max-sm:text-sm"
          >
            {/* Visually hidden, because the header above already shows the name. */}
            <span className="sr-only">{name} </span>
            Realtors
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
