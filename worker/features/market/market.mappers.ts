import type { AuditEntry } from "../../contracts/audit.ts";
import { CITY } from "../../contracts/market-areas.ts";
import type { Benchmark, BenchmarkChange, BenchmarkValues, OwnRents } from "../../contracts/market.ts";
import type { BenchmarkRow, OwnRentsRow } from "./market.table.ts";

/** A benchmark row without its id, type and time of creation. */
export type BenchmarkFacts = Omit<BenchmarkRow, "id" | "bedrooms" | "createdAt">;

/** The columns of a benchmark that the audit log stores. */
export function toAudited(row: BenchmarkFacts): BenchmarkFacts {
  const { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn } = row;
  return { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn };
}

/** A benchmark's values in the API, with its rent in dollars. */
export function toValues(row: BenchmarkFacts): BenchmarkValues {
  const { rentCents, ...values } = toAudited(row);
  return { ...values, rent: rentCents / 100 };
}

export function toBenchmark(row: BenchmarkRow): Benchmark {
  const { id, bedrooms, createdAt } = row;
  return { id, bedrooms, ...toValues(row), createdAt: createdAt.toISOString() };
}

export function toOwnRents({ kind, area, medianCents, listings, firstDay, lastDay }: OwnRentsRow): OwnRents {
  return { kind, area, rent: medianCents / 100, listings, firstDay, lastDay };
}

/** An audit log entry about a benchmark. */
export function toChange({ id, at, actor, ipAddress, before, after }: AuditEntry): BenchmarkChange {
  // toAudited() wrote these values; entries without an area predate other areas than the City.
  const values = (audited: AuditEntry["before"]) =>
    audited && toValues({ area: CITY, checkedOn: null, ...(audited as Omit<BenchmarkFacts, "area" | "checkedOn">) });
  return { id, at, actor, ipAddress, before: values(before), after: values(after) };
}
