import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import type { AutomationActivity } from "../../../worker/contracts/automation.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { Chip } from "../../ui/chip.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { actionText, dotColour, statusText } from "./automation-text.ts";
import { automationActivity } from "./automation.queries.ts";

/** Deeds shown of those that are fetched (docs/product.md, Automation). */
const SHOWN = 10;

const DOTS = { blue: "bg-focus", green: "bg-good", red: "bg-danger" } as const;

/** The latest deeds of the automation, and of moderators with it. */
export function AdminAutomationActivity() {
  const query = useQuery(automationActivity());
  return (
    <SectionCard title="Recent Activity">
      {query.isPending && (
        <>
          <p className="mb-3 text-sm text-ink-muted">Loading activity...</p>
          <RowsSkeleton label="Loading activity" />
        </>
      )}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch automation activity" onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <Notice icon={Bot} title="No Activity Yet">
          What the automation posts is listed here.
        </Notice>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {query.data.slice(0, SHOWN).map((activity) => (
            <Deed key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function Deed({ activity }: { activity: AutomationActivity }) {
  const status = statusText(activity);
  return (
    <li className="flex gap-3 py-3">
      <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full ${DOTS[dotColour(activity)]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="font-medium">{actionText(activity)}</span>
          <Chip tone={status === "Failed" ? "danger" : "neutral"}>{status}</Chip>
        </p>
        <p className="text-sm wrap-anywhere">{activity.details.message}</p>
        <time dateTime={activity.createdAt} className="text-sm text-ink-muted">
          {formatMoment(activity.createdAt)}
        </time>
      </div>
    </li>
  );
}
