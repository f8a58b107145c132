import { useQuery } from "@tanstack/react-query";
import type { ClickCount } from "../../../worker/contracts/ads.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { advertisementClicks, operatorAdvertisement } from "./ad-controls.queries.ts";
import { AdForm, type UnsavedAd } from "./ad-form.tsx";

interface AdCardProps {
  sessionId: string;
  className?: string;
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      Could not be loaded.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </p>
  );
}

/** The form of the advertisement, with what is set. */
export function AdControls({ sessionId, className, unsaved }: AdCardProps & { unsaved: UnsavedAd }) {
  const { data, isError, refetch } = useQuery(operatorAdvertisement(sessionId));
  return (
    <SectionCard
      title="Advertisement Controls"
      className={className}
      actions={data && <Chip tone={data.enabled ? "accent" : "neutral"}>{data.enabled ? "Shown" : "Not shown"}</Chip>}
    >
      {data ? (
        <AdForm settings={data} sessionId={sessionId} unsaved={unsaved} />
      ) : isError ? (
        <NotLoaded onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-56 w-full" />
      )}
    </SectionCard>
  );
}

interface Period extends ClickCount {
  name: string;
}

const COLUMNS: readonly Column<Period>[] = [
  { header: "Period", value: ({ name }) => name },
  { header: "Clicks", value: ({ totalClicks }) => totalClicks, show: ({ totalClicks }) => formatCount(totalClicks) },
  {
    header: "Unique",
    value: ({ uniqueClicks }) => uniqueClicks,
    show: ({ uniqueClicks }) => formatCount(uniqueClicks),
  },
];

/** How often the advertisement was clicked. */
export function AdClicks({ sessionId, className }: AdCardProps) {
  const { data, isError, refetch } = useQuery(advertisementClicks(sessionId));
  const title = "Advertisement clicks";
  if (!data)
    return (
      <SectionCard title={title} className={className}>
        {isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton className="h-28 w-full" />}
      </SectionCard>
    );
  return (
    <TableCard
      title={title}
      note="Unique counts a browser once a day."
      caption="Clicks on the advertisement"
      columns={COLUMNS}
      rows={[
        { name: "Today", ...data.daily },
        { name: "This month", ...data.month },
        { name: "Lifetime", ...data.lifetime },
      ]}
      rowKey={({ name }) => name}
      empty=""
      className={className}
    />
  );
}
