import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { GeocodeMethod } from "../../../worker/contracts/places.ts";
import { fsaCentroid } from "../../../worker/address/place-data.ts";
import { geocodeAddress } from "../../../worker/address/geocode.service.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { countReads, measured, type Meter } from "../../support/worker/counting-d1.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import type { EnrichmentMark, TableSizes } from "../enrichment-mark.ts";
import { countStatements } from "./counting-statements.ts";

/** Number of messages that the queue delivers together (wrangler.toml). */
const BATCH = 10;
const ROUNDS = 40;
const WARM_UP = 4;
/** Number of look-ups of each kind whose rows are counted. */
const COUNTED = 300;
const OF_EACH = COUNTED + (WARM_UP + ROUNDS) * BATCH;

/** Disables the geocoder regardless of .dev.vars, because the load must go only to this machine. */
const vars = { GEOCODER_URL: "" };

/** URL at which the outer process serves the data; missing unless `npm run bench` started the bench. */
const OPEN_DATA: unknown = import.meta.env.VITE_OPEN_DATA;

/** Addresses of the houses in the table, in scrambled order. */
const HOUSES = `SELECT number || ' ' || street || ', Toronto, ON' AS address FROM address_points WHERE suffix = ''
  ORDER BY id * 2654435761 % 4294967296`;
/** House numbers about half-way between two houses on the same side of a street. */
const BETWEEN_HOUSES = `SELECT (number + (next - number) / 4 * 2) || ' ' || street || ', Toronto, ON' AS address
  FROM (SELECT id, street, number, lead(number) OVER (PARTITION BY street, number % 2 ORDER BY number) AS next FROM address_points)
  WHERE next - number BETWEEN 4 AND 200 ORDER BY id * 2654435761 % 4294967296`;

async function addressesBy(sql: string): Promise<string[]> {
  const { results } = await env.DB.prepare(sql).all<{ address: string }>();
  return results.map(({ address }) => address);
}

/** Returns houses on a street that is in no table, in all postal areas of the City. */
function unknownHouses(): string[] {
  const letters = "ABCEGHJKLMNPRSTVWXYZ".split("");
  const areas = "123456789".split("").flatMap((digit) => letters.map((letter) => `M${digit}${letter}`));
  const known = areas.filter((fsa) => fsaCentroid(fsa) !== null);
  return Array.from(
    { length: OF_EACH },
    (_, index) => `${index + 1} Unheard Of Lane, Toronto, ON ${known[index % known.length]} 1A1`,
  );
}

/** Fills the tables with the import's statements. */
async function load(): Promise<TableSizes> {
  const batches = await (await fetch(String(OPEN_DATA))).json<string[][]>();
  for (const statements of batches) await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
  const rows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
  return {
    places: (await rows("nearby_places")) ?? 0,
    houses: (await rows("address_points")) ?? 0,
    buildings: (await rows("rental_buildings")) ?? 0,
    areas: (await rows("areas")) ?? 0,
  };
}

/** Returns as many addresses as the bench needs of those that this method finds. */
async function foundBy(method: GeocodeMethod, addresses: readonly string[]): Promise<string[]> {
  const deps = makeDeps({ ...env, ...vars }, createExecutionContext());
  const found: string[] = [];
  for (const address of addresses) {
    const located = await geocodeAddress(deps, address);
    if (located !== null && located !== "later" && located.method === method) found.push(address);
    if (found.length === OF_EACH) return found;
  }
  throw new Error(`Only ${found.length} addresses are found by ${method}.`);
}

/** Inserts public listings at some addresses, starting from an id. */
async function listingsAt(site: Site, addresses: readonly string[], from: number): Promise<number[]> {
  await env.DB.prepare(bulkInsertSql(from, addresses.length, site.clock.now.getTime())).run();
  await env.DB.prepare(
    `UPDATE listings SET address = value, municipality = 'Toronto' FROM json_each(?) WHERE listings.id = ${from} + key`,
  )
    .bind(JSON.stringify(addresses))
    .run();
  return addresses.map((_, index) => from + index);
}

/**
 * Stores the look-ups of some listings and returns their messages. The look-ups are marked as already enqueued.
 * Otherwise, the first look-up that draws a preview would enqueue all other look-ups, which would then be done before
 * their measurement.
 */
async function storeLookUps(site: Site, listingIds: readonly number[]): Promise<{ outboxId: number }[]> {
  const { results } = await env.DB.prepare(
    `INSERT INTO outbox (kind, payload, created_at, relayed_at)
    SELECT ?1, json_object('listingId', value), ?2, ?2 FROM json_each(?3) RETURNING id`,
  )
    .bind("places.enrich", site.clock.now.getTime(), JSON.stringify(listingIds))
    .all<{ id: number }>();
  return results.map(({ id }) => ({ outboxId: id }));
}

