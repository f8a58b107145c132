import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PlacesOverview } from "../../../worker/contracts/places.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { PATHS } from "../../lib/paths.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { isPlainClick } from "../../lib/plain-click.ts";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminPlacesData } from "./admin-places-data.tsx";
import { placesOverview, useLookUpAll } from "./places.queries.ts";

type Method = PlacesOverview["listings"][number]["method"];

/** How places are known, the surest first. */
const METHODS: readonly (readonly [method: Method, label: string])[] = [
  ["pin", "Pinned by a moderator"],
  ["table", "House known"],
  ["remote", "Found by the address search"],
  ["interpolated", "Between neighbours"],
  ["corner", "Intersection"],
  ["block", "Block of a street"],
  ["street", "Street in its postal area"],
  ["fsa", "Postal area only"],
  [null, "Not known"],
];

const isUnplaced = (method: Method) => method === "street" || method === "fsa" || method === null;

/** What the facts about places rest on, and how many listings wait for theirs. */
export function AdminPlacesTab({ onShowListings }: { onShowListings(): void }) {
  const query = useQuery(placesOverview());
  if (query.isPending) return <RowsSkeleton label="Loading the places" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the places" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <LookUps overview={query.data} onShowListings={onShowListings} />
      <AdminPlacesData datasets={query.data.datasets} />
    </div>
  );
}

interface LookUpsProps {
  overview: PlacesOverview;
  /** Called when a link to the listings is followed. */
  onShowListings(): void;
}

function LookUps({ overview: { listings, waiting, version }, onShowListings }: LookUpsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const lookUp = useLookUpAll();
  const countOf = (method: Method) =>
    listings.reduce((sum, known) => sum + (known.method === method ? known.count : 0), 0);
  const unplaced = countOf("street") + countOf("fsa") + countOf(null);
  const start = () =>
    lookUp.mutate(undefined, {
      onSuccess: (answer) =>
        toast({ title: "Look-up started", description: `${plural(answer.listings, "listing")} will be looked up.` }),
      onError: (error) => toastFailure("Failed to start the look-up", error),
      onSettled: () => setIsAsking(false),
    });
  return (
    <section aria-labelledby="places-heading" className="rounded-card border border-line bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="places-heading" className="text-lg font-semibold">
            Where listings are
          </h2>
          <p className="text-sm text-ink-muted">Data version {version}</p>
        </div>
        <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
          <RefreshCw aria-hidden className="size-4" />
          Look Everything Up Again
        </Button>
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {METHODS.map(([method, label]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-2xl font-bold tabular-nums">
              {isUnplaced(method) && countOf(method) > 0 ? (
                <UnplacedLink onFollow={onShowListings}>
                  {formatCount(countOf(method))}
                  <span className="sr-only"> listings without a point: show them</span>
                </UnplacedLink>
              ) : (
                formatCount(countOf(method))
              )}
            </dd>
          </div>
        ))}
      </dl>
      <output className="mt-3 block text-sm">
        {waiting === 0
          ? unplaced === 0
            ? "All listings are looked up."
            : "All addresses were looked up."
          : `${plural(waiting, "listing waits", "listings wait")} to be looked up. The next ones are taken every 15 minutes.`}
      </output>
      {unplaced > 0 && (
        <p className="mt-1 text-sm">
          <UnplacedLink onFollow={onShowListings}>
            {plural(unplaced, "listing has no point", "listings have no point")} on the map
          </UnplacedLink>
          {unplaced === 1 ? ": give it a pin." : ": give them a pin."}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Look everything up again?"
        description="Place, station, amenities, building and rent control of every listing are found anew, some hundreds every 15 minutes. Listings keep what they show until then, and pins stay."
        confirmLabel="Look Up"
        tone="primary"
        busy={lookUp.isPending}
        onConfirm={start}
      />
    </section>
  );
}

/** Leads to the listings whose place is not known, or no more of it than the postal area. */
function UnplacedLink({ children, onFollow }: { children: ReactNode; onFollow(): void }) {
  return (
    <Link
      to={`${PATHS.admin}?place=unknown`}
      onClick={(event) => {
        // A new window has tabs of its own.
        if (isPlainClick(event)) onFollow();
      }}
      className="text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </Link>
  );
}
