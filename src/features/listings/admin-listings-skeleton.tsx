import { Skeleton } from "../../ui/skeleton.tsx";

/** The shape of the queue until it has come. */
export function AdminListingsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="sr-only">Loading listings</output>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:flex-row">
          <Skeleton className="h-36 w-full sm:aspect-4/3 sm:h-auto sm:w-40" />
          <div className="grid flex-1 content-start gap-3">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
