import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { IpBan } from "../../../worker/contracts/forum.ts";
import { formatDay } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { AdminWideBan, askedOf } from "./admin-wide-ban.tsx";
import { isOwn } from "./ban-address.ts";
import { ownAddress, useSetBan } from "./moderation.queries.ts";

/** A ban of one such address holds for the network that it is in, which is one household's or one phone's. */
const isSingleIpv6 = (address: string) => address.includes(":") && !address.includes("/");

/** One ban, and the switch that lifts it or makes it hold again. */
export function AdminBan({ ban }: { ban: IpBan }) {
  const addressId = useId();
  const change = useSetBan();
  const own = useQuery(ownAddress());
  const toggle = (confirmed: boolean) =>
    change.mutate(
      { id: ban.id, isActive: !ban.isActive, confirmed },
      {
        onSuccess: () => toast({ title: "Ban status updated" }),
        onError: (error) => {
          if (askedOf(error) === null) toastFailure("Failed to update ban status", error);
        },
      },
    );
  return (
    <li
      tabIndex={-1}
      data-ban-id={ban.id}
      className="grid scroll-mt-24 gap-1 py-3 focus:outline-3 focus:-outline-offset-3 focus:outline-focus"
    >
      <p className="flex flex-wrap items-center gap-2">
        <span id={addressId} className="min-w-0 font-semibold wrap-anywhere">
          {ban.ipAddress}
        </span>
        {isSingleIpv6(ban.ipAddress) && <span className="text-sm text-ink-muted">and its whole /64</span>}
        <Chip tone={ban.isActive ? "danger" : "neutral"}>{ban.isActive ? "Active" : "Inactive"}</Chip>
        {own.data && isOwn(ban.ipAddress, own.data) && <Chip tone="warn">Your own</Chip>}
      </p>
      <p className="text-sm wrap-anywhere">{ban.reason}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-muted">
          <time dateTime={ban.createdAt}>{formatDay(ban.createdAt)}</time>
          {ban.expiresAt !== null && ban.isActive && (
            <>
              , ends <time dateTime={ban.expiresAt}>{formatDay(ban.expiresAt)}</time>
            </>
          )}
        </p>
        <Button
          size="sm"
          variant="secondary"
          aria-describedby={addressId}
          busy={change.isPending}
          onClick={() => toggle(false)}
        >
          {ban.isActive ? "Unban" : "Reactivate"}
        </Button>
      </div>
      <AdminWideBan
        question={askedOf(change.error)}
        busy={change.isPending}
        onConfirm={() => toggle(true)}
        onCancel={() => change.reset()}
      />
    </li>
  );
}
