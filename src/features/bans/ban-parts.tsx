import type { BanDecision } from "../../../worker/contracts/bans.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { announceDecision } from "../../lib/decisions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Shows a decision about a ban with its undo. */
export function announceBan({ decisionId, isActive, value, kind }: BanDecision, title = "Ban status updated"): void {
  const what = kind === "photo" ? "a photo" : value;
  announceDecision({ title, text: `${isActive ? "Banned" : "No longer banned"}: ${what}`, decisionId });
}

/** The server's question before it bans a wide range; null for other errors. */
export const confirmationOf = (error: Error | null): string | null =>
  error instanceof ApiError && error.code === "ban.confirm_wide" ? errorText(error, "") : null;

interface WideBanProps {
  /** Contains the number of affected visitors; null hides the dialog. */
  question: string | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Second confirmation for a wide range. */
export function AdminWideBanDialog({ question, busy, onConfirm, onCancel }: WideBanProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={onCancel}
      title="Ban this wide range?"
      description={question ?? ""}
      confirmLabel="Ban for 7 Days"
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}
