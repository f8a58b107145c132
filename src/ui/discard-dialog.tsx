import type { LeaveGuard } from "../lib/use-leave-guard.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before what was typed is lost. */
export function DiscardDialog({
  guard,
  title,
  description,
}: {
  guard: LeaveGuard;
  title: string;
  description: string;
}) {
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={guard.stay}
      title={title}
      description={description}
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      onConfirm={guard.leave}
    />
  );
}
