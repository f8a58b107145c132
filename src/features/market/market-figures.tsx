import { BEDROOMS, type Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import { shortMonth } from "../../../worker/contracts/days.ts";
import {
  type BenchmarkMonth,
  MARKET_HOMES_MIN,
  type MarketFigures,
  type MarketGroup,
  type MarketMonth,
} from "../../../worker/contracts/market-pages.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatDay, formatMonth } from "../../lib/format.ts";
import { asWritten } from "../../ui/as-written.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RentChart } from "./rent-chart.tsx";

const NONE = "—";

const GROUP_COLUMNS: readonly Column<MarketGroup>[] = [
  { header: "Type", value: ({ type }) => (type === "all" ? "All types" : type) },
  { header: "Median rent", value: ({ rents }) => (rents ? dollars(rents.value.median) : NONE) },
  {
    header: "Middle half",
    value: ({ rents }) => (rents ? `${dollars(rents.value.lower)} to ${dollars(rents.value.upper)}` : NONE),
  },
  { header: "Rent controlled", value: ({ rentControl }) => (rentControl ? `${rentControl.value}%` : NONE) },
  { header: "Against the average", value: ({ discount }) => (discount ? discountText(discount.value) : NONE) },
  { header: "Gone after", value: ({ pace }) => (pace ? `${pace.medianDays} days` : NONE) },
];

const discountText = (percent: number) =>
  percent === 0 ? "the same" : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"}`;

/** What the columns mean. */
const FIGURES_NOTE = `Of homes on this site first approved in the 90 days up to the end of the month, in one of the City’s neighbourhoods. “Against the average” is the median of the homes that are compared; “gone after” is when half of the homes were rented or withdrawn. A dash stands for fewer than ${MARKET_HOMES_MIN} homes.`;

function GroupTable({ caption, groups }: { caption: string; groups: readonly MarketGroup[] }) {
  if (groups.length === 0)
    return <p className="text-sm text-ink-muted">Too few homes to tell anything of this month.</p>;
  return <DataTable caption={caption} columns={GROUP_COLUMNS} rows={groups} rowKey={({ type }) => type} stacks={2} />;
}

const BENCHMARK_COLUMNS: readonly Column<BenchmarkMonth>[] = [
  { header: "Month", value: ({ month }) => formatMonth(month) },
  { header: "Rent", value: ({ rent }) => dollars(rent) },
  {
    header: "Source",
    value: ({ source, kind, isEstimate }) =>
      `${source}${kind === "occupied" ? ", occupied homes" : ""}${isEstimate ? ", estimate" : ""}`,
  },
];

/** Rents of one type by month; nothing without any figure. */
function TypeCard({ type, figures }: { type: Bedrooms; figures: MarketFigures }) {
  const published = figures.benchmarks.find((one) => one.type === type)?.months ?? [];
  const own = figures.months.toReversed().flatMap(({ month, groups }) => {
    const rents = groups.find((group) => group.type === type)?.rents;
    return rents ? [{ month, value: rents.value, homes: rents.homes }] : [];
  });
  const latest = published.at(-1);
  const ownLatest = own.at(-1);
  if (!latest && !ownLatest) return null;
  const words = [
    latest && `published ${dollars(latest.rent)} in ${formatMonth(latest.month)}`,
    ownLatest && `median on this site ${dollars(ownLatest.value.median)} in ${formatMonth(ownLatest.month)}`,
  ].filter(Boolean);
  const sentence = words.join("; ");
  return (
    <SectionCard title={type} note={asWritten(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)}>
      <RentChart label={`Rents of ${type} by month: ${sentence}.`} published={published} own={own} />
      <div className="mt-2">
        <Disclosure summary={`${type} as a table`} isSmall>
          {published.length > 0 && (
            <DataTable
              caption={`${type}: published rents of the City of Toronto`}
              columns={BENCHMARK_COLUMNS}
              rows={published.toReversed()}
              rowKey={({ month }) => month}
            />
          )}
          {own.length > 0 && (
            <DataTable
              caption={`${type}: median asking rents on this site`}
              columns={[
                { header: "Month", value: ({ month }) => formatMonth(month) },
                { header: "Median on this site", value: ({ value }) => dollars(value.median) },
                { header: "Homes", value: ({ homes }) => homes },
              ]}
              rows={own.toReversed()}
              rowKey={({ month }) => month}
            />
          )}
        </Disclosure>
      </div>
    </SectionCard>
  );
}

/** Rents by type, then this site's own figures of the newest month. */
export function CurrentFigures({ figures }: { figures: MarketFigures }) {
  const [newest] = figures.months;
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {BEDROOMS.map((type) => (
          <TypeCard key={type} type={type} figures={figures} />
        ))}
      </div>
      <SectionCard
        title={
          newest
            ? `On this site, ${formatMonth(newest.month)}${newest.closedAt === null ? " so far" : ""}`
            : "On this site"
        }
        note={FIGURES_NOTE}
      >
        <GroupTable caption={`This site’s own figures: ${figures.area.name}`} groups={newest?.groups ?? []} />
      </SectionCard>
    </>
  );
}

/** The months that are over, each as it was when it was closed. */
export function Archive({ months }: { months: readonly MarketMonth[] }) {
  const closed = months.filter(({ closedAt }) => closedAt !== null);
  return (
    <SectionCard
      title="Archive"
      note="The figures of a month never change once it is closed. A correction is marked, and what was published before stays here."
    >
      {closed.length === 0 ? (
        <p className="text-sm text-ink-muted">No month is closed yet.</p>
      ) : (
        <div className="grid gap-2">
          {closed.map(({ month, closedAt, groups, corrections }) => (
            <Disclosure key={month} summary={`${formatMonth(month)}${corrections.length > 0 ? " (corrected)" : ""}`}>
              <p className="mb-2 text-sm text-ink-muted">Closed on {formatDay(closedAt ?? "")}.</p>
              <GroupTable caption={formatMonth(month)} groups={groups} />
              {corrections.map(({ at, reason, before }) => (
                <div key={at} className="mt-4">
                  <p className="text-sm">
                    <strong>Corrected on {formatDay(at)}:</strong> {reason} Published before:
                  </p>
                  <GroupTable
                    caption={`${formatMonth(month)} before ${shortMonth(month)}’s correction`}
                    groups={before}
                  />
                </div>
              ))}
            </Disclosure>
          ))}
        </div>
      )}
    </SectionCard>
  );
}
