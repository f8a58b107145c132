import { Skeleton } from "../../../ui/skeleton.tsx";

/** Has the shape of the card that says where a listing is. */
export function PlaceSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <output className="sr-only">Loading what is nearby</output>
      <Skeleton className="mb-3 h-6 w-32" />
      <Skeleton className="mb-3 h-5 w-3/4" />
      <Skeleton className="mb-4 h-16 w-full" />
      <Skeleton className="h-72 rounded-card sm:h-96" />
    </div>
  );
}
