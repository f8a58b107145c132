import { Skeleton } from "./skeleton.tsx";

/** Rows of a list until it has come. */
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
