import type { ImportedDataset } from "../../../worker/contracts/places.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { formatCount, plural } from "../../lib/format.ts";

/** The kinds of open data that can be imported, and what each is for. */
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

/** The open data that was imported, and that was not. */
export function AdminPlacesData({ datasets }: { datasets: readonly ImportedDataset[] }) {
  const imported = new Map(datasets.map((dataset) => [dataset.name, dataset]));
  return (
    <section aria-labelledby="open-data-heading" className="min-w-0">
      <h2 id="open-data-heading" className="text-lg font-semibold">
        Open data
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted">
        Stations, postal areas and the market come with the site. The rest is imported with{" "}
        <code>npm run data:import</code>; of what is not imported, listings say nothing.
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {KINDS.map(([name, label]) => (
          <Dataset key={name} label={label} dataset={imported.get(name)} />
        ))}
      </ul>
    </section>
  );
}

function Dataset({ label, dataset }: { label: string; dataset: ImportedDataset | undefined }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-3">
      <div>
        <h3 className="font-semibold">{label}</h3>
        {dataset ? (
          <p className="text-sm tabular-nums">
            {plural(dataset.loaded, "row")}
            {dataset.refused > 0 && <span className="text-warn">, {formatCount(dataset.refused)} refused</span>}
          </p>
        ) : (
          <p className="text-sm text-ink-muted">Not imported</p>
        )}
      </div>
      {dataset && (
        <>
          <p className="text-sm wrap-anywhere text-ink-muted">
            Imported {formatMoment(dataset.importedAt)}
            <br />
            Version {dataset.version}
          </p>
          <p className="text-sm wrap-anywhere text-ink-muted">{dataset.source}</p>
        </>
      )}
    </li>
  );
}
