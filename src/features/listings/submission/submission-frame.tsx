import type { ReactNode } from "react";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";

const link = "font-semibold text-accent underline underline-offset-4";

interface BesideCardProps {
  labelledBy: string;
  /** Content beside the section on wide screens, and below the section on others. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A section of the landlords' page, with the card of the listing beside it. */
export function BesideCard({ labelledBy, beside, children }: BesideCardProps) {
  return (
    <div className="listing-parts">
      <section
        aria-labelledby={labelledBy}
        className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
      >
        {children}
      </section>
      {beside}
    </div>
  );
}

/** The landlords' form, or the content that replaces it. */
export function SubmissionFrame({ beside, children }: Pick<BesideCardProps, "beside" | "children">) {
  return (
    <BesideCard labelledBy="submit-heading" beside={beside}>
      <h2 id="submit-heading" className="mb-4 text-2xl font-bold">
        Submit Your Rental
      </h2>
      {children}
      <p className="mt-4 text-sm text-ink-muted">
        By submitting a listing you accept the{" "}
        <Link to={PATHS.terms} className={link}>
          Terms of Service
        </Link>
        . The{" "}
        <Link to={PATHS.privacy} className={link}>
          Privacy Policy
        </Link>{" "}
        says what we store.
      </p>
    </BesideCard>
  );
}

interface CardPreviewProps {
  title?: string;
  note: string;
  children: ReactNode;
}

/** Frame for the card of a listing as renters see it. */
export function CardPreview({ title = "Preview: how renters will see it", note, children }: CardPreviewProps) {
  return (
    <section
      aria-labelledby="preview-heading"
      className="max-w-[25rem] min-w-0 self-start lg:sticky lg:top-[calc(var(--header)+1rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id="preview-heading" className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-muted">{note}</p>
      {children}
    </section>
  );
}

/** The `sizes` attribute of a preview's photo. */
export const PREVIEW_SIZES = "(min-width: 25rem) 25rem, 92vw";
