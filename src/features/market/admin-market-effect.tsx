import { TriangleAlert } from "lucide-react";
import type { BenchmarkEffect } from "../../../worker/contracts/market.ts";
import { listingsText, moveText, warningsOf } from "./market-text.ts";

/** What a change would do, before it is made. */
export function AdminMarketEffect({ effect }: { effect: BenchmarkEffect }) {
  const warnings = warningsOf(effect);
  return (
    <div className="grid gap-3">
      <p>{moveText(effect)}</p>
      <p>{listingsText(effect)}</p>
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="grid gap-1 rounded-control bg-warn-soft px-3 py-2 text-ink">
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
