import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminAutomationActions } from "./admin-automation-actions.tsx";
import { AdminAutomationActivity } from "./admin-automation-activity.tsx";
import { AdminAutomationSettings } from "./admin-automation-settings.tsx";
import { AdminAutomationSummary } from "./admin-automation-summary.tsx";
import { automationSettings } from "./automation.queries.ts";

/** What the site's own account posts, how often, and what it has posted. */
export function AdminAutomationTab() {
  const query = useQuery(automationSettings());
  if (query.isPending) return <RowsSkeleton label="Loading automation settings" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch automation settings" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <AdminAutomationSummary settings={query.data} />
      <AdminAutomationActions />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <AdminAutomationSettings settings={query.data} />
        <AdminAutomationActivity />
      </div>
    </div>
  );
}
