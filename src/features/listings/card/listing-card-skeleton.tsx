import { Skeleton } from "../../../ui/skeleton.tsx";

/** Placeholder for a listing's card. */
export function ListingCardSkeleton() {
  return (
    <div className="listing-card">
      <Skeleton className="photo-strip rounded-none" />
      <div className="card-words">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="mt-2 h-14 w-4/5" />
        <Skeleton className="mt-2 h-10 w-full" />
        <Skeleton className="mt-2 h-10 w-3/5" />
      </div>
    </div>
  );
}
