import { Skeleton } from "../../../ui/skeleton.tsx";
import { SubmissionSkeleton } from "../submission/submission-skeleton.tsx";

/** The shape of the landlord's page until the listing has come. */
export function OwnerSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <output className="sr-only">Loading your listing</output>
      <Skeleton className="h-9 w-full max-w-md" />
      <Skeleton className="h-44 w-full" />
      <SubmissionSkeleton />
    </div>
  );
}
