import type { Comment, Thread } from "../../../../worker/contracts/forum.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { isMasked, MASKED } from "./moderation-text.ts";

interface AdminAddressProps {
  /** Null where none is stored, as for automated posts. */
  ipAddress: string | null | undefined;
  onBan(ipAddress: string): void;
}

/** An IP address with a ban button, or why it cannot be banned. */
export function AdminAddress({ ipAddress, onBan }: AdminAddressProps) {
  if (!ipAddress) return <span className="text-ink-muted">None stored</span>;
  if (isMasked(ipAddress)) {
    return (
      <span className="wrap-anywhere">
        {ipAddress} <span className="text-ink-muted">({MASKED})</span>
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {ipAddress}
      <RoleButton
        needs="moderator"
        size="sm"
        variant="ghost"
        aria-label={`Ban ${ipAddress}`}
        className="-my-1 text-danger hover:bg-danger-soft"
        onClick={() => onBan(ipAddress)}
      >
        Ban
      </RoleButton>
    </span>
  );
}

interface RestoreButtonProps {
  post: Pick<Thread | Comment, "deletedBy">;
  busy: boolean;
  describedBy: string;
  onClick(): void;
}

/** Restores a deleted post, unless its author deleted it. */
export function RestoreButton({ post, busy, describedBy, onClick }: RestoreButtonProps) {
  if (post.deletedBy === "author")
    return <p className="self-center text-sm text-ink-muted">Permanently deleted by its author.</p>;
  return (
    <RoleButton
      needs="moderator"
      size="sm"
      variant="secondary"
      aria-describedby={describedBy}
      busy={busy}
      onClick={onClick}
    >
      Restore
    </RoleButton>
  );
}
