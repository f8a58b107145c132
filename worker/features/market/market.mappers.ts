import type { AuditEntry } from "../../contracts/audit.ts";
import type { Benchmark, BenchmarkChange, BenchmarkValues } from "../../contracts/market.ts";
import type { BenchmarkFigures, BenchmarkRow } from "./market.repo.ts";

/** What a row says of its month. */
export function toValues(row: BenchmarkFigures & { asOf: string }): BenchmarkValues {
  const { asOf, rentCents, kind, source, isEstimate, method } = row;
  return { asOf, rent: rentCents / 100, kind, source, isEstimate, method };
}

/** A row as moderators read it. */
export function toBenchmark(row: BenchmarkRow): Benchmark {
  const { id, bedrooms, area, createdAt } = row;
  return { id, bedrooms, area, ...toValues(row), createdAt: createdAt.toISOString() };
}

/** The same for the audit log, which writes amounts of cents as dollars. */
export function toAudited({ asOf, rentCents, kind, source, isEstimate, method }: BenchmarkFigures & { asOf: string }) {
  return { asOf, rentCents, kind, source, isEstimate, method };
}

/** An entry of the audit log about a benchmark. */
export function toChange({ id, at, actor, ipAddress, before, after }: AuditEntry): BenchmarkChange {
  // What the log holds was written by toAudited().
  const values = (audited: AuditEntry["before"]) => audited && toValues(audited as ReturnType<typeof toAudited>);
  return { id, at, actor, ipAddress, before: values(before), after: values(after) };
}

/** Months from the month `2025-10` to that of a day `2026-11-21`. */
export function monthsBetween(month: string, day: string): number {
  const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return count(day) - count(month);
}
