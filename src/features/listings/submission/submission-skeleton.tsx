import { Skeleton } from "../../../ui/skeleton.tsx";

const WIDE = new Set([1, 8]);

/** Placeholder for the form of the landlords page. */
export function SubmissionSkeleton() {
  return (
    <div className="grid gap-5">
      <span className="sr-only">Loading the form</span>
      <Skeleton className="h-7 w-32" />
      <div className="grid gap-4 sm:grid-cols-2">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((field) => (
          <div key={field} className={WIDE.has(field) ? "sm:col-span-2" : ""}>
            <Skeleton className="mb-2 h-5 w-28" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
        <div className="sm:col-span-2">
          <Skeleton className="mb-2 h-5 w-28" />
          <Skeleton className="h-38 w-full" />
        </div>
        <Skeleton className="h-11.5 w-full sm:col-span-2" />
      </div>
      <Skeleton className="h-55 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
