import type { QueueStatus } from "./admin-listings.queries.ts";

const STATUSES: readonly [QueueStatus, string][] = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
  ["expired", "Expired"],
  ["rented", "Rented"],
  ["deleted", "Deleted"],
];

/** The state that a page address names in `?status=`; anything unknown is all of them. */
export function statusNamed(text: string | null): QueueStatus {
  return STATUSES.find(([status]) => status === text)?.[0] ?? "all";
}

/** Narrows the queue to one state. */
export function AdminStatusFilter({ status, onChange }: { status: QueueStatus; onChange(status: QueueStatus): void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filter by state</legend>
      {STATUSES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === status}
          onClick={() => onChange(value)}
          className="inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-3.5 text-sm font-semibold hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink pointer-coarse:min-h-11"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
