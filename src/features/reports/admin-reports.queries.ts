import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Decision } from "../../../worker/contracts/decisions.ts";
import {
  type AdminReport,
  dismissReport,
  dismissReports,
  listReportGroups,
  listReports,
  type ReportGroup,
  type ReportSubject,
} from "../../../worker/contracts/reports.ts";
import { removeShortlist } from "../../../worker/contracts/saved.ts";
import { ApiError, call, callList } from "../../lib/api.ts";
import { announceDecision } from "../../lib/decisions.ts";
import { plural } from "../../lib/format.ts";
import { FOR_MODERATORS, pagedList } from "../../lib/paged-list.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { reasonText, reportTitle } from "./admin-report-text.tsx";

/**
 * Returns functions that dismiss a report or a whole group and announce the dismissal.
 * @param onDismissed called with the id of the report or group
 */
export function useReportDismissal(onDismissed: (id: number) => void) {
  const dismissal = useDismissal();
  /** Ids being dismissed. Several can be pending at once, because taking down a listing also dismisses its reports. */
  const pending = useRef(new Set<number>());

  /**
   * Awaits mutateAsync(), because callbacks of mutate() are lost if the report leaves the screen before the response
   * arrives.
   */
  const run = async (
    what: Parameters<typeof dismissal.mutateAsync>[0],
    id: number,
    said: (count: number) => { title: string; text: string },
  ) => {
    if (pending.current.has(id)) return;
    pending.current.add(id);
    try {
      const { decisionId, dismissed } = await dismissal.mutateAsync(what);
      announceDecision({ ...said(dismissed), decisionId });
      onDismissed(id);
    } catch (error) {
      toastFailure("Failed to dismiss report", error);
    } finally {
      pending.current.delete(id);
    }
  };

  const dismiss = (report: AdminReport) =>
    void run(report.id, report.id, () => ({
      title: "Report dismissed",
      text: `Dismissed: ${reasonText(report)} - ${reportTitle(report)}`,
    }));

  const dismissAll = ({ id, targetType, targetId, latest }: ReportGroup) =>
    void run({ targetType, targetId }, id, (count) => ({
      title: `${plural(count, "report")} dismissed`,
      text: `Dismissed: ${plural(count, "report")} - ${reportTitle(latest)}`,
    }));

  return {
    dismiss,
    dismissAll,
    /** Id of the report, or the group, being dismissed. */
    busy: dismissal.isPending ? dismissal.variables : null,
  };
}

const PAGE_SIZE = 20;
const KEYS = {
  all: ["reports", "admin"],
  total: ["reports", "admin", "total"],
  groups: ["reports", "admin", "groups"],
} as const;

/** Returns the query for the number of open reports. */
export function adminReportTotal() {
  return queryOptions({
    queryKey: KEYS.total,
    queryFn: async ({ signal }) => (await callList(listReports, { query: { limit: 1 } }, { signal })).total,
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** Returns the query for groups with open reports, most recently reported first. */
export function adminReportGroups() {
  return pagedList(KEYS.groups, listReportGroups, PAGE_SIZE);
}

/** Returns the query for the open reports of a group, newest first. */
export function adminReportsOf({ targetType, targetId }: ReportSubject) {
  const query = { targetType, targetId };
  return pagedList([...KEYS.all, "of", targetType, targetId], listReports, PAGE_SIZE, { query });
}

export function useInvalidateReports() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEYS.all });
}

/** Returns a mutation that deletes a reported shortlist. Its reports stay until they are dismissed. */
export function useShortlistDeletion(id: number) {
  const invalidate = useInvalidateReports();
  return useMutation({
    mutationFn: () => call(removeShortlist, { id }),
    onSuccess: invalidate,
    onError: (error) => toastFailure("Failed to delete the shortlist", error),
  });
}

/** Returns a mutation that dismisses a report by id, or a group, and is pending until reports are refetched. */
function useDismissal() {
  const client = useQueryClient();
  const invalidate = () => client.invalidateQueries({ queryKey: KEYS.all });
  return useMutation({
    mutationFn: async (which: number | ReportSubject): Promise<Decision & { dismissed: number }> =>
      typeof which === "number"
        ? { ...(await call(dismissReport, { id: which })), dismissed: 1 }
        : call(dismissReports, { body: which }),
    onSuccess: invalidate,
    onError: (error) => {
      // Another moderator dismissed the report first.
      if (error instanceof ApiError && error.status === 404) void invalidate();
    },
  });
}
