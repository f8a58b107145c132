import type { ReactNode } from "react";
import { PATHS } from "../../lib/paths.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Prose } from "../../ui/prose.tsx";

/** Date of the policy and of the terms. */
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
      <Breadcrumb steps={[{ name: "Home", to: PATHS.home }, { name: title }]} />
      <h1 className="mt-2 text-3xl font-bold tracking-tight">{title}</h1>
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
