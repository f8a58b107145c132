import { and, between, eq, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { type AddressPoint, HOUSE } from "./geocode.repo.ts";
import { addressPoints } from "./places.table.ts";

/** A house with the key of its street. */
export type StreetPoint = AddressPoint & { street: string };

const POINT = { street: addressPoints.street, ...HOUSE };

/** Streets of one name that are looked at: those of both directions, of several types. */
const MOST_STREETS = 12;
/** Houses that are read along all streets of a name; of the longest street every 200 m then. */
const SAMPLES = 96;
/** Houses of one number: those with letters, and streets of the name in other former municipalities. */
const OF_ONE_NUMBER = 4;
/** Houses of a part of one street. */
const MOST_OF_PART = 200;

/**
 * Those among some keys that are streets in the table, with their lowest and highest numbers (index address_points_place).
 * Rows read: two a street.
 */
async function streetsAmong(deps: Deps, keys: readonly string[]) {
  const edge = (order: "min" | "max") =>
    sql`(SELECT ${sql.raw(order)}(number) FROM address_points WHERE street = value)`;
  return deps.db.all<{ street: string; low: number; high: number }>(
    sql`SELECT street, low, high FROM (
      SELECT value AS street, ${edge("min")} AS low, ${edge("max")} AS high FROM json_each(${JSON.stringify(keys)})
    ) WHERE low IS NOT NULL LIMIT ${MOST_STREETS}`,
  );
}

/**
 * Houses along the streets with some keys, evenly by number; all of them where there are few (index address_points_place,
 * a seek for each). Rows read: at most {@link SAMPLES} times {@link OF_ONE_NUMBER}, and as many for their numbers.
 */
export async function housesAlong(deps: Deps, keys: readonly string[]): Promise<StreetPoint[]> {
  const streets = await streetsAmong(deps, keys);
  if (streets.length === 0) return [];
  const each = Math.floor(SAMPLES / streets.length);
  const wanted = streets.flatMap(({ street, low, high }) => {
    const step = Math.max(1, (high - low) / (each - 1));
    const numbers = Array.from({ length: each }, (_, nth) => Math.round(low + nth * step));
    return [...new Set(numbers)].filter((number) => number <= high).map((number) => [street, number]);
  });
  const numbers = sql`SELECT DISTINCT json_extract(value, '$[0]') AS street, (
      SELECT min(number) FROM address_points
      WHERE street = json_extract(value, '$[0]') AND number >= json_extract(value, '$[1]')
    ) AS number FROM json_each(${JSON.stringify(wanted)})`;
  return deps.db
    .select(POINT)
    .from(addressPoints)
    .innerJoin(
      sql`(${numbers}) AS wanted`,
      and(sql`wanted.street = ${addressPoints.street}`, sql`wanted.number = ${addressPoints.number}`),
    )
    .limit(SAMPLES * OF_ONE_NUMBER);
}

/** Houses of a part of a street, by number (index address_points_place). Rows read: at most {@link MOST_OF_PART}. */
export async function housesOfPart(deps: Deps, street: string, low: number, high: number): Promise<StreetPoint[]> {
  return deps.db
    .select(POINT)
    .from(addressPoints)
    .where(and(eq(addressPoints.street, street), between(addressPoints.number, low, high)))
    .orderBy(addressPoints.number)
    .limit(MOST_OF_PART);
}

/** Houses with some numbers on any of the streets with some keys (index address_points_place). */
export async function housesOfAny(
  deps: Deps,
  keys: readonly string[],
  low: number,
  high: number,
): Promise<StreetPoint[]> {
  return deps.db
    .select(POINT)
    .from(addressPoints)
    .where(
      and(
        sql`${addressPoints.street} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
        between(addressPoints.number, low, high),
      ),
    )
    .limit(MOST_OF_PART);
}
