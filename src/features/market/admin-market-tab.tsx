import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  AGED_BENCHMARK_MONTHS,
  type Benchmark,
  BENCHMARK_MONTHS,
  CHECKED_MONTHS,
  type TypeMarket,
} from "../../../worker/contracts/market.ts";
import { plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminMarketForm } from "./admin-market-form.tsx";
import { AdminMarketImport } from "./admin-market-import.tsx";
import { AdminMarketRemoval } from "./admin-market-removal.tsx";
import { AdminMarketType } from "./admin-market-type.tsx";
import { marketOverview } from "./market.queries.ts";

type Dialog = "import" | { market: TypeMarket; month: Benchmark | null } | { removing: Benchmark } | null;

/** What listings are compared with: the figure in force of each type, how it was found, and what it does. */
export function AdminMarketTab() {
  const query = useQuery(marketOverview());
  const [dialog, setDialog] = useState<Dialog>(null);
  if (query.isPending) return <RowsSkeleton label="Loading the market" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the market" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Market</h2>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-muted">
          A listing is below market when its rent is at least 10% below the figure of the newest month, of its own
          municipality or region. When that figure changes, every listing of the type is compared again within minutes.
        </p>
        <Button variant="secondary" onClick={() => setDialog("import")}>
          Import CSV
        </Button>
      </div>
      {query.data.aged.length > 0 && (
        <p className="rounded-control bg-warn-soft px-3 py-2">
          {plural(query.data.aged.length, "figure is", "figures are")} older than {AGED_BENCHMARK_MONTHS} months, and
          renters read how old. After {BENCHMARK_MONTHS} months a figure makes no percentage: please look whether newer
          ones are published. Where none is, mark it as checked: the figure then counts for {CHECKED_MONTHS} months
          more, once. A mail reminds of this each month.
        </p>
      )}
      <ul className="grid gap-4 xl:grid-cols-2">
        {query.data.types.map((market) => (
          <AdminMarketType
            key={market.bedrooms}
            market={market}
            onEdit={(month) => setDialog({ market, month })}
            onRemove={(removing) => setDialog({ removing })}
          />
        ))}
      </ul>
      {dialog === "import" && <AdminMarketImport onClose={() => setDialog(null)} />}
      {dialog && dialog !== "import" && "market" in dialog && (
        <AdminMarketForm market={dialog.market} month={dialog.month} onClose={() => setDialog(null)} />
      )}
      {dialog && dialog !== "import" && "removing" in dialog && (
        <AdminMarketRemoval benchmark={dialog.removing} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
