import { ApiError, errorText } from "../../lib/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** What the server asks before it bans a wide range; null for every other failure. */
export const askedOf = (error: Error | null): string | null =>
  error instanceof ApiError && error.code === "ban.confirm_wide" ? errorText(error, "") : null;

interface WideBanProps {
  /** The server's question, with the number of visitors; null while there is none. */
  question: string | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** The second press that the ban of a wide range needs. */
export function AdminWideBan({ question, busy, onConfirm, onCancel }: WideBanProps) {
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
