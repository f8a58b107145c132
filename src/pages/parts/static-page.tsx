import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PATHS } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Link } from "../../ui/link.tsx";

/** Date of the last change to the privacy policy and the terms. */
const LAST_UPDATED = "May 15, 2025";

export interface LegalSection {
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  intro: ReactNode;
  sections: readonly LegalSection[];
  numbered?: boolean;
}

export function LegalPage({ title, intro, sections, numbered = false }: LegalPageProps) {
  return (
    <article className="page-width pt-6 pb-8 lg:pb-12">
      <Breadcrumb steps={[{ name: title }]} />
      <h1 className="mt-2 text-3xl display">{title}</h1>
      <p className="mt-2 text-ink-muted">Last updated: {LAST_UPDATED}</p>
      <Prose>
        {intro}
        {sections.map((section, index) => (
          <section key={section.title}>
            <h2>{numbered ? `${index + 1}. ${section.title}` : section.title}</h2>
            {section.body}
          </section>
        ))}
      </Prose>
    </article>
  );
}

/** Shows the contact address, or a link to the contact page if the address is unknown. */
export function ContactLink() {
  const { contactEmail } = useSite();
  return contactEmail === "" ? (
    <Link to={PATHS.contact}>our contact page</Link>
  ) : (
    <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
  );
}

/** Formats a long text in a narrow column. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose max-w-3xl">{children}</div>;
}

export interface IconCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** A list item of a static page. */
export function IconCard({ icon: Icon, title, text }: IconCardProps) {
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <h3 className="mt-3 font-bold">{title}</h3>
      <p className="mt-1 text-ink-muted">{text}</p>
    </li>
  );
}
