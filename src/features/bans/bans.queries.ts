import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BanKind, changeBan, createBan, type IpBan, listBans } from "../../../worker/contracts/bans.ts";
import { call, isOutdated } from "../../lib/api.ts";
import { pagedList, SHOWS_BANS } from "../../lib/paged-list.ts";

const BANS_LOADED = 20;

/** Active and past bans. */
export function bans() {
  return { ...pagedList<IpBan>(["bans", "list"], listBans, BANS_LOADED), meta: SHOWS_BANS };
}

/** Invalidates the bans and what other features show of them. */
function useBanInvalidation() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ meta }) => meta?.["showsBans"] === true });
}

/** Bans an address or range. @throws ApiError (code ban.confirm_wide until a wide range is confirmed), TypeError */
export function useBan() {
  const invalidate = useBanInvalidation();
  return useMutation({
    mutationFn: (ban: { kind?: BanKind; value: string; reason: string; confirmed: boolean }) =>
      call(createBan, { body: { ...ban, isActive: true } }),
    onSuccess: invalidate,
  });
}

/** Lifts or reactivates a ban. @throws ApiError, TypeError */
export function useSetBan() {
  const invalidate = useBanInvalidation();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: number; isActive: boolean; confirmed: boolean }) =>
      call(changeBan, { id, body: change }),
    onSuccess: invalidate,
    onError: (error) => {
      // The screen is out of date.
      if (isOutdated(error)) void invalidate();
    },
  });
}
