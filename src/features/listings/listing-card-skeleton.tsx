import { Skeleton } from "../../ui/skeleton.tsx";

/** Has the shape of a card. */
export function ListingCardSkeleton() {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <div className="flex items-center justify-between">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-6 w-32 rounded-full" />
        </div>
        <div>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-0.5 h-5 w-3/5" />
        </div>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-6 w-3/4 rounded-full" />
        <div className="mt-auto flex justify-between border-t border-line pt-2.5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-20" />
        </div>
      </div>
    </div>
  );
}
