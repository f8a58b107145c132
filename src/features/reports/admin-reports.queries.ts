import { useMutation, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import type { AdminReport } from "../../../worker/contracts/reports.ts";
import { ApiError, sendJson } from "../../lib/api.ts";
import { pagedList, withoutItem, type Page } from "../../lib/paged-list.ts";

const PAGE_SIZE = 20;
const KEY = ["reports", "admin"] as const;

/** Open reports, newest first. */
export function adminReports() {
  return pagedList<AdminReport>(KEY, "/api/admin/reports", PAGE_SIZE);
}

/** Reads the reports again, when what they speak of has changed. */
export function useRenewReports() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

export function useDismissReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson("DELETE", `/api/admin/reports/${id}`),
    onSuccess: (_answer, id) =>
      client.setQueryData<InfiniteData<Page<AdminReport>>>(KEY, (data) => data && withoutItem(data, id)),
    onError: (error) => {
      // Somebody else was faster: show what is left.
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: KEY });
    },
  });
}
