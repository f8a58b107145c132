import { useId, type ReactNode } from "react";

interface SectionCardProps {
  title: string;
  /** Subtitle. */
  note?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section with a heading. */
export function SectionCard({ title, note, actions, className = "", children }: SectionCardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 ${className}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
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
