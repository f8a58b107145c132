import { Skeleton } from "../../../ui/skeleton.tsx";
import { ListingCardSkeleton } from "../card/listing-card-skeleton.tsx";

/** Heights of the form's fields with their hints, by screen width, in the order of the form. */
const FIELDSETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  home: {
    address: "h-28 sm:col-span-2 sm:h-23",
    publicAddress: "h-28 sm:col-span-2 sm:h-23",
    bedrooms: "h-28 xl:h-23",
    bathrooms: "h-17 sm:h-28 xl:h-23",
    basement: "h-22 min-[24rem]:h-17 sm:col-span-2 lg:h-22 xl:h-17",
    description: "h-51.5 sm:col-span-2 sm:h-46.5",
    photos: "h-31.5 sm:col-span-2 sm:h-38.5",
    more: "h-11.5 sm:col-span-2",
  },
  rent: { rent: "h-33", moveInDate: "h-17 sm:h-33", comparison: "h-5 sm:col-span-2" },
  you: { note: "h-10 sm:col-span-2 sm:h-5", email: "h-17", phone: "h-17", name: "h-17 sm:col-span-2" },
};

/** Placeholder for the landlord's form, as high as the form without any values. */
export function SubmissionSkeleton() {
  return (
    <div className="grid gap-8">
      <span className="sr-only">Loading the form</span>
      {Object.entries(FIELDSETS).map(([fieldset, fields]) => (
        <div key={fieldset} className="grid gap-3">
          <Skeleton className="h-7 w-32" />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {Object.entries(fields).map(([field, height]) => (
              <Skeleton key={field} className={height} />
            ))}
          </div>
        </div>
      ))}
      <div className="lg:hidden">
        <PreviewSkeleton />
      </div>
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

/** Placeholder for the preview of the listing's card. */
function PreviewSkeleton() {
  return (
    <div className="max-w-[25rem]">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-1 mb-3 h-10 sm:h-5" />
      <ListingCardSkeleton />
    </div>
  );
}

/** Placeholder for the preview beside the form on wide screens. */
export function PreviewSkeletonBeside() {
  return (
    <section
      aria-hidden="true"
      className="with-scripts self-start max-lg:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <PreviewSkeleton />
    </section>
  );
}
