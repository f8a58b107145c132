import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { hasRow, valueIf } from "../../platform/run-all-or-none.ts";
import { type RentGuidelineRow, rentGuidelines } from "./rent-guidelines.table.ts";

/** Upper bound on the number of guidelines, because the year of a draft is limited. */
const YEARS_MAX = 200;

/** Returns the guidelines of all years, newest first (by primary key). */
export const allGuidelines = (deps: Deps): Promise<RentGuidelineRow[]> =>
  deps.db.select().from(rentGuidelines).orderBy(desc(rentGuidelines.year)).limit(YEARS_MAX);

/**
 * Returns the confirmed guidelines of the given years (by primary key).
 * @param years at most 90
 */
export const confirmedGuidelines = (deps: Deps, years: readonly number[]) =>
  deps.db
    .select()
    .from(rentGuidelines)
    .where(
      and(
        sql`${rentGuidelines.year} IN (SELECT value FROM json_each(${JSON.stringify(years)}))`,
        isNotNull(rentGuidelines.confirmedAt),
      ),
    )
    .limit(YEARS_MAX);

/** Returns the guideline of a year (by primary key), or null. */
export async function guidelineOf(deps: Deps, year: number): Promise<RentGuidelineRow | null> {
  const [row] = await deps.db.select().from(rentGuidelines).where(eq(rentGuidelines.year, year)).limit(1);
  return row ?? null;
}

/** Returns the SQL condition of the optimistic lock: the row still has the values that were read. */
function unchanged({ year, percent, source, confirmedAt }: RentGuidelineRow) {
  const isSame = and(
    eq(rentGuidelines.year, year),
    eq(rentGuidelines.percent, percent),
    eq(rentGuidelines.source, source),
    confirmedAt === null ? isNull(rentGuidelines.confirmedAt) : eq(rentGuidelines.confirmedAt, confirmedAt),
  );
  return eq(rentGuidelines.year, valueIf(hasRow(rentGuidelines, isSame), year));
}

/**
 * Returns the statement that adds the guideline of a year, or changes it if it is unchanged since it was read. After a
 * race, the statement changes nothing.
 */
export const writeGuideline = (deps: Deps, asRead: RentGuidelineRow | null, row: RentGuidelineRow) =>
  asRead === null
    ? deps.db.insert(rentGuidelines).values(row).returning()
    : deps.db.update(rentGuidelines).set(row).where(unchanged(asRead)).returning();

/** Returns the statement that deletes the guideline of a year if it is unchanged since it was read. */
export const deleteGuideline = (deps: Deps, asRead: RentGuidelineRow) =>
  deps.db.delete(rentGuidelines).where(unchanged(asRead)).returning();
