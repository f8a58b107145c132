import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { changeBan, type IpBan, listBans } from "../../../worker/contracts/bans.ts";
import { call, isOutdated } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { isOwn } from "../../lib/ip-addresses.ts";
import { collectItems, pagedList, SHOWS_BANS } from "../../lib/paged-list.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { Chip } from "../../ui/chip.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { ownAddress } from "../../ui/own-address-warning.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import {
  AdminListingBanDialog,
  AdminWideBanDialog,
  announceBan,
  readBanConfirmation,
  useBanInvalidation,
} from "./admin-ban-dialogs.tsx";

const BANS_LOADED = 20;

/** Returns the query for active and past bans. */
function bans() {
  return { ...pagedList<IpBan>(["bans", "list"], listBans, BANS_LOADED), meta: SHOWS_BANS };
}

/** Returns a mutation that lifts or reactivates a ban. @throws ApiError, TypeError */
function useSetBan() {
  const invalidate = useBanInvalidation();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: number; isActive: boolean; confirmed: boolean }) =>
      call(changeBan, { id, body: change }),
    onSuccess: invalidate,
    onError: (error) => {
      // Another moderator changed the ban first, so the screen is out of date.
      if (isOutdated(error)) void invalidate();
    },
  });
}

/** Lists active and past bans, newest first. */
export function AdminBans() {
  const query = useInfiniteQuery(bans());
  const list = useRef<HTMLUListElement>(null);
  const shown = collectItems(query.data);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SectionCard title="IP Address Bans" note="Includes banned phone numbers and photos.">
      <RoleButton needs="moderator" size="sm" variant="secondary" className="mb-6" onClick={() => setIsAdding(true)}>
        Ban a Phone or Photo
      </RoleButton>
      {query.isPending && <RowsSkeleton label="Loading bans" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch discussion bans" onRetry={() => void query.refetch()} />
      )}
      {query.data && shown.length === 0 && <p className="text-sm text-ink-muted">No bans yet.</p>}
      {isAdding && <AdminListingBanDialog onClose={() => setIsAdding(false)} />}
      {shown.length > 0 && (
        <ul ref={list} className="-my-3 divide-y divide-line">
          {shown.map((ban) => (
            <AdminBan key={ban.id} ban={ban} />
          ))}
        </ul>
      )}
      <div className="mt-6 grid empty:hidden">
        <LoadMoreButton
          label="Load More Bans"
          what="bans"
          query={query}
          onLoaded={() => list.current?.querySelectorAll<HTMLElement>("[data-ban-id]")[shown.length]?.focus()}
        />
      </div>
    </SectionCard>
  );
}

/**
 * Returns whether an address is a single IPv6 address. A ban of that address also covers its /64, which is one
 * household or phone.
 */
const isSingleIpv6 = (address: string) => address.includes(":") && !address.includes("/");

/** A ban with a button to lift or reactivate it. */
export function AdminBan({ ban }: { ban: IpBan }) {
  const addressId = useId();
  const change = useSetBan();
  const own = useQuery(ownAddress());
  const toggle = (confirmed: boolean) =>
    change.mutate(
      { id: ban.id, isActive: !ban.isActive, confirmed },
      {
        onSuccess: (changed) => announceBan(changed),
        onError: (error) => {
          if (readBanConfirmation(error) === null) toastFailure("Failed to update ban status", error);
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
          {ban.value}
        </span>
        {(ban.kind === "phone" || ban.kind === "photo") && <Chip>{ban.kind === "phone" ? "Phone" : "Photo"}</Chip>}
        {ban.kind === "address" && isSingleIpv6(ban.value) && (
          <span className="text-sm text-ink-muted">and its whole /64</span>
        )}
        <Chip tone={ban.isActive ? "danger" : "neutral"}>{ban.isActive ? "Active" : "Inactive"}</Chip>
        {own.data && ban.ipAddress !== null && isOwn(ban.ipAddress, own.data) && <Chip tone="warn">Your own</Chip>}
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
        <RoleButton
          needs="moderator"
          size="sm"
          variant="secondary"
          aria-describedby={addressId}
          busy={change.isPending}
          onClick={() => toggle(false)}
        >
          {ban.isActive ? "Unban" : "Reactivate"}
        </RoleButton>
      </div>
      <AdminWideBanDialog
        question={readBanConfirmation(change.error)}
        busy={change.isPending}
        onConfirm={() => toggle(true)}
        onCancel={() => change.reset()}
      />
    </li>
  );
}
