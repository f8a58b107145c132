import { Plus, ArrowRight } from "lucide-react";
import { useId } from "react";
import {
  AGED_BENCHMARK_MONTHS,
  type AreaMarket,
  OWN_MEDIAN_DAYS,
  type TypeMarket,
  type Benchmark,
  type BenchmarkChange,
  type BenchmarkValues,
  areaName,
  CITY,
} from "../../../worker/contracts/market.ts";
import { shortDay } from "../../../worker/contracts/days.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatCount, formatDate, formatMonth, plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { BANDS, countedText, KINDS, OWN_KINDS } from "./market-text.ts";
import { useFigureCheck } from "./market.queries.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { Disclosure } from "../../ui/disclosure.tsx";

interface MarketActions {
  /** Edits a month; null adds a new month. */
  onEdit(month: Benchmark | null): void;
  onRemove(month: Benchmark): void;
}

/** Months of a type with their change history. */
function AdminMarketHistory({ market, onEdit, onRemove }: MarketActions & { market: TypeMarket }) {
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
        <p className="text-sm text-ink-muted">No changes yet. These are the starting values.</p>
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
          {isInForce && <span className="text-ink-muted"> (current)</span>}
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

/** Returns the values that differ, in words. */
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

/** The current benchmark beside the site's own median, its listings and its history. */
export function AdminMarketType({ market, onEdit, onRemove }: MarketActions & { market: TypeMarket }) {
  const headingId = useId();
  return (
    <li
      aria-labelledby={headingId}
      className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} className="text-lg font-semibold">
          {market.bedrooms}
        </h3>
        <div className="flex flex-wrap gap-2">
          <CheckButton market={market} />
          <RoleButton
            needs="operator"
            size="sm"
            variant="secondary"
            aria-describedby={headingId}
            onClick={() => onEdit(null)}
          >
            <Plus aria-hidden className="size-4" />
            Add Month
          </RoleButton>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-10 gap-y-3">
        <InForce market={market} />
        <OwnMedian market={market} />
      </div>
      <OtherAreas market={market} />
      <Bands market={market} />
      <AdminMarketHistory market={market} onEdit={onEdit} onRemove={onRemove} />
    </li>
  );
}

const isAged = ({ ageMonths }: AreaMarket): boolean => ageMonths !== null && ageMonths >= AGED_BENCHMARK_MONTHS;

/** Returns whether a benchmark is old, and nobody has checked that there is no newer one. */
export const needsCheck = (market: AreaMarket): boolean => isAged(market) && market.inForce?.checkedOn === null;

/** Age of an old benchmark, and the date of the last check. */
function Age({ market }: { market: AreaMarket }) {
  const { inForce, ageMonths, isTooOld } = market;
  if (inForce === null || !isAged(market)) return null;
  return (
    <>
      <Chip tone={isTooOld ? "danger" : "warn"}>
        {ageMonths} months old{isTooOld && ": no percentage"}
      </Chip>
      {inForce.checkedOn !== null && <Chip>Checked on {shortDay(inForce.checkedOn)}</Chip>}
    </>
  );
}

/** Button that marks an old benchmark as checked. */
function CheckButton({ market }: { market: AreaMarket }) {
  const check = useFigureCheck();
  const { area, inForce } = market;
  if (inForce === null || !needsCheck(market)) return null;
  return (
    <RoleButton
      needs="operator"
      size="sm"
      variant="secondary"
      busy={check.isPending}
      aria-label={`Mark as checked today: no newer figure is published for ${areaName(area)}`}
      onClick={() =>
        check.mutate(inForce, {
          onSuccess: () => toast({ title: "Checked", description: "The figure counts for three more months." }),
          onError: (error) => toastFailure("Failed to mark it as checked", error),
        })
      }
    >
      Mark as Checked
    </RoleButton>
  );
}

/** Returns whether a type only has figures for the City. */
export const isWithoutAreas = ({ otherAreas, ownRents }: TypeMarket): boolean =>
  otherAreas.length === 0 && ownRents.length === 0;

/** Benchmarks of other areas, and the site's own medians for areas without a published benchmark. */
function OtherAreas({ market }: { market: TypeMarket }) {
  const { otherAreas, ownRents } = market;
  if (isWithoutAreas(market)) return null;
  return (
    <ul aria-label="Other areas" className="grid gap-1 text-sm">
      {otherAreas.map((other) => (
        <li key={other.area} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{areaName(other.area)}</span>
          {other.inForce && (
            <span className="tabular-nums">
              {dollars(other.inForce.rent)}, {formatMonth(other.inForce.asOf)}
            </span>
          )}
          <Age market={other} />
          <CheckButton market={other} />
        </li>
      ))}
      {ownRents.map(({ kind, area, rent, listings, firstDay, lastDay }) => (
        <li key={`${kind} ${area}`}>
          <span className="font-semibold">
            {areaName(area)}, {OWN_KINDS[kind]}
          </span>{" "}
          {dollars(rent)}: median of {formatCount(listings)} of our own listings, {shortDay(firstDay)} to{" "}
          {shortDay(lastDay)}
        </li>
      ))}
    </ul>
  );
}

function InForce({ market }: { market: TypeMarket }) {
  const { inForce } = market;
  if (!inForce) return <p className="text-warn">No figure, so listings of this type are not compared.</p>;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-sm text-ink-muted">Current figure</p>
      <p className="text-2xl font-bold tabular-nums">{dollars(inForce.rent)}</p>
      <p className="mt-1 text-sm wrap-anywhere">
        {formatMonth(inForce.asOf)}, {areaName(inForce.area)}. {inForce.source}
      </p>
      <p className="mt-1 flex flex-wrap gap-2">
        <Age market={market} />
        <Chip>{KINDS[inForce.kind]}</Chip>
        {inForce.isEstimate && <Chip tone="warn">Estimate</Chip>}
      </p>
      {inForce.method !== null && (
        <p className="mt-1 text-sm wrap-anywhere text-ink-muted">How it was derived: {inForce.method}</p>
      )}
    </div>
  );
}

function OwnMedian({ market: { ownMedian } }: { market: TypeMarket }) {
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="text-sm text-ink-muted">Median of our own listings</p>
      {ownMedian ? (
        <>
          <p className="text-2xl font-bold tabular-nums">{dollars(ownMedian.rent)}</p>
          <p className="mt-1 text-sm">
            {formatCount(ownMedian.listings)} approved in {OWN_MEDIAN_DAYS} days, as of {formatDate(ownMedian.asOf)}
          </p>
        </>
      ) : (
        <p className="mt-1 text-sm">Too few listings</p>
      )}
    </div>
  );
}

function Bands({ market: { publicListings } }: { market: TypeMarket }) {
  const { total, isPartial } = publicListings;
  return (
    <div>
      <p className="text-sm text-ink-muted first-letter:uppercase">{countedText(total, isPartial)}</p>
      {total > 0 && (
        <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {BANDS.map(([band, words]) => (
            <div key={band} className="flex gap-1.5">
              <dt className="text-ink-muted">{words}</dt>
              <dd className="font-medium tabular-nums">{formatCount(publicListings[band])}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
