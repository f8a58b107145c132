import { BadgeCheck, ChartNoAxesColumn, CircleDollarSign, type LucideIcon, Mail, Phone } from "lucide-react";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { RealtorsMenu } from "./parts/realtors-menu.tsx";
import { Link } from "../ui/link.tsx";

export function head(_data: PageData, site: SiteInfo): PageHead {
  return {
    title: `For Realtors | ${site.name}`,
    description:
      "Realtors in Toronto and the GTA: bring your clients' below-market rentals to renters who look for exactly those. Contact us by email.",
    canonicalPath: PATHS.realtors,
  };
}

const POINTS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ChartNoAxesColumn,
    title: "The price speaks for itself",
    text: "Where a rent can be compared, the listing says by how much it is below the published market rent.",
  },
  {
    icon: Phone,
    title: "Calls come to you",
    text: "Renters see the phone number you give and call you. Your email stays private.",
  },
  {
    icon: BadgeCheck,
    title: "Reviewed listings around yours",
    text: "A person looks at every listing before it is published, so that yours stands in good company.",
  },
  {
    icon: CircleDollarSign,
    title: "Free for below-market units",
    text: "Listing costs nothing, for you and for your client. Units above market are not listed.",
  },
];

export function Component() {
  const site = useSite();
  useDocumentHead(head({ page: "realtors" }, site));
  const subject = encodeURIComponent(`Realtor enquiry for ${site.name}`);
  return (
    <>
      <RealtorsMenu />
      <div className="page-width pt-6">
        <Breadcrumb steps={[{ name: "Home", to: PATHS.home }, { name: PAGE_NAMES.realtors }]} />
      </div>
      <section className="page-width py-8 text-center sm:py-10">
        <h1 className="mx-auto max-w-3xl text-3xl font-extrabold tracking-tight sm:text-4xl">
          Bring your below-market rentals to renters who look for them
        </h1>
        <p className="mx-auto mt-4 max-w-2xl text-lg text-ink-muted">
          For real estate agents in Toronto and the Greater Toronto Area with clients who would rather have a good
          tenant soon than the last dollar.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
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
      </section>

      <section aria-labelledby="reasons-heading" className="page-width">
        <h2 id="reasons-heading" className="mb-6 text-2xl font-bold">
          Why list here
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {POINTS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-card border border-line bg-surface p-5">
              <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <h3 className="mt-3 font-bold">{title}</h3>
              <p className="mt-1 text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-6 max-w-3xl text-ink-muted">
          Listing for a client? Have their permission, and name your brokerage in the description, as Ontario’s rules
          for advertising by registrants ask.
        </p>
      </section>
    </>
  );
}
