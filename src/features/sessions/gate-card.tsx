import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";

/** What stands in the place of a page that is locked. */
export function GateCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="gate-heading" className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <div className="rounded-card border border-line bg-surface p-6 shadow-card">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <LockKeyhole aria-hidden className="size-7" />
        </span>
        <h1 id="gate-heading" className="mt-4 text-center text-2xl font-bold">
          {title}
        </h1>
        <p className="mt-1 mb-6 text-center text-ink-muted">{text}</p>
        {children}
      </div>
    </section>
  );
}
