import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Decision } from "../../../worker/contracts/decisions.ts";
import type { AdminReport, ReportGroup, ReportsDismissed } from "../../../worker/contracts/reports.ts";
import { ApiError, getList, sendJson } from "../../lib/api.ts";
import { announceDecision } from "../../lib/decisions.ts";
import { plural } from "../../lib/format.ts";
import { FOR_MODERATORS, pagedList } from "../../lib/paged-list.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { reasonText, reportTitle } from "./admin-report-text.tsx";

/**
 * Dismisses one report, or all of one thing, and says of which.
 * @param onDismissed told the id of the report, or of the group
 */
export function useReportDismissal(onDismissed: (id: number) => void) {
  const dismissal = useDismissal();
  const onError = (error: unknown) => toastFailure("Failed to dismiss report", error);

  const dismiss = (report: AdminReport) => {
    if (dismissal.isPending) return;
    dismissal.mutate(report.id, {
      onSuccess: ({ decisionId }) => {
        const text = `Dismissed: ${reasonText(report)} - ${reportTitle(report)}`;
        announceDecision({ title: "Report dismissed", text, decisionId });
        onDismissed(report.id);
      },
      onError,
    });
  };

  const dismissAll = ({ id, targetType, targetId, latest }: ReportGroup) => {
    if (dismissal.isPending) return;
    dismissal.mutate(
      { targetType, targetId },
      {
        onSuccess: ({ decisionId, dismissed }) => {
          const text = `Dismissed: ${plural(dismissed, "report")} - ${reportTitle(latest)}`;
          announceDecision({ title: `${plural(dismissed, "report")} dismissed`, text, decisionId });
          onDismissed(id);
        },
        onError,
      },
    );
  };

  return {
    dismiss,
    dismissAll,
    /** What is being dismissed: a report by its id, or a thing. */
    busy: dismissal.isPending ? dismissal.variables : null,
  };
}

const PAGE_SIZE = 20;
const KEYS = {
  all: ["reports", "admin"],
  total: ["reports", "admin", "total"],
  groups: ["reports", "admin", "groups"],
} as const;

/** How many open reports there are. */
export function adminReportTotal() {
  return queryOptions({
    queryKey: KEYS.total,
    queryFn: async ({ signal }) => (await getList<AdminReport>("/api/admin/reports?limit=1", { signal })).total,
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** What has open reports, the most recently reported first. */
export function adminReportGroups() {
  return pagedList<ReportGroup>(KEYS.groups, "/api/admin/reports/groups", PAGE_SIZE);
}

/** What reports are about. */
export type ReportedThing = Pick<ReportGroup, "targetType" | "targetId">;

/** The open reports of one thing, newest first. */
export function adminReportsOf({ targetType, targetId }: ReportedThing) {
  const path = `/api/admin/reports?targetType=${targetType}&targetId=${targetId}`;
  return pagedList<AdminReport>([...KEYS.all, "of", targetType, targetId], path, PAGE_SIZE);
}

/** Reads the reports again, when what they speak of has changed. */
export function useRenewReports() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEYS.all });
}

/** Dismisses one report by its id, or all open ones of one thing. The mutation ends when the reports were read again. */
function useDismissal() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: KEYS.all });
  return useMutation({
    mutationFn: async (which: number | ReportedThing): Promise<Decision & { dismissed: number }> =>
      typeof which === "number"
        ? { ...(await sendJson<Decision>("DELETE", `/api/admin/reports/${which}`)), dismissed: 1 }
        : sendJson<ReportsDismissed>("POST", "/api/admin/reports/dismiss", which),
    onSuccess: renew,
    onError: (error) => {
      // Somebody else decided first: show what is left.
      if (error instanceof ApiError && error.status === 404) void renew();
    },
  });
}
