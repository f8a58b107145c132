import type { AdminReport, ReportGroup } from "../../../worker/contracts/reports.ts";
import { tellDecision } from "../../lib/decisions.ts";
import { plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { reasonText, reportTitle } from "./admin-report-text.tsx";
import { useDismissal } from "./admin-reports.queries.ts";

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
        tellDecision({ title: "Report dismissed", text, decisionId });
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
          tellDecision({ title: `${plural(dismissed, "report")} dismissed`, text, decisionId });
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
