import { ArrowRight } from "lucide-react";
import type { Benchmark, BenchmarkChange, BenchmarkValues, TypeMarket } from "../../../worker/contracts/market.ts";
import { shortDay } from "../../../worker/contracts/days.ts";
import { areaName, CITY } from "../../../worker/contracts/market-areas.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { formatMonth, plural } from "../../lib/format.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { KINDS } from "./market-text.ts";

export interface MarketActions {
  /** Null adds a month. */
  onEdit(month: Benchmark | null): void;
  onRemove(month: Benchmark): void;
}

/** Months of a type with their change history. */
export function AdminMarketHistory({ market, onEdit, onRemove }: MarketActions & { market: TypeMarket }) {
  const { changes, otherAreas } = market;
  const areas = [market, ...otherAreas];
  const count = areas.reduce((sum, { months }) => sum + months.length, 0);
  return (
    <Disclosure summary={`Months and changes (${plural(count, "month")})`}>
      {areas.map(({ area, inForce, months }) => (
        <div key={area}>
          {otherAreas.length > 0 && <h4 className="mt-3 text-sm font-semibold">{areaName(area)}</h4>}
          <ul className="divide-y divide-line">
            {months.map((month) => (
              <Month
                key={month.id}
                month={month}
                isInForce={month.id === inForce?.id}
                onEdit={() => onEdit(month)}
                onRemove={area !== CITY || months.length > 1 ? () => onRemove(month) : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
      <h4 className="mt-3 text-sm font-semibold">Changes</h4>
      {changes.length === 0 ? (
        <p className="text-sm text-ink-muted">None yet: these are the starting values.</p>
      ) : (
        <ul className="mt-1 grid gap-1.5 text-sm">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

interface MonthProps {
  month: Benchmark;
  isInForce: boolean;
  onEdit(): void;
  /** Undefined for the City's last month of a type, which cannot be deleted. */
  onRemove: (() => void) | undefined;
}

function Month({ month, isInForce, onEdit, onRemove }: MonthProps) {
  const name = formatMonth(month.asOf);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p>
          <span className="font-semibold tabular-nums">{dollars(month.rent)}</span> {name}
          {isInForce && <span className="text-ink-muted"> (in force)</span>}
        </p>
        <p className="wrap-anywhere text-ink-muted">
          {KINDS[month.kind]}
          {month.isEstimate && ", estimate"}. {month.source}
        </p>
      </div>
      <div className="flex gap-2">
        <RoleButton needs="operator" size="sm" variant="secondary" aria-label={`Correct ${name}`} onClick={onEdit}>
          Correct
        </RoleButton>
        {onRemove && (
          <RoleButton
            needs="operator"
            size="sm"
            variant="ghost"
            aria-label={`Delete ${name}`}
            className="text-danger hover:bg-danger-soft"
            onClick={onRemove}
          >
            Delete
          </RoleButton>
        )}
      </div>
    </li>
  );
}

/** The differing values in words. */
function valueTexts(values: BenchmarkValues, other: BenchmarkValues | null): string {
  const texts: [keyof BenchmarkValues, string][] = [
    ["rent", dollars(values.rent)],
    ["kind", KINDS[values.kind].toLowerCase()],
    ["source", values.source],
    ["isEstimate", values.isEstimate ? "estimate" : "published"],
    ["method", values.method ?? "no derivation"],
    ["checkedOn", values.checkedOn === null ? "not checked" : `checked on ${shortDay(values.checkedOn)}`],
  ];
  const shown = texts.filter(([field]) => (other ? values[field] !== other[field] : field === "rent"));
  return shown.map(([, text]) => text).join(", ");
}

function Change({ change: { at, actor, ipAddress, before, after } }: { change: BenchmarkChange }) {
  const of = after ?? before;
  const area = of === null || of.area === CITY ? "" : `, ${areaName(of.area)}`;
  const month = formatMonth(of?.asOf ?? "") + area;
  return (
    <li className="min-w-0 wrap-anywhere">
      <time dateTime={at} className="text-ink-muted tabular-nums">
        {formatMoment(at)}
      </time>{" "}
      {month}: {before ? valueTexts(before, after) : "added,"}{" "}
      {before && after && (
        <>
          <ArrowRight aria-hidden className="inline size-3.5 text-ink-muted" />
          <span className="sr-only">became</span>{" "}
        </>
      )}
      {after ? valueTexts(after, before) : "deleted"}
      <span className="text-ink-muted">
        {" "}
        by {actor === "admin" ? "a moderator" : actor}
        {ipAddress !== null && ` from ${ipAddress}`}
      </span>
    </li>
  );
}
