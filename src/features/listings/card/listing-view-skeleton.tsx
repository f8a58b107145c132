import { Skeleton } from "../../../ui/skeleton.tsx";
import { BackLink } from "./listing-gone.tsx";

/** Has the shape of a listing's page. */
export function ListingViewSkeleton() {
  return (
    <div className="page-width pt-6">
      <output className="sr-only">Loading listing</output>
      <Skeleton className="mb-2 h-5 w-56 max-w-full" />
      <BackLink />
      <Skeleton className="mt-3 mb-2 h-5 w-24" />
      <Skeleton className="aspect-4/3 rounded-card sm:aspect-5/2" />
      <div className="mt-6 grid gap-8 lg:grid-cols-[1.7fr_1fr]">
        <div className="space-y-4">
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-32 w-full" />
        </div>
        <Skeleton className="h-64 rounded-card" />
      </div>
    </div>
  );
}
