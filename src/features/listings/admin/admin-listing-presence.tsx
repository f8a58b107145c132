import { Eye } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { ListingDifference } from "../../../../worker/contracts/audit.ts";
import { pathOf } from "../../../../worker/contracts/operation.ts";
import { startPresence, endPresence, PRESENCE, type Presence } from "../../../../worker/contracts/people.ts";
import { ApiError, call } from "../../../lib/api.ts";
import { actionText, actorText, listChangedFields } from "../../../lib/audit-text.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { usePoll } from "../../../lib/use-poll.ts";

const NOBODY: Presence = { others: [] };

/**
 * Reports that a listing is open here for as long as this component is rendered, and shows who else has the listing
 * open.
 */
export function AdminListingPresence({ listingId }: { listingId: number }) {
  const [{ others }, setPresence] = useState(NOBODY);
  const poll = useCallback(async () => {
    try {
      setPresence(await call(startPresence, { id: listingId }));
      return true;
    } catch {
      setPresence(NOBODY);
      return false;
    }
  }, [listingId]);
  usePoll(poll, PRESENCE.pollSeconds * 1_000, true);
  useEffect(
    () => () => {
      // Without this request, others would see this person on the listing for up to another half minute.
      const path = pathOf(endPresence, { id: listingId });
      void fetch(path, { method: "DELETE", credentials: "same-origin", keepalive: true }).catch(() => undefined);
    },
    [listingId],
  );
  return (
    <output className="block empty:hidden">
      {others.length > 0 && (
        <span className="mb-3 flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm">
          <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            Also viewing this: {others.map(({ name }) => name ?? "someone with the shared password").join(", ")}
          </span>
        </span>
      )}
    </output>
  );
}

/**
 * Returns who changed what since the version of the listing that a refused decision was based on; undefined for other
 * errors.
 */
export const differenceInRefusal = (error: unknown): ListingDifference | undefined =>
  error instanceof ApiError ? error.body?.difference : undefined;

/**
 * Returns the revision for the next decision: after a refusal, the revision whose changes the refusal showed.
 * @param seen the revision that the person saw before
 */
export const revisionAfter = (error: unknown, seen: number): number => differenceInRefusal(error)?.revision ?? seen;

/** Shows the changes that caused a refusal; nothing for other errors. */
export function AdminListingDifference({ error }: { error: unknown }) {
  return <AdminDifference difference={differenceInRefusal(error)} />;
}

export function AdminDifference({ difference }: { difference: ListingDifference | undefined }) {
  if (!difference || difference.changes.length === 0) return null;
  return (
    <section aria-label="Changes since you opened it" className="rounded-control bg-warn-soft px-3 py-2 text-sm">
      <ul className="grid gap-1.5">
        {difference.changes.map((change) => (
          <li key={change.id} className="min-w-0 wrap-anywhere">
            <p className="font-medium">
              {actionText(change)} by {actorText(change)}, {formatMoment(change.at)}
            </p>
            {listChangedFields(change).map(({ field, before, after }) => (
              <p key={field}>
                {field}: {[before, after].filter((value) => value !== null).join(" → ")}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
