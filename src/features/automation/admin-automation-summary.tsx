import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AutomationSettings } from "../../../worker/contracts/automation.ts";
import { formatCount } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TARGET_NAMES } from "./automation-text.ts";
import { automationActivity, forumTotals } from "./automation.queries.ts";

/** What is switched on, and what came of it, at a glance. */
export function AdminAutomationSummary({ settings }: { settings: AutomationSettings }) {
  const totals = useQuery(forumTotals());
  const activity = useQuery(automationActivity());
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
      <SectionCard title="Thread Automation" actions={<State isActive={settings.autoCreateThreads} />}>
        <p className={settings.autoCreateThreads ? "" : "text-ink-muted"}>
          Creates {settings.threadsPerDay} threads daily
        </p>
      </SectionCard>
      <SectionCard title="Comment Automation" actions={<State isActive={settings.autoCreateComments} />}>
        <p className={settings.autoCreateComments ? "" : "text-ink-muted"}>
          Adds {settings.commentsPerDay} comments daily
        </p>
        <p className="text-sm text-ink-muted">Target: {TARGET_NAMES[settings.targetThreads]}</p>
      </SectionCard>
      <SectionCard title="Activity Stats">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Figure name="Total threads">{countOf(totals, ({ totalThreads }) => totalThreads)}</Figure>
          <Figure name="Recent actions">{countOf(activity, ({ length }) => length)}</Figure>
        </dl>
      </SectionCard>
    </div>
  );
}

function countOf<T>({ data, isPending }: { data: T | undefined; isPending: boolean }, count: (data: T) => number) {
  if (data !== undefined) return formatCount(count(data));
  return isPending ? <Skeleton className="inline-block h-5 w-8" /> : "Not known";
}

function State({ isActive }: { isActive: boolean }) {
  return <Chip tone={isActive ? "accent" : "warn"}>{isActive ? "Active" : "Paused"}</Chip>;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-muted">{name}:</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
