import { useId, type ReactNode } from "react";

interface SectionCardProps {
  title: string;
  /** Subtitle. */
  note?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  className?: string;
  /** Part of a card whose tab has the title. */
  isPart?: boolean;
  children: ReactNode;
}

/** A section with a heading. */
export function SectionCard({ title, note, actions, className = "", isPart = false, children }: SectionCardProps) {
  const headingId = useId();
  if (isPart) {
    return (
      <section aria-labelledby={headingId} className="min-w-0">
        <h3 id={headingId} className="sr-only">
          {title}
        </h3>
        <div className="flex items-start justify-between gap-3 text-sm text-ink-muted">
          <p>{note}</p>
          {actions}
        </div>
        <div className="mt-2">{children}</div>
      </section>
    );
  }
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 ${className}`}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={headingId} className="min-w-0 text-base font-semibold">
          {title}
        </h2>
        {actions !== undefined && <div className="-mt-1 shrink-0">{actions}</div>}
      </div>
      {note !== undefined && <p className="mt-0.5 text-sm text-ink-muted">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
