import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { BanDecision } from "../../../worker/contracts/forum.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { announceDecision } from "../../lib/decisions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { isOwn } from "./ban-address.ts";
import { ownAddress } from "./bans.queries.ts";

/** Shows a decision about a ban with its undo. */
export function announceBan({ decisionId, isActive, value, kind }: BanDecision, title = "Ban status updated"): void {
  const what = kind === "photo" ? "a photo" : value;
  announceDecision({ title, text: `${isActive ? "Banned" : "No longer banned"}: ${what}`, decisionId });
}

/** Warns moderators who are about to ban themselves. */
export function OwnAddressWarning({ address }: { address: string }) {
  const own = useQuery(ownAddress());
  return (
    <output className="block empty:hidden">
      {own.data && isOwn(address, own.data) && (
        <span className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          This is your own address. You could no longer post from here; you could still log in and lift the ban.
        </span>
      )}
      {own.isError && (
        <span className="block text-sm text-ink-muted">Whether this is your own address could not be checked.</span>
      )}
    </output>
  );
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
