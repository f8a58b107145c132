import { Eye, HeartHandshake, ShieldCheck } from "lucide-react";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { buttonClass } from "../ui/button.tsx";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { HowItWorks } from "./parts/constant-parts.tsx";
import { Link } from "../ui/link.tsx";
import { IconCard, type IconCardProps } from "./parts/static-page.tsx";

export const head = fixedHead(
  "About Us",
  "Why we review each rental in Toronto and the GTA and show how its rent compares, how the site works, and what we stand for.",
  PATHS.about,
);

const VALUES: readonly IconCardProps[] = [
  {
    icon: Eye,
    title: "Transparency",
    text: "When we call a rent below market, we show the market rent we compared it with, its month and its source. If we cannot compare a rent, we make no claim.",
  },
  {
    icon: ShieldCheck,
    title: "Trust",
    text: "A person reviews every listing before it is published, listings expire automatically, and anyone can report one that is wrong.",
  },
  {
    icon: HeartHandshake,
    title: "Community",
    text: "Landlords who ask for less and renters who need it find each other here, directly. It is free for both.",
  },
];

export function Component() {
  const site = useSite();
  useDocumentHead(head(null, site));
  return (
    <>
      <section className="page-width pt-6">
        <Breadcrumb steps={[{ name: PAGE_NAMES.about }]} />
        <h1 className="mt-2 text-3xl display">About {site.name}</h1>
        <h2 className="mt-8 text-2xl font-bold">Our mission</h2>
        <div className="mt-3 max-w-3xl space-y-3 text-lg text-ink-muted">
          <p>
            Finding a home in Toronto should not mean paying whatever is asked. Some landlords rent below market because
            they value a good tenant over the last dollar. Their listings are hard to find among thousands of others.
          </p>
          <p>
            We bring them together in one place for Toronto and the Greater Toronto Area, review them, and show how each
            rent compares.
          </p>
        </div>
      </section>

      <HowItWorks />

      <section aria-labelledby="values-heading" className="page-width pt-16">
        <h2 id="values-heading" className="mb-6 text-2xl font-bold">
          Our values
        </h2>
        <ul className="grid gap-5 md:grid-cols-3">
          {VALUES.map((point) => (
            <IconCard key={point.title} {...point} />
          ))}
        </ul>
      </section>

      <section aria-labelledby="join-heading" className="page-width pt-16">
        <h2 id="join-heading" className="text-2xl font-bold">
          Do you have a home to rent out?
        </h2>
        <div className="mt-4 flex flex-wrap gap-3">
          <Link to={PATHS.landlords} className={buttonClass({ size: "lg" })}>
            For landlords
          </Link>
          <Link to={PATHS.realtors} className={buttonClass({ variant: "secondary", size: "lg" })}>
            For realtors
          </Link>
        </div>
      </section>
    </>
  );
}
