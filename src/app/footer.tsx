import type { ReactNode } from "react";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { STATIC_PAGES, type StaticPage } from "../../worker/contracts/pages.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { Link } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { TAGLINE } from "./header.tsx";

const linkClass = "inline-block py-1.5 underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-3";
const sourceClass = "inline-block py-1 underline underline-offset-4 hover:text-accent pointer-coarse:py-3";

function FooterList({ title, columns, children }: { title: string; columns: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      <ul className={`text-sm text-ink-muted ${columns}`}>{children}</ul>
    </nav>
  );
}

const { about, ...others } = STATIC_PAGES;
const ABOUT: readonly (readonly [path: string, name: string])[] = [
  [about, PAGE_NAMES.about],
  [PATHS.howItWorks, "How It Works"],
  [PATHS.faqs, "FAQs"],
  [PATHS.forum, "Discussions"],
  [PATHS.vip, "VIP alerts"],
  [PATHS.rentCheck, "Rent check"],
  [PATHS.market, "Market"],
  [PATHS.transparency, "Transparency"],
  [PATHS.api, "API"],
  ...(Object.keys(others) as Exclude<StaticPage, "about">[]).map((page) => [others[page], PAGE_NAMES[page]] as const),
];

/** Footer with links to all sections of the site and the credits that the data licences require. */
export function Footer() {
  const { name, contactEmail } = useSite();
  return (
    <footer className="bg-surface">
      <span className="line-rule" />
      <div className="page-width grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <p className="display flex items-center gap-2 text-accent">
            <Mark className="size-7" />
            {name}
          </p>
          <p className="mt-1 text-sm text-ink-muted">{TAGLINE}</p>
          {contactEmail !== "" && (
            <a href={`mailto:${contactEmail}`} className={`mt-2 text-sm whitespace-nowrap text-ink-muted ${linkClass}`}>
              {contactEmail}
            </a>
          )}
        </div>
        <FooterList title="Browse by type" columns="max-sm:columns-2">
          {CATEGORIES.map(({ path, name: category }) => (
            <li key={path}>
              <Link to={path} className={linkClass}>
                {category}
              </Link>
            </li>
          ))}
        </FooterList>
        <FooterList title="About" columns="columns-2">
          {ABOUT.map(([path, name]) => (
            <li key={path}>
              <Link to={path} className={linkClass}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <a href={PATHS.sitemap} className={linkClass}>
              Sitemap
            </a>
          </li>
        </FooterList>
        <section aria-labelledby="footer-sources" className="text-sm text-ink-muted">
          <h2 id="footer-sources" className="mb-2 text-sm font-bold text-ink">
            Sources
          </h2>
          <p>
            <a href="https://open.toronto.ca/open-data-licence/" className={sourceClass}>
              Contains information licensed under the Open Government Licence – Toronto.
            </a>
          </p>
          <p>
            <a href="https://www.openstreetmap.org/copyright" className={sourceClass}>
              © OpenStreetMap contributors
            </a>
          </p>
          <p className="py-1">Market rents: Source: Rentals.ca &amp; Urbanation National Rent Report.</p>
        </section>
      </div>
    </footer>
  );
}
