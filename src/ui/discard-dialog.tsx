import { useEffect } from "react";
import { useLazyModule } from "../lib/use-lazy-module.ts";
import type { LeaveGuard } from "../lib/use-leave-guard.ts";

const loadDialog = () => import("./confirm-dialog.tsx");

/** Dialog that asks before input is discarded. If its code cannot be loaded, the input stays. */
export function DiscardDialog({
  guard: { isConfirming, stay, leave },
  title,
  description,
}: {
  guard: LeaveGuard;
  title: string;
  description: string;
}) {
  const { module: dialog, request } = useLazyModule(loadDialog);
  useEffect(() => {
    if (isConfirming && dialog === null) void request().then((isLoaded) => isLoaded || stay());
  }, [isConfirming, dialog, request, stay]);
  return (
    dialog && (
      <dialog.ConfirmDialog
        open={isConfirming}
        onOpenChange={stay}
        title={title}
        description={description}
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        onConfirm={leave}
      />
    )
  );
}
