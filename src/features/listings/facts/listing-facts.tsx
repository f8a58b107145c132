import type { ReactNode } from "react";
import { ATTRIBUTES, attributeText } from "../../../../worker/contracts/attributes.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { descriptionText } from "../../../../worker/contracts/listing-text.ts";
import { attributeFacts } from "./listing-text.ts";

/**
 * Lists the details that the landlord stated. The year built is not among them, because rent control shows it with its
 * source.
 */
export function ListingFacts({ listing, children }: { listing: PublicListing; children: ReactNode }) {
  return (
    <FactCard id="listing-details" title="Details">
      <FactList
        facts={[
          ["Bedrooms", listing.bedrooms],
          ["Bathrooms", listing.bathrooms],
          [ATTRIBUTES.homeType.label, attributeText("homeType", listing.homeType)],
          ...attributeFacts(listing),
        ]}
      />
      {children}
    </FactCard>
  );
}

export function FactCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 print:border-0 print:p-0">
      <h2 id={id} className="mb-3 text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface FoldedCardProps {
  id: string;
  title: string;
  /** Content of the line that is always visible. */
  answer: ReactNode;
  /** Content below that line, also always visible. */
  below?: ReactNode;
  children: ReactNode;
}

/** A card that shows a single line until it is expanded. */
export function FoldedCard({ id, title, answer, below, children }: FoldedCardProps) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface print:border-0">
      <details className="group">
        <summary className="flex min-h-15 flex-wrap items-center gap-x-3 px-5 py-3">
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          <span className="mr-auto">{answer}</span>
          <span className="text-sm font-semibold text-accent underline underline-offset-4 group-open:hidden print:hidden">
            Details
          </span>
        </summary>
        <div className="px-5 pb-5">{children}</div>
      </details>
      {below !== undefined && <div className="px-5 pb-4">{below}</div>}
    </section>
  );
}

export function ListingDescription({ listing }: { listing: PublicListing }) {
  return (
    <section aria-labelledby="listing-description">
      <h2 id="listing-description" className="mb-2 text-lg font-bold">
        Description
      </h2>
      <p dir="auto" className="whitespace-pre-line">
        {descriptionText(listing)}
      </p>
    </section>
  );
}

/** Lists pairs of name and value. Pairs with a null value are left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl className="grid gap-x-8 text-sm sm:grid-cols-2">
      {known.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="shrink-0 text-ink-muted">{name}</dt>
          <dd className="min-w-0 text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