/** Returns the methods that found the locations of some listings, one for each listing with facts. */
async function methodsOf(listingIds: readonly number[]): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT method FROM listing_places WHERE listing_id IN (SELECT value FROM json_each(?))",
  )
    .bind(JSON.stringify(listingIds))
    .all<{ method: string }>();
  return results.map(({ method }) => method);
}

/** Returns how many of the messages are processed. */
async function doneOf(messages: readonly { outboxId: number }[]): Promise<number | null> {
  const ids = JSON.stringify(messages.map(({ outboxId }) => outboxId));
  return env.DB.prepare(
    "SELECT count(*) AS n FROM outbox WHERE done_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))",
  )
    .bind(ids)
    .first<number>("n");
}

/** Listings whose locations one method finds; `method` is null for deleted listings. */
interface Kind {
  name: string;
  method: GeocodeMethod | null;
  /** Listings that have not been looked up yet. */
  listingIds: number[];
  times: number[];
}

/**
 * Looks up the next listings of a kind during a measurement.
 * @throws when other code has already looked them up, because the measurement would then be wrong
 */
async function measuredLookUps<T>(
  site: Site,
  { name, method, listingIds }: Kind,
  howMany: number,
  measure: () => Promise<T>,
): Promise<T> {
  const ids = listingIds.splice(0, howMany);
  expect(ids, `listings left: ${name}`).toHaveLength(howMany);
  expect(await methodsOf(ids), `facts before the look-up: ${name}`).toEqual([]);
  expect(site.queued, `other work in the queue: ${name}`).toEqual([]);
  const messages = await storeLookUps(site, ids);
  site.queued.push(...messages);
  const result = await measure();
  expect(await doneOf(messages), `look-ups done: ${name}`).toBe(howMany);
  expect(await methodsOf(ids), `facts after the look-up: ${name}`).toEqual(
    method === null ? [] : ids.map(() => method),
  );
  // Draws the listings' previews before the measurement. In production, this separate work does not pile up in the
  // outbox.
  await site.runQueue();
  return result;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

// Without `npm run bench` there is no data to load.
it.skipIf(OPEN_DATA === undefined)("measures look-ups in a whole city", { timeout: 900_000 }, async () => {
  console.log(`TABLES ${JSON.stringify(await load())}`);
  const timed = makeSite({ vars, deps: () => ({ db: drizzle(env.DB, { casing: "snake_case" }) }) });
  // The counting database adds overhead, so time is measured without it.
  const meter: Meter = { count: null, waits: null };
  const count = { statements: 0, rowsWritten: 0 };
  const counting = countStatements(countReads(env.DB, meter), count);
  const counted = makeSite({ vars, deps: () => ({ db: drizzle(counting, { casing: "snake_case" }) }) });

  const between = await addressesBy(BETWEEN_HOUSES);
  const found: [name: string, method: GeocodeMethod, addresses: string[]][] = [
    ["found in the table of houses", "table", await foundBy("table", await addressesBy(HOUSES))],
    ["interpolated between houses of the street", "interpolated", await foundBy("interpolated", between)],
    ["found by postal area only", "fsa", await foundBy("fsa", unknownHouses())],
  ];
  // The base cost of a message comes first, because the other costs are compared with it.
  const gone = Array.from({ length: OF_EACH }, (_, index) => 1_000_000 + index);
  const kinds: Kind[] = [{ name: "listing deleted: nothing to do", method: null, listingIds: gone, times: [] }];
  for (const [index, [name, method, addresses]] of found.entries())
    kinds.push({ name, method, listingIds: await listingsAt(timed, addresses, 1 + index * OF_EACH), times: [] });

  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const kind of kinds) {
      const ms = await measuredLookUps(timed, kind, BATCH, async () => {
        const began = performance.now();
        await timed.runQueue();
        return (performance.now() - began) / BATCH;
      });
      if (round >= WARM_UP) kind.times.push(ms);
    }
  }
  for (const kind of kinds) {
    const rowsRead: number[] = [];
    const statements: number[] = [];
    while (kind.listingIds.length > 0) {
      const one = await measuredLookUps(counted, kind, 1, async () => {
        count.statements = 0;
        const { rowsRead: rows } = await measured(meter, () => counted.runQueue());
        return { rows, statements: count.statements };
      });
      rowsRead.push(one.rows);
      statements.push(one.statements);
    }
    const mark: EnrichmentMark = {
      name: kind.name,
      ms: median(kind.times),
      rowsRead: { median: median(rowsRead), most: Math.max(...rowsRead) },
      statements: median(statements),
    };
    console.log(`ENRICHMENT ${JSON.stringify(mark)}`);
  }

  const { results } = await env.DB.prepare("SELECT method, count(*) AS n FROM listing_places GROUP BY method").all<{
    method: string;
    n: number;
  }>();
  expect(Object.fromEntries(results.map(({ method, n }) => [method, n]))).toEqual(
    Object.fromEntries(found.map(([, method]) => [method, OF_EACH])),
  );
});
