import { useId, type ReactNode } from "react";

interface SectionCardProps {
  title: string;
  /** Subtitle. */
  note?: ReactNode;
  /** Content directly after the title, such as a `Hint`. */
  hint?: ReactNode;
  /** Actions at the end of the title's first line. The actions do not make the line taller. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A section with a heading, as a card. */
export function SectionCard({ title, note, hint, actions, className = "", children }: SectionCardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 ${className}`}
    >
      <div className="relative flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} className="inline text-base font-semibold">
            {title}
          </h2>
          {hint}
        </div>
        {Boolean(actions) && <div className="flex h-6 shrink-0 items-center">{actions}</div>}
      </div>
      {note !== undefined && <p className="mt-0.5 text-sm text-ink-muted">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
