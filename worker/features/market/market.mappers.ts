import type { AuditEntry } from "../../contracts/audit.ts";
import { CITY } from "../../contracts/market-areas.ts";
import type { Benchmark, BenchmarkChange, BenchmarkValues, OwnRents } from "../../contracts/market.ts";
import type { BenchmarkRow, OwnRentsRow } from "./market.table.ts";

/** What a row says, but which it is. */
export type BenchmarkFacts = Omit<BenchmarkRow, "id" | "bedrooms" | "createdAt">;

/** What a row says of its place and month. */
export function toValues(row: BenchmarkFacts): BenchmarkValues {
  const { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn } = row;
  return { area, asOf, rent: rentCents / 100, kind, source, isEstimate, method, checkedOn };
}

/** A row as moderators read it. */
export function toBenchmark(row: BenchmarkRow): Benchmark {
  const { id, bedrooms, createdAt } = row;
  return { id, bedrooms, ...toValues(row), createdAt: createdAt.toISOString() };
}

/** What own listings of a kind ask, as moderators read it. */
export function toOwnRents({ kind, area, medianCents, listings, firstDay, lastDay }: OwnRentsRow): OwnRents {
  return { kind, area, rent: medianCents / 100, listings, firstDay, lastDay };
}

/** The same for the audit log, which writes amounts of cents as dollars. */
export function toAudited(row: BenchmarkFacts): BenchmarkFacts {
  const { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn } = row;
  return { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn };
}

/** An entry of the audit log about a benchmark. */
export function toChange({ id, at, actor, ipAddress, before, after }: AuditEntry): BenchmarkChange {
  // What the log holds was written by toAudited(); entries from before there were other areas are of the City.
  const values = (audited: AuditEntry["before"]) =>
    audited && toValues({ area: CITY, checkedOn: null, ...(audited as Omit<BenchmarkFacts, "area" | "checkedOn">) });
  return { id, at, actor, ipAddress, before: values(before), after: values(after) };
}
