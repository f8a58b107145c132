/** Placeholder for loading content. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse-soft rounded-control bg-sunken ${className}`} />;
}

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-4">
      <output className="sr-only">{label}</output>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-28 w-full" />
      ))}
    </div>
  );
}
