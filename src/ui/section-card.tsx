import type { LucideIcon } from "lucide-react";
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
