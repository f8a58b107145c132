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
import { RENT_BANDS, countedText, BENCHMARK_KIND_NAMES, OWN_RENT_NAMES } from "./market-text.ts";
import { useBenchmarkCheck } from "./market.queries.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { Disclosure } from "../../ui/disclosure.tsx";

interface MarketActions {
  /** Opens the form for a month; null opens it for a new month. */
  onEdit(month: Benchmark | null): void;
  onRemove(month: Benchmark): void;
}

interface MarketTypeProps extends MarketActions {
  market: TypeMarket;
}

/** Shows the less frequently needed data of a type: public listings by band, months, and changes. */
function AdminMarketDetails({ market, onEdit, onRemove }: MarketTypeProps) {
  const { changes, inForce, otherAreas } = market;
  const areas = [market, ...otherAreas];
  const count = areas.reduce((sum, { months }) => sum + months.length, 0);
  return (
    <Disclosure isSmall summary={`Source, listings and ${plural(count, "month")}`}>
      <div className="grid gap-3 pb-2">
        {inForce && inForce.method !== null && (
          <p className="wrap-anywhere text-ink-muted">How it was derived: {inForce.method}</p>
        )}
        <Bands market={market} />
        {areas.map(({ area, inForce: current, months }) => (
          <div key={area}>
            {otherAreas.length > 0 && <h4 className="font-semibold">{areaName(area)}</h4>}
            <ul className="divide-y divide-line">
              {months.map((month) => (
                <Month
                  key={month.id}
                  month={month}
                  isInForce={month.id === current?.id}
                  onEdit={() => onEdit(month)}
                  onRemove={area !== CITY || months.length > 1 ? () => onRemove(month) : undefined}
                />
              ))}
            </ul>
          </div>
        ))}
        <div>
          <h4 className="font-semibold">Changes</h4>
          {changes.length === 0 ? (
            <p className="text-ink-muted">No changes yet. These are the starting values.</p>
          ) : (
            <ul className="mt-1 grid gap-1.5">
              {changes.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </Disclosure>
  );
}

interface MonthProps {
  month: Benchmark;
  isInForce: boolean;
  onEdit(): void;
  /** Undefined for the City's last remaining month of a type, which cannot be deleted. */
  onRemove: (() => void) | undefined;
}

function Month({ month, isInForce, onEdit, onRemove }: MonthProps) {
  const name = formatMonth(month.asOf);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <span className="font-semibold tabular-nums">{dollars(month.rent)}</span> {name}
          {isInForce && <span className="text-ink-muted"> (current)</span>}
        </p>
        <p className="wrap-anywhere text-ink-muted">
          {BENCHMARK_KIND_NAMES[month.kind]}
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

/** Returns the values that differ from the other version, as text; the rent if there is no other version. */
function valueTexts(values: BenchmarkValues, other: BenchmarkValues | null): string {
  const texts: [keyof BenchmarkValues, string][] = [
    ["rent", dollars(values.rent)],
    ["kind", BENCHMARK_KIND_NAMES[values.kind].toLowerCase()],
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

/** Row with a type's current benchmark, the site's own median, actions, and collapsed details. */
export function AdminMarketType({ market, onEdit, onRemove }: MarketTypeProps) {
  const headingId = useId();
  const { inForce, publicListings, ownMedian } = market;
  return (
    <li aria-labelledby={headingId} className="min-w-0 py-3">
      <div className="grid items-center gap-x-6 gap-y-2 xl:grid-cols-[12rem_minmax(0,1fr)_auto]">
        <div>
          <h3 id={headingId} className="font-semibold">
            {market.bedrooms}
          </h3>
          <p className="text-sm text-ink-muted">{countedText(publicListings.total, publicListings.isPartial)}</p>
        </div>
        {inForce ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p>
              <strong className="text-lg tabular-nums">{dollars(inForce.rent)}</strong>{" "}
              <span className="text-sm text-ink-muted">{formatMonth(inForce.asOf)}</span>
            </p>
            <Age market={market} />
            {inForce.isEstimate && <Chip tone="warn">Estimate</Chip>}
            {ownMedian && (
              <p className="w-full text-sm">
                Our own median: {dollars(ownMedian.rent)}, from {plural(ownMedian.listings, "listing")} approved in{" "}
                {OWN_MEDIAN_DAYS} days, as of {formatDate(ownMedian.asOf)}
              </p>
            )}
          </div>
        ) : (
          <p className="text-warn">No figure, so listings of this type are not compared.</p>
        )}
        <div className="flex flex-wrap gap-2 xl:justify-end">
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
      <OtherAreas market={market} />
      <AdminMarketDetails market={market} onEdit={onEdit} onRemove={onRemove} />
    </li>
  );
}

const hasOldBenchmark = ({ ageMonths }: AreaMarket): boolean =>
  ageMonths !== null && ageMonths >= AGED_BENCHMARK_MONTHS;

/** Returns whether a benchmark is old and nobody has checked for a newer one. */
export const needsCheck = (market: AreaMarket): boolean =>
  hasOldBenchmark(market) && market.inForce?.checkedOn === null;

/** Shows the age of an old benchmark and the date of the last check. */
function Age({ market }: { market: AreaMarket }) {
  const { inForce, ageMonths, isTooOld } = market;
  if (inForce === null || !hasOldBenchmark(market)) return null;
  return (
    <>
      <Chip tone={isTooOld ? "danger" : "warn"}>
        {ageMonths} months old{isTooOld && ": no percentage"}
      </Chip>
      {inForce.checkedOn !== null && <Chip>Checked on {shortDay(inForce.checkedOn)}</Chip>}
    </>
  );
}

/** Button that records that an old benchmark was checked. */
function CheckButton({ market }: { market: AreaMarket }) {
  const check = useBenchmarkCheck();
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
          onSuccess: () => toast({ title: "Checked", description: "The figure stays in use for three more months." }),
          onError: (error) => toastFailure("Failed to mark it as checked", error),
        })
      }
    >
      Mark as Checked
    </RoleButton>
  );
}

/** Returns whether a type has data for the City only. */
export const isWithoutAreas = ({ otherAreas, ownRents }: TypeMarket): boolean =>
  otherAreas.length === 0 && ownRents.length === 0;

/** Shows benchmarks of other areas, and the site's own medians for areas without a published benchmark. */
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
            {areaName(area)}, {OWN_RENT_NAMES[kind]}
          </span>{" "}
          {dollars(rent)}: median of {formatCount(listings)} of our own listings, {shortDay(firstDay)} to{" "}
          {shortDay(lastDay)}
        </li>
      ))}
    </ul>
  );
}

/** Shows how many public listings of a type are in each band of difference from the market. */
function Bands({ market: { publicListings } }: { market: TypeMarket }) {
  if (publicListings.total === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {RENT_BANDS.map(([band, words]) => (
        <div key={band} className="flex gap-1.5">
          <dt className="text-ink-muted">{words}</dt>
          <dd className="font-medium tabular-nums">{formatCount(publicListings[band])}</dd>
        </div>
      ))}
    </dl>
  );
}
