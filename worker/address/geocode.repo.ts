import { and, asc, between, desc, eq, getTableColumns, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "../contracts/days.ts";
import { GEOCODE_ANSWER_DAYS } from "../contracts/places.ts";
import { RANGE_MAX } from "../contracts/addresses.ts";
import { deleteInBatches } from "../platform/database.ts";
import type { Deps } from "../platform/deps.ts";
import type { Coordinates } from "../platform/grid.ts";
import { addressPoints, geocodeAnswers, rentalBuildings } from "./places.table.ts";
import { settings } from "../platform/tables.ts";

export type AddressPoint = Omit<typeof addressPoints.$inferSelect, "id" | "version">;

const { id: _id, version: _version, ...HOUSE_COLUMNS } = getTableColumns(addressPoints);
/**
 * Maximum number of houses with the numbers of one address. A range has at most 36 on one side, and few streets share a
 * name.
 */
const MAX_HOUSES = 80;
/** Maximum number of houses read for one part of a street. */
export const MAX_IN_RANGE = 200;
/** Maximum number of neighbours read in each direction, on both sides and on all streets with the same name. */
const MAX_NEIGHBOURS = 24;

/**
 * Returns houses within an inclusive range of numbers on all streets with one name (uses index address_points_place).
 */
export async function housesBetween(
  deps: Deps,
  street: string,
  low: number,
  high: number,
  limit = MAX_HOUSES,
): Promise<AddressPoint[]> {
  return deps.db
    .select(HOUSE_COLUMNS)
    .from(addressPoints)
    .where(and(eq(addressPoints.street, street), between(addressPoints.number, low, high)))
    .orderBy(addressPoints.number)
    .limit(limit);
}

/**
 * Returns the houses with the next lower and the next higher numbers, nearest first (uses index address_points_place,
 * in both directions).
 */
export async function housesAround(
  deps: Deps,
  street: string,
  number: number,
): Promise<{ below: AddressPoint[]; above: AddressPoint[] }> {
  const column = addressPoints.number;
  const nearest = (isOnSide: SQL, order: SQL) =>
    deps.db
      .select(HOUSE_COLUMNS)
      .from(addressPoints)
      .where(and(eq(addressPoints.street, street), isOnSide))
      .orderBy(order)
      .limit(MAX_NEIGHBOURS);
  const [below, above] = await deps.db.batch([
    nearest(lt(column, number), desc(column)),
    nearest(gt(column, number), asc(column)),
  ]);
  return { below, above };
}

/** Maximum number of streets with one name but different directions and types. */
const MAX_STREETS = 12;
/** Maximum number of houses sampled along all streets with a name: one every 200 m on the longest street. */
const SAMPLES = 96;
/**
 * Maximum number of houses with one number, including letters and streets with the same name in other former
 * municipalities.
 */
const OF_ONE_NUMBER = 4;
/**
 * Returns the given keys that are streets in the table, with their lowest and highest numbers (uses index
 * address_points_place). Reads two rows per street.
 */
async function streetsAmong(deps: Deps, keys: readonly string[]) {
  const edge = (order: "min" | "max") =>
    sql`(SELECT ${sql.raw(order)}(number) FROM address_points WHERE street = value)`;
  return deps.db.all<{ street: string; low: number; high: number }>(
    sql`SELECT street, low, high FROM (
      SELECT value AS street, ${edge("min")} AS low, ${edge("max")} AS high FROM json_each(${JSON.stringify(keys)})
    ) WHERE low IS NOT NULL LIMIT ${MAX_STREETS}`,
  );
}

/**
 * Returns a sample of houses, evenly spaced by number along some streets, or all houses if there are few (uses index
 * address_points_place). Reads at most {@link SAMPLES} times {@link OF_ONE_NUMBER} rows, and the same number again to
 * find the numbers.
 */
export async function sampleHouses(deps: Deps, keys: readonly string[]): Promise<AddressPoint[]> {
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
    .select(HOUSE_COLUMNS)
    .from(addressPoints)
    .innerJoin(
      sql`(${numbers}) AS wanted`,
      and(sql`wanted.street = ${addressPoints.street}`, sql`wanted.number = ${addressPoints.number}`),
    )
    .limit(SAMPLES * OF_ONE_NUMBER);
}

/**
 * Returns the given keys that are streets in the table, and the first and last street that begin with each of the given
 * words (uses index address_points_place). Reads one row per key, and two per word.
 */
export async function streetKeysAmong(
  deps: Deps,
  keys: readonly string[],
  beginnings: readonly string[],
): Promise<string[]> {
  const edge = (order: "min" | "max") =>
    sql`SELECT (SELECT ${sql.raw(order)}(street) FROM address_points WHERE street >= value || ' ' AND street < value || '!')
      FROM json_each(${JSON.stringify(beginnings)})`;
  const rows = await deps.db.all<{ street: string | null }>(
    sql`SELECT value AS street FROM json_each(${JSON.stringify(keys)})
      WHERE EXISTS (SELECT 1 FROM address_points WHERE street = value)
      UNION ALL ${edge("min")} UNION ALL ${edge("max")}`,
  );
  return rows.flatMap(({ street }) => street ?? []);
}

/** Returns houses within a range of numbers on any of the given streets (uses index address_points_place). */
export async function housesOnAny(
  deps: Deps,
  keys: readonly string[],
  low: number,
  high: number,
): Promise<AddressPoint[]> {
  return deps.db
    .select(HOUSE_COLUMNS)
    .from(addressPoints)
    .where(
      and(
        sql`${addressPoints.street} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
        between(addressPoints.number, low, high),
      ),
    )
    .limit(MAX_IN_RANGE);
}

/**
 * Maximum number of streets with the same beginning that are searched for a house number, and maximum number of houses
 * found on these streets.
 */
const MAX_BEGINNING_ALIKE = { streets: 40, houses: 24 } as const;

/**
 * Returns houses with a number on the streets whose keys begin with a text, by street (uses index
 * address_points_place). Skips from street to street, so it reads two rows per street.
 */
export async function housesOnStreetsFrom(deps: Deps, beginning: string, number: number): Promise<AddressPoint[]> {
  const nextStreet = (after: SQL) =>
    sql`SELECT min(street) FROM address_points WHERE street ${after} AND street < ${`${beginning}\uffff`}`;
  return deps.db.all<AddressPoint>(
    sql`WITH RECURSIVE streets(name, nth) AS (
        SELECT (${nextStreet(sql`>= ${beginning}`)}), 1
        UNION ALL
        SELECT (${nextStreet(sql`> streets.name`)}), nth + 1 FROM streets
        WHERE name IS NOT NULL AND nth < ${MAX_BEGINNING_ALIKE.streets}
      )
      SELECT street, number, suffix, municipality, latitude, longitude, source
      FROM streets CROSS JOIN address_points ON street = name AND number = ${number}
      ORDER BY nth, suffix, municipality LIMIT ${MAX_BEGINNING_ALIKE.houses}`,
  );
}

/** Returns a cached response of the remote geocoder by primary key, or null. */
export async function cachedAnswer(deps: Deps, query: string) {
  const [row] = await deps.db.select().from(geocodeAnswers).where(eq(geocodeAnswers.query, query)).limit(1);
  return row ?? null;
}

/** Caches a response of the remote geocoder. A null location records that the geocoder does not know the house. */
export async function cacheAnswer(deps: Deps, query: string, place: Coordinates | null): Promise<void> {
  const { latitude, longitude } = place ?? { latitude: null, longitude: null };
  const answer = { latitude, longitude, requestedAt: deps.now() };
  await deps.db
    .insert(geocodeAnswers)
    .values({ query, ...answer })
    .onConflictDoUpdate({ target: geocodeAnswers.query, set: answer });
}

/** Deletes responses older than {@link GEOCODE_ANSWER_DAYS} days (uses index geocode_answers_requested). */
export async function deleteOldAnswers(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - GEOCODE_ANSWER_DAYS * DAY_MS;
  await deleteInBatches(deps, "geocode_answers", sql`requested_at < ${before}`);
}

/** Maximum number of buildings read for one house number. */
const MAX_BUILDINGS = 20;

/**
 * Returns buildings whose range contains a number on a street (uses index rental_buildings_address). Some of these
 * buildings lack coordinates.
 */
export async function registeredBuildings(deps: Deps, street: string, number: number) {
  return deps.db
    .select()
    .from(rentalBuildings)
    .where(
      and(
        eq(rentalBuildings.street, street),
        between(rentalBuildings.lowestNumber, number - RANGE_MAX, number),
        gte(rentalBuildings.highestNumber, number),
      ),
    )
    .orderBy(rentalBuildings.lowestNumber, rentalBuildings.rsn)
    .limit(MAX_BUILDINGS);
}

/** Returns registered buildings on a street with a number within a block (uses index rental_buildings_address). */
export async function buildingsOnBlock(deps: Deps, street: string, low: number, high: number) {
  return deps.db
    .select({ propertyType: rentalBuildings.propertyType, yearBuilt: rentalBuildings.yearBuilt })
    .from(rentalBuildings)
    .where(and(eq(rentalBuildings.street, street), between(rentalBuildings.lowestNumber, low - RANGE_MAX, high)))
    .limit(MAX_ON_BLOCK);
}

/** Maximum number of registered buildings on one block, on all streets with the same name. */
const MAX_ON_BLOCK = 60;

/**
 * Circuit breaker of the remote geocoder, shared by all isolates. Each step is one statement, because requests overlap.
 * A request counts as failed from its claim until its response, so five pending requests open the breaker, and a
 * request that died needs no cleanup.
 */
const BREAKER = "geocoder.breaker";
/** Number of consecutive unanswered requests after which requests pause. A single request then tests the server. */
const UNANSWERED_MAX = 5;
const PAUSE_MS = 10 * MINUTE_MS;

/** The setting's JSON. Requests are numbered 1, 2, 3, … in the order of their claims. */
interface Breaker {
  /** Number of the newest request. */
  asked: number;
  /** Number of the newest answered request. */
  answered: number;
  /**
   * Number of the server's last refusal. Requests that were pending at that time have smaller numbers; later requests
   * have greater numbers.
   */
  refused: number;
  /** Time (epoch milliseconds) before which no request is sent. */
  pausedUntil: number;
}

const first = (state: Partial<Breaker>) =>
  JSON.stringify({ asked: 0, answered: 0, refused: 0, pausedUntil: 0, ...state } satisfies Breaker);

const field = (name: keyof Breaker) => sql`json_extract(${settings.value}, ${sql.raw(`'$.${name}'`)})`;

/** Returns whether requests are paused: a cheap check before preparing a request. */
export async function isPaused(deps: Deps): Promise<boolean> {
  const [row] = await deps.db
    .select({ pausedUntil: sql<number>`${field("pausedUntil")}` })
    .from(settings)
    .where(eq(settings.name, BREAKER))
    .limit(1);
  return row !== undefined && row.pausedUntil > deps.now().getTime();
}

/**
 * Claims one request. The fifth consecutive unanswered request, and each test request after a pause, immediately starts
 * a pause. No other request is then sent until that request is answered.
 * @returns the request's number for {@link recordAnswer}; null while paused
 */
export async function claimRequest(deps: Deps): Promise<number | null> {
  const now = deps.now().getTime();
  const isLast = sql`${field("asked")} + 1 - ${field("answered")} >= ${UNANSWERED_MAX} OR ${field("refused")} > ${field("answered")}`;
  const [row] = await deps.db
    .insert(settings)
    .values({ name: BREAKER, value: first({ asked: 1 }) })
    .onConflictDoUpdate({
      target: settings.name,
      set: {
        value: sql`json_set(${settings.value}, '$.asked', ${field("asked")} + 1,
          '$.pausedUntil', CASE WHEN ${isLast} THEN ${now + PAUSE_MS} ELSE 0 END)`,
      },
      setWhere: sql`${field("pausedUntil")} <= ${now}`,
    })
    .returning({ asked: sql<number>`json_extract(value, '$.asked')` });
  return row?.asked ?? null;
}

/**
 * Records a response. Earlier requests no longer count as unanswered. Ends a pause, unless the server refused another
 * request after this request was claimed.
 */
export async function recordAnswer(deps: Deps, asked: number): Promise<void> {
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.answered', max(${field("answered")}, ${asked}),
        '$.pausedUntil', CASE WHEN ${field("refused")} > ${asked} THEN ${field("pausedUntil")} ELSE 0 END)`,
    })
    .where(eq(settings.name, BREAKER));
}

/** Records a refusal, which starts a pause that only the response to a later request ends. */
export async function recordRefusal(deps: Deps): Promise<void> {
  const pausedUntil = deps.now().getTime() + PAUSE_MS;
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.asked', ${field("asked")} + 1, '$.refused', ${field("asked")} + 1,
        '$.pausedUntil', ${pausedUntil})`,
    })
    .where(eq(settings.name, BREAKER));
}
