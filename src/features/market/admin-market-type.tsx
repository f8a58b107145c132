import { Plus } from "lucide-react";
import { useId } from "react";
import {
  AGED_BENCHMARK_MONTHS,
  type AreaMarket,
  OWN_MEDIAN_DAYS,
  OWN_MEDIAN_MIN_EXCLUSIVE,
  type TypeMarket,
} from "../../../worker/contracts/market.ts";
import { shortDay } from "../../../worker/contracts/days.ts";
import { areaName } from "../../../worker/contracts/market-areas.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatCount, formatDate, formatMonth } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { AdminMarketHistory, type MarketActions } from "./admin-market-history.tsx";
import { BANDS, countedText, KINDS, OWN_KINDS } from "./market-text.ts";
import { useFigureCheck } from "./market.queries.ts";

/** The benchmark in force beside the site's own median, its listings and its history. */
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

/** Age of an old benchmark, with a button to mark it as checked. */
function Age({ market: { area, inForce, ageMonths, isTooOld } }: { market: AreaMarket }) {
  const check = useFigureCheck();
  if (inForce === null || ageMonths === null || ageMonths < AGED_BENCHMARK_MONTHS) return null;
  return (
    <>
      <Chip tone={isTooOld ? "danger" : "warn"}>
        {ageMonths} months old{isTooOld && ": no percentage"}
      </Chip>
      {inForce.checkedOn === null ? (
        <RoleButton
          needs="operator"
          size="sm"
          variant="secondary"
          busy={check.isPending}
          aria-label={`Mark as checked today: no newer figure is published for ${areaName(area)}`}
          onClick={() =>
            check.mutate(inForce, {
              onSuccess: () =>
                toast({ title: "Checked", description: "The figure counts for three months more, once." }),
              onError: (error) => toastFailure("Failed to note the check", error),
            })
          }
        >
          Mark as Checked Today
        </RoleButton>
      ) : (
        <Chip>Checked on {shortDay(inForce.checkedOn)}</Chip>
      )}
    </>
  );
}

/** Benchmarks of other areas, and own medians where none is published. */
function OtherAreas({ market: { otherAreas, ownRents } }: { market: TypeMarket }) {
  if (otherAreas.length === 0 && ownRents.length === 0) {
    return <p className="text-sm text-ink-muted">Elsewhere: no figure, so homes outside the City are not compared.</p>;
  }
  return (
    <ul aria-label="Other places" className="grid gap-1 text-sm">
      {otherAreas.map((other) => (
        <li key={other.area} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{areaName(other.area)}</span>
          {other.inForce && (
            <span className="tabular-nums">
              {dollars(other.inForce.rent)}, {formatMonth(other.inForce.asOf)}
            </span>
          )}
          <Age market={other} />
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
  if (!inForce) return <p className="text-warn">No benchmark: listings of this type are not compared.</p>;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-sm text-ink-muted">In force</p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-2xl font-bold tabular-nums">{dollars(inForce.rent)}</span>
        <Chip>{KINDS[inForce.kind]}</Chip>
        {inForce.isEstimate && <Chip tone="warn">Estimate</Chip>}
        <Age market={market} />
      </p>
      <p className="mt-1 text-sm wrap-anywhere">
        {formatMonth(inForce.asOf)}, {areaName(inForce.area)}. {inForce.source}
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
            {formatCount(ownMedian.listings)} approved within {OWN_MEDIAN_DAYS} days, as of {formatDate(ownMedian.asOf)}
          </p>
        </>
      ) : (
        <p className="mt-1 text-sm">
          Not counted until more than {OWN_MEDIAN_MIN_EXCLUSIVE} were approved within {OWN_MEDIAN_DAYS} days.
        </p>
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
