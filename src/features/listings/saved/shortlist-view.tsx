import { PlacesOverlay } from "../commute/places-overlay.tsx";
import { useMutation, useQuery, queryOptions } from "@tanstack/react-query";
import { Flag, Heart, Link2Off } from "lucide-react";
import { useState } from "react";
import { type Shortlist, getShortlist } from "../../../../worker/contracts/saved.ts";
import { ApiError, call } from "../../../lib/api.ts";
import { formatDay, plural } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { toast } from "../../../lib/toast.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { ListingGrid, ListingGridSkeleton } from "../card/listing-grid.tsx";
import { useSavedIndex } from "../saving/saved-index.ts";
import { GONE_TEXTS } from "./saved-text.ts";

/** Returns the query for a shared shortlist. */
const sharedShortlist = (token: string) =>
  queryOptions({
    queryKey: ["listings", "shortlist", token] as const,
    queryFn: ({ signal }) => call(getShortlist, { token }, { signal }),
    refetchOnMount: "always",
    gcTime: 0,
  });

const SKELETONS = 4;
const loadReport = () => import("./shortlist-dialogs.tsx");

/** Page of a shared shortlist. */
export function ShortlistView({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(sharedShortlist(token));
  if (isPending) return <ListingGridSkeleton count={SKELETONS} />;
  if (data) return <SharedHomes token={token} shortlist={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return <NoShortlist text={error.text} />;
  return <LoadFailure level="h1" title="Error loading the shortlist" onRetry={() => void refetch()} />;
}

/** Notice for a link that is cut off or has expired. */
export function NoShortlist({ text = "The link is incomplete. Please copy all of it." }: { text?: string }) {
  return (
    <Notice
      icon={Link2Off}
      level="h1"
      title="Shortlist Not Found"
      actions={
        <Link to={PATHS.home} className={buttonClass()}>
          Browse Rentals
        </Link>
      }
    >
      <p>{text}</p>
    </Notice>
  );
}

function SharedHomes({
  token,
  shortlist: { title, listings, gone, expiresAt },
}: {
  token: string;
  shortlist: Shortlist;
}) {
  const { saved } = useSavedIndex();
  const added = listings.filter(({ id }) => !saved.includes(id));
  const report = useLazyModule(loadReport);
  const [isReporting, setIsReporting] = useState(false);
  const copy = useMutation({
    mutationFn: async () => (await import("../saving/save-home.ts")).saveAll(added),
    onSuccess: (count) => {
      if (count > 0)
        toast({ title: "Copied", description: `${plural(count, "home")} added to your saved homes in this browser.` });
    },
  });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto min-w-0">
          <h1 className="display text-3xl wrap-anywhere" dir="auto">
            {title ?? "A shortlist"}
          </h1>
          <p className="text-ink-muted">
            Shared with you: {plural(listings.length, "home")}. The link works until {formatDay(expiresAt)}.
          </p>
        </div>
        {listings.length > 0 && added.length === 0 && (
          <Link to={PATHS.saved} className={buttonClass({ variant: "secondary" })}>
            All are in your saved homes
          </Link>
        )}
        {added.length > 0 && (
          <Button busy={copy.isPending} onClick={() => copy.mutate()}>
            <Heart aria-hidden="true" className="size-5" />
            Copy into my saved homes
          </Button>
        )}
      </div>
      {listings.length === 0 && (
        <Notice icon={Link2Off} level="h2" title="None of these homes is listed any more">
          <p>They were rented, have expired or were removed.</p>
        </Notice>
      )}
      <h2 className="sr-only">Homes</h2>
      <ListingGrid listings={listings} />
      <PlacesOverlay />
      {gone.length > 0 && (
        <section aria-labelledby="gone-heading" className="mt-6">
          <h2 id="gone-heading" className="text-lg font-bold">
            No longer listed
          </h2>
          <ul className="mt-1 text-ink-muted">
            {gone.map(({ id, reason }) => (
              <li key={id}>
                Listing #{id}: {GONE_TEXTS[reason].toLowerCase()}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-6">
        <Button
          variant="ghost"
          size="sm"
          onPointerEnter={report.prepare}
          onClick={async () => setIsReporting(await report.request())}
        >
          <Flag aria-hidden="true" className="size-4" />
          Report this shortlist
        </Button>
      </p>
      {isReporting && report.module && (
        <report.module.ShortlistReport token={token} onClose={() => setIsReporting(false)} />
      )}
    </>
  );
}
