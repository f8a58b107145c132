import type { ReactNode } from "react";

/** A card with a heading. */
export function FactCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5">
      <h2 id={id} className="mb-3 text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Facts as pairs of name and value; a value of null is left out. */
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
