import { useState } from "react";
import type { PurgeState } from "../../../worker/contracts/system.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { useEmptyCache } from "./system.queries.ts";

/** The budget for purges of the cache in front of the site, and a button that empties it. */
export function AdminCacheCard({ purges }: { purges: PurgeState | null }) {
  const [isAsking, setIsAsking] = useState(false);
  const empty = useEmptyCache();
  const emptyIt = () =>
    empty.mutate(undefined, {
      onSuccess: () => toast({ title: "Cache emptied" }),
      onError: (error) => toastFailure("Failed to empty the cache", error),
      onSettled: () => setIsAsking(false),
    });
  return (
    <SectionCard
      title="Cache"
      actions={
        <RoleButton needs="operator" size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
          Empty the cache
        </RoleButton>
      }
    >
      {purges === null ? <p className="text-warn">Its state cannot be read just now.</p> : <State {...purges} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Empty the cache?"
        description="Every page, answer and photo is made again when it is next asked for, which costs some seconds of load. Browsers keep their photos for up to a day. It uses one purge."
        confirmLabel="Empty the cache"
        tone="primary"
        busy={empty.isPending}
        onConfirm={emptyIt}
      />
    </SectionCard>
  );
}

function State({ callsLeft, waiting, waitingWithdrawals, oldestAt, refusals, refusedAt }: PurgeState) {
  return (
    <>
      <p>
        {plural(callsLeft, "purge")} of 25 allowed now.{" "}
        {waiting === 0
          ? "No change waits for one."
          : `${plural(waiting, "change")} wait, ${formatCount(waitingWithdrawals)} of them removals.`}
      </p>
      {waiting > 0 && oldestAt !== null && (
        <p className="text-sm text-ink-muted">The oldest since {formatMoment(oldestAt)}</p>
      )}
      {refusals > 0 && refusedAt !== null && (
        <p className="text-warn">
          Cloudflare refused the last {plural(refusals, "purge")}, most recently on {formatMoment(refusedAt)}.
        </p>
      )}
    </>
  );
}
