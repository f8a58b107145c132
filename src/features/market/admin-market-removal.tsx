import { useEffect } from "react";
import type { Benchmark } from "../../../worker/contracts/market.ts";
import { failureText } from "../../lib/failure-text.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AdminMarketEffect } from "./admin-market-effect.tsx";
import { figureText } from "./market-text.ts";
import { useMarketChange, useMarketPreview } from "./market.queries.ts";

/** Says what deleting a month would do, then deletes it. */
export function AdminMarketRemoval({ benchmark, onClose }: { benchmark: Benchmark; onClose(): void }) {
  const { mutate: look, ...preview } = useMarketPreview();
  const change = useMarketChange();
  useEffect(() => look({ remove: benchmark }), [look, benchmark]);

  const remove = () =>
    change.mutate(
      { remove: benchmark },
      {
        onSuccess: () => {
          toast({ title: "Month deleted" });
          onClose();
        },
        onError: (error) => toastFailure("Failed to delete the month", error),
      },
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!change.isPending}
      size="sm"
      title="Delete this month?"
      description={`${benchmark.bedrooms}: ${figureText(benchmark)}.`}
      footer={
        <>
          <Button variant="ghost" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={!preview.data} busy={change.isPending} onClick={remove}>
            Delete Month
          </Button>
        </>
      }
    >
      {preview.data ? (
        <AdminMarketEffect effect={preview.data} />
      ) : preview.error ? (
        <FieldError>{failureText(preview.error)}</FieldError>
      ) : (
        <>
          <output className="sr-only">Counting the listings</output>
          <Skeleton className="h-16 w-full" />
        </>
      )}
    </Dialog>
  );
}
