import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  getPlacesOverview,
  type ImportedDataset,
  type PlacesOverview,
  rerunPlaces,
} from "../../../worker/contracts/places.ts";
import { call } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { PATHS } from "../../lib/paths.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";

const placesKeys = { overview: ["places", "admin", "overview"] as const };
/** Poll interval while lookups are pending, in milliseconds. */
const POLL_MS = 30_000;

/**
 * Returns the query for the overview. The overview is refetched on every mount, and polled while listings wait for
 * their lookup.
 */
function placesOverview() {
  return queryOptions({
    queryKey: placesKeys.overview,
    queryFn: ({ signal }) => call(getPlacesOverview, {}, { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? POLL_MS : false),
    meta: FOR_MODERATORS,
  });
}

/** Returns a mutation that repeats the lookup of all listings and is pending until the counts are refetched. */
function useLookUpAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(rerunPlaces),
    onSuccess: () => client.invalidateQueries({ queryKey: placesKeys.overview }),
  });
}

type Method = PlacesOverview["listings"][number]["method"];

/** Methods that find a location, most precise first. */
const METHODS: readonly (readonly [method: Method, label: string])[] = [
  ["pin", "Pinned by a moderator"],
  ["table", "Exact address"],
  ["remote", "Found by address search"],
  ["interpolated", "Between known addresses"],
  ["corner", "Intersection"],
  ["block", "Street block"],
  ["street", "Street and postal area"],
  ["fsa", "Postal area only"],
  [null, "No location"],
];

const isUnplaced = (method: Method) => method === "street" || method === "fsa" || method === null;

/** Shows the sources of location data, and the number of pending lookups. */
export function AdminPlacesTab() {
  const query = useQuery(placesOverview());
  if (query.isPending) return <RowsSkeleton label="Loading places" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the places" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <LookUps overview={query.data} />
      <AdminPlacesData datasets={query.data.datasets} />
    </div>
  );
}

function LookUps({ overview: { listings, waiting, version } }: { overview: PlacesOverview }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const lookUp = useLookUpAll();
  const countOf = (method: Method) =>
    listings.reduce((sum, known) => sum + (known.method === method ? known.count : 0), 0);
  const found = METHODS.filter(([method]) => countOf(method) > 0);
  const none = METHODS.filter(([method]) => countOf(method) === 0);
  const unplaced = countOf("street") + countOf("fsa") + countOf(null);
  const start = () =>
    lookUp.mutate(undefined, {
      onSuccess: (answer) =>
        toast({ title: "Look-up started", description: `${plural(answer.listings, "listing")} will be looked up.` }),
      onError: (error) => toastFailure("Failed to start the look-up", error),
      onSettled: () => setIsConfirming(false),
    });
  return (
    <section aria-labelledby="places-heading" className="rounded-card border border-line bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="places-heading" className="text-lg font-semibold">
            Listing locations
          </h2>
          <p className="text-sm text-ink-muted">Data version {version}</p>
        </div>
        <RoleButton needs="operator" size="sm" variant="secondary" onClick={() => setIsConfirming(true)}>
          <RefreshCw aria-hidden className="size-4" />
          Look Everything Up Again
        </RoleButton>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-5">
        {found.map(([method, label]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-2xl font-bold tabular-nums">
              {isUnplaced(method) && countOf(method) > 0 ? (
                <UnplacedLink>
                  {formatCount(countOf(method))}
                  <span className="sr-only"> listings without a location: show them</span>
                </UnplacedLink>
              ) : (
                formatCount(countOf(method))
              )}
            </dd>
          </div>
        ))}
      </dl>
      {none.length > 0 && (
        <p className="mt-2 text-sm text-ink-muted">None: {none.map(([, label]) => label.toLowerCase()).join(", ")}.</p>
      )}
      <output className="mt-3 block text-sm">
        {waiting === 0
          ? unplaced === 0
            ? "All listings have been looked up."
            : "All addresses have been looked up."
          : `${plural(waiting, "listing is", "listings are")} waiting to be looked up. The next batch starts within 15 minutes.`}
      </output>
      {unplaced > 0 && (
        <p className="mt-1 text-sm">
          <UnplacedLink>{plural(unplaced, "listing is not", "listings are not")} on the map</UnplacedLink>
          {unplaced === 1 ? ": add its pin." : ": add their pins."}
        </p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Look everything up again?"
        description="We look up the location, station, amenities, building and rent control of every listing again, a few hundred every 15 minutes. Listings keep their current details until then, and pins stay."
        confirmLabel="Look Up"
        tone="primary"
        busy={lookUp.isPending}
        onConfirm={start}
      />
    </section>
  );
}

/** Link to the listings without a precise location. */
function UnplacedLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to={`${PATHS.admin}?place=unknown`}
      className="text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </Link>
  );
}

/** Datasets that can be imported. */
const KINDS: readonly (readonly [name: string, label: string])[] = [
  ["addresses", "Addresses"],
  ["buildings", "Rental buildings"],
  ["schools", "Schools"],
  ["daycares", "Daycares"],
  ["grocery", "Grocery stores"],
  ["medical", "Medical facilities"],
  ["parks", "Parks"],
  ["neighbourhoods", "Neighbourhoods"],
  ["municipalities", "Former municipalities"],
];

function AdminPlacesData({ datasets }: { datasets: readonly ImportedDataset[] }) {
  const imported = new Map(datasets.map((dataset) => [dataset.name, dataset]));
  const missing = KINDS.filter(([name]) => !imported.has(name));
  return (
    <section aria-labelledby="open-data-heading" className="min-w-0">
      <h2 id="open-data-heading" className="text-lg font-semibold">
        Open data
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted">
        Stations, postal areas and market figures are built in. Import the rest with{" "}
        <code className="whitespace-nowrap">npm run data:import</code>. Listings leave out whatever is not imported.
      </p>
      {datasets.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {KINDS.map(([name, label]) => {
            const dataset = imported.get(name);
            return dataset && <Dataset key={name} label={label} dataset={dataset} />;
          })}
        </ul>
      )}
      {missing.length > 0 && (
        <p className="mt-3 text-sm">
          <span className="font-semibold">Not imported:</span> {missing.map(([, label]) => label).join(", ")}
        </p>
      )}
    </section>
  );
}

function Dataset({ label, dataset }: { label: string; dataset: ImportedDataset }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-3">
      <div>
        <h3 className="font-semibold">{label}</h3>
        <p className="text-sm tabular-nums">
          {plural(dataset.loaded, "row")}
          {dataset.refused > 0 && <span className="text-warn">, {formatCount(dataset.refused)} refused</span>}
        </p>
      </div>
      <p className="text-sm wrap-anywhere text-ink-muted">
        Imported {formatMoment(dataset.importedAt)}
        <br />
        Version {dataset.version}
      </p>
      <p className="text-sm wrap-anywhere text-ink-muted">{dataset.source}</p>
    </li>
  );
}
