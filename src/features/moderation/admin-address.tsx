import { Button } from "../../ui/button.tsx";
import { isMasked, MASKED } from "./ban-address.ts";

interface AdminAddressProps {
  /** Null where none was stored, as of automated posts. */
  ipAddress: string | null | undefined;
  onBan(ipAddress: string): void;
}

/** Where something was posted from, and the way to ban it; or why it cannot be banned. */
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
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Ban ${ipAddress}`}
        className="-my-1 text-danger hover:bg-danger-soft"
        onClick={() => onBan(ipAddress)}
      >
        Ban
      </Button>
    </span>
  );
}
