import { queryOptions, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { getOwnAddress } from "../../worker/contracts/bans.ts";
import { call } from "../lib/api.ts";
import { isOwn } from "../lib/ip-addresses.ts";
import { FOR_MODERATORS } from "../lib/paged-list.ts";

/** Returns the query for the IP address of the moderator's own requests. */
export function ownAddress() {
  return queryOptions({
    queryKey: ["bans", "own-address"],
    queryFn: ({ signal }) => call(getOwnAddress, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** Warns moderators who are about to ban their own address. @param props.addresses the addresses or ranges to ban */
export function OwnAddressWarning({ addresses }: { addresses: readonly string[] }) {
  const own = useQuery(ownAddress());
  const whose = addresses.length > 1 ? "One of these covers your own address." : "This is your own address.";
  return (
    <output className="block empty:hidden">
      {own.data && addresses.some((address) => isOwn(address, own.data)) && (
        <span className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          {whose} You could no longer post from here; you could still log in and lift the ban.
        </span>
      )}
      {own.isError && addresses.length > 0 && (
        <span className="block text-sm text-ink-muted">We couldn’t check whether this is your own address.</span>
      )}
    </output>
  );
}
